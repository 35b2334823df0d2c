// SPDX-License-Identifier: MIT
import Expectations
import StrictJSON
import Testing

/// Strings: escapes, UTF-8, and the places where eight bytes are looked at together.
@Suite struct StringTests {
  static func string(_ document: [UInt8]) -> Result<String, JSONError> {
    Result { () throws(JSONError) in
      var reader = try JSONReader(document.span)
      let text = try reader.readString()
      try reader.finish()
      return text
    }
  }

  static func string(_ document: String) -> Result<String, JSONError> { string(Array(document.utf8)) }

  @Test func everyEscape() {
    let escapes = [
      (#"\""#, "\""), (#"\\"#, "\\"), (#"\/"#, "/"), (#"\b"#, "\u{8}"), (#"\f"#, "\u{C}"), (#"\n"#, "\n"),
      (#"\r"#, "\r"),
      (#"\t"#, "\t"), (#"\u0000"#, "\u{0}"), (#"\u0041"#, "A"), (#"\u00e9"#, "é"), (#"\u20AC"#, "€"),
      (#"\uFFFF"#, "\u{FFFF}"),
      (#"\ud83d\ude00"#, "😀"), (#"\uD800\uDC00"#, "\u{10000}"), (#"\udbff\udfff"#, "\u{10FFFF}"),
    ]
    for (escape, meaning) in escapes {
      expectEqual(Self.string("\"\(escape)\""), .success(meaning))
      expectEqual(Self.string("\"a\(escape)b\(escape)\""), .success("a\(meaning)b\(meaning)"))
    }
    expectEqual(escapes.count, 16)
  }

  @Test func everyOtherEscapeIsRefused() {
    var count = 0
    for byte in UInt8.min...UInt8.max where !Array(#""\/bfnrtu"#.utf8).contains(byte) {
      let outcome = Self.string([0x22, 0x5C, byte, 0x22])
      expectEqual(outcome, .failure(JSONError(code: .invalidEscape, offset: 2, message: "")))
      count += 1
    }
    expectEqual(count, 247)
  }

  @Test func surrogates() {
    for (text, offset) in [
      (#"\ud800"#, 1), (#"\udc00"#, 1), (#"ab\udfff"#, 3), (#"\ud800x"#, 1), (#"\ud800\n"#, 1), (#"\ud800\u0041"#, 1),
      (#"\ud800\ud800\udc00"#, 1), (#"\udc00\ud800"#, 1), (#"\ud83d\ude00\ude00"#, 13), (#"\uD800\\uDC00"#, 1),
    ] {
      let expected = JSONError(code: .loneSurrogate, offset: offset, message: "")
      expectEqual(Self.string("\"\(text)\""), .failure(expected), "\(text)")
    }
    expectEqual(Self.string(#""\ud800\u12x4""#), .failure(JSONError(code: .invalidEscape, offset: 11, message: "")))
  }

  /// Every scalar at an edge of UTF-8's lengths and ranges.
  @Test func scalarsAtTheEdges() {
    let edges: [UInt32] = [
      0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7E, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xCFFF, 0xD7FF, 0xE000, 0xFFFD,
      0xFFFF,
      0x10000, 0x3FFFF, 0x40000, 0xFFFFF, 0x100000, 0x10FFFF,
    ]
    for scalar in edges.compactMap(Unicode.Scalar.init) {
      for padding in 0..<9 {
        let text = String(repeating: "a", count: padding) + String(scalar)
        expectEqual(Self.string("\"\(text)\""), .success(text))
      }
    }
    expectEqual(edges.count, 23)
  }

  /// All pairs of bytes from 0x80 on, alone and with one and two continuation bytes: accepted just when the standard
  /// library says that it is UTF-8 (RFC 3629: no overlong form, no surrogate, nothing above U+10FFFF).
  @Test func allSequences() {
    var accepted = 0
    var refused = 0
    for lead in UInt8(0x80)...0xFF {
      for second in UInt8(0x80)...0xFF {
        for tail: [UInt8] in [[], [0x80], [0xBF, 0x80]] {
          let bytes = [lead, second] + tail
          let outcome = Self.string([0x22] + bytes + [0x22])
          if let text = String(validating: bytes, as: UTF8.self) {
            expectEqual(outcome, .success(text))
            accepted += 1
          } else if case .failure(let error) = outcome {
            #expect(error.code == .invalidUTF8 && (1...bytes.count).contains(error.offset), "\(bytes): \(error)")
            refused += 1
          } else {
            Issue.record("\(bytes) was accepted")
          }
        }
      }
    }
    // 30 leads of two bytes, 16 of three less half of two, 5 of four less what is overlong or too great.
    expectEqual(accepted, 30 * 64 + (32 + 14 * 64 + 32) + (48 + 3 * 64 + 16))
    expectEqual(accepted + refused, 3 * 128 * 128)
  }

  /// Every lead byte that begins no sequence.
  @Test func leadsThatBeginNothing() {
    let leads = Array(UInt8(0x80)...0xC1) + Array(UInt8(0xF5)...0xFF)
    for lead in leads {
      for padding in 0..<9 {
        let document = [0x22] + [UInt8](repeating: 0x61, count: padding) + [lead, 0x80, 0x80, 0x80, 0x22]
        expectEqual(Self.string(document), .failure(JSONError(code: .invalidUTF8, offset: padding + 1, message: "")))
      }
    }
    expectEqual(leads.count, 77)
  }

  /// A byte that ends the quick loop, at each place of five words, among bytes that differ from it by one bit or by one.
  @Test func specialBytesAtEveryPlace() {
    var cases = 0
    for filler in Array(#"a#!]["#.utf8) + [0x20, 0x7F] {
      for place in 0...40 {
        let before = [UInt8](repeating: filler, count: place)
        let after = [UInt8](repeating: filler, count: 41 - place)
        let plain = String(decoding: before, as: UTF8.self)
        let rest = String(decoding: after, as: UTF8.self)
        // The quote: what follows it is not part of the string.
        expectEqual(Self.string([0x22] + before + [0x22]), .success(plain))
        expectEqual(Self.string([0x22] + before + [0x5C, 0x6E] + after + [0x22]), .success(plain + "\n" + rest))
        expectEqual(Self.string([0x22] + before + [0x5C, 0x22] + after + [0x22]), .success(plain + "\"" + rest))
        expectEqual(Self.string([0x22] + before + [0xC3, 0xA9] + after + [0x22]), .success(plain + "é" + rest))
        for control: UInt8 in [0x00, 0x01, 0x0A, 0x1F] {
          let expected = JSONError(code: .controlCharacter, offset: place + 1, message: "")
          expectEqual(Self.string([0x22] + before + [control] + after + [0x22]), .failure(expected))
        }
        for foreign: UInt8 in [0x80, 0xA2, 0xDC, 0xFF] {
          let expected = JSONError(code: .invalidUTF8, offset: place + 1, message: "")
          expectEqual(Self.string([0x22] + before + [foreign] + after + [0x22]), .failure(expected))
        }
        let open = JSONError(code: .unexpectedEnd, offset: place + 1, message: "")
        expectEqual(Self.string([0x22] + before), .failure(open))
        cases += 1
      }
    }
    expectEqual(cases, 7 * 41)
  }

  @Test func rawBytesAndPlacesOfText() throws {
    let bytes = Array(#"["plain","esc\u0061ped",""]"#.utf8)
    var reader = try JSONReader(bytes.span)
    var array = try reader.enterArray()
    var found: [(raw: String, text: String, isEscaped: Bool)] = []
    while try reader.nextElement(&array) {
      let text = try reader.readText()
      let raw = reader.rawBytes(of: text)
      found.append((String(decoding: raw.indices.map { raw[$0] }, as: UTF8.self), reader.string(text), text.isEscaped))
    }
    try reader.finish()
    expectEqual(found.map(\.raw), ["plain", #"esc\u0061ped"#, ""])
    expectEqual(found.map(\.text), ["plain", "escaped", ""])
    expectEqual(found.map(\.isEscaped), [false, true, false])
    // The text of another document is nothing here.
    let short = Array("\"\"".utf8)
    var other = try JSONReader(bytes.span)
    _ = try other.enterArray()
    let foreign = try other.readText()
    let stranger = try JSONReader(short.span)
    #expect(stranger.string(foreign) == "" && stranger.decodedBytes(of: foreign) == [])
    let rawCount = stranger.rawBytes(of: foreign).count
    expectEqual(rawCount, 0)
  }
}
