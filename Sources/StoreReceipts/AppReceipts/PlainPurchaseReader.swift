// SPDX-License-Identifier: MIT

import ASN1Reading

/// Reads a purchase that has the shape that nearly every purchase has: definite lengths, attributes of less than 128
/// bytes, one-byte versions, minimal numbers of at most eight bytes.
///
/// A receipt of 190 purchases has 3,600 attributes of four or five elements each; one pass over the bytes without making
/// elements takes a third of the time that ``ASN1Reader`` takes. Whatever is not of the shape is left to that reader, which
/// alone decides what is an error: a test compares the two.
struct PlainPurchaseReader {
  /// The texts read last, because the purchases of a receipt are mostly renewals of one product.
  private var product = RecentText()
  private var original = RecentText()

  private struct RecentText {
    var range = 0..<0
    var text = ""
  }

  /// The purchase in `range`, and the number of elements; nil where it is not of the shape.
  mutating func read(
    _ bytes: Span<UInt8>, _ range: Range<Int>, in content: [UInt8]
  ) -> (purchase: InAppPurchase, elements: Int)? {
    guard var at = Self.setStart(bytes, range) else { return nil }
    var purchase = InAppPurchase(octets: content, range: range)
    var seen: UInt32 = 0
    var elements = 1
    let end = range.upperBound
    while at < end {
      // 30 L 02 02 tt tt 02 01 vv 04 L' …: every type of a purchase takes two bytes.
      guard end &- at >= 11, bytes[at] == 0x30, bytes[at &+ 2] == 0x02, bytes[at &+ 3] == 0x02,
        bytes[at &+ 6] == 0x02, bytes[at &+ 7] == 0x01, bytes[at &+ 9] == 0x04
      else { return nil }
      let type = Int(bytes[at &+ 4]) << 8 | Int(bytes[at &+ 5])
      let next = at &+ 2 &+ Int(bytes[at &+ 1])
      let start = at &+ 11
      guard 1_701...1_722 ~= type, bytes[at &+ 1] < 0x80, next <= end, next &- start == Int(bytes[at &+ 10]) else {
        return nil
      }
      let bit = UInt32(1) << UInt32(truncatingIfNeeded: type &- 1_701)
      guard seen & bit == 0, read(type, bytes, start..<next, into: &purchase) else { return nil }
      seen |= bit
      elements &+= 5
      at = next
    }
    return (purchase, elements)
  }

  /// Offset behind the header of a SET that fills the range.
  private static func setStart(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let start = range.lowerBound
    guard range.count >= 4, bytes[start] == 0x31 else { return nil }
    switch bytes[start + 1] {
    case 0..<0x80: return range.count - 2 == Int(bytes[start + 1]) ? start + 2 : nil
    case 0x81: return bytes[start + 2] >= 0x80 && range.count - 3 == Int(bytes[start + 2]) ? start + 3 : nil
    case 0x82:
      let length = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
      return length >= 0x100 && range.count - 4 == length ? start + 4 : nil
    default: return nil
    }
  }

  /// One value; false where it is not of the shape.
  @inline(__always)
  private mutating func read(
    _ type: Int, _ bytes: Span<UInt8>, _ value: Range<Int>, into purchase: inout InAppPurchase
  ) -> Bool {
    switch type {
    case 1_701, 1_707, 1_710, 1_711, 1_713, 1_719, 1_720, 1_722:
      guard let number = Self.number(bytes, value) else { return false }
      Self.set(type, number, &purchase)
    case 1_704, 1_706, 1_708, 1_712:
      guard let text = Self.text(bytes, value) else { return false }
      let date: ReceiptDate =
        text.isEmpty
        ? .empty : DateText.rfc3339(bytes.extracting(text)).map { .at(milliseconds: $0) } ?? .unreadable
      Self.set(type, date, &purchase)
    case 1_702, 1_703, 1_705, 1_721:
      guard let range = Self.text(bytes, value), let text = text(type, bytes, range) else { return false }
      switch type {
      case 1_702: purchase.productID = text
      case 1_703: purchase.transactionID = text
      case 1_705: purchase.originalTransactionID = text
      default: purchase.undocumented.promotionalOfferID = text
      }
    default: break
    }
    return true
  }

  private static func set(_ type: Int, _ number: Int64, _ purchase: inout InAppPurchase) {
    switch type {
    case 1_701: purchase.quantity = number
    case 1_707: purchase.undocumented.productType = InAppPurchase.ProductType(rawValue: number)
    case 1_710: purchase.undocumented.itemID = number
    case 1_711: purchase.webOrderLineItemID = number
    case 1_713: purchase.undocumented.trialPeriodFlag = number
    case 1_719: purchase.introductoryOfferFlag = number
    case 1_720: purchase.undocumented.cancellationReason = number
    default: purchase.undocumented.attribute1722 = number
    }
  }

  private static func set(_ type: Int, _ date: ReceiptDate, _ purchase: inout InAppPurchase) {
    switch type {
    case 1_704: purchase.purchaseDate = date
    case 1_706: purchase.originalPurchaseDate = date
    case 1_708: purchase.expiresDate = date
    default: purchase.cancellationDate = date
    }
  }

  /// The octets of a string that fills the value.
  @inline(__always)
  private static func text(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Range<Int>? {
    let start = value.lowerBound
    guard value.count >= 2, bytes[start] == 0x0C || bytes[start] == 0x16, value.count - 2 == Int(bytes[start + 1])
    else {
      return nil
    }
    return start + 2..<value.upperBound
  }

  /// An INTEGER that fills the value.
  @inline(__always)
  private static func number(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Int64? {
    let start = value.lowerBound
    guard value.count >= 3, bytes[start] == 0x02, value.count - 2 == Int(bytes[start + 1]), value.count <= 10 else {
      return nil
    }
    let first = bytes[start + 2]
    guard value.count == 3 || first != 0 && first != 0xFF else { return nil }
    var number = Int64(Int8(bitPattern: first))
    for at in start + 3..<value.upperBound { number = number << 8 | Int64(bytes[at]) }
    return number
  }

  /// The text, made anew only where it differs from the one before.
  private mutating func text(_ type: Int, _ bytes: Span<UInt8>, _ range: Range<Int>) -> String? {
    switch type {
    case 1_702: return Self.text(bytes, range, &product)
    case 1_705: return Self.text(bytes, range, &original)
    default: return Self.string(bytes, range)
    }
  }

  private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>, _ recent: inout RecentText) -> String? {
    if range.count == recent.range.count, !range.isEmpty {
      let distance = recent.range.lowerBound - range.lowerBound
      var at = range.lowerBound
      while at < range.upperBound, bytes[at] == bytes[at + distance] { at &+= 1 }
      if at == range.upperBound { return recent.text }
    }
    guard let text = string(bytes, range) else { return nil }
    recent = RecentText(range: range, text: text)
    return text
  }

  private static func string(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String? {
    guard let span = try? UTF8Span(validating: bytes.extracting(range)) else { return nil }
    return String(copying: span)
  }
}
