// SPDX-License-Identifier: MIT

import ASN1Reading
import Expectations
import Testing

@Suite("Values")
struct ValueTests {
  @Test("INTEGER to 64 bits")
  func integers() throws {
    let table: [(String, Int64)] = [
      ("02 01 00", 0), ("02 01 7F", 127), ("02 01 80", -128), ("02 01 FF", -1), ("02 02 00 80", 128),
      ("02 02 FF 7F", -129), ("02 07 7F FF FF FF FF FF FF", (1 << 55) - 1),
      ("02 08 7F FF FF FF FF FF FF FF", .max), ("02 08 80 00 00 00 00 00 00 00", .min),
    ]
    for (text, value) in table {
      try expectEqual(reading(text) { reader, element throws(ASN1Error) in try reader.int64(element) }, value)
    }
  }

  @Test("INTEGER without sign")
  func unsigned() throws {
    let table: [(String, UInt64)] = [
      ("02 01 00", 0), ("02 02 00 FF", 255), ("02 09 00 FF FF FF FF FF FF FF FF", .max),
    ]
    for (text, value) in table {
      try expectEqual(reading(text) { reader, element throws(ASN1Error) in try reader.uint64(element) }, value)
    }
    for text in ["02 01 80", "02 09 01 00 00 00 00 00 00 00 00"] {
      expectEqual(
        refusal { () throws(ASN1Error) in _ = try reading(text) { reader, e throws(ASN1Error) in try reader.uint64(e) }
        }, Refusal(.integerTooLarge, 0), "\(text)"
      )
    }
  }

  @Test("INTEGERs that break a rule")
  func badIntegers() throws {
    let table: [(String, ASN1Error.Code)] = [
      ("02 00", .emptyInteger), ("02 02 00 7F", .nonMinimalInteger), ("02 02 FF 80", .nonMinimalInteger),
      ("02 09 00 80 00 00 00 00 00 00 00", .integerTooLarge), ("02 09 FF 7F FF FF FF FF FF FF FF", .integerTooLarge),
    ]
    for (text, code) in table {
      expectEqual(
        refusal { () throws(ASN1Error) in _ = try reading(text) { reader, e throws(ASN1Error) in try reader.int64(e) }
        }, Refusal(code, 0), "\(text)"
      )
    }
    let loose: [(String, Int64)] = [
      ("02 00", 0), ("02 02 00 7F", 127), ("02 03 FF FF 80", -128), ("02 0A 00 00 00 00 00 00 00 00 00 01", 1),
    ]
    for (text, value) in loose {
      try expectEqual(
        reading(text, .receipt) { reader, element throws(ASN1Error) in try reader.int64(element) }, value
      )
    }
  }

  @Test("BOOLEAN and NULL")
  func booleans() throws {
    func boolean(_ text: String, _ liberties: ASN1Liberties = []) throws(ASN1Error) -> Bool {
      try reading(text, liberties) { reader, element throws(ASN1Error) in try reader.boolean(element) }
    }
    #expect(try boolean("01 01 FF"))
    #expect(try !boolean("01 01 00"))
    #expect(try boolean("01 01 01", .anyTrue))
    expectEqual(refusal { () throws(ASN1Error) in _ = try boolean("01 01 01") }, Refusal(.badBoolean, 2))
    expectEqual(refusal { () throws(ASN1Error) in _ = try boolean("01 00") }, Refusal(.badBoolean, 0))
    expectEqual(refusal { () throws(ASN1Error) in _ = try boolean("01 02 FF FF", .ber) }, Refusal(.badBoolean, 0))
    let null = refusal { () throws(ASN1Error) in
      try reading("05 01 00") { reader, element throws(ASN1Error) in try reader.null(element) }
    }
    expectEqual(null, Refusal(.badNull, 0))
  }

  @Test("BIT STRING")
  func bitStrings() throws {
    func bits(_ text: String, _ liberties: ASN1Liberties = []) throws(ASN1Error) -> [Int] {
      try reading(text, liberties) { reader, element throws(ASN1Error) in
        let (octets, unused) = try reader.bitString(element)
        return [octets.lowerBound, octets.upperBound, unused]
      }
    }
    try expectEqual(bits("03 01 00"), [3, 3, 0])
    try expectEqual(bits("03 02 03 F8"), [3, 4, 3])
    try expectEqual(bits("03 02 03 FF", .anyUnusedBits), [3, 4, 3])
    let table: [(String, Refusal)] = [
      ("03 00", Refusal(.badBitString, 0)), ("03 01 01", Refusal(.badBitString, 2)),
      ("03 02 08 00", Refusal(.badBitString, 2)), ("03 02 03 FF", Refusal(.badBitString, 3)),
      ("23 03 03 01 00", Refusal(.constructedString, 0)),
    ]
    for (text, expected) in table {
      expectEqual(refusal { () throws(ASN1Error) in _ = try bits(text) }, expected, "\(text)")
    }
  }

  @Test("Text of every string type")
  func text() throws {
    func read(_ text: String) throws(ASN1Error) -> String {
      try reading(text) { reader, element throws(ASN1Error) in try reader.text(element) }
    }
    let table: [(String, String)] = [
      ("0C 02 C3 A9", "é"), ("13 02 41 2D", "A-"), ("12 02 31 20", "1 "), ("16 01 40", "@"), ("1A 01 7E", "~"),
      ("14 01 E9", "é"), ("1E 04 00 41 20 AC", "A€"), ("1C 04 00 01 F6 00", "😀"), ("0C 00", ""),
    ]
    for (bytes, value) in table { try expectEqual(read(bytes), value) }
    let refused: [(String, Refusal)] = [
      ("0C 02 C3 28", Refusal(.badString, 0)), ("13 02 41 23", Refusal(.badString, 3)),
      ("12 01 41", Refusal(.badString, 2)), ("16 01 80", Refusal(.badString, 2)), ("1A 01 1F", Refusal(.badString, 2)),
      ("1E 03 00 41 00", Refusal(.badString, 0)), ("1E 02 D8 00", Refusal(.badString, 2)),
      ("1C 04 00 11 00 00", Refusal(.badString, 2)), ("04 01 41", Refusal(.unexpectedTag, 0)),
      ("2C 03 0C 01 41", Refusal(.constructedString, 0)),
    ]
    for (bytes, expected) in refused {
      expectEqual(refusal { () throws(ASN1Error) in _ = try read(bytes) }, expected, "\(bytes)")
    }
  }

  @Test("OCTET STRINGs in any number of segments, nested, with their places")
  func segments() throws {
    func join(_ text: String, _ liberties: ASN1Liberties) throws(ASN1Error) -> ([UInt8], [ASN1Piece]) {
      try reading(text, liberties) { reader, element throws(ASN1Error) in try reader.octets(element) }
    }
    let whole = try join("04 02 AA BB", [])
    #expect(whole.0 == [0xAA, 0xBB] && whole.1 == [ASN1Piece(start: 0, source: 2..<4)])
    let split = try join("24 80 04 01 AA 24 04 04 02 BB CC 04 00 00 00", .ber)
    expectEqual(split.0, [0xAA, 0xBB, 0xCC])
    expectEqual(split.1.map(\.source), [4..<5, 9..<11, 13..<13])
    expectEqual(split.1.map(\.start), [0, 1, 3])
    #expect(try join("24 00", .ber).0.isEmpty)
    expectEqual(refusal { () throws(ASN1Error) in _ = try join("24 02 04 00", []) }, Refusal(.constructedString, 0))
    expectEqual(refusal { () throws(ASN1Error) in _ = try join("24 03 02 01 00", .ber) }, Refusal(.unexpectedTag, 2))
    let thousand = hex("24 82 0B B8") + Array(repeatElement([4, 1, 7] as [UInt8], count: 1_000).joined())
    var reader = try ASN1Reader(thousand.span, liberties: .ber, limits: roomy)
    let element = try reader.next()
    try expectEqual(reader.octets(element).octets, [UInt8](repeating: 7, count: 1_000))
    let isAtEnd = reader.isAtEnd
    #expect(isAtEnd)
  }

  @Test("SET OF order")
  func order() throws {
    func check(_ text: String) throws(ASN1Error) {
      try reading(text) { reader, element throws(ASN1Error) in
        let scope = try reader.enter(element)
        var elements: [ASN1Element] = []
        while !reader.isAtEnd { elements.append(try reader.next()) }
        try reader.leave(scope)
        try reader.checkSetOrder(elements)
      }
    }
    try check("31 00")
    try check("31 08 02 01 01 02 01 01 05 00")
    expectEqual(refusal { () throws(ASN1Error) in try check("31 06 02 01 02 02 01 01") }, Refusal(.setOrder, 5))
  }
}
