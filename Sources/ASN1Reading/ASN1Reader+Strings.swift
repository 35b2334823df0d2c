// SPDX-License-Identifier: MIT

extension ASN1Reader {
  /// The octets of an OCTET STRING (or another string), its segments joined where it has some (X.690 §8.7.3).
  ///
  /// - Returns: the octets, and for each primitive piece where it lies in them and in the input, in order.
  /// - Throws: `constructedString` unless allowed; `unexpectedTag` for a segment of another type; `tooDeep`; what
  ///   ``next()`` throws.
  public mutating func octets(
    _ element: ASN1Element
  ) throws(ASN1Error) -> (octets: [UInt8], pieces: [ASN1Piece]) {
    var octets: [UInt8] = []
    var pieces: [ASN1Piece] = []
    guard element.isConstructed else {
      return (copy(element.content), [ASN1Piece(start: 0, source: element.content)])
    }
    guard liberties.contains(.constructedStrings) else {
      throw error(.constructedString, element.start, "\(element.tag) in one piece", "segments")
    }
    octets.reserveCapacity(element.content.count)
    // Segments may themselves be in segments; a list of scopes stands in for recursion.
    var scopes = [try enter(element)]
    while let scope = scopes.last {
      guard !isAtEnd else {
        abandon(scope)
        scopes.removeLast()
        continue
      }
      let segment = try next()
      guard segment.tag == .octetString || segment.tag == element.tag else {
        throw unexpected(segment, .octetString)
      }
      if segment.isConstructed {
        scopes.append(try enter(segment))
      } else {
        pieces.append(ASN1Piece(start: octets.count, source: segment.content))
        for at in segment.content { octets.append(bytes[at]) }
      }
    }
    return (octets, pieces)
  }

  /// The text of a primitive string element, read as its type says.
  ///
  /// UTF8String, NumericString, PrintableString, IA5String, VisibleString and BMPString are checked; TeletexString is
  /// taken as Latin-1, which is what certificates have in it; UniversalString is UTF-32.
  /// - Throws: `badString` for octets that the type does not have, `unexpectedTag` for an element that is no string,
  ///   `constructedString` for one in segments.
  public func text(_ element: ASN1Element) throws(ASN1Error) -> String {
    guard !element.isConstructed else {
      throw error(.constructedString, element.start, "\(element.tag) in one piece", "segments")
    }
    switch element.tag {
    case .utf8String:
      return try utf8(element)
    case .printableString:
      return try ascii(element) { octet in Self.isPrintable(octet) }
    case .numericString:
      return try ascii(element) { octet in octet == 0x20 || 0x30...0x39 ~= octet }
    case .ia5String:
      return try ascii(element) { octet in octet < 0x80 }
    case .visibleString:
      return try ascii(element) { octet in 0x20...0x7E ~= octet }
    case .teletexString:
      return scalars(element.content.map { at in UInt32(bytes[at]) })
    case .bmpString:
      return try wide(element, width: 2)
    case .universalString:
      return try wide(element, width: 4)
    default:
      throw error(.unexpectedTag, element.start, "a string", element.tag.description)
    }
  }

  /// The content octets of any primitive element as UTF-8, whatever its tag says.
  ///
  /// - Throws: `badString`.
  public func utf8(_ element: ASN1Element) throws(ASN1Error) -> String {
    guard let span = try? UTF8Span(validating: content(element)) else {
      throw error(.badString, element.start, "UTF-8", "other octets")
    }
    return String(copying: span)
  }

  private func ascii(_ element: ASN1Element, _ isAllowed: (UInt8) -> Bool) throws(ASN1Error) -> String {
    for at in element.content where !isAllowed(bytes[at]) {
      throw error(.badString, at, "a character of \(element.tag)", "another octet")
    }
    return try utf8(element)
  }

  private func wide(_ element: ASN1Element, width: Int) throws(ASN1Error) -> String {
    guard element.content.count % width == 0 else {
      throw error(.badString, element.start, "characters of \(width) octets", "a part of one")
    }
    var values: [UInt32] = []
    for start in stride(from: element.content.lowerBound, to: element.content.upperBound, by: width) {
      let value = (start..<start + width).reduce(0 as UInt32) { value, at in value << 8 | UInt32(bytes[at]) }
      guard Unicode.Scalar(value) != nil else {
        throw error(.badString, start, "a Unicode scalar value", "another number")
      }
      values.append(value)
    }
    return scalars(values)
  }

  private func scalars(_ values: [UInt32]) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: values.lazy.compactMap(Unicode.Scalar.init))
    return text
  }

  /// The characters of PrintableString (X.680 §41.4), and `*`, `@`, `&` and `_`, which certificates have in it.
  private static func isPrintable(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      " '()+,-./:=?*@&_".utf8.contains(octet)
    }
  }
}

/// One primitive piece of a string: where it lies in the joined octets and in the input.
public struct ASN1Piece: Hashable, Sendable {
  /// Offset of its first octet in the joined octets.
  public let start: Int
  /// Its octets in the input.
  public let source: Range<Int>

  /// Makes a piece.
  public init(start: Int, source: Range<Int>) {
    self.start = start
    self.source = source
  }
}
