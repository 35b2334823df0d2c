// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import StrictJSON

/// What will happen when a subscription renews (Apple: JWSRenewalInfoDecodedPayload).
///
/// It comes as `signedRenewalInfo` beside a transaction. It names no app: a verifier cannot compare a bundle id, and
/// pairs it with a verified transaction of the same original id instead.
public struct RenewalInfo: SignedPayload {
  /// The kind: `renewalInfo`.
  public static let kind = PayloadKind.renewalInfo

  /// `expirationIntent`: why the subscription lapsed.
  public internal(set) var expirationIntent: ExpirationIntent?
  /// `originalTransactionId`: identity of the subscription.
  public internal(set) var originalTransactionID: String?
  /// `autoRenewProductId`: product that will renew next.
  public internal(set) var autoRenewProductID: String?
  /// `productId`: product of the current period.
  public internal(set) var productID: String?
  /// `autoRenewStatus`: whether it will renew.
  public internal(set) var autoRenewStatus: AutoRenewStatus?
  /// `isInBillingRetryPeriod`: Apple still tries to collect.
  public internal(set) var isInBillingRetryPeriod: Bool?
  /// `priceIncreaseStatus`: the customer's answer to a price increase.
  public internal(set) var priceIncreaseStatus: PriceIncreaseStatus?
  /// `gracePeriodExpiresDate`: until when access goes on while Apple tries to collect. Milliseconds on the wire.
  public internal(set) var gracePeriodExpiresDate: Date?
  /// `offerType`: kind of offer that applies at the next renewal.
  public internal(set) var offerType: OfferType?
  /// `offerIdentifier`: id of that offer.
  public internal(set) var offerIdentifier: String?
  /// `signedDate`: when Apple signed the token. Milliseconds on the wire.
  public internal(set) var signedDate: Date?
  /// `environment`: the store that signed. Tokens of 2021 and early 2022 do not have it.
  public internal(set) var environment: StoreEnvironment?
  /// `recentSubscriptionStartDate`: start of the current run, gaps under 60 days left out. Milliseconds on the wire.
  public internal(set) var recentSubscriptionStartDate: Date?
  /// `renewalDate`: when the latest purchase expires. Milliseconds on the wire.
  public internal(set) var renewalDate: Date?
  /// `currency`: ISO 4217 code of the next price.
  public internal(set) var currency: String?
  /// `renewalPrice`: next price, in thousandths of the currency unit.
  public internal(set) var renewalPriceMilliunits: Int64?
  /// `offerDiscountType`: how the offer is paid.
  public internal(set) var offerDiscountType: OfferDiscountType?
  /// `eligibleWinBackOfferIds`: win-back offers that the customer may take, best first.
  public internal(set) var eligibleWinBackOfferIDs: [String]?
  /// `appAccountToken`: what the app attached for the coming renewal: a UUID, or text that is none.
  public internal(set) var appAccountToken: UUIDOrText?
  /// `appTransactionId`: id of the download of the app.
  public internal(set) var appTransactionID: String?
  /// `offerPeriod`: duration of the offer, ISO 8601.
  public internal(set) var offerPeriod: String?
  /// `renewalBillingPlanType`: how a year is paid after the renewal.
  public internal(set) var renewalBillingPlanType: BillingPlanType?
  /// `commitmentInfo`: what follows a twelve-month commitment.
  public internal(set) var commitmentInfo: RenewalCommitmentInfo?
  /// `advancedCommerceInfo`: only for Advanced Commerce products.
  public internal(set) var advancedCommerceInfo: AdvancedCommerceRenewalInfo?
  /// `deviceVerification`: hash that binds the token to a device, base64; from Xcode.
  public internal(set) var deviceVerification: String?
  /// `deviceVerificationNonce`: nonce of that hash.
  public internal(set) var deviceVerificationNonce: UUIDOrText?
  /// The JSON that the value was read from; nil for a value built in code.
  public internal(set) var source: [UInt8]?

  /// Builds a value in code; what is not given is absent.
  public init(
    expirationIntent: ExpirationIntent? = nil,
    originalTransactionID: String? = nil,
    autoRenewProductID: String? = nil,
    productID: String? = nil,
    autoRenewStatus: AutoRenewStatus? = nil,
    isInBillingRetryPeriod: Bool? = nil,
    priceIncreaseStatus: PriceIncreaseStatus? = nil,
    gracePeriodExpiresDate: Date? = nil,
    offerType: OfferType? = nil,
    offerIdentifier: String? = nil,
    signedDate: Date? = nil,
    environment: StoreEnvironment? = nil,
    recentSubscriptionStartDate: Date? = nil,
    renewalDate: Date? = nil,
    currency: String? = nil,
    renewalPriceMilliunits: Int64? = nil,
    offerDiscountType: OfferDiscountType? = nil,
    eligibleWinBackOfferIDs: [String]? = nil,
    appAccountToken: UUIDOrText? = nil,
    appTransactionID: String? = nil,
    offerPeriod: String? = nil,
    renewalBillingPlanType: BillingPlanType? = nil,
    commitmentInfo: RenewalCommitmentInfo? = nil,
    advancedCommerceInfo: AdvancedCommerceRenewalInfo? = nil,
    deviceVerification: String? = nil,
    deviceVerificationNonce: UUIDOrText? = nil
  ) {
    self.expirationIntent = expirationIntent
    self.originalTransactionID = originalTransactionID
    self.autoRenewProductID = autoRenewProductID
    self.productID = productID
    self.autoRenewStatus = autoRenewStatus
    self.isInBillingRetryPeriod = isInBillingRetryPeriod
    self.priceIncreaseStatus = priceIncreaseStatus
    self.gracePeriodExpiresDate = gracePeriodExpiresDate
    self.offerType = offerType
    self.offerIdentifier = offerIdentifier
    self.signedDate = signedDate
    self.environment = environment
    self.recentSubscriptionStartDate = recentSubscriptionStartDate
    self.renewalDate = renewalDate
    self.currency = currency
    self.renewalPriceMilliunits = renewalPriceMilliunits
    self.offerDiscountType = offerDiscountType
    self.eligibleWinBackOfferIDs = eligibleWinBackOfferIDs
    self.appAccountToken = appAccountToken
    self.appTransactionID = appTransactionID
    self.offerPeriod = offerPeriod
    self.renewalBillingPlanType = renewalBillingPlanType
    self.commitmentInfo = commitmentInfo
    self.advancedCommerceInfo = advancedCommerceInfo
    self.deviceVerification = deviceVerification
    self.deviceVerificationNonce = deviceVerificationNonce
  }
}

// MARK: - Reading and writing

extension RenewalInfo {
  enum Member: String, CaseIterable, MemberName {
    case expirationIntent
    case originalTransactionId
    case autoRenewProductId
    case productId
    case autoRenewStatus
    case isInBillingRetryPeriod
    case priceIncreaseStatus
    case gracePeriodExpiresDate
    case offerType
    case offerIdentifier
    case signedDate
    case environment
    case recentSubscriptionStartDate
    case renewalDate
    case currency
    case renewalPrice
    case offerDiscountType
    case eligibleWinBackOfferIds
    case appAccountToken
    case appTransactionId
    case offerPeriod
    case renewalBillingPlanType
    case commitmentInfo
    case advancedCommerceInfo
    case deviceVerification
    case deviceVerificationNonce
    var type: ValueType {
      switch self {
      case .expirationIntent: .open(ExpirationIntent.self)
      case .originalTransactionId, .autoRenewProductId, .productId, .offerIdentifier, .currency,
        .appTransactionId, .offerPeriod, .deviceVerification:
        .string
      case .autoRenewStatus: .open(AutoRenewStatus.self)
      case .isInBillingRetryPeriod: .boolean
      case .priceIncreaseStatus: .open(PriceIncreaseStatus.self)
      case .gracePeriodExpiresDate, .signedDate, .recentSubscriptionStartDate, .renewalDate: .milliseconds
      case .offerType: .open(OfferType.self)
      case .environment: .open(StoreEnvironment.self)
      case .renewalPrice: .milliunits(currency: "currency")
      case .offerDiscountType: .open(OfferDiscountType.self)
      case .eligibleWinBackOfferIds: .array(.string)
      case .appAccountToken, .deviceVerificationNonce: .uuid
      case .renewalBillingPlanType: .open(BillingPlanType.self)
      case .commitmentInfo: .object(RenewalCommitmentInfo.schema)
      case .advancedCommerceInfo: .object(AdvancedCommerceRenewalInfo.schema)
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
      case .expirationIntent: expirationIntent = try reader.readValue()
      case .originalTransactionId: originalTransactionID = try reader.readString()
      case .autoRenewProductId: autoRenewProductID = try reader.readString()
      case .productId: productID = try reader.readString()
      case .autoRenewStatus: autoRenewStatus = try reader.readValue()
      case .isInBillingRetryPeriod: isInBillingRetryPeriod = try reader.readBoolean()
      case .priceIncreaseStatus: priceIncreaseStatus = try reader.readValue()
      case .gracePeriodExpiresDate: gracePeriodExpiresDate = try reader.readDate()
      case .offerType: offerType = try reader.readValue()
      case .offerIdentifier: offerIdentifier = try reader.readString()
      case .signedDate: signedDate = try reader.readDate()
      case .environment: environment = try reader.readValue()
      case .recentSubscriptionStartDate: recentSubscriptionStartDate = try reader.readDate()
      case .renewalDate: renewalDate = try reader.readDate()
      case .currency: currency = try reader.readString()
      case .renewalPrice: renewalPriceMilliunits = try reader.readInteger()
      case .offerDiscountType: offerDiscountType = try reader.readValue()
      case .eligibleWinBackOfferIds: eligibleWinBackOfferIDs = try reader.readStrings()
      case .appAccountToken: appAccountToken = try reader.readUUIDOrText()
      case .appTransactionId: appTransactionID = try reader.readString()
      case .offerPeriod: offerPeriod = try reader.readString()
      case .renewalBillingPlanType: renewalBillingPlanType = try reader.readValue()
      case .commitmentInfo: commitmentInfo = try RenewalCommitmentInfo(reading: &reader)
      case .advancedCommerceInfo: advancedCommerceInfo = try AdvancedCommerceRenewalInfo(reading: &reader)
      case .deviceVerification: deviceVerification = try reader.readString()
      case .deviceVerificationNonce: deviceVerificationNonce = try reader.readUUIDOrText()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("expirationIntent", expirationIntent)
    writer.member("originalTransactionId", originalTransactionID)
    writer.member("autoRenewProductId", autoRenewProductID)
    writer.member("productId", productID)
    writer.member("autoRenewStatus", autoRenewStatus)
    writer.member("isInBillingRetryPeriod", isInBillingRetryPeriod)
    writer.member("priceIncreaseStatus", priceIncreaseStatus)
    writer.member("gracePeriodExpiresDate", gracePeriodExpiresDate)
    writer.member("offerType", offerType)
    writer.member("offerIdentifier", offerIdentifier)
    writer.member("signedDate", signedDate)
    writer.member("environment", environment)
    writer.member("recentSubscriptionStartDate", recentSubscriptionStartDate)
    writer.member("renewalDate", renewalDate)
    writer.member("currency", currency)
    writer.member("renewalPrice", renewalPriceMilliunits)
    writer.member("offerDiscountType", offerDiscountType)
    writer.member("eligibleWinBackOfferIds", eligibleWinBackOfferIDs)
    writer.member("appAccountToken", appAccountToken)
    writer.member("appTransactionId", appTransactionID)
    writer.member("offerPeriod", offerPeriod)
    writer.member("renewalBillingPlanType", renewalBillingPlanType)
    writer.member("commitmentInfo", commitmentInfo)
    writer.member("advancedCommerceInfo", advancedCommerceInfo)
    writer.member("deviceVerification", deviceVerification)
    writer.member("deviceVerificationNonce", deviceVerificationNonce)
    writer.endObject()
  }
}

extension RenewalInfo {
  /// The next price with its currency, exact.
  public var renewalPrice: Money? {
    renewalPriceMilliunits.map { Money(milliunits: $0, currency: currency) }
  }

  /// What a verifier compares with its expectations.
  public var claims: PayloadClaims {
    PayloadClaims(
      signingMilliseconds: signedDate?.milliseconds,
      environment: .init(environment),
      appAccountToken: .init(appAccountToken?.text)
    )
  }
}
