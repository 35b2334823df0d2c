// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import StrictJSON

/// A question about the message to show to a customer who is about to cancel (Apple: DecodedRealtimeRequestBody).
///
/// The only payload that has members which must be there: all seven.
public struct RealtimeRequest: SignedPayload {
  /// The kind: `realtimeRequest`.
  public static let kind = PayloadKind.realtimeRequest

  /// `originalTransactionId`: identity of the subscription.
  public internal(set) var originalTransactionID: String
  /// `appAppleId`: number of the app in the App Store.
  public internal(set) var appAppleID: Int64
  /// `productId`: product that the customer is subscribed to.
  public internal(set) var productID: String
  /// `userLocale`: language and region of the customer, like `en-US`.
  public internal(set) var userLocale: String
  /// `requestIdentifier`: id of the question.
  public internal(set) var requestIdentifier: UUIDOrText
  /// `signedDate`: when Apple signed the token. Milliseconds on the wire.
  public internal(set) var signedDate: Date
  /// `environment`: the store that asks.
  public internal(set) var environment: StoreEnvironment
  /// The JSON that the value was read from; nil for a value built in code.
  public internal(set) var source: [UInt8]?

  /// Builds a value in code; what is not given is absent.
  public init(
    originalTransactionID: String,
    appAppleID: Int64,
    productID: String,
    userLocale: String,
    requestIdentifier: UUIDOrText,
    signedDate: Date,
    environment: StoreEnvironment
  ) {
    self.originalTransactionID = originalTransactionID
    self.appAppleID = appAppleID
    self.productID = productID
    self.userLocale = userLocale
    self.requestIdentifier = requestIdentifier
    self.signedDate = signedDate
    self.environment = environment
  }
}

// MARK: - Reading and writing

extension RealtimeRequest {
  enum Member: String, CaseIterable, MemberName {
    case originalTransactionId
    case appAppleId
    case productId
    case userLocale
    case requestIdentifier
    case signedDate
    case environment
    var type: ValueType {
      switch self {
      case .originalTransactionId, .productId, .userLocale: .string
      case .appAppleId: .integer
      case .requestIdentifier: .uuid
      case .signedDate: .milliseconds
      case .environment: .open(StoreEnvironment.self)
      }
    }
  }

  private static let members = Member.allCases

  /// The members and what they are.
  public static let schema = ObjectSchema(Member.self)

  /// Reads a decoded payload.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`, `missingMember`,
  ///   with offsets in `json`.
  public init(json: [UInt8]) throws(JSONError) {
    var reader = try JSONReader(json.span)
    try self.init(reading: &reader)
    try reader.finish()
    source = json
  }

  /// Reads the reader's next value, which must be an object.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`, `missingMember`.
  public init(reading reader: inout JSONReader) throws(JSONError) {
    var originalTransactionID: String?
    var appAppleID: Int64?
    var productID: String?
    var userLocale: String?
    var requestIdentifier: UUIDOrText?
    var signedDate: Date?
    var environment: StoreEnvironment?
    var object = try reader.enterObject()
    let start = reader.position - 1
    while let member = try reader.nextMember(&object, Self.schema.table) {
      guard member.index >= 0 else {
        try reader.skipValue()
        continue
      }
      if try reader.readNull() { continue }
      switch Self.members[member.index] {
      case .originalTransactionId: originalTransactionID = try reader.readString()
      case .appAppleId: appAppleID = try reader.readInteger()
      case .productId: productID = try reader.readString()
      case .userLocale: userLocale = try reader.readString()
      case .requestIdentifier: requestIdentifier = try reader.readUUIDOrText()
      case .signedDate: signedDate = try reader.readDate()
      case .environment: environment = try reader.readValue()
      }
    }
    guard let originalTransactionID else { throw JSONError.missing("originalTransactionId", at: start) }
    guard let appAppleID else { throw JSONError.missing("appAppleId", at: start) }
    guard let productID else { throw JSONError.missing("productId", at: start) }
    guard let userLocale else { throw JSONError.missing("userLocale", at: start) }
    guard let requestIdentifier else { throw JSONError.missing("requestIdentifier", at: start) }
    guard let signedDate else { throw JSONError.missing("signedDate", at: start) }
    guard let environment else { throw JSONError.missing("environment", at: start) }
    self.init(
      originalTransactionID: originalTransactionID,
      appAppleID: appAppleID,
      productID: productID,
      userLocale: userLocale,
      requestIdentifier: requestIdentifier,
      signedDate: signedDate,
      environment: environment
    )
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("originalTransactionId", originalTransactionID)
    writer.member("appAppleId", appAppleID)
    writer.member("productId", productID)
    writer.member("userLocale", userLocale)
    writer.member("requestIdentifier", requestIdentifier)
    writer.member("signedDate", signedDate)
    writer.member("environment", environment)
    writer.endObject()
  }
}

extension RealtimeRequest {
  /// What a verifier compares with its expectations. There is no bundle id.
  public var claims: PayloadClaims {
    PayloadClaims(
      signingMilliseconds: signedDate.milliseconds,
      appAppleID: .value(appAppleID),
      environment: .value(environment)
    )
  }
}
