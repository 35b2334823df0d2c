// SPDX-License-Identifier: MIT

/// Reads the whole syntax: any spacing, both quotes, escapes, comments of both kinds, unquoted words, arrays and data.
///
/// It goes down one call for each level, and no further than the budget of 16; the text is at most 2 MiB and has at
/// most 10,000 values (the lists of receipts have one level and 25 values).
struct PropertyListReader {
  private let text: [UInt8]
  private var at = 0
  private var valuesLeft = 10_000

  private init(_ text: [UInt8]) {
    self.text = text
  }

  /// The entries of a list that is one dictionary.
  ///
  /// - Throws: `badPropertyList`, `duplicateKey`, `truncated`, and `inputTooLong` for a budget that is used up.
  static func dictionary(_ text: [UInt8]) throws(ReceiptError) -> [PropertyListEntry] {
    guard text.count <= 2 << 20 else {
      throw ReceiptError(
        code: .inputTooLong, category: .overLimit, offset: 2 << 20, expected: "at most 2 MiB", found: "more")
    }
    var reader = PropertyListReader(text)
    try reader.skipBlanks()
    let start = reader.at
    guard case .dictionary(let entries) = try reader.value(depth: 1) else {
      throw reader.fault(start, "a dictionary", "another value")
    }
    try reader.skipBlanks()
    guard reader.at == text.count else { throw reader.fault(reader.at, "the end", "more text") }
    return entries
  }
}

extension PropertyListReader {
  private mutating func value(depth: Int) throws(ReceiptError) -> PropertyListValue {
    guard depth <= 16, valuesLeft > 0 else {
      throw ReceiptError(
        code: .inputTooLong, category: .overLimit, offset: at, expected: "at most 16 levels and 10,000 values",
        found: "more")
    }
    valuesLeft -= 1
    switch try peek("a value") {
    case UInt8(ascii: "{"): return .dictionary(try dictionary(depth))
    case UInt8(ascii: "("): return .array(try array(depth))
    case UInt8(ascii: "<"): return .data(try data())
    default: return .string(try string())
    }
  }

  private mutating func dictionary(_ depth: Int) throws(ReceiptError) -> [PropertyListEntry] {
    at += 1
    var entries: [PropertyListEntry] = []
    var keys: Set<String> = []
    while true {
      try skipBlanks()
      if try peek("a key or }") == UInt8(ascii: "}") { break }
      let keyStart = at
      let key = try string()
      guard keys.insert(key).inserted else {
        throw ReceiptError(code: .duplicateKey, offset: keyStart, expected: "each key once", found: "one again")
      }
      try skipBlanks()
      try expect(UInt8(ascii: "="), "=")
      try skipBlanks()
      let isQuoted = at < text.count && (text[at] == UInt8(ascii: "\"") || text[at] == UInt8(ascii: "'"))
      let offset = at + (isQuoted ? 1 : 0)
      entries.append(PropertyListEntry(key: key, value: try value(depth: depth + 1), offset: offset))
      try skipBlanks()
      // The semicolon behind the last entry may be missing.
      if try peek("; or }") == UInt8(ascii: "}") { break }
      try expect(UInt8(ascii: ";"), ";")
    }
    at += 1
    return entries
  }

  private mutating func array(_ depth: Int) throws(ReceiptError) -> [PropertyListValue] {
    at += 1
    var values: [PropertyListValue] = []
    while true {
      try skipBlanks()
      if try peek("a value or )") == UInt8(ascii: ")") { break }
      values.append(try value(depth: depth + 1))
      try skipBlanks()
      if try peek(", or )") == UInt8(ascii: ")") { break }
      try expect(UInt8(ascii: ","), ",")
    }
    at += 1
    return values
  }

  private mutating func data() throws(ReceiptError) -> [UInt8] {
    at += 1
    var digits: [UInt8] = []
    while true {
      try skipBlanks()
      let byte = try peek("a hex digit or >")
      if byte == UInt8(ascii: ">") { break }
      guard let digit = Self.hexDigit(byte) else { throw fault(at, "a hex digit or >", "another character") }
      digits.append(digit)
      at += 1
    }
    guard digits.count % 2 == 0 else { throw fault(at, "pairs of hex digits", "an odd number of them") }
    at += 1
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

extension PropertyListReader {
  /// A quoted string or an unquoted word.
  private mutating func string() throws(ReceiptError) -> String {
    let first = try peek("a string")
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try quoted(first) }
    let start = at
    while at < text.count, Self.isWord(text[at]) { at += 1 }
    guard at > start else { throw fault(at, "a string", "another character") }
    return String(decoding: text[start..<at], as: UTF8.self)
  }

  private mutating func quoted(_ quote: UInt8) throws(ReceiptError) -> String {
    let start = at
    at += 1
    var octets: [UInt8] = []
    while true {
      let byte = try peek("the closing quote")
      at += 1
      if byte == quote { break }
      if byte == UInt8(ascii: "\\") {
        octets += try escape()
      } else {
        octets.append(byte)
      }
    }
    guard let string = String(validating: octets, as: UTF8.self) else { throw fault(start, "UTF-8", "other bytes") }
    return string
  }

  /// What a backslash means, as UTF-8. Octal numbers and `\U` numbers are Unicode scalars here; pairs of surrogates are
  /// joined, a lone one is refused.
  private mutating func escape() throws(ReceiptError) -> [UInt8] {
    let start = at - 1
    let byte = try peek("an escape")
    at += 1
    switch byte {
    case UInt8(ascii: "a"): return [0x07]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "v"): return [0x0B]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      at -= 1
      return utf8(try number(digits: 1...3, radix: 8))
    case UInt8(ascii: "U"), UInt8(ascii: "u"):
      return try unicode(start)
    default:
      return [byte]
    }
  }

  private mutating func unicode(_ start: Int) throws(ReceiptError) -> [UInt8] {
    let first = try number(digits: 1...4, radix: 16)
    guard 0xD800..<0xE000 ~= first else { return utf8(first) }
    guard first < 0xDC00, at + 1 < text.count, text[at] == UInt8(ascii: "\\"),
      text[at + 1] == UInt8(ascii: "U") || text[at + 1] == UInt8(ascii: "u")
    else { throw fault(start, "a pair of surrogates", "one alone") }
    at += 2
    let second = try number(digits: 1...4, radix: 16)
    guard 0xDC00..<0xE000 ~= second else { throw fault(start, "a pair of surrogates", "one alone") }
    return utf8(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func number(digits: ClosedRange<Int>, radix: UInt32) throws(ReceiptError) -> UInt32 {
    var value: UInt32 = 0
    var count = 0
    while count < digits.upperBound, at < text.count, let digit = Self.hexDigit(text[at]), UInt32(digit) < radix {
      value = value * radix + UInt32(digit)
      at += 1
      count += 1
    }
    guard count >= digits.lowerBound else { throw fault(at, "a digit", "another character") }
    return value
  }

  private func utf8(_ scalar: UInt32) -> [UInt8] {
    Unicode.Scalar(scalar).map { Array(Character($0).utf8) } ?? []
  }
}

extension PropertyListReader {
  /// White space and comments.
  private mutating func skipBlanks() throws(ReceiptError) {
    while at < text.count {
      if ReceiptInput.isBlank(text[at]) || text[at] == 0x0B || text[at] == 0x0C {
        at += 1
      } else if text[at] == UInt8(ascii: "/"), at + 1 < text.count, text[at + 1] == UInt8(ascii: "/") {
        while at < text.count, text[at] != 0x0A, text[at] != 0x0D { at += 1 }
      } else if text[at] == UInt8(ascii: "/"), at + 1 < text.count, text[at + 1] == UInt8(ascii: "*") {
        let start = at
        at += 2
        while at + 1 < text.count, text[at] != UInt8(ascii: "*") || text[at + 1] != UInt8(ascii: "/") { at += 1 }
        guard at + 1 < text.count else { throw truncated(start, "the end of a comment") }
        at += 2
      } else {
        return
      }
    }
  }

  private func peek(_ what: String) throws(ReceiptError) -> UInt8 {
    guard at < text.count else { throw truncated(at, what) }
    return text[at]
  }

  private mutating func expect(_ byte: UInt8, _ what: String) throws(ReceiptError) {
    guard try peek(what) == byte else { throw fault(at, what, "another character") }
    at += 1
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      "_$/:.-+".utf8.contains(byte)
    }
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private func fault(_ offset: Int, _ expected: String, _ found: String) -> ReceiptError {
    ReceiptError(code: .badPropertyList, offset: offset, expected: expected, found: found)
  }

  private func truncated(_ offset: Int, _ expected: String) -> ReceiptError {
    ReceiptError(code: .truncated, category: .truncated, offset: offset, expected: expected, found: "the end")
  }
}
