// SPDX-License-Identifier: MIT
public import StoreJWS

/// One product, what kind it is, and what it grants.
public struct CatalogProduct<Entitlement: Hashable & Sendable>: Hashable, Sendable {
  /// The product id, as in App Store Connect.
  public let id: String
  /// The kind.
  public let kind: CatalogKind
  /// What it grants, in the order of the declaration; empty for a consumable.
  public let entitlements: [Entitlement]

  /// Makes a product; the catalog checks it.
  public init(id: String, kind: CatalogKind, entitlements: [Entitlement]) {
    self.id = id
    self.kind = kind
    self.entitlements = entitlements
  }
}

/// The four kinds of product, with what the catalog must know of each.
public enum CatalogKind: Hashable, Sendable {
  /// A subscription that renews, and the group that it belongs to.
  case autoRenewable(group: String)
  /// Bought once, for ever.
  case nonConsumable
  /// A subscription that does not renew. Apple gives no end: the app's own duration decides.
  case nonRenewing(lasts: CatalogPeriod)
  /// Used up; never an entitlement.
  case consumable

  /// The `type` that transactions of the kind carry.
  public var productType: ProductType {
    switch self {
    case .autoRenewable: .autoRenewableSubscription
    case .nonConsumable: .nonConsumable
    case .nonRenewing: .nonRenewingSubscription
    case .consumable: .consumable
    }
  }

  /// The subscription group; nil for kinds that have none.
  public var group: String? {
    if case .autoRenewable(let group) = self { group } else { nil }
  }
}

// MARK: - Declarations

/// A subscription group in a catalog's declaration.
///
/// Tiers are exact identities: no level is above another. A product that includes another tier grants both.
public struct SubscriptionGroup<Entitlement: Hashable & Sendable>: Sendable {
  /// The group id, as in App Store Connect: digits.
  public let id: String
  let products: [AutoRenewable<Entitlement>]

  /// Declares a group and its products; a group without a line does not compile, and one that turns out empty is refused by the catalog.
  public init(_ id: String, @SubscriptionGroupBuilder<Entitlement> products: () -> [AutoRenewable<Entitlement>]) {
    self.id = id
    self.products = products()
  }
}

/// An auto-renewable subscription in a group's declaration.
public struct AutoRenewable<Entitlement: Hashable & Sendable>: Sendable {
  let id: String
  let entitlements: [Entitlement]

  /// Declares a product and what it grants.
  public init(_ id: String, grants first: Entitlement, _ more: Entitlement...) {
    self.id = id
    entitlements = [first] + more
  }
}

/// A product that is bought once, in a catalog's declaration.
public struct NonConsumable<Entitlement: Hashable & Sendable>: Sendable {
  let product: CatalogProduct<Entitlement>

  /// Declares a product and what it grants.
  public init(_ id: String, grants first: Entitlement, _ more: Entitlement...) {
    product = CatalogProduct(id: id, kind: .nonConsumable, entitlements: [first] + more)
  }
}

/// A subscription that does not renew, in a catalog's declaration.
public struct NonRenewing<Entitlement: Hashable & Sendable>: Sendable {
  let product: CatalogProduct<Entitlement>

  /// Declares a product, how long a purchase lasts from its purchase date, and what it grants.
  public init(_ id: String, lasts period: CatalogPeriod, grants first: Entitlement, _ more: Entitlement...) {
    product = CatalogProduct(id: id, kind: .nonRenewing(lasts: period), entitlements: [first] + more)
  }
}

/// A consumable in a catalog's declaration: known, and never an entitlement.
public struct Consumable: Sendable {
  let id: String

  /// Declares a product.
  public init(_ id: String) { self.id = id }
}
