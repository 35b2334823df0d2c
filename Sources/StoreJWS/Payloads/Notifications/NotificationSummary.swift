// SPDX-License-Identifier: MIT
public import StrictJSON

/// `summary` of a notification: what became of an extension of renewal dates for many subscribers (Apple: summary).
public struct NotificationSummary: PayloadObject {
  /// `requestIdentifier`: id of the request, given by the developer: UUID text.
  public internal(set) var requestIdentifier: String?
  /// `environment`: the store that the extension was made in.
  public internal(set) var environment: StoreEnvironment?
  /// `appAppleId`: number of the app in the App Store.
  public internal(set) var appAppleID: Int64?
  /// `bundleId`: bundle id of the app.
  public internal(set) var bundleID: String?
  /// `productId`: product whose renewal dates were moved.
  public internal(set) var productID: String?
  /// `storefrontCountryCodes`: storefronts that the request named, ISO 3166-1 alpha-3.
  public internal(set) var storefrontCountryCodes: [String]?
  /// `failedCount`: how many were not.
  public internal(set) var failedCount: Int64?
  /// `succeededCount`: how many subscriptions were extended.
  public internal(set) var succeededCount: Int64?

  /// Builds a value in code; what is not given is absent.
  public init(
    requestIdentifier: String? = nil,
    environment: StoreEnvironment? = nil,
    appAppleID: Int64? = nil,
    bundleID: String? = nil,
    productID: String? = nil,
    storefrontCountryCodes: [String]? = nil,
    failedCount: Int64? = nil,
    succeededCount: Int64? = nil
  ) {
    self.requestIdentifier = requestIdentifier
    self.environment = environment
    self.appAppleID = appAppleID
    self.bundleID = bundleID
    self.productID = productID
    self.storefrontCountryCodes = storefrontCountryCodes
    self.failedCount = failedCount
    self.succeededCount = succeededCount
  }
}

// MARK: - Reading and writing

extension NotificationSummary {
  enum Member: String, CaseIterable, MemberName {
    case requestIdentifier
    case environment
    case appAppleId
    case bundleId
    case productId
    case storefrontCountryCodes
    case failedCount
    case succeededCount
    var type: ValueType {
      switch self {
      case .requestIdentifier, .bundleId, .productId: .string
      case .environment: .open(StoreEnvironment.self)
      case .appAppleId, .failedCount, .succeededCount: .integer
      case .storefrontCountryCodes: .array(.string)
      }
    }
  }

  private static let members = Member.allCases

  /// The members and what they are.
  public static let schema = ObjectSchema(Member.self)

  /// Reads the reader's next value, which must be an object.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`.
  public init(reading reader: inout JSONReader) throws(JSONError) {
    self.init()
    let (table, members) = (Self.schema.table, Self.members)
    var object = try reader.enterObject()
    while let member = try reader.nextMember(&object, table, of: members) {
      switch member {
      case .requestIdentifier: requestIdentifier = try reader.readString()
      case .environment: environment = try reader.readValue()
      case .appAppleId: appAppleID = try reader.readInteger()
      case .bundleId: bundleID = try reader.readString()
      case .productId: productID = try reader.readString()
      case .storefrontCountryCodes: storefrontCountryCodes = try reader.readStrings()
      case .failedCount: failedCount = try reader.readInteger()
      case .succeededCount: succeededCount = try reader.readInteger()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("requestIdentifier", requestIdentifier)
    writer.member("environment", environment)
    writer.member("appAppleId", appAppleID)
    writer.member("bundleId", bundleID)
    writer.member("productId", productID)
    writer.member("storefrontCountryCodes", storefrontCountryCodes)
    writer.member("failedCount", failedCount)
    writer.member("succeededCount", succeededCount)
    writer.endObject()
  }
}
