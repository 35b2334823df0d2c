// SPDX-License-Identifier: MIT
public import FoundationEssentials

/// A purchase as the App Store signs it (Apple: JWSTransactionDecodedPayload).
///
/// It comes as `signedTransactionInfo` and `signedTransactions[]` from the App Store Server API, in notifications, and
/// as `jwsRepresentation` of a StoreKit `Transaction`. Every member may be absent, so every property is optional.
///
/// A value of this type says what a token says, not that Apple said it: only a ``Verified`` one comes from a verifier.
///
/// It is one reference to what was read, so handing it on costs nothing.
public struct SignedTransaction: SignedPayload {
  /// The kind: `transaction`.
  public static let kind = PayloadKind.transaction

  let storage: Storage

  /// `transactionId`: id of this transaction; digits, longer than a binary fraction can hold, and `0` from Xcode.
  public var transactionID: String? { storage.members.transactionID }
  /// `originalTransactionId`: id of the first purchase of this product by this customer.
  public var originalTransactionID: String? { storage.members.originalTransactionID }
  /// `webOrderLineItemId`: id of one purchase of a subscription, renewals included.
  public var webOrderLineItemID: String? { storage.members.webOrderLineItemID }
  /// `bundleId`: bundle id of the app.
  public var bundleID: String? { storage.members.bundleID }
  /// `productId`: id of the product.
  public var productID: String? { storage.members.productID }
  /// `subscriptionGroupIdentifier`: id of the subscription group; digits, in Xcode hexadecimal.
  public var subscriptionGroupIdentifier: String? { storage.members.subscriptionGroupIdentifier }
  /// `purchaseDate`: when the customer was charged, or the purchase was restored or renewed. Milliseconds on the wire.
  public var purchaseDate: Date? { storage.members.purchaseDate }
  /// `originalPurchaseDate`: when the original transaction was bought. Milliseconds on the wire.
  public var originalPurchaseDate: Date? { storage.members.originalPurchaseDate }
  /// `expiresDate`: when the subscription expires or renews. Milliseconds on the wire.
  public var expiresDate: Date? { storage.members.expiresDate }
  /// `quantity`: how many consumables were bought.
  public var quantity: Int? { storage.members.quantity }
  /// `type`: kind of product.
  public var productType: ProductType? { storage.members.productType }
  /// `appAccountToken`: what the app attached at purchase: a UUID, or text that is none.
  public var appAccountToken: UUIDOrText? { storage.members.appAccountToken }
  /// `inAppOwnershipType`: bought, or shared by the family.
  public var ownershipType: OwnershipType? { storage.members.ownershipType }
  /// `signedDate`: when Apple signed the token. Milliseconds on the wire.
  public var signedDate: Date? { storage.members.signedDate }
  /// `revocationReason`: why Apple took the purchase back.
  public var revocationReason: RevocationReason? { storage.members.revocationReason }
  /// `revocationDate`: since when the purchase is refunded or revoked. Milliseconds on the wire.
  public var revocationDate: Date? { storage.members.revocationDate }
  /// `isUpgraded`: the customer has moved on to another subscription of the group.
  public var isUpgraded: Bool? { storage.members.isUpgraded }
  /// `offerType`: kind of offer that applied.
  public var offerType: OfferType? { storage.members.offerType }
  /// `offerIdentifier`: id of the promotional offer, or reference of the offer code.
  public var offerIdentifier: String? { storage.members.offerIdentifier }
  /// `environment`: the store that signed. Tokens of 2021 and early 2022 do not have it.
  public var environment: StoreEnvironment? { storage.members.environment }
  /// `transactionReason`: purchase or renewal.
  public var transactionReason: TransactionReason? { storage.members.transactionReason }
  /// `storefront`: ISO 3166-1 alpha-3 code of the storefront.
  public var storefront: String? { storage.members.storefront }
  /// `storefrontId`: Apple's number of the storefront.
  public var storefrontID: String? { storage.members.storefrontID }
  /// `price`: price at the time of purchase, in thousandths of the currency unit.
  public var priceMilliunits: Int64? { storage.members.priceMilliunits }
  /// `currency`: ISO 4217 code of the price.
  public var currency: String? { storage.members.currency }
  /// `offerDiscountType`: how the offer is paid.
  public var offerDiscountType: OfferDiscountType? { storage.members.offerDiscountType }
  /// `appTransactionId`: id of the download of the app: one for each app and Apple account.
  public var appTransactionID: String? { storage.members.appTransactionID }
  /// `offerPeriod`: duration of the offer, ISO 8601.
  public var offerPeriod: String? { storage.members.offerPeriod }
  /// `revocationType`: what was taken back.
  public var revocationType: RevocationType? { storage.members.revocationType }
  /// `revocationPercentage`: share that was refunded, in thousandths of a percent: 50000 is half.
  public var revocationMilliPercent: Int? { storage.members.revocationMilliPercent }
  /// `billingPlanType`: how a year is paid.
  public var billingPlanType: BillingPlanType? { storage.members.billingPlanType }
  /// `commitmentInfo`: state of a twelve-month commitment.
  public var commitmentInfo: TransactionCommitmentInfo? { storage.members.commitmentInfo }
  /// `advancedCommerceInfo`: only for Advanced Commerce products.
  public var advancedCommerceInfo: AdvancedCommerceTransactionInfo? { storage.members.advancedCommerceInfo }
  /// `deviceVerification`: hash that binds the token to a device, base64; in tokens that StoreKit gave out on the
  /// device.
  public var deviceVerification: String? { storage.members.deviceVerification }
  /// `deviceVerificationNonce`: nonce of that hash.
  public var deviceVerificationNonce: UUIDOrText? { storage.members.deviceVerificationNonce }
  /// The JSON that the value was read from; nil for a value built in code.
  public var source: [UInt8]? { storage.members.source }

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
    var members = Members()
    members.transactionID = transactionID
    members.originalTransactionID = originalTransactionID
    members.webOrderLineItemID = webOrderLineItemID
    members.bundleID = bundleID
    members.productID = productID
    members.subscriptionGroupIdentifier = subscriptionGroupIdentifier
    members.purchaseDate = purchaseDate
    members.originalPurchaseDate = originalPurchaseDate
    members.expiresDate = expiresDate
    members.quantity = quantity
    members.productType = productType
    members.appAccountToken = appAccountToken
    members.ownershipType = ownershipType
    members.signedDate = signedDate
    members.revocationReason = revocationReason
    members.revocationDate = revocationDate
    members.isUpgraded = isUpgraded
    members.offerType = offerType
    members.offerIdentifier = offerIdentifier
    members.environment = environment
    members.transactionReason = transactionReason
    members.storefront = storefront
    members.storefrontID = storefrontID
    members.priceMilliunits = priceMilliunits
    members.currency = currency
    members.offerDiscountType = offerDiscountType
    members.appTransactionID = appTransactionID
    members.offerPeriod = offerPeriod
    members.revocationType = revocationType
    members.revocationMilliPercent = revocationMilliPercent
    members.billingPlanType = billingPlanType
    members.commitmentInfo = commitmentInfo
    members.advancedCommerceInfo = advancedCommerceInfo
    members.deviceVerification = deviceVerification
    members.deviceVerificationNonce = deviceVerificationNonce
    storage = Storage(members)
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
