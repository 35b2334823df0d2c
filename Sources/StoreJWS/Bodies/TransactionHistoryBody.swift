// SPDX-License-Identifier: MIT
public import StrictJSON

/// A page of a customer's purchases (Apple: HistoryResponse).
///
/// The body itself is not signed: only what comes out of its signed strings can be verified.
public struct TransactionHistoryBody: SignedStringBody {
  /// The kind: `transactionHistory`.
  public static let kind = BodyKind.transactionHistory

  /// `revision`: where the next page begins.
  public internal(set) var revision: String?
  /// `bundleId`: bundle id of the app. Unsigned.
  public internal(set) var bundleID: String?
  /// `appAppleId`: number of the app in the App Store. Unsigned.
  public internal(set) var appAppleID: Int64?
  /// `environment`: the store. Unsigned.
  public internal(set) var environment: StoreEnvironment?
  /// `hasMore`: there is a next page.
  public internal(set) var hasMore: Bool?
  /// `signedTransactions`: the purchases, at most 20 a page; compact JWS.
  public internal(set) var signedTransactions: [String]?
  /// The JSON that the value was read from; nil for a value built in code.
  public internal(set) var source: [UInt8]?

  /// Builds a value in code; what is not given is absent.
  public init(
    revision: String? = nil,
    bundleID: String? = nil,
    appAppleID: Int64? = nil,
    environment: StoreEnvironment? = nil,
    hasMore: Bool? = nil,
    signedTransactions: [String]? = nil
  ) {
    self.revision = revision
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.environment = environment
    self.hasMore = hasMore
    self.signedTransactions = signedTransactions
  }
}

// MARK: - Reading and writing

extension TransactionHistoryBody {
  enum Member: String, CaseIterable, MemberName {
    case revision
    case bundleId
    case appAppleId
    case environment
    case hasMore
    case signedTransactions
    var type: ValueType {
      switch self {
      case .revision, .bundleId: .string
      case .appAppleId: .integer
      case .environment: .open(StoreEnvironment.self)
      case .hasMore: .boolean
      case .signedTransactions: .array(.signed(.transaction))
      }
    }
  }

  private static let members = Member.allCases

  /// The members and what they are.
  public static let schema = ObjectSchema(Member.self)

  /// Reads a whole body.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`, with offsets in `json`.
  public init(json: [UInt8]) throws(JSONError) {
    var reader = try JSONReader(json.span, limits: .body)
    try self.init(reading: &reader)
    try reader.finish()
    source = json
  }

  /// Reads the reader's next value, which must be an object.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`.
  public init(reading reader: inout JSONReader) throws(JSONError) {
    self.init()
    let (table, members) = (Self.schema.table, Self.members)
    var object = try reader.enterObject()
    while let member = try reader.nextMember(&object, table, of: members) {
      switch member {
      case .revision: revision = try reader.readString()
      case .bundleId: bundleID = try reader.readString()
      case .appAppleId: appAppleID = try reader.readInteger()
      case .environment: environment = try reader.readValue()
      case .hasMore: hasMore = try reader.readBoolean()
      case .signedTransactions: signedTransactions = try reader.readStrings()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("revision", revision)
    writer.member("bundleId", bundleID)
    writer.member("appAppleId", appAppleID)
    writer.member("environment", environment)
    writer.member("hasMore", hasMore)
    writer.member("signedTransactions", signedTransactions)
    writer.endObject()
  }
}
