// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import StrictJSON

/// A purchase as the App Store signs it (Apple: JWSTransactionDecodedPayload).
///
/// It comes as `signedTransactionInfo` and `signedTransactions[]` from the App Store Server API, in notifications, and
/// as `jwsRepresentation` of a StoreKit `Transaction`. Every member may be absent, so every property is optional.
///
/// A value of this type says what a token says, not that Apple said it: only a ``Verified`` one comes from a verifier.
public struct SignedTransaction: SignedPayload {
  /// The kind: `transaction`.
  public static let kind = PayloadKind.transaction

  /// `transactionId`: id of this transaction; digits, longer than a binary fraction can hold, and `0` from Xcode.
  public internal(set) var transactionID: String?
  /// `originalTransactionId`: id of the first purchase of this product by this customer.
  public internal(set) var originalTransactionID: String?
  /// `webOrderLineItemId`: id of one purchase of a subscription, renewals included.
  public internal(set) var webOrderLineItemID: String?
  /// `bundleId`: bundle id of the app.
  public internal(set) var bundleID: String?
  /// `productId`: id of the product.
  public internal(set) var productID: String?
  /// `subscriptionGroupIdentifier`: id of the subscription group; digits, in Xcode hexadecimal.
  public internal(set) var subscriptionGroupIdentifier: String?
  /// `purchaseDate`: when the customer was charged, or the purchase was restored or renewed. Milliseconds on the wire.
  public internal(set) var purchaseDate: Date?
  /// `originalPurchaseDate`: when the original transaction was bought. Milliseconds on the wire.
  public internal(set) var originalPurchaseDate: Date?
  /// `expiresDate`: when the subscription expires or renews. Milliseconds on the wire.
  public internal(set) var expiresDate: Date?
  /// `quantity`: how many consumables were bought.
  public internal(set) var quantity: Int?
  /// `type`: kind of product.
  public internal(set) var productType: ProductType?
  /// `appAccountToken`: what the app attached at purchase: a UUID, or text that is none.
  public internal(set) var appAccountToken: UUIDOrText?
  /// `inAppOwnershipType`: bought, or shared by the family.
  public internal(set) var ownershipType: OwnershipType?
  /// `signedDate`: when Apple signed the token. Milliseconds on the wire.
  public internal(set) var signedDate: Date?
  /// `revocationReason`: why Apple took the purchase back.
  public internal(set) var revocationReason: RevocationReason?
  /// `revocationDate`: since when the purchase is refunded or revoked. Milliseconds on the wire.
  public internal(set) var revocationDate: Date?
  /// `isUpgraded`: the customer has moved on to another subscription of the group.
  public internal(set) var isUpgraded: Bool?
  /// `offerType`: kind of offer that applied.
  public internal(set) var offerType: OfferType?
  /// `offerIdentifier`: id of the promotional offer, or reference of the offer code.
  public internal(set) var offerIdentifier: String?
  /// `environment`: the store that signed. Tokens of 2021 and early 2022 do not have it.
  public internal(set) var environment: StoreEnvironment?
  /// `transactionReason`: purchase or renewal.
  public internal(set) var transactionReason: TransactionReason?
  /// `storefront`: ISO 3166-1 alpha-3 code of the storefront.
  public internal(set) var storefront: String?
  /// `storefrontId`: Apple's number of the storefront.
  public internal(set) var storefrontID: String?
  /// `price`: price at the time of purchase, in thousandths of the currency unit.
  public internal(set) var priceMilliunits: Int64?
  /// `currency`: ISO 4217 code of the price.
  public internal(set) var currency: String?
  /// `offerDiscountType`: how the offer is paid.
  public internal(set) var offerDiscountType: OfferDiscountType?
  /// `appTransactionId`: id of the download of the app: one for each app and Apple account.
  public internal(set) var appTransactionID: String?
  /// `offerPeriod`: duration of the offer, ISO 8601.
  public internal(set) var offerPeriod: String?
  /// `revocationType`: what was taken back.
  public internal(set) var revocationType: RevocationType?
  /// `revocationPercentage`: share that was refunded, in thousandths of a percent: 50000 is half.
  public internal(set) var revocationMilliPercent: Int?
  /// `billingPlanType`: how a year is paid.
  public internal(set) var billingPlanType: BillingPlanType?
  /// `commitmentInfo`: state of a twelve-month commitment.
  public internal(set) var commitmentInfo: TransactionCommitmentInfo?
  /// `advancedCommerceInfo`: only for Advanced Commerce products.
  public internal(set) var advancedCommerceInfo: AdvancedCommerceTransactionInfo?
  /// `deviceVerification`: hash that binds the token to a device, base64; in tokens that StoreKit gave out on the
  /// device.
  public internal(set) var deviceVerification: String?
  /// `deviceVerificationNonce`: nonce of that hash.
  public internal(set) var deviceVerificationNonce: UUIDOrText?
  /// The JSON that the value was read from; nil for a value built in code.
  public internal(set) var source: [UInt8]?

  /// Builds a value in code; what is not given is absent.
  public init(
    transactionID: String? = nil,
    originalTransactionID: String? = nil,
    webOrderLineItemID: String? = nil,
    bundleID: String? = nil,
    productID: String? = nil,
    subscriptionGroupIdentifier: String? = nil,
    purchaseDate: Date? = nil,
    originalPurchaseDate: Date? = nil,
    expiresDate: Date? = nil,
    quantity: Int? = nil,
    productType: ProductType? = nil,
    appAccountToken: UUIDOrText? = nil,
    ownershipType: OwnershipType? = nil,
    signedDate: Date? = nil,
    revocationReason: RevocationReason? = nil,
    revocationDate: Date? = nil,
    isUpgraded: Bool? = nil,
    offerType: OfferType? = nil,
    offerIdentifier: String? = nil,
    environment: StoreEnvironment? = nil,
    transactionReason: TransactionReason? = nil,
    storefront: String? = nil,
    storefrontID: String? = nil,
    priceMilliunits: Int64? = nil,
    currency: String? = nil,
    offerDiscountType: OfferDiscountType? = nil,
    appTransactionID: String? = nil,
    offerPeriod: String? = nil,
    revocationType: RevocationType? = nil,
    revocationMilliPercent: Int? = nil,
    billingPlanType: BillingPlanType? = nil,
    commitmentInfo: TransactionCommitmentInfo? = nil,
    advancedCommerceInfo: AdvancedCommerceTransactionInfo? = nil,
    deviceVerification: String? = nil,
    deviceVerificationNonce: UUIDOrText? = nil
  ) {
    self.transactionID = transactionID
    self.originalTransactionID = originalTransactionID
    self.webOrderLineItemID = webOrderLineItemID
    self.bundleID = bundleID
    self.productID = productID
    self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
    self.purchaseDate = purchaseDate
    self.originalPurchaseDate = originalPurchaseDate
    self.expiresDate = expiresDate
    self.quantity = quantity
    self.productType = productType
    self.appAccountToken = appAccountToken
    self.ownershipType = ownershipType
    self.signedDate = signedDate
    self.revocationReason = revocationReason
    self.revocationDate = revocationDate
    self.isUpgraded = isUpgraded
    self.offerType = offerType
    self.offerIdentifier = offerIdentifier
    self.environment = environment
    self.transactionReason = transactionReason
    self.storefront = storefront
    self.storefrontID = storefrontID
    self.priceMilliunits = priceMilliunits
    self.currency = currency
    self.offerDiscountType = offerDiscountType
    self.appTransactionID = appTransactionID
    self.offerPeriod = offerPeriod
    self.revocationType = revocationType
    self.revocationMilliPercent = revocationMilliPercent
    self.billingPlanType = billingPlanType
    self.commitmentInfo = commitmentInfo
    self.advancedCommerceInfo = advancedCommerceInfo
    self.deviceVerification = deviceVerification
    self.deviceVerificationNonce = deviceVerificationNonce
  }
}

// MARK: - Reading and writing

extension SignedTransaction {
  enum Member: String, CaseIterable, MemberName {
    case transactionId
    case originalTransactionId
    case webOrderLineItemId
    case bundleId
    case productId
    case subscriptionGroupIdentifier
    case purchaseDate
    case originalPurchaseDate
    case expiresDate
    case quantity
    case type
    case appAccountToken
    case inAppOwnershipType
    case signedDate
    case revocationReason
    case revocationDate
    case isUpgraded
    case offerType
    case offerIdentifier
    case environment
    case transactionReason
    case storefront
    case storefrontId
    case price
    case currency
    case offerDiscountType
    case appTransactionId
    case offerPeriod
    case revocationType
    case revocationPercentage
    case billingPlanType
    case commitmentInfo
    case advancedCommerceInfo
    case deviceVerification
    case deviceVerificationNonce
    var type: ValueType {
      switch self {
      case .transactionId, .originalTransactionId, .webOrderLineItemId, .bundleId, .productId,
        .subscriptionGroupIdentifier, .offerIdentifier, .storefront, .storefrontId, .currency,
        .appTransactionId, .offerPeriod, .deviceVerification:
        .string
      case .purchaseDate, .originalPurchaseDate, .expiresDate, .signedDate, .revocationDate: .milliseconds
      case .quantity: .integer
      case .type: .open(ProductType.self)
      case .appAccountToken, .deviceVerificationNonce: .uuid
      case .inAppOwnershipType: .open(OwnershipType.self)
      case .revocationReason: .open(RevocationReason.self)
      case .isUpgraded: .boolean
      case .offerType: .open(OfferType.self)
      case .environment: .open(StoreEnvironment.self)
      case .transactionReason: .open(TransactionReason.self)
      case .price: .milliunits(currency: "currency")
      case .offerDiscountType: .open(OfferDiscountType.self)
      case .revocationType: .open(RevocationType.self)
      case .revocationPercentage: .milliPercent
      case .billingPlanType: .open(BillingPlanType.self)
      case .commitmentInfo: .object(TransactionCommitmentInfo.schema)
      case .advancedCommerceInfo: .object(AdvancedCommerceTransactionInfo.schema)
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
    while let member = try reader.nextMember(&object, table) {
      guard member.index >= 0 else {
        try reader.skipValue()
        continue
      }
      if try reader.readNull() { continue }
      switch members[member.index] {
      case .transactionId: transactionID = try reader.readString()
      case .originalTransactionId: originalTransactionID = try reader.readString()
      case .webOrderLineItemId: webOrderLineItemID = try reader.readString()
      case .bundleId: bundleID = try reader.readString()
      case .productId: productID = try reader.readString()
      case .subscriptionGroupIdentifier: subscriptionGroupIdentifier = try reader.readString()
      case .purchaseDate: purchaseDate = try reader.readDate()
      case .originalPurchaseDate: originalPurchaseDate = try reader.readDate()
      case .expiresDate: expiresDate = try reader.readDate()
      case .quantity: quantity = try reader.readCount()
      case .type: productType = try reader.readValue()
      case .appAccountToken: appAccountToken = try reader.readUUIDOrText()
      case .inAppOwnershipType: ownershipType = try reader.readValue()
      case .signedDate: signedDate = try reader.readDate()
      case .revocationReason: revocationReason = try reader.readValue()
      case .revocationDate: revocationDate = try reader.readDate()
      case .isUpgraded: isUpgraded = try reader.readBoolean()
      case .offerType: offerType = try reader.readValue()
      case .offerIdentifier: offerIdentifier = try reader.readString()
      case .environment: environment = try reader.readValue()
      case .transactionReason: transactionReason = try reader.readValue()
      case .storefront: storefront = try reader.readString()
      case .storefrontId: storefrontID = try reader.readString()
      case .price: priceMilliunits = try reader.readInteger()
      case .currency: currency = try reader.readString()
      case .offerDiscountType: offerDiscountType = try reader.readValue()
      case .appTransactionId: appTransactionID = try reader.readString()
      case .offerPeriod: offerPeriod = try reader.readString()
      case .revocationType: revocationType = try reader.readValue()
      case .revocationPercentage: revocationMilliPercent = try reader.readCount()
      case .billingPlanType: billingPlanType = try reader.readValue()
      case .commitmentInfo: commitmentInfo = try TransactionCommitmentInfo(reading: &reader)
      case .advancedCommerceInfo: advancedCommerceInfo = try AdvancedCommerceTransactionInfo(reading: &reader)
      case .deviceVerification: deviceVerification = try reader.readString()
      case .deviceVerificationNonce: deviceVerificationNonce = try reader.readUUIDOrText()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("transactionId", transactionID)
    writer.member("originalTransactionId", originalTransactionID)
    writer.member("webOrderLineItemId", webOrderLineItemID)
    writer.member("bundleId", bundleID)
    writer.member("productId", productID)
    writer.member("subscriptionGroupIdentifier", subscriptionGroupIdentifier)
    writer.member("purchaseDate", purchaseDate)
    writer.member("originalPurchaseDate", originalPurchaseDate)
    writer.member("expiresDate", expiresDate)
    writer.member("quantity", quantity)
    writer.member("type", productType)
    writer.member("appAccountToken", appAccountToken)
    writer.member("inAppOwnershipType", ownershipType)
    writer.member("signedDate", signedDate)
    writer.member("revocationReason", revocationReason)
    writer.member("revocationDate", revocationDate)
    writer.member("isUpgraded", isUpgraded)
    writer.member("offerType", offerType)
    writer.member("offerIdentifier", offerIdentifier)
    writer.member("environment", environment)
    writer.member("transactionReason", transactionReason)
    writer.member("storefront", storefront)
    writer.member("storefrontId", storefrontID)
    writer.member("price", priceMilliunits)
    writer.member("currency", currency)
    writer.member("offerDiscountType", offerDiscountType)
    writer.member("appTransactionId", appTransactionID)
    writer.member("offerPeriod", offerPeriod)
    writer.member("revocationType", revocationType)
    writer.member("revocationPercentage", revocationMilliPercent)
    writer.member("billingPlanType", billingPlanType)
    writer.member("commitmentInfo", commitmentInfo)
    writer.member("advancedCommerceInfo", advancedCommerceInfo)
    writer.member("deviceVerification", deviceVerification)
    writer.member("deviceVerificationNonce", deviceVerificationNonce)
    writer.endObject()
  }
}

extension SignedTransaction {
  /// The price with its currency, exact.
  public var price: Money? {
    priceMilliunits.map { Money(milliunits: $0, currency: currency) }
  }

  /// What a verifier compares with its expectations.
  public var claims: PayloadClaims {
    PayloadClaims(
      signingMilliseconds: signedDate?.milliseconds,
      bundleID: .init(bundleID),
      environment: .init(environment),
      appAccountToken: .init(appAccountToken?.text)
    )
  }
}
