// SPDX-License-Identifier: MIT
internal import StrictJSON

extension EntitlementCatalog {
  /// Reads a catalog from JSON:
  ///
  /// ```json
  /// {"groups": [{"id": "21400001", "products": [{"id": "com.example.app.pro.monthly", "entitlements": ["pro"]}]}],
  ///  "products": [{"id": "com.example.app.lifetime", "kind": "nonConsumable", "entitlements": ["pro"]},
  ///               {"id": "com.example.app.season", "kind": "nonRenewing", "period": "P90D", "entitlements": ["pro"]},
  ///               {"id": "com.example.app.coins", "kind": "consumable"}]}
  /// ```
  ///
  /// - Parameters:
  ///   - json: the document, UTF-8. A member that a catalog does not have is refused, as it may be a misspelt one.
  ///   - entitlement: the entitlement of a name; nil for a name that the program does not know.
  /// - Throws: faults of JSON with offsets, `unknownMember`, `unknownEntitlement`, `unknownKind`, `invalidPeriod`, and
  ///   as ``init(_:)``.
  public init(json: [UInt8], entitlement: (String) -> Entitlement?) throws(EntitlementError) {
    let parts: [CatalogPart<Entitlement>]
    do {
      parts = try withoutActuallyEscaping(entitlement) { try CatalogReader(entitlement: $0).read(json) }
    } catch let error as EntitlementError {
      throw error
    } catch let error as JSONError {
      throw EntitlementError(error)
    } catch {
      throw .catalog(.notACatalog, "\(error)")
    }
    try self.init(parts: parts)
  }
}

extension EntitlementCatalog where Entitlement == String {
  /// Reads a catalog whose entitlements are names; see ``init(json:entitlement:)``.
  ///
  /// - Throws: as ``init(json:entitlement:)``.
  public init(json: [UInt8]) throws(EntitlementError) {
    try self.init(json: json) { $0 }
  }
}

extension EntitlementCatalog where Entitlement: RawRepresentable, Entitlement.RawValue == String {
  /// Reads a catalog whose entitlements are the cases of an enumeration; see ``init(json:entitlement:)``.
  ///
  /// - Throws: as ``init(json:entitlement:)``.
  public init(json: [UInt8]) throws(EntitlementError) {
    try self.init(json: json) { Entitlement(rawValue: $0) }
  }
}

/// The members of a catalog's objects. Outside of the generic reader, which could only make a table, never freed, each time.
private enum CatalogMembers {
  static let document = MemberTable(["groups", "products"])
  static let group = MemberTable(["id", "products"])
  static let product = MemberTable(["id", "kind", "period", "entitlements"])
}

/// Reads the lines of a catalog; the catalog itself checks what they say together.
private struct CatalogReader<Entitlement: Hashable & Sendable> {
  let entitlement: (String) -> Entitlement?

  func read(_ json: [UInt8]) throws -> [CatalogPart<Entitlement>] {
    var reader = try JSONReader(json.span)
    var groups: [CatalogPart<Entitlement>] = []
    var others: [CatalogPart<Entitlement>] = []
    let names = CatalogMembers.document
    var object = try reader.enterObject()
    while let member = try reader.nextMember(&object, names) {
      switch member.index {
      case 0:
        var array = try reader.enterArray()
        while try reader.nextElement(&array) { groups.append(try group(&reader)) }
      case 1:
        var array = try reader.enterArray()
        while try reader.nextElement(&array) {
          others.append(CatalogPart(group: nil, products: [try product(&reader, group: nil)]))
        }
      default: throw unknown(member, reader)
      }
    }
    try reader.finish()
    return groups + others
  }

  private func group(_ reader: inout JSONReader) throws -> CatalogPart<Entitlement> {
    var id: String?
    // The group's id may come behind its products.
    var products: [CatalogProduct<Entitlement>] = []
    _ = try reader.nextKind()
    let start = reader.position
    let names = CatalogMembers.group
    var object = try reader.enterObject()
    while let member = try reader.nextMember(&object, names) {
      switch member.index {
      case 0: id = try reader.readString()
      case 1:
        var array = try reader.enterArray()
        while try reader.nextElement(&array) { products.append(try product(&reader, group: "")) }
      default: throw unknown(member, reader)
      }
    }
    guard let id else { throw missing("id", start) }
    return CatalogPart(
      group: id,
      products: products.map {
        CatalogProduct(id: $0.id, kind: .autoRenewable(group: id), entitlements: $0.entitlements)
      })
  }

  private func product(_ reader: inout JSONReader, group: String?) throws -> CatalogProduct<Entitlement> {
    var id: String?
    var kind: (name: String, offset: Int)?
    var period: (text: String, offset: Int)?
    var entitlements: [Entitlement] = []
    _ = try reader.nextKind()
    let start = reader.position
    let names = CatalogMembers.product
    var object = try reader.enterObject()
    while let member = try reader.nextMember(&object, names) {
      switch member.index {
      case 0: id = try reader.readString()
      case 1 where group == nil: kind = (try reader.readString(), member.name.start)
      case 2 where group == nil: period = (try reader.readString(), member.name.start)
      case 3:
        var array = try reader.enterArray()
        while try reader.nextElement(&array) {
          _ = try reader.nextKind()
          let offset = reader.position
          let name = try reader.readString()
          guard let value = entitlement(name) else {
            throw EntitlementError.catalog(
              .unknownEntitlement, "expected the name of an entitlement, found \"\(name)\"", offset: offset)
          }
          entitlements.append(value)
        }
      default: throw unknown(member, reader)
      }
    }
    guard let id else { throw missing("id", start) }
    if let group { return CatalogProduct(id: id, kind: .autoRenewable(group: group), entitlements: entitlements) }
    guard let kind else { throw missing("kind", start) }
    return CatalogProduct(id: id, kind: try self.kind(kind, period, start), entitlements: entitlements)
  }

  private func kind(
    _ kind: (name: String, offset: Int), _ period: (text: String, offset: Int)?, _ start: Int
  ) throws -> CatalogKind {
    if kind.name != "nonRenewing", let period {
      throw EntitlementError.catalog(
        .invalidPeriod, "only a nonRenewing product has a period", offset: period.offset)
    }
    switch kind.name {
    case "nonConsumable": return .nonConsumable
    case "consumable": return .consumable
    case "nonRenewing":
      guard let period else { throw missing("period", start) }
      guard let value = CatalogPeriod(iso8601: period.text) else {
        throw EntitlementError.catalog(
          .invalidPeriod, "expected a period like P30D, found \"\(period.text)\"", offset: period.offset)
      }
      return .nonRenewing(lasts: value)
    default:
      throw EntitlementError.catalog(
        .unknownKind, "expected nonConsumable, nonRenewing or consumable, found \"\(kind.name)\"", offset: kind.offset)
    }
  }

  private func unknown(_ member: JSONMember, _ reader: borrowing JSONReader) -> EntitlementError {
    .catalog(
      .unknownMember, "a catalog has no member \"\(reader.string(member.name))\" here", offset: member.name.start - 1)
  }

  private func missing(_ name: String, _ offset: Int) -> JSONError {
    JSONError(code: .missingMember, offset: offset, message: "expected the member \"\(name)\", found none")
  }
}
