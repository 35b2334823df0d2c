// SPDX-License-Identifier: MIT
public import StrictJSON

/// Where all of a customer's subscriptions stand (Apple: StatusResponse).
///
/// The body itself is not signed: only what comes out of its signed strings can be verified.
public struct SubscriptionStatusesBody: SignedStringBody {
  /// The kind: `subscriptionStatuses`.
  public static let kind = BodyKind.subscriptionStatuses

  /// `environment`: the store. Unsigned.
  public internal(set) var environment: StoreEnvironment?
  /// `appAppleId`: number of the app in the App Store. Unsigned.
  public internal(set) var appAppleID: Int64?
  /// `bundleId`: bundle id of the app. Unsigned.
  public internal(set) var bundleID: String?
  /// `data`: one element for each subscription group.
  public internal(set) var data: [SubscriptionGroupStatuses]?
  /// The JSON that the value was read from; nil for a value built in code.
  public internal(set) var source: [UInt8]?

  /// Builds a value in code; what is not given is absent.
  public init(
    environment: StoreEnvironment? = nil,
    appAppleID: Int64? = nil,
    bundleID: String? = nil,
    data: [SubscriptionGroupStatuses]? = nil
  ) {
    self.environment = environment
    self.appAppleID = appAppleID
    self.bundleID = bundleID
    self.data = data
  }
}

// MARK: - Reading and writing

extension SubscriptionStatusesBody {
  enum Member: String, CaseIterable, MemberName {
    case environment
    case appAppleId
    case bundleId
    case data
    var type: ValueType {
      switch self {
      case .environment: .open(StoreEnvironment.self)
      case .appAppleId: .integer
      case .bundleId: .string
      case .data: .array(.object(SubscriptionGroupStatuses.schema))
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
      case .environment: environment = try reader.readValue()
      case .appAppleId: appAppleID = try reader.readInteger()
      case .bundleId: bundleID = try reader.readString()
      case .data: data = try reader.readObjects()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("environment", environment)
    writer.member("appAppleId", appAppleID)
    writer.member("bundleId", bundleID)
    writer.member("data", data)
    writer.endObject()
  }
}
