// SPDX-License-Identifier: MIT
public import StrictJSON

/// A page of a customer's refunded purchases (Apple: RefundHistoryResponse).
///
/// The body itself is not signed: only what comes out of its signed strings can be verified.
public struct RefundHistoryBody: SignedStringBody {
  /// The kind: `refundHistory`.
  public static let kind = BodyKind.refundHistory

  /// `signedTransactions`: the purchases, at most 20 a page, oldest refund first; compact JWS.
  public internal(set) var signedTransactions: [String]?
  /// `revision`: where the next page begins.
  public internal(set) var revision: String?
  /// `hasMore`: there is a next page.
  public internal(set) var hasMore: Bool?
  /// The JSON that the value was read from; nil for a value built in code.
  public internal(set) var source: [UInt8]?

  /// Builds a value in code; what is not given is absent.
  public init(
    signedTransactions: [String]? = nil,
    revision: String? = nil,
    hasMore: Bool? = nil
  ) {
    self.signedTransactions = signedTransactions
    self.revision = revision
    self.hasMore = hasMore
  }
}

// MARK: - Reading and writing

extension RefundHistoryBody {
  enum Member: String, CaseIterable, MemberName {
    case signedTransactions
    case revision
    case hasMore
    var type: ValueType {
      switch self {
      case .signedTransactions: .array(.signed(.transaction))
      case .revision: .string
      case .hasMore: .boolean
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
      case .signedTransactions: signedTransactions = try reader.readStrings()
      case .revision: revision = try reader.readString()
      case .hasMore: hasMore = try reader.readBoolean()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("signedTransactions", signedTransactions)
    writer.member("revision", revision)
    writer.member("hasMore", hasMore)
    writer.endObject()
  }
}
