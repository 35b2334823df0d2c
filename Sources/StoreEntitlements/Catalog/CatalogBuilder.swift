// SPDX-License-Identifier: MIT

/// One line of a catalog's declaration.
public struct CatalogPart<Entitlement: Hashable & Sendable>: Sendable {
  let group: String?
  let products: [CatalogProduct<Entitlement>]
}

/// Builds a catalog from lines; `if`, `switch` and `for` work, and an empty declaration does not compile.
@resultBuilder
public enum CatalogBuilder<Entitlement: Hashable & Sendable> {
  /// A list of lines.
  public typealias Parts = [CatalogPart<Entitlement>]

  /// A subscription group.
  public static func buildExpression(_ group: SubscriptionGroup<Entitlement>) -> Parts {
    let products = group.products.map { product in
      CatalogProduct(id: product.id, kind: .autoRenewable(group: group.id), entitlements: product.entitlements)
    }
    return [CatalogPart(group: group.id, products: products)]
  }

  /// A product that is bought once.
  public static func buildExpression(_ declaration: NonConsumable<Entitlement>) -> Parts {
    [CatalogPart(group: nil, products: [declaration.product])]
  }

  /// A subscription that does not renew.
  public static func buildExpression(_ declaration: NonRenewing<Entitlement>) -> Parts {
    [CatalogPart(group: nil, products: [declaration.product])]
  }

  /// A consumable.
  public static func buildExpression(_ declaration: Consumable) -> Parts {
    [CatalogPart(group: nil, products: [CatalogProduct(id: declaration.id, kind: .consumable, entitlements: [])])]
  }

  /// The first line. There is no way to build from none.
  public static func buildPartialBlock(first: Parts) -> Parts { first }
  /// One line more.
  public static func buildPartialBlock(accumulated: Parts, next: Parts) -> Parts { accumulated + next }
  /// `if` without `else`.
  public static func buildOptional(_ parts: Parts?) -> Parts { parts ?? [] }
  /// `if`.
  public static func buildEither(first: Parts) -> Parts { first }
  /// `else`.
  public static func buildEither(second: Parts) -> Parts { second }
  /// `for`.
  public static func buildArray(_ parts: [Parts]) -> Parts { parts.flatMap { $0 } }
}

/// Builds the products of a subscription group; `if`, `switch` and `for` work, and a group without a line
/// does not compile.
@resultBuilder
public enum SubscriptionGroupBuilder<Entitlement: Hashable & Sendable> {
  /// A list of products.
  public typealias Products = [AutoRenewable<Entitlement>]

  /// A product.
  public static func buildExpression(_ product: AutoRenewable<Entitlement>) -> Products { [product] }
  /// The first line. There is no way to build from none.
  public static func buildPartialBlock(first: Products) -> Products { first }
  /// One line more.
  public static func buildPartialBlock(accumulated: Products, next: Products) -> Products { accumulated + next }
  /// `if` without `else`.
  public static func buildOptional(_ products: Products?) -> Products { products ?? [] }
  /// `if`.
  public static func buildEither(first: Products) -> Products { first }
  /// `else`.
  public static func buildEither(second: Products) -> Products { second }
  /// `for`.
  public static func buildArray(_ products: [Products]) -> Products { products.flatMap { $0 } }
}
