// SPDX-License-Identifier: MIT

/// Which products there are, and what each grants.
///
/// ```swift
/// let catalog = try EntitlementCatalog<Access> {
///   SubscriptionGroup("21400001") {
///     AutoRenewable("com.example.app.pro.monthly", grants: .pro)
///     AutoRenewable("com.example.app.pro.yearly", grants: .pro)
///   }
///   NonConsumable("com.example.app.lifetime", grants: .pro, .noAds)
///   NonRenewing("com.example.app.season", lasts: .days(90), grants: .pro)
///   Consumable("com.example.app.coins")
/// }
/// ```
public struct EntitlementCatalog<Entitlement: Hashable & Sendable>: Hashable, Sendable {
  /// The products in the order of the declaration.
  public let products: [CatalogProduct<Entitlement>]
  /// The subscription groups in the order of the declaration.
  public let groupIDs: [String]
  /// Everything that some product grants, each once, in the order of the declaration.
  public let entitlements: [Entitlement]
  private let placeByID: [String: Int]
  /// The places in ``entitlements`` that each product grants.
  let granted: [[Int]]
  /// The places in ``entitlements`` that the products of a group grant.
  let grantedByGroup: [String: [Int]]

  /// Declares a catalog.
  ///
  /// - Throws: `emptyCatalog`, `emptyGroup`, `blankID`, `duplicateProductID`, `duplicateGroupID`, `noEntitlement`, `invalidPeriod`.
  public init(
    @CatalogBuilder<Entitlement> _ declaration: () -> [CatalogPart<Entitlement>]
  ) throws(EntitlementError) {
    try self.init(parts: declaration())
  }

  init(parts: [CatalogPart<Entitlement>]) throws(EntitlementError) {
    products = parts.flatMap(\.products)
    groupIDs = parts.compactMap(\.group)
    guard !products.isEmpty else { throw .catalog(.emptyCatalog, "expected at least one product, found none") }
    if let group = parts.first(where: { $0.group != nil && $0.products.isEmpty })?.group {
      throw .catalog(.emptyGroup, "group \(group) has no product")
    }
    if let id = (groupIDs + products.map(\.id)).first(where: \.isBlank) {
      throw .catalog(.blankID, "expected an id, found \"\(id)\"")
    }
    if let id = Self.firstRepeated(groupIDs) { throw .catalog(.duplicateGroupID, "group \(id) is declared twice") }
    if let id = Self.firstRepeated(products.map(\.id)) {
      throw .catalog(.duplicateProductID, "product \(id) is declared twice")
    }
    for product in products {
      if product.kind != .consumable, product.entitlements.isEmpty {
        throw .catalog(.noEntitlement, "product \(product.id) grants nothing")
      }
      if case .nonRenewing(let period) = product.kind, !period.isValid {
        throw .catalog(.invalidPeriod, "product \(product.id) does not last any time between a day and 1,000 years")
      }
    }
    var entitlements: [Entitlement] = []
    var places: [Entitlement: Int] = [:]
    granted = products.map { product in
      var own: [Int] = []
      for entitlement in product.entitlements {
        let place = places[entitlement] ?? entitlements.count
        if place == entitlements.count {
          entitlements.append(entitlement)
          places[entitlement] = place
        }
        if !own.contains(place) { own.append(place) }
      }
      return own
    }
    self.entitlements = entitlements
    var byGroup: [String: [Int]] = [:]
    for (product, places) in zip(products, granted) {
      guard let group = product.kind.group else { continue }
      for place in places where byGroup[group]?.contains(place) != true { byGroup[group, default: []].append(place) }
    }
    grantedByGroup = byGroup
    placeByID = [String: Int](products.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  private static func firstRepeated(_ ids: [String]) -> String? {
    var seen: Set<String> = []
    return ids.first { !seen.insert($0).inserted }
  }

  /// The product of that id, if it is declared.
  public subscript(productID: String) -> CatalogProduct<Entitlement>? {
    place(of: productID).map { products[$0] }
  }

  func place(of productID: String) -> Int? { placeByID[productID] }
}

extension EntitlementError {
  static func catalog(_ code: Code, _ message: String, offset: Int? = nil) -> EntitlementError {
    EntitlementError(code: code, category: .malformed, offset: offset, message: message)
  }
}

extension String {
  /// Nothing but white space.
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
