// SPDX-License-Identifier: MIT
internal import FoundationEssentials
internal import StoreEntitlements
internal import StoreJWS

/// How far the store's answers can be relied on.
public enum EntitlementStoreStatus: Hashable, Sendable {
  /// Nothing is known yet.
  case loading
  /// Nothing is known, because of this. A failure after a success changes nothing, unless the catalog is contradicted.
  case failed(EntitlementStoreError)
  /// The last answer of the source counts.
  case ready
  /// The answers are fixed.
  case overridden
}

/// What became of a token.
public enum ProcessingOutcome: Hashable, Sendable {
  /// The app's effect is done and the transaction is finished.
  case completed
  /// That very token was completed before; nothing was done again.
  case alreadyCompleted
  /// The app decided to leave it for another build.
  case leftUnfinished
}

/// One answer of the source, verified and sorted.
struct EntitlementSnapshot<Entitlement: Hashable & Sendable>: Sendable {
  let transactions: [Verified<SignedTransaction>]
  let active: Set<Entitlement>
  let date: Date
}

/// The one value from which status, raw and typed entitlements are read.
enum EntitlementAvailability<Entitlement: Hashable & Sendable>: Sendable {
  case loading
  case failed(EntitlementStoreError)
  case ready(EntitlementSnapshot<Entitlement>)
  case overridden(Set<Entitlement>)
}

extension Verified<SignedTransaction> {
  /// The total order of a snapshot: product id by bytes, purchase date, transaction id, token.
  static func precedes(_ left: Self, _ right: Self) -> Bool {
    let (one, other) = (left.payload, right.payload)
    let (product, otherProduct) = (one.productID ?? "", other.productID ?? "")
    if product != otherProduct { return product.utf8.lexicographicallyPrecedes(otherProduct.utf8) }
    let (bought, otherBought) = (one.purchaseDate ?? .distantPast, other.purchaseDate ?? .distantPast)
    if bought != otherBought { return bought < otherBought }
    let (id, otherID) = (one.transactionID ?? "", other.transactionID ?? "")
    if id != otherID { return id.utf8.lexicographicallyPrecedes(otherID.utf8) }
    return left.characters.lexicographicallyPrecedes(right.characters)
  }
}
