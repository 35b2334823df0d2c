// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import StoreJWS

/// The newest known revision of one transaction.
///
/// What the resolver needs is at hand; the whole payload is kept as its JSON and read on demand.
public struct LedgerTransaction: Hashable, Sendable {
  /// SHA-256 of the token.
  public let evidence: EvidenceID
  /// `environment`: the store; nil in tokens of 2021 and early 2022.
  public internal(set) var environment: StoreEnvironment?
  /// `transactionId`
  public let transactionID: String
  /// `originalTransactionId`; the transaction's own id where it states none.
  public let originalTransactionID: String
  /// `productId`
  public let productID: String?
  /// `subscriptionGroupIdentifier`
  public let group: String?
  /// `type`
  public let productType: ProductType?
  /// `bundleId`
  public let bundleID: String?
  /// `isUpgraded`
  public let isUpgraded: Bool
  /// Whether `inAppOwnershipType` is `FAMILY_SHARED`.
  public let isFamilyShared: Bool
  let purchase: Milliseconds?
  let expires: Milliseconds?
  let revocation: Milliseconds?
  let signed: Milliseconds?
  /// The payload as Apple signed it.
  public let json: [UInt8]

  /// Nil if the payload has no transaction id.
  init?(_ payload: SignedTransaction, evidence: EvidenceID) {
    guard let transactionID = payload.transactionID, !transactionID.isEmpty else { return nil }
    self.evidence = evidence
    environment = payload.environment
    self.transactionID = transactionID
    originalTransactionID = payload.originalTransactionID ?? transactionID
    productID = payload.productID
    group = payload.subscriptionGroupIdentifier
    productType = payload.productType
    bundleID = payload.bundleID
    isUpgraded = payload.isUpgraded == true
    isFamilyShared = payload.ownershipType == .familyShared
    purchase = (payload.purchaseDate ?? payload.originalPurchaseDate).flatMap { Milliseconds($0) }
    expires = payload.expiresDate.flatMap { Milliseconds($0) }
    // A revocation without a usable date holds from the start: what was taken back is not to be granted.
    revocation = payload.revocationDate.map { Milliseconds($0) ?? .min }
    signed = payload.signedDate.flatMap { Milliseconds($0) }
    json = payload.json
  }

  /// When Apple signed this revision.
  public var signedDate: Date? { signed?.date }
  /// When it was bought or renewed.
  public var purchaseDate: Date? { purchase?.date }
  /// When the subscription expires or renews.
  public var expiresDate: Date? { expires?.date }
  /// Since when it is refunded or revoked.
  public var revocationDate: Date? { revocation?.date }

  /// Every member that Apple signed, read from ``json``; nil only for a ledger that was tampered with.
  public var payload: SignedTransaction? { try? SignedTransaction(json: json) }

  var key: TransactionKey { TransactionKey(environment: environment?.rawValue ?? "", id: transactionID) }
  var lineage: LineageKey {
    LineageKey(environment: environment?.rawValue ?? "", originalTransactionID: originalTransactionID)
  }

  /// Whether this revision counts where both are known: the newer signature; of one moment the less favourable one,
  /// then any fixed order, so that all ledgers agree.
  func supersedes(_ other: LedgerTransaction) -> Bool {
    if signed != other.signed { return (signed ?? .min) > (other.signed ?? .min) }
    if (revocation != nil) != (other.revocation != nil) { return revocation != nil }
    if isUpgraded != other.isUpgraded { return isUpgraded }
    if evidence != other.evidence { return evidence > other.evidence }
    return other.json.lexicographicallyPrecedes(json)
  }

  /// The total order of a ledger's transactions: product id by bytes, purchase date, transaction id, evidence.
  static func precedes(_ left: LedgerTransaction, _ right: LedgerTransaction) -> Bool {
    let (leftProduct, rightProduct) = (left.productID ?? "", right.productID ?? "")
    if leftProduct != rightProduct { return leftProduct.utf8.lexicographicallyPrecedes(rightProduct.utf8) }
    if left.purchase != right.purchase { return (left.purchase ?? .min) < (right.purchase ?? .min) }
    if left.transactionID != right.transactionID {
      return left.transactionID.utf8.lexicographicallyPrecedes(right.transactionID.utf8)
    }
    return left.evidence < right.evidence
  }
}

/// Identity of a transaction: ids of two stores may be equal.
package struct TransactionKey: Hashable, Sendable {
  /// The store's name; empty where none is stated or assumed.
  package let environment: String
  /// `transactionId`
  package let id: String

  /// Names a transaction.
  package init(environment: String, id: String) {
    self.environment = environment
    self.id = id
  }
}

/// Identity of a subscription or purchase through its renewals.
struct LineageKey: Hashable, Comparable {
  let environment: String
  let originalTransactionID: String

  static func < (left: LineageKey, right: LineageKey) -> Bool {
    (left.environment, left.originalTransactionID) < (right.environment, right.originalTransactionID)
  }
}
