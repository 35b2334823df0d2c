// SPDX-License-Identifier: MIT

/// The attributes of an app receipt, or of one purchase in it, before they are signed: each free to be wrong.
///
/// ```swift
/// var payload = ReceiptPayload.app(bundleID: "com.example.app", createdAt: "2024-05-01T10:00:00Z")
/// payload.addPurchase(.purchase(productID: "pro", transactionID: "1", purchasedAt: "2024-04-30T08:00:00Z"))
/// let receipt = try ReceiptAuthority().sign(payload).encoded
/// ```
public struct ReceiptPayload: Hashable, Sendable {
  /// One attribute: SEQUENCE { type, version, value }.
  public struct Attribute: Hashable, Sendable {
    /// What it is.
    public var type: Int
    /// Its version; 1, save for type 4, where Apple has 2.
    public var version: Int
    /// What the OCTET STRING holds.
    public var value: [UInt8]

    /// Makes an attribute.
    public init(_ type: Int, version: Int = 1, value: [UInt8]) {
      self.type = type
      self.version = version
      self.value = value
    }

    /// The attribute as ASN.1.
    public var node: DERNode {
      .sequence([.integer(type), .integer(version), .octetString(value)])
    }
  }

  /// The attributes; the encoding sorts them, as Apple's is sorted.
  public var attributes: [Attribute]

  /// Takes attributes as they are.
  public init(attributes: [Attribute] = []) {
    self.attributes = attributes
  }

  /// SET OF attribute in DER.
  public var encoded: [UInt8] {
    DERNode.sortedSet(attributes.map(\.node)).encoded
  }

  /// Puts a value in the place of all values of the type.
  public mutating func set(_ type: Int, _ value: DERNode) {
    remove(type)
    attributes.append(Attribute(type, value: value.encoded))
  }

  /// Takes away all values of the type.
  public mutating func remove(_ type: Int) {
    attributes.removeAll { $0.type == type }
  }

  /// Adds a purchase (type 17).
  public mutating func addPurchase(_ purchase: ReceiptPayload) {
    attributes.append(Attribute(17, value: purchase.encoded))
  }
}

extension ReceiptPayload {
  /// An app receipt of the sandbox with every attribute that a real one of today has.
  ///
  /// - Parameters:
  ///   - createdAt: RFC 3339 text of the creation date.
  ///   - deviceHash: 20 octets.
  public static func app(
    bundleID: String = "com.example.app", version: String = "7", environment: String = "ProductionSandbox",
    createdAt: String = "2026-03-01T12:00:00Z", deviceHash: [UInt8] = [UInt8](repeating: 0xAB, count: 20)
  ) -> ReceiptPayload {
    var payload = ReceiptPayload()
    payload.set(0, .utf8String(environment))
    payload.set(1, .integer(0))
    payload.set(2, .utf8String(bundleID))
    payload.set(3, .utf8String(version))
    payload.attributes.append(Attribute(4, version: 2, value: [UInt8](repeating: 0x5A, count: 16)))
    payload.attributes.append(Attribute(5, value: deviceHash))
    payload.attributes.append(Attribute(6, value: [UInt8](repeating: 0xC6, count: 60)))
    payload.attributes.append(Attribute(7, value: [UInt8](repeating: 0xC7, count: 70)))
    payload.set(8, .ia5String(""))
    payload.set(9, .integer(0x5033_3035))
    payload.set(10, .ia5String("4+"))
    payload.set(11, .integer(0))
    payload.set(12, .ia5String(createdAt))
    payload.set(13, .integer(180_100))
    payload.set(14, .integer(225))
    payload.set(15, .integer(0))
    payload.set(16, .integer(0))
    payload.set(18, .ia5String("2013-08-01T07:00:00Z"))
    payload.set(19, .utf8String("1.0"))
    payload.set(20, .utf8String(""))
    payload.set(25, .integer(3))
    return payload
  }

  /// A purchase with every attribute that a real one of today has; an auto-renewable subscription where there is an end.
  public static func purchase(
    productID: String = "com.example.app.pro", transactionID: String = "2000000000000001",
    originalTransactionID: String? = nil, purchasedAt: String = "2026-03-01T11:00:00Z", expiresAt: String = "",
    cancelledAt: String = "", webOrderLineItemID: Int = 0
  ) -> ReceiptPayload {
    var payload = ReceiptPayload()
    payload.set(1701, .integer(1))
    payload.set(1702, .utf8String(productID))
    payload.set(1703, .utf8String(transactionID))
    payload.set(1704, .ia5String(purchasedAt))
    payload.set(1705, .utf8String(originalTransactionID ?? transactionID))
    payload.set(1706, .ia5String(purchasedAt))
    payload.set(1707, .integer(expiresAt.isEmpty ? 0 : 3))
    payload.set(1708, .ia5String(expiresAt))
    payload.set(1709, .utf8String(""))
    payload.set(1710, .integer(0))
    payload.set(1711, .integer(webOrderLineItemID))
    payload.set(1712, .ia5String(cancelledAt))
    payload.set(1713, .integer(0))
    for type in 1714...1718 { payload.set(type, .utf8String("")) }
    if !expiresAt.isEmpty { payload.set(1719, .integer(0)) }
    payload.set(1722, .integer(0))
    return payload
  }

  /// A receipt with that many renewals of one subscription, a month each.
  public static func app(renewals count: Int) -> ReceiptPayload {
    var payload = ReceiptPayload.app()
    for index in 0..<max(0, count) {
      let month = { (number: Int) in
        let text = String(number % 12 + 1)
        return "\(2010 + number / 12)-\(text.utf8.count == 1 ? "0" : "")\(text)-15T10:20:30Z"
      }
      payload.addPurchase(
        .purchase(
          productID: "com.example.app.subscription.monthly",
          transactionID: String(2_000_000_000_000_000 + index), originalTransactionID: "2000000000000000",
          purchasedAt: month(index), expiresAt: month(index + 1),
          webOrderLineItemID: 2_000_000_000_000_000 + index))
    }
    return payload
  }
}
