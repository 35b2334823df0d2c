// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import StrictJSON

/// The download of an app as the App Store signs it (Apple: AppTransaction, JWSAppTransactionDecodedPayload).
///
/// It comes from StoreKit's `AppTransaction.shared`, in answers of the App Store Server API, and in notifications. It
/// has no `environment`: ``receiptType`` is it, and ``receiptCreationDate`` stands for a signed date.
public struct AppTransaction: SignedPayload {
  /// The kind: `appTransaction`.
  public static let kind = PayloadKind.appTransaction

  /// `receiptType`: the store that signed: the environment.
  public internal(set) var receiptType: StoreEnvironment?
  /// `appAppleId`: number of the app in the App Store; absent from Xcode.
  public internal(set) var appAppleID: Int64?
  /// `bundleId`: bundle id of the app.
  public internal(set) var bundleID: String?
  /// `applicationVersion`: version of the app.
  public internal(set) var applicationVersion: String?
  /// `versionExternalIdentifier`: number of that version in the App Store; absent from Xcode.
  public internal(set) var versionExternalIdentifier: Int64?
  /// `receiptCreationDate`: when Apple signed the token. Milliseconds on the wire.
  public internal(set) var receiptCreationDate: Date?
  /// `requestDate`: when the token was asked for; in no library of Apple. Milliseconds on the wire.
  public internal(set) var requestDate: Date?
  /// `originalPurchaseDate`: when the app was first obtained; year 1 from Xcode. Milliseconds on the wire.
  public internal(set) var originalPurchaseDate: Date?
  /// `originalApplicationVersion`: the version that was first obtained.
  public internal(set) var originalApplicationVersion: String?
  /// `deviceVerification`: hash that binds the token to a device, base64.
  public internal(set) var deviceVerification: String?
  /// `deviceVerificationNonce`: nonce of that hash.
  public internal(set) var deviceVerificationNonce: UUIDOrText?
  /// `preorderDate`: when the app was ordered before its release. Milliseconds on the wire.
  public internal(set) var preorderDate: Date?
  /// `appTransactionId`: id of the download: one for each app and Apple account.
  public internal(set) var appTransactionID: String?
  /// `originalPlatform`: where the app was first obtained.
  public internal(set) var originalPlatform: PurchasePlatform?
  /// The JSON that the value was read from; nil for a value built in code.
  public internal(set) var source: [UInt8]?

  /// Builds a value in code; what is not given is absent.
  public init(
    receiptType: StoreEnvironment? = nil,
    appAppleID: Int64? = nil,
    bundleID: String? = nil,
    applicationVersion: String? = nil,
    versionExternalIdentifier: Int64? = nil,
    receiptCreationDate: Date? = nil,
    requestDate: Date? = nil,
    originalPurchaseDate: Date? = nil,
    originalApplicationVersion: String? = nil,
    deviceVerification: String? = nil,
    deviceVerificationNonce: UUIDOrText? = nil,
    preorderDate: Date? = nil,
    appTransactionID: String? = nil,
    originalPlatform: PurchasePlatform? = nil
  ) {
    self.receiptType = receiptType
    self.appAppleID = appAppleID
    self.bundleID = bundleID
    self.applicationVersion = applicationVersion
    self.versionExternalIdentifier = versionExternalIdentifier
    self.receiptCreationDate = receiptCreationDate
    self.requestDate = requestDate
    self.originalPurchaseDate = originalPurchaseDate
    self.originalApplicationVersion = originalApplicationVersion
    self.deviceVerification = deviceVerification
    self.deviceVerificationNonce = deviceVerificationNonce
    self.preorderDate = preorderDate
    self.appTransactionID = appTransactionID
    self.originalPlatform = originalPlatform
  }
}

// MARK: - Reading and writing

extension AppTransaction {
  enum Member: String, CaseIterable, MemberName {
    case receiptType
    case appAppleId
    case bundleId
    case applicationVersion
    case versionExternalIdentifier
    case receiptCreationDate
    case requestDate
    case originalPurchaseDate
    case originalApplicationVersion
    case deviceVerification
    case deviceVerificationNonce
    case preorderDate
    case appTransactionId
    case originalPlatform
    var type: ValueType {
      switch self {
      case .receiptType: .open(StoreEnvironment.self)
      case .appAppleId, .versionExternalIdentifier: .integer
      case .bundleId, .applicationVersion, .originalApplicationVersion, .deviceVerification, .appTransactionId:
        .string
      case .receiptCreationDate, .requestDate, .originalPurchaseDate, .preorderDate: .milliseconds
      case .deviceVerificationNonce: .uuid
      case .originalPlatform: .open(PurchasePlatform.self)
      }
    }
  }

  private static let members = Member.allCases

  /// The members and what they are.
  public static let schema = ObjectSchema(Member.self)

  /// Reads a decoded payload.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`, with offsets in `json`.
  public init(json: [UInt8]) throws(JSONError) {
    var reader = try JSONReader(json.span)
    try read(&reader)
    try reader.finish()
    source = json
  }

  /// Reads the reader's next value, which must be an object.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`.
  public init(reading reader: inout JSONReader) throws(JSONError) {
    try read(&reader)
  }

  /// Fills the members in place: an initialiser that delegates would copy the whole value once more.
  private mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    let (table, members) = (Self.schema.table, Self.members)
    var object = try reader.enterObject()
    while let member = try reader.nextMember(&object, table, of: members) {
      switch member {
      case .receiptType: receiptType = try reader.readValue()
      case .appAppleId: appAppleID = try reader.readInteger()
      case .bundleId: bundleID = try reader.readString()
      case .applicationVersion: applicationVersion = try reader.readString()
      case .versionExternalIdentifier: versionExternalIdentifier = try reader.readInteger()
      case .receiptCreationDate: receiptCreationDate = try reader.readDate()
      case .requestDate: requestDate = try reader.readDate()
      case .originalPurchaseDate: originalPurchaseDate = try reader.readDate()
      case .originalApplicationVersion: originalApplicationVersion = try reader.readString()
      case .deviceVerification: deviceVerification = try reader.readString()
      case .deviceVerificationNonce: deviceVerificationNonce = try reader.readUUIDOrText()
      case .preorderDate: preorderDate = try reader.readDate()
      case .appTransactionId: appTransactionID = try reader.readString()
      case .originalPlatform: originalPlatform = try reader.readValue()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("receiptType", receiptType)
    writer.member("appAppleId", appAppleID)
    writer.member("bundleId", bundleID)
    writer.member("applicationVersion", applicationVersion)
    writer.member("versionExternalIdentifier", versionExternalIdentifier)
    writer.member("receiptCreationDate", receiptCreationDate)
    writer.member("requestDate", requestDate)
    writer.member("originalPurchaseDate", originalPurchaseDate)
    writer.member("originalApplicationVersion", originalApplicationVersion)
    writer.member("deviceVerification", deviceVerification)
    writer.member("deviceVerificationNonce", deviceVerificationNonce)
    writer.member("preorderDate", preorderDate)
    writer.member("appTransactionId", appTransactionID)
    writer.member("originalPlatform", originalPlatform)
    writer.endObject()
  }
}

extension AppTransaction {
  /// What a verifier compares with its expectations.
  public var claims: PayloadClaims {
    PayloadClaims(
      signingMilliseconds: receiptCreationDate?.milliseconds,
      bundleID: .init(bundleID),
      appAppleID: .init(appAppleID),
      environment: .init(receiptType),
      appVersion: .init(applicationVersion)
    )
  }
}
