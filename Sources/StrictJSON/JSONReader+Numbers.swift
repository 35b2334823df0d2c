// SPDX-License-Identifier: MIT

extension JSONReader {
  /// Reads a number and keeps its text (RFC 8259 §6).
  ///
  /// - Throws: `typeMismatch`, `unexpectedEnd`, `invalidNumber`.
  public mutating func readNumber() throws(JSONError) -> JSONNumber {
    skipWhiteSpace()
    let start = cursor
    if current == UInt8(ascii: "-") {
      cursor &+= 1
    } else if !isDigit(current) {
      throw mismatch("a number")
    }
    if current == UInt8(ascii: "0") {
      cursor &+= 1
      if isDigit(current) { throw invalidNumber("expected no digit after a leading zero") }
    } else {
      try readDigits()
    }
    var isInteger = true
    if current == UInt8(ascii: ".") {
      isInteger = false
      cursor &+= 1
      try readDigits()
    }
    if current | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      cursor &+= 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { cursor &+= 1 }
      try readDigits()
    }
    return JSONNumber(start: start, end: cursor, isInteger: isInteger)
  }

  /// The number that eight characters spell, the first in the lowest byte; nil if one of them is no digit. Dates have
  /// thirteen: neighbours are joined to pairs, pairs to fours, fours to the whole.
  @inline(__always)
  private static func eightDigits(_ word: UInt64) -> Int64? {
    let digits = word &- 0x3030_3030_3030_3030
    // A byte above 9, or one that borrowed, has its high bit in one of the two.
    guard (digits | (word &+ 0x4646_4646_4646_4646)) & 0x8080_8080_8080_8080 == 0 else { return nil }
    let pairs = (digits &* 10 &+ digits &>> 8) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ pairs &>> 16) & 0x0000_FFFF_0000_FFFF
    return Int64(truncatingIfNeeded: (fours &* 10_000 &+ fours &>> 32) & 0xFFFF_FFFF)
  }

  @inlinable @inline(__always)
  func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }

  /// Reads one digit or more.
  @inlinable @inline(__always)
  mutating func readDigits() throws(JSONError) {
    let start = cursor
    while isDigit(current) { cursor &+= 1 }
    if cursor == start { throw invalidNumber("expected a digit") }
  }

  @usableFromInline @inline(never)
  func invalidNumber(_ fact: String) -> JSONError {
    guard cursor < bytes.count else { return unexpected("a digit") }
    return JSONError(
      code: .invalidNumber, offset: cursor, message: "\(fact), found \(Self.name(of: bytes[cursor]))")
  }

  /// The number exactly as the document writes it.
  public func text(_ number: JSONNumber) -> String {
    string(JSONText(start: number.start, end: number.end, isEscaped: false))
  }

  /// Reads a number that is a whole one and fits 64 bits.
  ///
  /// `1990.0` and `1.99e3` are whole, and are read as 1990; nothing is ever rounded.
  ///
  /// - Throws: `typeMismatch` (another kind, or a fraction), `numberOutOfRange`, faults of grammar.
  public mutating func readInteger() throws(JSONError) -> Int64 {
    if let value = readPlainInteger(maximumDigitCount: 18) { return value }
    return try integer(try readNumber())
  }

  /// Reads a whole number that is written as such, without sign, fraction or exponent; nil, with nothing consumed, for every
  /// other one and for what is no number. Eighteen digits cannot overflow.
  @inline(__always)
  private mutating func readPlainInteger(maximumDigitCount: Int) -> Int64? {
    skipWhiteSpace()
    let start = cursor
    var index = start
    var value: Int64 = 0
    if start &+ 8 <= bytes.count {
      // SAFETY: eight bytes from `start` on lie inside the span.
      let word = unsafe UInt64(
        littleEndian: bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: UInt64.self))
      if let digits = Self.eightDigits(word) {
        value = digits
        index &+= 8
      }
    }
    while index < bytes.count {
      // SAFETY: the loop condition is the bounds check, and the cursor is never negative.
      let digit = unsafe bytes[unchecked: index] &- UInt8(ascii: "0")
      if digit > 9 { break }
      value = value &* 10 &+ Int64(digit)
      index &+= 1
    }
    let count = index &- start
    // A leading zero, and what could be a fraction or an exponent, is the full reader's business.
    guard count > 0, count <= maximumDigitCount, index < bytes.count else { return nil }
    let next = unsafe bytes[unchecked: index]
    guard next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e") else { return nil }
    if count > 1, unsafe bytes[unchecked: start] == UInt8(ascii: "0") { return nil }
    cursor = index
    return value
  }

  /// The value of a number that must be whole.
  ///
  /// - Throws: `typeMismatch` for a fraction, `numberOutOfRange`.
  @usableFromInline @inline(never)
  func integer(_ number: JSONNumber) throws(JSONError) -> Int64 {
    let decimal = decimalParts(number)
    var digits = decimal.digits
    if digits.isEmpty { return 0 }
    guard let exponent = decimal.exponent else { throw outOfRange(number) }
    if exponent < 0 {
      throw JSONError(
        code: .typeMismatch, offset: number.start, message: "expected a whole number, found a fraction")
    }
    guard digits.count + exponent <= 19 else { throw outOfRange(number) }
    digits.append(contentsOf: repeatElement(0, count: exponent))
    var value: Int64 = 0
    for digit in digits {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      // Counted downwards, because the negative range is the wider one.
      let (difference, overflowToo) = product.subtractingReportingOverflow(Int64(digit))
      if overflow || overflowToo { throw outOfRange(number) }
      value = difference
    }
    if decimal.isNegative { return value }
    guard value != Int64.min else { throw outOfRange(number) }
    return -value
  }

  private func outOfRange(_ number: JSONNumber) -> JSONError {
    JSONError(
      code: .numberOutOfRange, offset: number.start, message: "expected a number that fits 64 bits with a sign")
  }

  /// A number as sign, digits without zeros at either end, and a power of ten; `exponent` is nil if it is absurd.
  private func decimalParts(_ number: JSONNumber) -> (isNegative: Bool, digits: [UInt8], exponent: Int?) {
    var digits: [UInt8] = []
    var isNegative = false
    var scale = 0
    var inFraction = false
    var index = number.start
    var written = 0
    while index < number.end {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "-") {
        isNegative = true
      } else if byte == UInt8(ascii: ".") {
        inFraction = true
      } else if isDigit(byte) {
        digits.append(byte - UInt8(ascii: "0"))
        if inFraction { scale -= 1 }
      } else {
        let text = string(JSONText(start: index, end: number.end, isEscaped: false))
        guard let exponent = Int(text), abs(exponent) < 100_000 else {
          return (isNegative, digits.contains { $0 != 0 } ? digits : [], nil)
        }
        written = exponent
        index = number.end
      }
    }
    while digits.last == 0 {
      digits.removeLast()
      scale += 1
    }
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    return (isNegative, digits, scale + written)
  }

  /// Reads a number as the nearest binary fraction; for dates with fractions of a millisecond.
  ///
  /// - Throws: `typeMismatch`, `numberOutOfRange` when it is beyond the largest finite value, faults of grammar.
  public mutating func readDouble() throws(JSONError) -> Double {
    // Fifteen digits are exact in a Double.
    if let value = readPlainInteger(maximumDigitCount: 15) { return Double(value) }
    return try double(try readNumber())
  }

  @usableFromInline @inline(never)
  func double(_ number: JSONNumber) throws(JSONError) -> Double {
    guard let value = Double(text(number)), value.isFinite else {
      throw JSONError(code: .numberOutOfRange, offset: number.start, message: "expected a finite number")
    }
    return value
  }
}
