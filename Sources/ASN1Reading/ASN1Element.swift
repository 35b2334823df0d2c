// SPDX-License-Identifier: MIT

/// The identifier octets of an element, without the bit that says whether it is constructed (X.690 §8.1.2).
@frozen
public struct ASN1Tag: Hashable, Sendable {
  /// Class in the two high bits, as in the identifier octet; the number in the low 28.
  @usableFromInline let bits: UInt32

  @inlinable init(classBits: UInt8, number: UInt32) {
    bits = UInt32(classBits & 0xC0) << 24 | number & 0x0FFF_FFFF
  }

  /// A tag of the universal class.
  @inlinable public static func universal(_ number: UInt32) -> ASN1Tag { ASN1Tag(classBits: 0x00, number: number) }
  /// A tag of the application class.
  @inlinable public static func application(_ number: UInt32) -> ASN1Tag { ASN1Tag(classBits: 0x40, number: number) }
  /// A context-specific tag, `[n]` in the grammars.
  @inlinable public static func context(_ number: UInt32) -> ASN1Tag { ASN1Tag(classBits: 0x80, number: number) }
  /// A tag of the private class.
  @inlinable public static func privateUse(_ number: UInt32) -> ASN1Tag { ASN1Tag(classBits: 0xC0, number: number) }

  /// The number within the class.
  @inlinable public var number: UInt32 { bits & 0x0FFF_FFFF }

  /// BOOLEAN.
  @inlinable public static var boolean: ASN1Tag { .universal(1) }
  /// INTEGER.
  @inlinable public static var integer: ASN1Tag { .universal(2) }
  /// BIT STRING.
  @inlinable public static var bitString: ASN1Tag { .universal(3) }
  /// OCTET STRING.
  @inlinable public static var octetString: ASN1Tag { .universal(4) }
  /// NULL.
  @inlinable public static var null: ASN1Tag { .universal(5) }
  /// OBJECT IDENTIFIER.
  @inlinable public static var objectIdentifier: ASN1Tag { .universal(6) }
  /// UTF8String.
  @inlinable public static var utf8String: ASN1Tag { .universal(12) }
  /// SEQUENCE and SEQUENCE OF.
  @inlinable public static var sequence: ASN1Tag { .universal(16) }
  /// SET and SET OF.
  @inlinable public static var set: ASN1Tag { .universal(17) }
  /// NumericString.
  @inlinable public static var numericString: ASN1Tag { .universal(18) }
  /// PrintableString.
  @inlinable public static var printableString: ASN1Tag { .universal(19) }
  /// TeletexString, also called T61String.
  @inlinable public static var teletexString: ASN1Tag { .universal(20) }
  /// IA5String.
  @inlinable public static var ia5String: ASN1Tag { .universal(22) }
  /// UTCTime.
  @inlinable public static var utcTime: ASN1Tag { .universal(23) }
  /// GeneralizedTime.
  @inlinable public static var generalizedTime: ASN1Tag { .universal(24) }
  /// VisibleString.
  @inlinable public static var visibleString: ASN1Tag { .universal(26) }
  /// UniversalString.
  @inlinable public static var universalString: ASN1Tag { .universal(28) }
  /// BMPString.
  @inlinable public static var bmpString: ASN1Tag { .universal(30) }
}

extension ASN1Tag: CustomStringConvertible {
  /// The name that the standard has for it, or class and number.
  public var description: String {
    switch self {
    case .boolean: "BOOLEAN"
    case .integer: "INTEGER"
    case .bitString: "BIT STRING"
    case .octetString: "OCTET STRING"
    case .null: "NULL"
    case .objectIdentifier: "OBJECT IDENTIFIER"
    case .utf8String: "UTF8String"
    case .sequence: "SEQUENCE"
    case .set: "SET"
    case .numericString: "NumericString"
    case .printableString: "PrintableString"
    case .teletexString: "TeletexString"
    case .ia5String: "IA5String"
    case .utcTime: "UTCTime"
    case .generalizedTime: "GeneralizedTime"
    case .visibleString: "VisibleString"
    case .universalString: "UniversalString"
    case .bmpString: "BMPString"
    default:
      switch bits >> 30 {
      case 0: "[UNIVERSAL \(number)]"
      case 1: "[APPLICATION \(number)]"
      case 2: "[\(number)]"
      default: "[PRIVATE \(number)]"
      }
    }
  }
}

/// Where one element lies in the input. It holds no bytes; hand it back to the reader that gave it.
@frozen
public struct ASN1Element: Hashable, Sendable {
  /// Class and number.
  public let tag: ASN1Tag
  /// It holds elements, not octets.
  public let isConstructed: Bool
  /// Its end was marked by end-of-contents octets.
  public let isIndefinite: Bool
  /// Offset of the identifier octet.
  public let start: Int
  /// The content octets, without end-of-contents.
  public let content: Range<Int>
  /// Offset just behind the element, end-of-contents included.
  public let end: Int

  @inlinable init(
    tag: ASN1Tag, isConstructed: Bool, isIndefinite: Bool, start: Int, content: Range<Int>, end: Int
  ) {
    self.tag = tag
    self.isConstructed = isConstructed
    self.isIndefinite = isIndefinite
    self.start = start
    self.content = content
    self.end = end
  }

  /// The whole element: identifier, length and content.
  @inlinable public var range: Range<Int> { start..<end }
}
