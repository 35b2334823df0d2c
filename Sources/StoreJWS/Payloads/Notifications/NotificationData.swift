// SPDX-License-Identifier: MIT
public import StrictJSON

/// `data` of a notification: the app and the purchase that it is about (Apple: data).
///
/// ``status`` is inside the notification's signature; it holds as of the notification's signed date.
public struct NotificationData: PayloadObject {
  /// `appAppleId`: number of the app in the App Store; absent in the sandbox.
  public internal(set) var appAppleID: Int64?
  /// `bundleId`: bundle id of the app.
  public internal(set) var bundleID: String?
  /// `bundleVersion`: build version of the app.
  public internal(set) var bundleVersion: String?
  /// `environment`: the store that the purchase was made in.
  public internal(set) var environment: StoreEnvironment?
  /// `signedTransactionInfo`: the purchase; a compact JWS with a signature of its own.
  public internal(set) var signedTransactionInfo: String?
  /// `signedRenewalInfo`: what will renew; a compact JWS with a signature of its own.
  public internal(set) var signedRenewalInfo: String?
  /// `status`: where the subscription stands.
  public internal(set) var status: SubscriptionStatus?
  /// `consumptionRequestReason`: why the customer asked for a refund.
  public internal(set) var consumptionRequestReason: ConsumptionRequestReason?

  /// Builds a value in code; what is not given is absent.
  public init(
    appAppleID: Int64? = nil,
    bundleID: String? = nil,
    bundleVersion: String? = nil,
    environment: StoreEnvironment? = nil,
    signedTransactionInfo: String? = nil,
    signedRenewalInfo: String? = nil,
    status: SubscriptionStatus? = nil,
    consumptionRequestReason: ConsumptionRequestReason? = nil
  ) {
    self.appAppleID = appAppleID
    self.bundleID = bundleID
    self.bundleVersion = bundleVersion
    self.environment = environment
    self.signedTransactionInfo = signedTransactionInfo
    self.signedRenewalInfo = signedRenewalInfo
    self.status = status
    self.consumptionRequestReason = consumptionRequestReason
  }
}

// MARK: - Reading and writing

extension NotificationData {
  enum Member: String, CaseIterable, MemberName {
    case appAppleId
    case bundleId
    case bundleVersion
    case environment
    case signedTransactionInfo
    case signedRenewalInfo
    case status
    case consumptionRequestReason
    var type: ValueType {
      switch self {
      case .appAppleId: .integer
      case .bundleId, .bundleVersion: .string
      case .environment: .open(StoreEnvironment.self)
      case .signedTransactionInfo: .signed(.transaction)
      case .signedRenewalInfo: .signed(.renewalInfo)
      case .status: .open(SubscriptionStatus.self)
      case .consumptionRequestReason: .open(ConsumptionRequestReason.self)
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
      case .appAppleId: appAppleID = try reader.readInteger()
      case .bundleId: bundleID = try reader.readString()
      case .bundleVersion: bundleVersion = try reader.readString()
      case .environment: environment = try reader.readValue()
      case .signedTransactionInfo: signedTransactionInfo = try reader.readString()
      case .signedRenewalInfo: signedRenewalInfo = try reader.readString()
      case .status: status = try reader.readValue()
      case .consumptionRequestReason: consumptionRequestReason = try reader.readValue()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("appAppleId", appAppleID)
    writer.member("bundleId", bundleID)
    writer.member("bundleVersion", bundleVersion)
    writer.member("environment", environment)
    writer.member("signedTransactionInfo", signedTransactionInfo)
    writer.member("signedRenewalInfo", signedRenewalInfo)
    writer.member("status", status)
    writer.member("consumptionRequestReason", consumptionRequestReason)
    writer.endObject()
  }
}
