// SPDX-License-Identifier: MIT
internal import FoundationEssentials
public import StrictJSON

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

  /// The members and what they are.
  public static let schema = ObjectSchema(Member.self)

  /// Reads a decoded payload.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`, with offsets in `json`.
  public init(json: [UInt8]) throws(JSONError) {
    storage = try Storage(json: json)
  }

  /// Reads the reader's next value, which must be an object.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`.
  public init(reading reader: inout JSONReader) throws(JSONError) {
    storage = try Storage(reading: &reader)
  }

  /// The members that this version does not know; see ``StoreDocument/unknownMembers``. Reads the document again only if it has
  /// such members.
  public var unknownMembers: [String] {
    guard !storage.isWhollyKnown, let source else { return [] }
    return UnknownMembers.paths(in: source.span, schema: Self.schema)
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
