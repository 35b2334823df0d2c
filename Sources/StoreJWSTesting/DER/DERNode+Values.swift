// SPDX-License-Identifier: MIT

// The ASN.1 types that certificates, CMS and receipts are made of, named as X.680 names them.
extension DERNode {
  /// SEQUENCE or SEQUENCE OF.
  public static func sequence(_ elements: [DERNode]) -> DERNode {
    DERNode(tag: 0x30, body: .elements(elements))
  }

  /// SET, in the order given (DER's order is the caller's affair).
  public static func set(_ elements: [DERNode]) -> DERNode {
    DERNode(tag: 0x31, body: .elements(elements))
  }

  /// SET OF in the order that DER demands: ascending encodings (X.690 §11.6).
  public static func sortedSet(_ elements: [DERNode]) -> DERNode {
    set(elements.sorted { $0.encoded.lexicographicallyPrecedes($1.encoded) })
  }

  /// BOOLEAN; DER's true is FF.
  public static func boolean(_ value: Bool) -> DERNode {
    DERNode(tag: 0x01, body: .octets([value ? 0xFF : 0x00]))
  }

  /// INTEGER from contents octets in two's complement, written as they are, minimal or not.
  public static func integer(contents: [UInt8]) -> DERNode {
    DERNode(tag: 0x02, body: .octets(contents))
  }

  /// INTEGER with the fewest octets.
  public static func integer(_ value: Int) -> DERNode {
    var octets = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    while octets.count > 1, octets[0] == (octets[1] & 0x80 == 0 ? 0x00 : 0xFF) {
      octets.removeFirst()
    }
    return integer(contents: octets)
  }

  /// INTEGER of an unsigned big-endian number: leading zeros go, a zero comes where the number would look negative.
  public static func integer(magnitude: [UInt8]) -> DERNode {
    var octets = Array(magnitude.drop { $0 == 0 })
    if octets.isEmpty || octets[0] & 0x80 != 0 {
      octets.insert(0, at: 0)
    }
    return integer(contents: octets)
  }

  /// BIT STRING; `unusedBits` is the first contents octet.
  public static func bitString(_ octets: [UInt8], unusedBits: UInt8 = 0) -> DERNode {
    DERNode(tag: 0x03, body: .octets([unusedBits] + octets))
  }

  /// OCTET STRING, primitive.
  public static func octetString(_ octets: [UInt8]) -> DERNode {
    DERNode(tag: 0x04, body: .octets(octets))
  }

  /// OCTET STRING, constructed from pieces: BER only (X.690 §8.7.3).
  public static func constructedOctetString(_ pieces: [[UInt8]]) -> DERNode {
    DERNode(tag: 0x24, body: .elements(pieces.map { octetString($0) }))
  }

  /// NULL.
  public static let null = DERNode(tag: 0x05, body: .octets([]))

  /// OBJECT IDENTIFIER from dotted numbers; components that are no numbers are left out.
  public static func objectIdentifier(_ dotted: String) -> DERNode {
    let numbers = dotted.split(separator: ".").compactMap { UInt64($0) }
    var octets: [UInt8] = []
    if numbers.count >= 2 {
      for number in [numbers[0] &* 40 &+ numbers[1]] + numbers[2...] {
        var base128 = [UInt8(truncatingIfNeeded: number & 0x7F)]
        var rest = number >> 7
        while rest != 0 {
          base128.insert(UInt8(truncatingIfNeeded: rest & 0x7F) | 0x80, at: 0)
          rest >>= 7
        }
        octets += base128
      }
    }
    return DERNode(tag: 0x06, body: .octets(octets))
  }

  /// UTF8String.
  public static func utf8String(_ text: String) -> DERNode {
    DERNode(tag: 0x0C, body: .octets(Array(text.utf8)))
  }

  /// PrintableString; the characters are not checked.
  public static func printableString(_ text: String) -> DERNode {
    DERNode(tag: 0x13, body: .octets(Array(text.utf8)))
  }

  /// IA5String; the characters are not checked.
  public static func ia5String(_ text: String) -> DERNode {
    DERNode(tag: 0x16, body: .octets(Array(text.utf8)))
  }

  /// UTCTime for the years 1950 to 2049, else GeneralizedTime, as RFC 5280 §4.1.2.5 demands.
  ///
  /// - Parameter seconds: seconds since 1970-01-01T00:00:00Z.
  public static func time(_ seconds: Int64) -> DERNode {
    let text = CalendarText(seconds: seconds)
    return (1950..<2050).contains(text.year)
      ? DERNode(tag: 0x17, body: .octets(Array(text.utcTime.utf8)))
      : generalizedTime(seconds)
  }

  /// GeneralizedTime, whatever the year.
  public static func generalizedTime(_ seconds: Int64) -> DERNode {
    DERNode(tag: 0x18, body: .octets(Array(CalendarText(seconds: seconds).generalizedTime.utf8)))
  }

  /// Context-specific, constructed: explicit tagging, or the implicit tagging of a constructed type.
  public static func tagged(_ number: UInt8, _ elements: [DERNode]) -> DERNode {
    DERNode(tag: 0xA0 | (number & 0x1F), body: .elements(elements))
  }

  /// Context-specific, primitive: the implicit tagging of a primitive type.
  public static func tagged(_ number: UInt8, octets: [UInt8]) -> DERNode {
    DERNode(tag: 0x80 | (number & 0x1F), body: .octets(octets))
  }
}
