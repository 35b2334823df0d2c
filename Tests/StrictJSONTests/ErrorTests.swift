// SPDX-License-Identifier: MIT
import Expectations
import StrictJSON
import Testing

/// Each code at its place, from reading whole documents and from reading typed values.
@Suite struct ErrorTests {
  /// What a caller may ask for.
  enum Reading: CaseIterable {
    case anything, object, array, string, integer, double, boolean, null

    func perform(_ reader: inout JSONReader) throws(JSONError) {
      switch self {
      case .anything: try reader.skipValue()
      case .object: _ = try reader.enterObject()
      case .array: _ = try reader.enterArray()
      case .string: _ = try reader.readString()
      case .integer: _ = try reader.readInteger()
      case .double: _ = try reader.readDouble()
      case .boolean: _ = try reader.readBoolean()
      case .null: _ = try reader.readNull()
      }
    }
  }

  struct Row: CustomStringConvertible {
    let document: String
    let reading: Reading
    let code: JSONError.Code
    let offset: Int

    init(_ document: String, _ reading: Reading, _ code: JSONError.Code, _ offset: Int) {
      (self.document, self.reading, self.code, self.offset) = (document, reading, code, offset)
    }

    var description: String { "\(document.debugDescription) as \(reading)" }
  }

  static let small = JSONLimits(maximumByteCount: 64, maximumDepth: 3, maximumMemberCount: 5)

  static let rows = [
    // Ends and characters.
    Row("", .anything, .unexpectedEnd, 0), Row(" \r\n\t", .string, .unexpectedEnd, 4),
    Row("[1", .anything, .unexpectedEnd, 2),
    Row("{\"a\"", .anything, .unexpectedEnd, 4), Row("tru", .boolean, .unexpectedEnd, 3),
    Row("nul", .null, .unexpectedEnd, 3),
    Row("-", .integer, .unexpectedEnd, 1), Row("1.", .double, .unexpectedEnd, 2),
    Row("1e", .integer, .unexpectedEnd, 2),
    Row("?", .anything, .unexpectedCharacter, 0), Row("  ?", .boolean, .unexpectedCharacter, 2),
    Row("trux", .boolean, .unexpectedCharacter, 3), Row("fals\"", .boolean, .unexpectedCharacter, 4),
    Row("nule", .null, .unexpectedCharacter, 3), Row("{1:2}", .anything, .unexpectedCharacter, 1),
    Row("[1 2]", .anything, .unexpectedCharacter, 3), Row("{\"a\" 1}", .anything, .unexpectedCharacter, 5),
    Row("\u{FEFF}1", .anything, .byteOrderMark, 0), Row("[1,]", .anything, .trailingComma, 3),
    Row("{\"a\":1 , }", .anything, .trailingComma, 9), Row("1 2", .anything, .trailingBytes, 2),
    Row("null,", .null, .trailingBytes, 4),
    // Strings.
    Row("\"a\u{1F}\"", .string, .controlCharacter, 2), Row("\"\\x\"", .string, .invalidEscape, 2),
    Row("\"\\u12g4\"", .string, .invalidEscape, 5), Row("\"a\\ud800\"", .string, .loneSurrogate, 2),
    Row("\"\\udc00\"", .string, .loneSurrogate, 1), Row("\"\\ud800\\ud800\"", .string, .loneSurrogate, 1),
    // Numbers.
    Row("01", .integer, .invalidNumber, 1), Row("-a", .double, .invalidNumber, 1),
    Row("1.e1", .double, .invalidNumber, 2),
    Row("1e+", .double, .unexpectedEnd, 3), Row("1e+x", .double, .invalidNumber, 3),
    Row(".5", .double, .unexpectedCharacter, 0),
    Row("+5", .integer, .unexpectedCharacter, 0),
    // Repetition and budgets.
    Row("{\"a\":1,\"a\":2}", .anything, .duplicateMember, 7), Row("[[[[1]]]]", .anything, .depthLimit, 3),
    Row("[1,2,3,4,5,6]", .anything, .memberLimit, 11), Row("{\"a\":[1,2,3,4],\"b\":1}", .anything, .memberLimit, 15),
    Row(String(repeating: " ", count: 65), .anything, .byteLimit, 64),
    // Types.
    Row("[]", .object, .typeMismatch, 0), Row(" {}", .array, .typeMismatch, 1), Row("1", .string, .typeMismatch, 0),
    Row("\"1\"", .integer, .typeMismatch, 0), Row("null", .integer, .typeMismatch, 0),
    Row("true", .double, .typeMismatch, 0),
    Row("0", .boolean, .typeMismatch, 0), Row("1.5", .integer, .typeMismatch, 0),
    Row("15e-1", .integer, .typeMismatch, 0),
    Row("9223372036854775808", .integer, .numberOutOfRange, 0), Row(" 1e400", .double, .numberOutOfRange, 1),
  ]

  static func error(_ row: Row) -> JSONError? {
    let bytes = Array(row.document.utf8)
    do throws(JSONError) {
      var reader = try JSONReader(bytes.span, limits: small)
      try row.reading.perform(&reader)
      try reader.finish()
      return nil
    } catch {
      return error
    }
  }

  @Test func saysWhatAndWhere() throws {
    for row in Self.rows {
      let expected = JSONError(code: row.code, offset: row.offset, message: "")
      let error = try #require(Self.error(row), "\(row) was read")
      expectEqual(error, expected, "\(row): \(error)")
      #expect(error.description.hasSuffix("(\(row.code.rawValue) at byte \(row.offset))"))
      #expect(!error.message.isEmpty && !error.message.hasSuffix("."))
    }
    expectEqual(Self.rows.count, 51)
  }

  /// Not UTF-8, so no `String` can hold it.
  @Test func notUTF8() throws {
    for (bytes, offset): ([UInt8], Int) in [
      ([0x22, 0x80, 0x22], 1), ([0x22, 0x41, 0xC3, 0x22], 2), ([0x22, 0xC0, 0x80, 0x22], 1), ([0x22, 0xFF, 0x22], 1),
    ] {
      let expected = JSONError(code: .invalidUTF8, offset: offset, message: "")
      #expect(throws: expected) { try JSONValue(parsing: bytes.span) }
    }
  }

  /// `missingMember` is the typed payloads' own; every other code is the reader's, and has a row.
  @Test func everyCodeHasARow() {
    let codes = Set(Self.rows.map(\.code)).union([.invalidUTF8, .missingMember])
    expectEqual(codes, Set(JSONError.Code.allCases))
  }

  @Test func categories() {
    for code in JSONError.Code.allCases {
      let category = JSONError(code: code, offset: 0, message: "").category
      switch code {
      case .unexpectedEnd: expectEqual(category, .truncated)
      case .typeMismatch, .numberOutOfRange, .missingMember: expectEqual(category, .unsupported)
      case .depthLimit, .memberLimit, .byteLimit: expectEqual(category, .overLimit)
      default: expectEqual(category, .malformed)
      }
    }
  }

  /// A fault of grammar goes before a mismatch of types: `truX` is no boolean of another type.
  @Test func grammarGoesBeforeTypes() throws {
    for reading in Reading.allCases where reading != .null {
      let error = try #require(Self.error(Row("]", reading, .unexpectedCharacter, 0)))
      #expect(error.code == .unexpectedCharacter && error.offset == 0, "\(reading): \(error)")
    }
  }

  /// Calls in an order that does not fit the document throw; they do not trap.
  @Test func wrongOrderOfCalls() throws {
    let bytes = Array(#"{"a":[1,2]}"#.utf8)
    // Asking for null takes nothing where there is none.
    let readings = Reading.allCases.filter { $0 != .null }
    for first in readings {
      for second in readings {
        for third in readings {
          do throws(JSONError) {
            var reader = try JSONReader(bytes.span)
            try first.perform(&reader)
            try second.perform(&reader)
            try third.perform(&reader)
            try reader.finish()
            Issue.record("\(first), \(second), \(third) read the whole document")
          } catch {
            #expect((0...bytes.count).contains(error.offset))
          }
        }
      }
    }
  }
}
