// SPDX-License-Identifier: MIT

extension ASN1Reader {
  /// Identifier and length octets as read, before it is known where an indefinite length ends.
  @usableFromInline
  struct Header {
    var tag: ASN1Tag
    var isConstructed: Bool
    /// nil is an indefinite length.
    var length: Int?
    /// Offset of the first content octet.
    var contentStart: Int
  }

  /// Identifier octets (X.690 §8.1.2).
  @usableFromInline
  func identifier(at start: Int) throws(ASN1Error) -> (tag: ASN1Tag, isConstructed: Bool, end: Int) {
    let first = bytes[start]
    let isConstructed = first & 0x20 != 0
    guard first & 0x1F == 0x1F else {
      return (ASN1Tag(classBits: first, number: UInt32(first & 0x1F)), isConstructed, start + 1)
    }
    var number: UInt32 = 0
    var at = start + 1
    while true {
      guard at < end else { throw cut(start, "the rest of a tag") }
      let octet = bytes[at]
      guard at > start + 1 || octet != 0x80 else {
        throw error(.nonMinimalTag, at, "a tag number without leading zeros", "0x80")
      }
      guard number < 1 << 21 else { throw error(.tagTooLarge, start, "a tag number of at most 28 bits", "more") }
      number = number << 7 | UInt32(octet & 0x7F)
      at += 1
      if octet & 0x80 == 0 { break }
    }
    guard number >= 0x1F else {
      throw error(
        .nonMinimalTag, start, "the short form for tag number \(number)", "the long form")
    }
    return (ASN1Tag(classBits: first, number: number), isConstructed, at)
  }

  /// Identifier and length octets (X.690 §8.1.2 and §8.1.3).
  func header(at start: Int) throws(ASN1Error) -> Header {
    let (tag, isConstructed, lengthStart) = try identifier(at: start)
    guard lengthStart < end else { throw cut(start, "a length") }
    let first = bytes[lengthStart]
    var header = Header(tag: tag, isConstructed: isConstructed, length: Int(first), contentStart: lengthStart + 1)
    guard first >= 0x80 else { return header }
    guard first != 0xFF else { throw error(.reservedLength, lengthStart, "a length", "the reserved octet 0xff") }
    if first == 0x80 {
      guard liberties.contains(.indefiniteLengths) else {
        throw error(.indefiniteLength, lengthStart, "a definite length", "an indefinite one")
      }
      guard isConstructed else {
        throw error(.indefiniteLength, lengthStart, "a definite length on a primitive element", "an indefinite one")
      }
      header.length = nil
      return header
    }
    let count = Int(first & 0x7F)
    guard count <= end - header.contentStart else { throw cut(start, "\(count) octets of length") }
    var length = 0
    for at in header.contentStart..<(header.contentStart + count) {
      guard length < 1 << 48 else { throw error(.lengthTooLarge, lengthStart, "a length of at most 56 bits", "more") }
      length = length << 8 | Int(bytes[at])
    }
    // X.690 §10.1: the definite form of length encoding, with the minimum number of octets.
    let isMinimal = bytes[header.contentStart] != 0 && (length > 0x7F)
    guard isMinimal || liberties.contains(.nonMinimalLengths) else {
      throw error(.nonMinimalLength, lengthStart, "the fewest octets for length \(length)", "\(count + 1)")
    }
    header.length = length
    header.contentStart += count
    return header
  }

  @usableFromInline
  mutating func nextSlowly(at start: Int) throws(ASN1Error) -> ASN1Element {
    let header = try header(at: start)
    guard header.tag != .universal(0) else {
      throw error(.unexpectedEndOfContents, start, "an element", "end-of-contents octets")
    }
    if let length = header.length {
      guard length <= end - header.contentStart else { throw overrun(start, length, header.contentStart) }
      cursor = header.contentStart + length
      return ASN1Element(
        tag: header.tag, isConstructed: header.isConstructed, isIndefinite: false, start: start,
        content: header.contentStart..<position, end: position)
    }
    let contentEnd = try endOfContents(from: header.contentStart, of: start)
    cursor = contentEnd + 2
    return ASN1Element(
      tag: header.tag, isConstructed: header.isConstructed, isIndefinite: true, start: start,
      content: header.contentStart..<contentEnd, end: position)
  }

  /// Finds the end-of-contents octets that close the indefinite length whose content begins at `from`.
  ///
  /// Inner indefinite lengths are counted, definite ones stepped over: so the walk is flat, and its cost is bounded
  /// by the element budget.
  private mutating func endOfContents(from: Int, of start: Int) throws(ASN1Error) -> Int {
    var open = 1
    var at = from
    while true {
      guard at < end else { throw cut(start, "end-of-contents octets") }
      guard elementsLeft > 0 else { throw elementBudget() }
      elementsLeft -= 1
      let inner = try header(at: at)
      if inner.tag == .universal(0) {
        guard !inner.isConstructed, inner.length == 0, inner.contentStart == at + 2 else {
          throw error(.unexpectedEndOfContents, at, "two zero octets", "another form")
        }
        open -= 1
        if open == 0 { return at }
        at += 2
      } else if let length = inner.length {
        guard length <= end - inner.contentStart else { throw overrun(at, length, inner.contentStart) }
        at = inner.contentStart + length
      } else {
        open += 1
        guard depth + open <= limits.maximumDepth else { throw tooDeep(at) }
        at = inner.contentStart
      }
    }
  }

  /// A primitive element where the type is constructed, or the reverse.
  @usableFromInline
  func checkForm(_ element: ASN1Element) throws(ASN1Error) {
    guard element.tag.bits < 0x1F else { return }
    guard element.isConstructed else {
      throw error(.wrongForm, element.start, "a constructed \(element.tag)", "a primitive one")
    }
    switch element.tag {
    case .boolean, .integer, .null, .objectIdentifier:
      throw error(.wrongForm, element.start, "a primitive \(element.tag)", "a constructed one")
    default:
      guard liberties.contains(.constructedStrings) else {
        throw error(.constructedString, element.start, "\(element.tag) in one piece", "segments")
      }
    }
  }
}

// Errors are made out of line: the path that reads pays nothing for them.
extension ASN1Reader {
  @inline(never)
  func error(
    _ code: ASN1Error.Code, _ offset: Int, _ expected: @autoclosure () -> String, _ found: @autoclosure () -> String
  ) -> ASN1Error {
    ASN1Error(code: code, offset: offset, expected: expected(), found: found())
  }

  /// The element at `start` goes on behind the last byte that there is for it.
  @inline(never)
  func cut(_ start: Int, _ what: String) -> ASN1Error {
    error(end == bytes.count ? .truncated : .overrunsParent, start, what, "the end at byte \(end)")
  }

  @inline(never)
  func overrun(_ start: Int, _ length: Int, _ contentStart: Int) -> ASN1Error {
    cut(start, "\(length) content octets from byte \(contentStart)")
  }

  @usableFromInline @inline(never)
  func missing(_ tag: ASN1Tag?) -> ASN1Error {
    error(
      end == bytes.count && depth == 0 ? .truncated : .missingElement, position, tag?.description ?? "an element",
      "nothing more")
  }

  @usableFromInline @inline(never)
  func unexpected(_ element: ASN1Element, _ tag: ASN1Tag) -> ASN1Error {
    error(.unexpectedTag, element.start, tag.description, element.tag.description)
  }

  @usableFromInline @inline(never)
  func elementBudget() -> ASN1Error {
    error(.tooManyElements, position, "at most \(limits.maximumElements) elements", "more")
  }

  @usableFromInline @inline(never)
  func tooDeep(_ offset: Int) -> ASN1Error {
    error(.tooDeep, offset, "at most \(limits.maximumDepth) levels", "more")
  }

  @usableFromInline @inline(never)
  func trailing() -> ASN1Error {
    error(.trailingBytes, position, "the end", "\(end - position) more bytes")
  }
}
