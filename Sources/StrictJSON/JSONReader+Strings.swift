// SPDX-License-Identifier: MIT

extension JSONReader {
  /// Reads a string and checks its escapes and its UTF-8; nothing is copied.
  ///
  /// - Throws: `typeMismatch`, `unexpectedEnd`, `controlCharacter`, `invalidEscape`, `loneSurrogate`, `invalidUTF8`.
  public mutating func readText() throws(JSONError) -> JSONText {
    skipWhiteSpace()
    guard current == UInt8(ascii: "\"") else { throw mismatch("a string") }
    cursor &+= 1
    let start = cursor
    skipPlainCharacters()
    if current == UInt8(ascii: "\"") {
      let end = cursor
      cursor &+= 1
      return JSONText(start: start, end: end, isEscaped: false)
    }
    return try readUnusualText(from: start)
  }

  /// Moves over ASCII that needs no attention: neither quote nor backslash, control or non-ASCII byte.
  ///
  /// Eight bytes at a time: the usual bit trick finds whether any byte of a word is special. This loop and the base64
  /// one are where a token's bytes are looked at one by one, so it is the place for unchecked loads.
  @inlinable @inline(__always)
  mutating func skipPlainCharacters() {
    let count = bytes.count
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while cursor &+ 8 <= count {
      // SAFETY: eight bytes from `cursor` on lie inside the span, as the loop condition says.
      let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: cursor, as: UInt64.self)
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      var special = (word &- (ones &* 0x20)) | (quotes &- ones) | (backslashes &- ones)
      special = (special & ~word | word) & highs
      // The three subtractions borrow only past a true hit, so the lowest set bit is exact.
      if special == 0 {
        cursor &+= 8
        continue
      }
      cursor &+= special.littleEndian.trailingZeroBitCount &>> 3
      return
    }
    while cursor < count {
      // SAFETY: the loop condition is the bounds check.
      let byte = unsafe bytes[unchecked: cursor]
      if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { return }
      cursor &+= 1
    }
  }

  /// The rest of a string that has met something other than plain ASCII.
  @usableFromInline @inline(never)
  mutating func readUnusualText(from start: Int) throws(JSONError) -> JSONText {
    var isEscaped = false
    while true {
      skipPlainCharacters()
      guard cursor < bytes.count else { throw unexpected("'\"'") }
      let byte = bytes[cursor]
      switch byte {
      case UInt8(ascii: "\""):
        let end = cursor
        cursor += 1
        return JSONText(start: start, end: end, isEscaped: isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        _ = try readEscape()
      case 0x80...:
        try readMultibyteScalar()
      default:
        throw JSONError(
          code: .controlCharacter, offset: cursor,
          message: "expected an escape in a string, found \(Self.name(of: byte))")
      }
    }
  }

  /// Reads one escape, or a surrogate pair of two, and gives the scalar that it stands for (RFC 8259 §7).
  private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
    let start = cursor
    cursor += 1
    guard cursor < bytes.count else { throw unexpected("an escape") }
    let letter = bytes[cursor]
    cursor += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default:
      throw JSONError(
        code: .invalidEscape, offset: start + 1,
        message: "expected one of \"\\/bfnrtu after a backslash, found \(Self.name(of: letter))")
    }
    let unit = try readFourHexDigits()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let lone = JSONError(
      code: .loneSurrogate, offset: start, message: "expected a surrogate pair, found half of one")
    guard unit < 0xDC00, current == UInt8(ascii: "\\"), cursor + 1 < bytes.count,
      bytes[cursor + 1] == UInt8(ascii: "u")
    else { throw lone }
    cursor += 2
    let low = try readFourHexDigits()
    guard (0xDC00...0xDFFF).contains(low) else { throw lone }
    let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00)
    guard let scalar = Unicode.Scalar(value) else { throw lone }
    return scalar
  }

  private mutating func readFourHexDigits() throws(JSONError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard cursor < bytes.count else { throw unexpected("a hexadecimal digit") }
      let byte = bytes[cursor]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default:
        throw JSONError(
          code: .invalidEscape, offset: cursor,
          message: "expected a hexadecimal digit, found \(Self.name(of: byte))")
      }
      value = value << 4 | UInt16(digit)
      cursor += 1
    }
    return value
  }

  /// Moves over one UTF-8 sequence of two to four bytes (RFC 3629 §4: no overlong form, no surrogate, nothing above
  /// U+10FFFF).
  private mutating func readMultibyteScalar() throws(JSONError) {
    let lead = bytes[cursor]
    let length: Int
    let second: ClosedRange<UInt8>
    switch lead {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw invalidUTF8(at: cursor)
    }
    for offset in 1..<length {
      guard cursor + offset < bytes.count else {
        cursor = bytes.count
        throw unexpected("the rest of a UTF-8 sequence")
      }
      let byte = bytes[cursor + offset]
      let allowed = offset == 1 ? second : 0x80...0xBF
      guard allowed.contains(byte) else { throw invalidUTF8(at: cursor) }
    }
    cursor += length
  }

  private func invalidUTF8(at offset: Int) -> JSONError {
    JSONError(
      code: .invalidUTF8, offset: offset,
      message: "expected UTF-8, found \(Self.name(of: bytes[offset])) out of place")
  }

  // MARK: - Contents

  /// Reads a string as a `String`.
  ///
  /// - Throws: as ``readText()``.
  public mutating func readString() throws(JSONError) -> String {
    if current == UInt8(ascii: "\"") {
      let start = cursor &+ 1
      cursor = start
      skipPlainCharacters()
      if current == UInt8(ascii: "\"") {
        let text = unsafe bytes.extracting(unchecked: start..<cursor)
        cursor &+= 1
        // SAFETY: the loop above stops at every byte that is not ASCII.
        return unsafe String(copying: UTF8Span(unchecked: text, isKnownASCII: true))
      }
      cursor = start &- 1
    }
    return string(try readText())
  }

  /// The contents of a string that this reader has read. Allocates only for more than 15 bytes of UTF-8.
  public func string(_ text: JSONText) -> String {
    guard !text.isEscaped, text.start >= 0, text.start <= text.end, text.end <= bytes.count else {
      return String(decoding: decodedBytes(of: text), as: UTF8.self)
    }
    // SAFETY: the buffer is only read, and only inside the closure.
    return unsafe bytes.extracting(text.start..<text.end).withUnsafeBufferPointer { buffer in
      unsafe String(decoding: buffer, as: UTF8.self)
    }
  }

  /// The UTF-8 of a string that this reader has read, escapes resolved.
  public func decodedBytes(of text: JSONText) -> [UInt8] {
    var decoded: [UInt8] = []
    guard text.start >= 0, text.start <= text.end, text.end <= bytes.count else { return decoded }
    decoded.reserveCapacity(text.end - text.start)
    var reader = copy self
    reader.cursor = text.start
    while reader.cursor < text.end {
      let byte = bytes[reader.cursor]
      if byte == UInt8(ascii: "\\"), let scalar = try? reader.readEscape() {
        decoded.append(contentsOf: Array(String(scalar).utf8))
      } else {
        decoded.append(byte)
        reader.cursor += 1
      }
    }
    return decoded
  }

  /// Reads a string if it is the first name of `table`, written without escapes: for enumerations whose first value is the
  /// usual one.
  ///
  /// - Returns: false, with nothing consumed, for everything else.
  public mutating func readFirstName(of table: MemberTable) -> Bool {
    skipWhiteSpace()
    let length = table.spellingLength(0, in: bytes, from: cursor, withColon: false)
    cursor &+= length
    return length > 0
  }

  /// The place of a string's contents in `table`, or -1; for enumerated values.
  public func index(of text: JSONText, in table: MemberTable) -> Int {
    text.isEscaped ? indexOfEscaped(text, table) : table.index(in: bytes, from: text.start, to: text.end)
  }
}

extension JSONReader {
  /// The bytes between a string's quotes, escapes unresolved; empty if the text is none of this document.
  @inlinable
  @_lifetime(copy self)
  public func rawBytes(of text: JSONText) -> Span<UInt8> {
    guard text.start >= 0, text.start <= text.end, text.end <= bytes.count else { return bytes.extracting(0..<0) }
    return bytes.extracting(text.start..<text.end)
  }
}
