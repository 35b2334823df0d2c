// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import StoreJWS

/// One purchase, whatever document tells of it: what a migration or an entitlement needs, and what stands behind it.
public struct StorePurchase: Hashable, Sendable {
  /// What tells of the purchase.
  public enum Source: String, Hashable, Sendable {
    /// A signed transaction (StoreKit 2).
    case signedTransaction
    /// An app receipt.
    case appReceipt
    /// A transaction receipt.
    case transactionReceipt
    /// An item of a server answer or a version 1 notification, which nobody signed.
    case serverAnswer
  }

  /// What stands behind the purchase.
  public struct Evidence: Hashable, Sendable {
    /// What tells of it.
    public let source: Source
    /// A verifier of this package accepted the document.
    public let isVerified: Bool
  }

  /// What stands behind it.
  public let evidence: Evidence
  /// The product.
  public internal(set) var productID: String?
  /// The transaction.
  public internal(set) var transactionID: String?
  /// The first transaction of a subscription, or the transaction itself.
  public internal(set) var originalTransactionID: String?
  /// The order line of a subscription; nil where it is none or unknown.
  public internal(set) var webOrderLineItemID: String?
  /// When it was bought or renewed.
  public internal(set) var purchaseDate: Date?
  /// When the first transaction was made.
  public internal(set) var originalPurchaseDate: Date?
  /// When the subscription ends or renews.
  public internal(set) var expiresDate: Date?
  /// Since when it is refunded, revoked or cancelled.
  public internal(set) var revocationDate: Date?
  /// The kind of product; nil where the document does not say.
  public internal(set) var productType: ProductType?
  /// How many.
  public internal(set) var quantity: Int?
  /// In a free trial; nil where the document does not say.
  public internal(set) var isTrialPeriod: Bool?
  /// In an introductory offer period; nil where the document does not say.
  public internal(set) var isIntroductoryOfferPeriod: Bool?
  /// Replaced by a better subscription of its group.
  public internal(set) var isUpgraded = false
  /// Bought, or shared by the family; nil where the document does not say.
  public internal(set) var ownershipType: OwnershipType?
  /// The app.
  public internal(set) var bundleID: String?
  /// The store it comes from; nil where the document does not say.
  public internal(set) var environment: StoreEnvironment?

  /// It was refunded, revoked or cancelled, so it counts as never made.
  public var isRevoked: Bool { revocationDate != nil || wasCancelledWithoutDate }

  /// A cancellation date that cannot be read still means a cancellation.
  var wasCancelledWithoutDate = false

  init(_ source: Source, isVerified: Bool) {
    evidence = Evidence(source: source, isVerified: isVerified)
  }
}

extension StorePurchase {
  /// The purchase of a verified signed transaction.
  public init(_ transaction: Verified<SignedTransaction>) {
    self.init(transaction.payload, isVerified: true)
  }

  /// The purchase of a signed transaction that nobody vouches for.
  public init(unverified transaction: SignedTransaction) {
    self.init(transaction, isVerified: false)
  }

  /// The purchases of a verified app receipt.
  public static func purchases(of receipt: Verified<AppReceipt>) -> [StorePurchase] {
    receipt.payload.purchases.map { StorePurchase($0, of: receipt.payload, isVerified: true) }
  }

  /// The purchases of an app receipt that nobody vouches for.
  public static func purchases(ofUnverified receipt: AppReceipt) -> [StorePurchase] {
    receipt.purchases.map { StorePurchase($0, of: receipt, isVerified: false) }
  }

  /// The purchase of a verified transaction receipt.
  public init(_ receipt: Verified<TransactionReceipt>) {
    self.init(receipt.payload, isVerified: true)
  }

  /// The purchase of a transaction receipt that nobody vouches for.
  public init(unverified receipt: TransactionReceipt) {
    self.init(receipt, isVerified: false)
  }

  /// The purchases of a server answer. Nobody vouches for them; whoever fetched the answer himself knows whether to
  /// believe it.
  public static func purchases(ofUnsigned answer: VerifyReceiptAnswer) -> [StorePurchase] {
    answer.items.map { StorePurchase($0, of: answer) }
  }

  // MARK: - One source each

  private init(_ transaction: SignedTransaction, isVerified: Bool) {
    self.init(.signedTransaction, isVerified: isVerified)
    productID = transaction.productID
    transactionID = transaction.transactionID
    originalTransactionID = transaction.originalTransactionID
    webOrderLineItemID = transaction.webOrderLineItemID
    purchaseDate = transaction.purchaseDate
    originalPurchaseDate = transaction.originalPurchaseDate
    expiresDate = transaction.expiresDate
    revocationDate = transaction.revocationDate
    productType = transaction.productType
    quantity = transaction.quantity
    isTrialPeriod = transaction.offerDiscountType.map { $0 == .freeTrial }
    isIntroductoryOfferPeriod = transaction.offerType.map { $0 == .introductory }
    isUpgraded = transaction.isUpgraded ?? false
    ownershipType = transaction.ownershipType
    bundleID = transaction.bundleID
    environment = transaction.environment
  }

  private init(_ purchase: InAppPurchase, of receipt: AppReceipt, isVerified: Bool) {
    self.init(.appReceipt, isVerified: isVerified)
    productID = purchase.productID
    transactionID = purchase.transactionID
    originalTransactionID = purchase.originalTransactionID ?? purchase.transactionID
    webOrderLineItemID = purchase.webOrderLineItemID.flatMap { $0 == 0 ? nil : String($0) }
    purchaseDate = Self.date(purchase.purchaseDate?.milliseconds)
    originalPurchaseDate = Self.date(purchase.originalPurchaseDate?.milliseconds)
    expiresDate = Self.date(purchase.expiresDate?.milliseconds)
    revocationDate = Self.date(purchase.cancellationDate?.milliseconds)
    wasCancelledWithoutDate = purchase.isCancelled
    productType = purchase.undocumented.productType.flatMap(Self.productType)
    quantity = purchase.quantity.flatMap { Int(exactly: $0) }
    isTrialPeriod = purchase.isTrialPeriod
    isIntroductoryOfferPeriod = purchase.isIntroductoryOfferPeriod
    bundleID = receipt.bundleID
    environment = receipt.environment.map { StoreEnvironment(rawValue: $0.storeName ?? $0.rawValue) }
  }

  private init(_ receipt: TransactionReceipt, isVerified: Bool) {
    self.init(.transactionReceipt, isVerified: isVerified)
    productID = receipt.productID
    transactionID = receipt.transactionID
    originalTransactionID = receipt.originalTransactionID ?? receipt.transactionID
    webOrderLineItemID = receipt.webOrderLineItemID
    purchaseDate = Self.date(receipt.purchaseDateMilliseconds)
    originalPurchaseDate = Self.date(receipt.originalPurchaseDateMilliseconds)
    expiresDate = Self.date(receipt.expiresDateMilliseconds)
    revocationDate = Self.date(receipt.cancellationDateMilliseconds)
    wasCancelledWithoutDate = receipt["cancellation-date"].map { !$0.isEmpty } ?? false
    quantity = receipt.quantity.flatMap { Int(exactly: $0) }
    isTrialPeriod = receipt.isTrialPeriod
    isIntroductoryOfferPeriod = receipt.isIntroductoryOfferPeriod
    bundleID = receipt.bundleID
    environment = receipt.environment
  }

  private init(_ item: AnswerItem, of answer: VerifyReceiptAnswer) {
    self.init(.serverAnswer, isVerified: false)
    productID = item.productID
    transactionID = item.transactionID
    originalTransactionID = item.originalTransactionID ?? item.transactionID
    webOrderLineItemID = item.webOrderLineItemID
    purchaseDate = Self.date(item.purchaseDateMilliseconds)
    originalPurchaseDate = Self.date(item.originalPurchaseDateMilliseconds)
    expiresDate = Self.date(item.expiresDateMilliseconds)
    revocationDate = Self.date(item.cancellationDateMilliseconds)
    wasCancelledWithoutDate = item.text("cancellation_date") != nil
    quantity = item.quantity.flatMap { Int(exactly: $0) }
    isTrialPeriod = item.isTrialPeriod
    isIntroductoryOfferPeriod = item.isIntroductoryOfferPeriod
    isUpgraded = item.isUpgraded ?? false
    ownershipType = item.ownershipType.map { OwnershipType(rawValue: $0) }
    bundleID = item.bundleID ?? answer.receipt?.bundleID
    environment = answer.environment.map { StoreEnvironment(rawValue: $0) }
  }

  private static func date(_ milliseconds: Int64?) -> Date? {
    milliseconds.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
  }

  /// Receipts count the kinds, tokens name them; the free subscription of the Newsstand years is a subscription that
  /// renews.
  private static func productType(_ type: InAppPurchase.ProductType) -> ProductType? {
    switch type {
    case .nonConsumable: .nonConsumable
    case .consumable: .consumable
    case .nonRenewingSubscription: .nonRenewingSubscription
    case .autoRenewableSubscription, .freeSubscription: .autoRenewableSubscription
    default: nil
    }
  }
}
