// SPDX-License-Identifier: MIT

import ASN1Reading

/// One attribute of a receipt or of a purchase in it, uninterpreted.
public struct ReceiptAttribute: Hashable, Sendable {
  /// What it is: 0 to 25 and 32 in the receipt, 1701 to 1722 in a purchase, and whatever Apple adds.
  public let type: Int64
  /// The declared version of the attribute; 1, save for type 4, where it is 2. No meaning is known.
  public let version: Int64
  /// The octets of the value. Most types have one more ASN.1 element in them.
  public let value: [UInt8]
  /// Offset of the attribute in the signed content (or, for a purchase, in its value).
  public let offset: Int
}

extension ReceiptAttribute {
  /// The text in the value, where it is one string element of any type.
  public var text: String? {
    reading { reader throws(ASN1Error) in
      let element = try reader.next()
      guard element.tag == .utf8String || element.tag == .ia5String || element.tag == .printableString else {
        return nil
      }
      return try reader.utf8(element)
    }
  }

  /// The number in the value, where it is one INTEGER of at most 64 bits.
  public var number: Int64? {
    reading { reader throws(ASN1Error) in try reader.int64(try reader.next(.integer)) }
  }

  private func reading<Value>(_ body: (inout ASN1Reader) throws(ASN1Error) -> Value?) -> Value? {
    guard var reader = try? ASN1Reader(value.span, liberties: .receipt, limits: .receipt),
      let found = try? body(&reader), reader.isAtEnd
    else { return nil }
    return found
  }
}

/// Where one attribute's parts are.
struct AttributeParts {
  var element: ASN1Element
  var type: Int64
  var version: Int64
  var value: ASN1Element
}

extension ASN1Reader {
  /// SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }
  mutating func attribute() throws(ASN1Error) -> AttributeParts {
    let element = try next(.sequence)
    let scope = try enter(element)
    let type = try int64(try next(.integer))
    let version = try int64(try next(.integer))
    let value = try next(.octetString)
    try leave(scope)
    return AttributeParts(element: element, type: type, version: version, value: value)
  }

  /// All attributes of a SET, for looking at them again; what breaks a rule ends the list.
  mutating func attributes() -> [ReceiptAttribute] {
    var attributes: [ReceiptAttribute] = []
    guard let set = try? next(.set), (try? enter(set)) != nil else { return attributes }
    while !isAtEnd, let parts = try? attribute(), let value = try? octets(parts.value).octets {
      attributes.append(
        ReceiptAttribute(type: parts.type, version: parts.version, value: value, offset: parts.element.start))
    }
    return attributes
  }
}
