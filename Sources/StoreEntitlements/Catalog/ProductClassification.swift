// SPDX-License-Identifier: MIT
public import StoreJWS

/// What a catalog makes of a transaction.
public enum ProductClassification<Entitlement: Hashable & Sendable>: Hashable, Sendable {
  /// A declared product, of the declared kind and group.
  case declared(CatalogProduct<Entitlement>)
  /// Not declared, but in a declared group and marked as upgraded: a plan of the past that grants nothing in any case.
  case retiredUpgraded
  /// Not declared, but an auto-renewable subscription of a declared group: the policy decides.
  case unrecognized(group: String)
  /// Neither a declared product nor of a declared group: none of the catalog's business.
  case unmanaged
  /// The transaction contradicts the catalog and grants nothing; the code says in what.
  case contradiction(EntitlementFinding.Code)
}

extension EntitlementCatalog {
  /// What the catalog makes of a transaction. What the transaction does not state, where the catalog states it, is a
  /// contradiction too.
  public func classify(_ transaction: SignedTransaction) -> ProductClassification<Entitlement> {
    let place = placeOrFinding(
      product: transaction.productID, type: transaction.productType, group: transaction.subscriptionGroupIdentifier)
    switch place {
    case .declared(let place): return .declared(products[place])
    case .contradiction(let code, _): return .contradiction(code)
    case .unmanaged: return .unmanaged
    case .unrecognized(let group):
      return transaction.isUpgraded == true ? .retiredUpgraded : .unrecognized(group: group)
    }
  }

  enum Place {
    case declared(Int)
    /// The code, and the declared product if it is one.
    case contradiction(EntitlementFinding.Code, Int?)
    case unrecognized(String)
    case unmanaged
  }

  func placeOrFinding(product: String?, type: ProductType?, group: String?) -> Place {
    guard let product else { return .contradiction(.productIDMissing, nil) }
    guard let place = place(of: product) else {
      guard let group, grantedByGroup[group] != nil else { return .unmanaged }
      return type == .autoRenewableSubscription ? .unrecognized(group) : .contradiction(.kindContradiction, nil)
    }
    let kind = products[place].kind
    guard let type else { return .contradiction(.kindMissing, place) }
    if type != kind.productType { return .contradiction(.kindContradiction, place) }
    if let expected = kind.group {
      guard let group else { return .contradiction(.groupMissing, place) }
      if group != expected { return .contradiction(.groupContradiction, place) }
    }
    return .declared(place)
  }
}
