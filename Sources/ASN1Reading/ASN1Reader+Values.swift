// SPDX-License-Identifier: MIT

extension ASN1Reader {
  /// The content octets of a primitive element.
  @inlinable @_lifetime(copy self)
  public func content(_ element: ASN1Element) -> Span<UInt8> {
    bytes.extracting(element.content)
  }

  /// A copy of the octets in a range of the input.
  public func copy(_ range: Range<Int>) -> [UInt8] {
    [UInt8](capacity: range.count) { output in
      for at in range { output.append(bytes[at]) }
    }
  }

  /// Demands that an element holds elements: for tags whose type the reader does not know, such as `[0] EXPLICIT`.
  ///
  /// - Throws: `wrongForm`.
  public func checkConstructed(_ element: ASN1Element) throws(ASN1Error) {
    guard element.isConstructed else {
      throw error(.wrongForm, element.start, "a constructed \(element.tag)", "a primitive one")
    }
  }

  /// INTEGER (X.690 §8.3) as a signed number.
  ///
  /// - Throws: `emptyInteger`, `nonMinimalInteger` (each unless allowed), `integerTooLarge`.
  @inlinable
  public func int64(_ element: ASN1Element) throws(ASN1Error) -> Int64 {
    let range = element.content
    let count = range.count
    guard count > 0, count < 8 else { return try int64Slowly(element) }
    let first = bytes[range.lowerBound]
    if count > 1, first == 0 || first == 0xFF { return try int64Slowly(element) }
    var value = Int64(Int8(bitPattern: first))
    var at = range.lowerBound &+ 1
    while at < range.upperBound {
      value = value << 8 | Int64(bytes[at])
      at &+= 1
    }
    return value
  }

  @usableFromInline
  func int64Slowly(_ element: ASN1Element) throws(ASN1Error) -> Int64 {
    let range = try significantOctets(element)
    guard let lowest = range.first else { return 0 }
    guard range.count <= 8 else { throw error(.integerTooLarge, element.start, "64 bits", "\(range.count) octets") }
    var value = Int64(Int8(bitPattern: bytes[lowest]))
    for at in range.dropFirst() { value = value << 8 | Int64(bytes[at]) }
    return value
  }

  /// INTEGER (X.690 §8.3) as an unsigned number.
  ///
  /// - Throws: what ``int64(_:)`` throws; `integerTooLarge` also for a negative number.
  public func uint64(_ element: ASN1Element) throws(ASN1Error) -> UInt64 {
    var range = try significantOctets(element)
    guard let lowest = range.first else { return 0 }
    guard bytes[lowest] < 0x80 else {
      throw error(.integerTooLarge, element.start, "a number that is not negative", "a negative one")
    }
    if bytes[lowest] == 0 { range = range.dropFirst() }
    guard range.count <= 8 else { throw error(.integerTooLarge, element.start, "64 bits", "\(range.count) octets") }
    return range.reduce(into: 0 as UInt64) { value, at in value = value << 8 | UInt64(bytes[at]) }
  }

  /// The octets of an INTEGER of any size, two's complement, most significant first.
  ///
  /// - Throws: `emptyInteger`, `nonMinimalInteger`, each unless allowed; padding is left out then.
  public func integerOctets(_ element: ASN1Element) throws(ASN1Error) -> [UInt8] {
    copy(try significantOctets(element))
  }

  private func significantOctets(_ element: ASN1Element) throws(ASN1Error) -> Range<Int> {
    var range = element.content
    guard !range.isEmpty else {
      guard liberties.contains(.emptyIntegers) else {
        throw error(.emptyInteger, element.start, "at least one octet", "none")
      }
      return range
    }
    while range.count > 1 {
      // X.690 §8.3.2: the first nine bits shall not all be ones, and shall not all be zero.
      let isPadding = bytes[range.lowerBound] == (bytes[range.lowerBound + 1] < 0x80 ? 0 : 0xFF)
      guard isPadding else { break }
      guard liberties.contains(.paddedIntegers) else {
        throw error(.nonMinimalInteger, element.start, "the fewest octets", "\(range.count)")
      }
      range = range.dropFirst()
    }
    return range
  }

  /// BOOLEAN (X.690 §8.2, §11.1).
  ///
  /// - Throws: `badBoolean`.
  public func boolean(_ element: ASN1Element) throws(ASN1Error) -> Bool {
    guard element.content.count == 1, !element.isConstructed else {
      throw error(.badBoolean, element.start, "one octet", "\(element.content.count)")
    }
    let octet = bytes[element.content.lowerBound]
    guard octet == 0 || octet == 0xFF || liberties.contains(.anyTrue) else {
      throw error(.badBoolean, element.content.lowerBound, "0x00 or 0xff", "another octet")
    }
    return octet != 0
  }

  /// NULL (X.690 §8.8).
  ///
  /// - Throws: `badNull`.
  public func null(_ element: ASN1Element) throws(ASN1Error) {
    guard element.content.isEmpty else { throw error(.badNull, element.start, "no octets", "some") }
  }

  /// OBJECT IDENTIFIER (X.690 §8.19).
  ///
  /// - Throws: `badObjectIdentifier`.
  public func objectIdentifier(_ element: ASN1Element) throws(ASN1Error) -> ObjectIdentifier {
    guard let identifier = ObjectIdentifier(contentOctets: copy(element.content)) else {
      throw error(.badObjectIdentifier, element.start, "whole sub-identifiers without leading zeros", "others")
    }
    return identifier
  }

  /// A primitive BIT STRING (X.690 §8.6): the range of its octets, and how many bits of the last one are unused.
  ///
  /// - Throws: `badBitString`; `constructedString` for one in segments, which nothing that this package reads has.
  public func bitString(_ element: ASN1Element) throws(ASN1Error) -> (octets: Range<Int>, unusedBits: Int) {
    guard !element.isConstructed else {
      throw error(.constructedString, element.start, "BIT STRING in one piece", "segments")
    }
    guard let first = element.content.first else {
      throw error(.badBitString, element.start, "an octet that counts unused bits", "nothing")
    }
    let unused = Int(bytes[first])
    let octets = element.content.dropFirst()
    guard unused < 8, unused == 0 || !octets.isEmpty else {
      throw error(.badBitString, first, "a count of unused bits that fits", "\(unused)")
    }
    if let last = octets.last, bytes[last] & UInt8((1 << unused) - 1) != 0, !liberties.contains(.anyUnusedBits) {
      throw error(.badBitString, last, "unused bits that are zero", "others")
    }
    return (octets, unused)
  }

  /// Demands that the elements of a SET OF ascend as DER orders them (X.690 §11.6): compared as octets.
  ///
  /// - Throws: `setOrder` at the first element that is smaller than its neighbour before it.
  public func checkSetOrder(_ elements: [ASN1Element]) throws(ASN1Error) {
    for (left, right) in zip(elements, elements.dropFirst()) {
      guard !precedes(right.range, left.range) else {
        throw error(.setOrder, right.start, "elements in ascending order", "a smaller one")
      }
    }
  }

  private func precedes(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    for (one, other) in zip(left, right) where bytes[one] != bytes[other] { return bytes[one] < bytes[other] }
    return left.count < right.count
  }
}
