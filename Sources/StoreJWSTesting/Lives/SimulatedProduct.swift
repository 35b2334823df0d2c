// SPDX-License-Identifier: MIT

/// A product of the simulated store.
public struct SimulatedProduct: Hashable, Sendable {
  /// The four kinds of product, with what the store must know of each.
  public enum Kind: Hashable, Sendable {
    /// Renews by itself. Level 1 is the highest of the group.
    case autoRenewable(group: String, level: Int, period: SimulatedPeriod)
    /// Bought once, for ever.
    case nonConsumable
    /// Does not renew. Apple knows no end: the app's own duration, which must be the one in the app's catalog.
    case nonRenewing(lasts: SimulatedPeriod)
    /// Used up.
    case consumable

    /// `type` in transactions.
    var typeName: String {
      switch self {
      case .autoRenewable: "Auto-Renewable Subscription"
      case .nonConsumable: "Non-Consumable"
      case .nonRenewing: "Non-Renewing Subscription"
      case .consumable: "Consumable"
      }
    }
  }

  /// The product id.
  public let id: String
  /// The kind.
  public let kind: Kind
  /// In thousandths of the currency's unit.
  public let price: Int64
  /// Whether families may share it; never true of consumables and non-renewing subscriptions.
  public let isFamilyShareable: Bool

  private init(_ id: String, _ kind: Kind, price: Int64, isFamilyShareable: Bool) {
    self.id = id
    self.kind = kind
    self.price = price
    self.isFamilyShareable = isFamilyShareable
  }

  /// A subscription that renews.
  public static func autoRenewable(
    _ id: String, in group: String, level: Int = 1, every period: SimulatedPeriod = .months(1), price: Int64 = 9990,
    isFamilyShareable: Bool = true
  ) -> SimulatedProduct {
    SimulatedProduct(
      id, .autoRenewable(group: group, level: level, period: period), price: price,
      isFamilyShareable: isFamilyShareable)
  }

  /// Bought once, for ever.
  public static func nonConsumable(
    _ id: String, price: Int64 = 49_990, isFamilyShareable: Bool = true
  ) -> SimulatedProduct {
    SimulatedProduct(id, .nonConsumable, price: price, isFamilyShareable: isFamilyShareable)
  }

  /// A subscription that does not renew.
  public static func nonRenewing(
    _ id: String, lasts period: SimulatedPeriod, price: Int64 = 19_990
  ) -> SimulatedProduct {
    SimulatedProduct(id, .nonRenewing(lasts: period), price: price, isFamilyShareable: false)
  }

  /// Used up.
  public static func consumable(_ id: String, price: Int64 = 990) -> SimulatedProduct {
    SimulatedProduct(id, .consumable, price: price, isFamilyShareable: false)
  }

  /// The subscription group; nil for kinds that have none.
  public var group: String? {
    if case .autoRenewable(let group, _, _) = kind { group } else { nil }
  }

  var level: Int { if case .autoRenewable(_, let level, _) = kind { level } else { 0 } }

  var period: SimulatedPeriod? {
    if case .autoRenewable(_, _, let period) = kind { period } else { nil }
  }
}

/// What the simulated store sells.
public struct SimulatedCatalog: Hashable, Sendable {
  /// The products in the order given.
  public private(set) var products: [SimulatedProduct]
  private var places: [String: Int]

  /// Makes a catalog.
  ///
  /// - Throws: `emptyCatalog`, `blankID`, `alreadyDeclared`.
  public init(_ products: [SimulatedProduct]) throws(SimulationError) {
    guard !products.isEmpty else {
      throw SimulationError(.emptyCatalog, "expected at least one product, found none")
    }
    var places: [String: Int] = [:]
    for (place, product) in products.enumerated() {
      let ids = [product.id] + (product.group.map { [$0] } ?? [])
      if let id = ids.first(where: { $0.allSatisfy(\.isWhitespace) }) {
        throw SimulationError(.blankID, "expected an id, found \"\(id)\"")
      }
      if places.updateValue(place, forKey: product.id) != nil {
        throw SimulationError(.alreadyDeclared, "product \(product.id) is declared twice")
      }
    }
    self.products = products
    self.places = places
  }

  /// Adds a product.
  ///
  /// - Throws: `alreadyDeclared`, `blankID`; nothing has changed then.
  mutating func add(_ product: SimulatedProduct) throws(SimulationError) {
    self = try SimulatedCatalog(products + [product])
  }

  /// The product of that id, if the store sells it.
  public subscript(id: String) -> SimulatedProduct? { places[id].map { products[$0] } }

  /// The products of a group, in the order given.
  public func products(in group: String) -> [SimulatedProduct] { products.filter { $0.group == group } }
}
