// SPDX-License-Identifier: MIT
public import StrictJSON

/// `appData` of a notification: the app whose consent was withdrawn (Apple: appData).
public struct NotificationAppData: PayloadObject {
  /// `appAppleId`: number of the app in the App Store.
  public internal(set) var appAppleID: Int64?
  /// `bundleId`: bundle id of the app.
  public internal(set) var bundleID: String?
  /// `environment`: the store that the app was obtained in.
  public internal(set) var environment: StoreEnvironment?
  /// `signedAppTransactionInfo`: the download of the app; a compact JWS with a signature of its own.
  public internal(set) var signedAppTransactionInfo: String?

  /// Builds a value in code; what is not given is absent.
  public init(
    appAppleID: Int64? = nil,
    bundleID: String? = nil,
    environment: StoreEnvironment? = nil,
    signedAppTransactionInfo: String? = nil
  ) {
    self.appAppleID = appAppleID
    self.bundleID = bundleID
    self.environment = environment
    self.signedAppTransactionInfo = signedAppTransactionInfo
  }
}

// MARK: - Reading and writing

extension NotificationAppData {
  enum Member: String, CaseIterable, MemberName {
    case appAppleId
    case bundleId
    case environment
    case signedAppTransactionInfo
    var type: ValueType {
      switch self {
      case .appAppleId: .integer
      case .bundleId: .string
      case .environment: .open(StoreEnvironment.self)
      case .signedAppTransactionInfo: .signed(.appTransaction)
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
      case .environment: environment = try reader.readValue()
      case .signedAppTransactionInfo: signedAppTransactionInfo = try reader.readString()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("appAppleId", appAppleID)
    writer.member("bundleId", bundleID)
    writer.member("environment", environment)
    writer.member("signedAppTransactionInfo", signedAppTransactionInfo)
    writer.endObject()
  }
}
