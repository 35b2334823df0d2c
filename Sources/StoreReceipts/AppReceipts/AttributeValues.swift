// SPDX-License-Identifier: MIT

import ASN1Reading

/// The attribute types of a purchase that this version has properties for.
enum PurchaseAttributes {
  static let known: Set<Int64> = [
    1701, 1702, 1703, 1704, 1705, 1706, 1707, 1708, 1710, 1711, 1712, 1713, 1719, 1720, 1721, 1722,
  ]
}

extension ASN1Reader {
  /// Reads inside an OCTET STRING, which must be used up.
  ///
  /// Values in segments are joined first; the offset of a fault in such a value is that of the whole value.
  mutating func withValue(
    _ value: ASN1Element, _ body: (inout ASN1Reader) throws(ASN1Error) -> Void
  ) throws(ASN1Error) {
    if value.isConstructed {
      let joined = try octets(value).octets
      do throws(ASN1Error) {
        var inner = try ASN1Reader(joined.span, liberties: liberties, limits: limits)
        try body(&inner)
        try inner.finish()
      } catch {
        throw ASN1Error(code: error.code, offset: value.start, expected: error.expected, found: error.found)
      }
    } else {
      let scope = try enter(value)
      try body(&self)
      try leave(scope)
    }
  }

  /// The raw octets that are left.
  mutating func attributeOctets() -> [UInt8] {
    let octets = copy(position..<end)
    skipRest()
    return octets
  }

  /// INTEGER
  mutating func attributeNumber() throws(ASN1Error) -> Int64 {
    let element = try next()
    guard element.tag == .integer, !element.isConstructed else { throw badValue(element, "an INTEGER") }
    return try int64(element)
  }

  /// UTF8String; IA5String is taken for it and the reverse.
  mutating func attributeText() throws(ASN1Error) -> String {
    try utf8(try attributeString())
  }

  /// IA5String with a date, which may be empty.
  mutating func attributeDate() throws(ASN1Error) -> ReceiptDate {
    let element = try attributeString()
    guard !element.content.isEmpty else { return .empty }
    return DateText.rfc3339(content(element)).map { .at(milliseconds: $0) } ?? .unreadable
  }

  @inline(__always)
  private mutating func attributeString() throws(ASN1Error) -> ASN1Element {
    let element = try next()
    guard element.tag == .utf8String || element.tag == .ia5String, !element.isConstructed else {
      throw badValue(element, "a UTF8String or IA5String")
    }
    return element
  }

  @inline(never)
  private func badValue(_ element: ASN1Element, _ expected: String) -> ASN1Error {
    fault(.badAttribute, element.start, expected, element.tag.description)
  }
}

extension InAppPurchase {
  /// Reads the value of attribute 17 that stands by itself, by either of the two readers; for tests that compare them.
  ///
  /// - Parameter takesShortcut: whether ``PlainPurchaseReader`` is asked first.
  package static func reading(_ octets: [UInt8], takesShortcut: Bool) throws(ReceiptError) -> InAppPurchase {
    var plain = PlainPurchaseReader()
    if takesShortcut, let (purchase, _) = plain.read(octets.span, octets.indices, in: octets) { return purchase }
    do throws(ASN1Error) {
      var reader = try ASN1Reader(octets.span, liberties: .receipt, limits: .receipt)
      var purchase = InAppPurchase(octets: octets, range: octets.indices)
      try reader.read(into: &purchase)
      try reader.finish()
      return purchase
    } catch {
      throw ReceiptError(error)
    }
  }

  /// Every property, for tests that compare readers: equality of purchases looks at the octets alone.
  package var properties: String {
    """
    \(String(describing: quantity)) \(String(describing: productID)) \(String(describing: transactionID)) \
    \(String(describing: purchaseDate)) \(String(describing: originalTransactionID)) \
    \(String(describing: originalPurchaseDate)) \(String(describing: expiresDate)) \
    \(String(describing: webOrderLineItemID)) \(String(describing: cancellationDate)) \
    \(String(describing: introductoryOfferFlag)) \(undocumented)
    """
  }
}

extension ASN1Reader {
  /// The value of attribute 17: a SET of attributes, which may be empty.
  mutating func purchase(
    _ value: ASN1Element, in content: [UInt8], _ plain: inout PlainPurchaseReader
  ) throws(ASN1Error) -> InAppPurchase {
    if !value.isConstructed, let (purchase, elements) = plain.read(bytes, value.content, in: content) {
      try spend(elements: elements)
      return purchase
    }
    if value.isConstructed {
      let joined = try octets(value).octets
      var purchase = InAppPurchase(octets: joined, range: joined.indices)
      try withValue(value) { reader throws(ASN1Error) in try reader.read(into: &purchase) }
      return purchase
    }
    var purchase = InAppPurchase(octets: content, range: value.content)
    let scope = try enter(value)
    try read(into: &purchase)
    try leave(scope)
    return purchase
  }

  fileprivate mutating func read(into purchase: inout InAppPurchase) throws(ASN1Error) {
    let scope = try enter(try next(.set))
    var seen: UInt64 = 0
    while !isAtEnd {
      let parts = try attribute()
      guard 1701...1722 ~= parts.type else { continue }
      let bit = UInt64(1) << UInt64(parts.type - 1701)
      guard seen & bit == 0 || !PurchaseAttributes.known.contains(parts.type) else {
        throw fault(.duplicateAttribute, parts.element.start, "attribute \(parts.type) once", "it a second time")
      }
      seen |= bit
      if parts.value.isConstructed {
        try withValue(parts.value) { reader throws(ASN1Error) in try reader.read(parts.type, into: &purchase) }
      } else {
        let valueScope = try enter(parts.value)
        try read(parts.type, into: &purchase)
        try leave(valueScope)
      }
    }
    try leave(scope)
  }

  private mutating func read(_ type: Int64, into purchase: inout InAppPurchase) throws(ASN1Error) {
    switch type {
    case 1701: purchase.quantity = try attributeNumber()
    case 1702: purchase.productID = try attributeText()
    case 1703: purchase.transactionID = try attributeText()
    case 1704: purchase.purchaseDate = try attributeDate()
    case 1705: purchase.originalTransactionID = try attributeText()
    case 1706: purchase.originalPurchaseDate = try attributeDate()
    case 1707: purchase.undocumented.productType = InAppPurchase.ProductType(rawValue: try attributeNumber())
    case 1708: purchase.expiresDate = try attributeDate()
    case 1710: purchase.undocumented.itemID = try attributeNumber()
    case 1711: purchase.webOrderLineItemID = try attributeNumber()
    case 1712: purchase.cancellationDate = try attributeDate()
    case 1713: purchase.undocumented.trialPeriodFlag = try attributeNumber()
    case 1719: purchase.introductoryOfferFlag = try attributeNumber()
    case 1720: purchase.undocumented.cancellationReason = try attributeNumber()
    case 1721: purchase.undocumented.promotionalOfferID = try attributeText()
    case 1722: purchase.undocumented.attribute1722 = try attributeNumber()
    default: skipRest()
    }
  }
}
