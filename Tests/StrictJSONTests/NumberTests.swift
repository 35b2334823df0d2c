// SPDX-License-Identifier: MIT
import Expectations
import Foundation
import StrictJSON
import Testing

/// Numbers: whole ones exactly or not at all, others as the nearest binary fraction, and their text untouched.
@Suite struct NumberTests {
  static func integer(_ text: String) -> Result<Int64, JSONError> {
    let bytes = Array(text.utf8)
    return Result { () throws(JSONError) in
      var reader = try JSONReader(bytes.span)
      let value = try reader.readInteger()
      try reader.finish()
      return value
    }
  }

  static func double(_ text: String) -> Result<Double, JSONError> {
    let bytes = Array(text.utf8)
    return Result { () throws(JSONError) in
      var reader = try JSONReader(bytes.span)
      let value = try reader.readDouble()
      try reader.finish()
      return value
    }
  }

  static let whole: [(String, Int64)] = [
    ("0", 0), ("-0", 0), ("0.0", 0), ("0e5", 0), ("0e400", 0), ("-0.0e-3", 0), ("7", 7), ("-7", -7), ("1990.0", 1990),
    ("1.99e3", 1990), ("1990e0", 1990), ("19900e-1", 1990), ("1e3", 1000), ("1E+3", 1000), ("-1.5e1", -15),
    ("0.001e3", 1),
    ("9007199254740993", 9_007_199_254_740_993), ("999999999999999999", 999_999_999_999_999_999),
    ("-99999999999999999", -99_999_999_999_999_999), ("1000000000000000000", 1_000_000_000_000_000_000),
    ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9223372036854775807.000", .max),
    ("9.223372036854775807e18", .max), ("-9223372036854775808e0", .min), ("92233720368547758070e-1", .max),
    ("1e18", 1_000_000_000_000_000_000),
    ("0e99999999999999999999", 0),
  ]

  @Test func wholeNumbersAreExact() {
    for (text, value) in Self.whole { expectEqual(Self.integer(text), .success(value), "\(text)") }
    expectEqual(Self.whole.count, 28)
  }

  @Test(arguments: [
    "9223372036854775808", "-9223372036854775809", "10000000000000000000", "1e19", "1e400", "-1e400",
    "1e99999999999999999999",
    "18446744073709551616", "92233720368547758080", "9.3e18", "123456789012345678901234567890",
  ]) func outOfRange(text: String) {
    expectEqual(Self.integer(text), .failure(JSONError(code: .numberOutOfRange, offset: 0, message: "")))
  }

  @Test(arguments: ["0.5", "1990.5", "-0.1", "1e-1", "15e-1", "9223372036854775807.5", "0.00000000000000000001"])
  func fractionsAreNotRounded(text: String) {
    expectEqual(Self.integer(text), .failure(JSONError(code: .typeMismatch, offset: 0, message: "")))
  }

  @Test func binaryFractions() {
    let values: [(String, Double)] = [
      ("0", 0), ("-0", 0), ("1.5", 1.5), ("-2.25e2", -225), ("1e308", 1e308),
      ("1.7976931348623157e308", .greatestFiniteMagnitude),
      ("4.9e-324", .leastNonzeroMagnitude), ("1e-400", 0), ("1686988800000.123", 1_686_988_800_000.123),
      ("999999999999999", 999_999_999_999_999), ("9007199254740993", 9_007_199_254_740_992), ("0.1", 0.1),
      ("-62135769600000", -62_135_769_600_000),
    ]
    for (text, value) in values { expectEqual(Self.double(text), .success(value), "\(text)") }
    for text in ["1e309", "-1e400", "1e99999999999"] {
      expectEqual(Self.double(text), .failure(JSONError(code: .numberOutOfRange, offset: 0, message: "")))
    }
  }

  @Test func textIsKept() throws {
    for text in ["-0", "1.0", "1E+05", "0.10", "123456789012345678901234567890", "1e-7"] {
      let bytes = Array("[\(text)]".utf8)
      try expectEqual(JSONValue(parsing: bytes.span), .array([.number(text)]))
      var reader = try JSONReader(bytes.span)
      var writer = JSONWriter()
      try writer.value(from: &reader)
      expectEqual(writer.bytes, bytes)
    }
  }

  /// Random numbers against the standard library, in every notation.
  @Test func randomNumbers() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<3000 {
      let whole = Int64(truncatingIfNeeded: generator.next()) >> Int64.random(in: 0...63, using: &generator)
      expectEqual(Self.integer("\(whole)"), .success(whole))
      expectEqual(Self.integer("\(whole).00"), .success(whole))
      let binary = Double(bitPattern: generator.next())
      guard binary.isFinite else { continue }
      expectEqual(Self.double("\(binary)"), .success(binary), "\(binary)")
    }
  }

  /// Against a `Decimal`, which is exact for these.
  @Test func scaledNumbers() {
    var generator = SeededGenerator(seed: 5)
    var counts = [0, 0]
    for _ in 0..<2000 {
      let digits = Int64.random(in: -99_999...99_999, using: &generator)
      let exponent = Int.random(in: -6...6, using: &generator)
      let decimal = Decimal(digits) * pow(10, exponent)
      switch Self.integer("\(digits)e\(exponent)") {
      case .success(let value):
        expectEqual(Decimal(value), decimal)
        counts[0] += 1
      case .failure(let error):
        #expect(error.code == .typeMismatch && decimal != 0)
        counts[1] += 1
      }
    }
    #expect(counts[0] > 500 && counts[1] > 500)
  }
}
