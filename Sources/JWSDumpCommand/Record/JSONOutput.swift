// SPDX-License-Identifier: MIT

/// JSON as bytes: strings of our own, and documents passed on.
package enum JSONOutput {
  /// Appends a string in quotes. Control characters, also DEL and C1, are escaped, so that the result is safe on one
  /// line and on a terminal.
  package static func appendString(_ text: String, to output: inout [UInt8]) {
    output.append(0x22)
    var isPlain = true
    for byte in text.utf8 where byteClass[Int(byte)] != .plain {
      isPlain = false
      break
    }
    if isPlain {
      output.append(contentsOf: text.utf8)
    } else {
      for scalar in text.unicodeScalars { appendScalar(scalar, to: &output) }
    }
    output.append(0x22)
  }

  private static func appendScalar(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    switch scalar.value {
    case 0x22: output.append(contentsOf: "\\\"".utf8)
    case 0x5C: output.append(contentsOf: "\\\\".utf8)
    case 0x0A: output.append(contentsOf: "\\n".utf8)
    case 0x0D: output.append(contentsOf: "\\r".utf8)
    case 0x09: output.append(contentsOf: "\\t".utf8)
    case 0..<0x20, 0x7F..<0xA0: appendUnicodeEscape(UInt16(scalar.value), to: &output)
    default: output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  static func appendUnicodeEscape(_ unit: UInt16, to output: inout [UInt8]) {
    output.append(contentsOf: "\\u".utf8)
    for shift in [12, 8, 4, 0] as [UInt16] { output.append(hexDigits[Int(unit >> shift & 15)]) }
  }

  static let hexDigits = Array("0123456789abcdef".utf8)

  // MARK: - Documents

  private enum ByteClass: UInt8 { case plain, quote, backslash, blank, control, c1Lead }

  /// What each byte means while a document is copied.
  private static let byteClass: [ByteClass] = (0...255).map { byte in
    switch byte {
    case 0x22: .quote
    case 0x5C: .backslash
    case 0x20: .plain
    case 0..<0x20, 0x7F: .control
    case 0xC2: .c1Lead
    default: .plain
    }
  }

  /// Appends a well-formed JSON document without the white space between its tokens; strings and numbers stay as they
  /// are written, save that DEL and C1 controls inside strings are escaped.
  ///
  /// - Complexity: one pass; runs without anything special are appended at once.
  package static func appendCompact(_ document: PayloadBytes, to output: inout [UInt8]) {
    appendCompact(document.storage, document.range, to: &output)
  }

  static func appendCompact(_ bytes: [UInt8], _ range: Range<Int>, to output: inout [UInt8]) {
    let span = bytes.span
    let table = byteClass.span
    var runStart = range.lowerBound
    var index = runStart
    var inString = false
    while index < range.upperBound {
      if index &+ 8 <= range.upperBound, let quotes = span.quotesIfPlain(at: index) {
        if quotes & 1 != 0 { inString.toggle() }
        index &+= 8
        continue
      }
      let byte = span[index]
      switch table[Int(byte)] {
      case .plain:
        if byte == 0x20, !inString {
          output.append(contentsOf: bytes[runStart..<index])
          runStart = index + 1
        }
      case .quote:
        inString.toggle()
      case .backslash:
        index += 1
      case .blank, .control:
        output.append(contentsOf: bytes[runStart..<index])
        runStart = index + 1
        if inString { appendUnicodeEscape(UInt16(byte), to: &output) }
      case .c1Lead:
        if index + 1 < range.upperBound, span[index + 1] < 0xA0 {
          output.append(contentsOf: bytes[runStart..<index])
          appendUnicodeEscape(UInt16(span[index + 1]), to: &output)
          index += 1
          runStart = index + 1
        }
      }
      index += 1
    }
    output.append(contentsOf: bytes[min(runStart, range.upperBound)..<range.upperBound])
  }

  /// Appends a compact document indented by two blanks a level, beginning at `level`; empty containers stay on one
  /// line.
  package static func appendIndented(_ compact: [UInt8], level: Int = 0, to output: inout [UInt8]) {
    var level = level
    var inString = false
    var index = 0
    while index < compact.count {
      let byte = compact[index]
      output.append(byte)
      index += 1
      if inString {
        if byte == 0x5C, index < compact.count {
          output.append(compact[index])
          index += 1
        } else if byte == 0x22 {
          inString = false
        }
        if inString { continue }
      } else if byte == 0x22 {
        inString = true
        continue
      }
      switch byte {
      case 0x3A: output.append(0x20)
      case 0x2C: appendBreak(level, to: &output)
      case 0x7B, 0x5B:
        if index < compact.count, compact[index] == byte + 2 {
          output.append(compact[index])
          index += 1
        } else {
          level += 1
          appendBreak(level, to: &output)
        }
      default: break
      }
      if index < compact.count, compact[index] == 0x7D || compact[index] == 0x5D {
        level -= 1
        appendBreak(level, to: &output)
      }
    }
  }

  private static func appendBreak(_ level: Int, to output: inout [UInt8]) {
    output.append(0x0A)
    var blanksLeft = 2 * level
    while blanksLeft > 0 {
      output.append(0x20)
      blanksLeft -= 1
    }
  }

  /// Replaces what is unsafe on a terminal by JSON escapes; all of it can only stand inside strings.
  package static func escapedForTerminal(_ json: [UInt8]) -> [UInt8] {
    if json.allSatisfy({ $0 < 0x80 }) { return json }
    var result: [UInt8] = []
    result.reserveCapacity(json.count + 64)
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      if scalar.value >= 0x80, TerminalText.isUnsafe(scalar) {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          appendUnicodeEscape(unit, to: &result)
        }
      } else {
        result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return result
  }
}

extension Span<UInt8> {
  /// The number of quotes among the eight bytes at `index`, if all of them are printable ASCII and none is a blank or a
  /// backslash; else nil. A payload is copied a word at a time this way, and only the words with blanks in them byte by
  /// byte.
  fileprivate func quotesIfPlain(at index: Int) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    // SAFETY: the caller has made sure that eight bytes from `index` on lie inside the span.
    let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
    // Seven bits are enough once it is known that no byte has the eighth; additions then cannot carry over.
    if word & highs != 0 { return nil }
    let isAboveBlank = (word &+ ones &* 0x5F) & highs
    let isDelete = (word &+ ones) & highs
    let isBackslash = (((word ^ ones &* 0x5C) &+ ones &* 0x7F) & highs) ^ highs
    if isAboveBlank != highs || isDelete | isBackslash != 0 { return nil }
    let isQuote = (((word ^ ones &* 0x22) &+ ones &* 0x7F) & highs) ^ highs
    return isQuote.nonzeroBitCount
  }
}
