// SPDX-License-Identifier: MIT
import Expectations
import StrictJSON
import Testing

/// Names are found, and nothing else is.
@Suite struct MemberTableTests {
  static func index(_ name: String, _ table: MemberTable) -> Int {
    let bytes = Array(name.utf8)
    return table.index(in: bytes.span, from: 0, to: bytes.count)
  }

  static let numbered = (0..<64).map { "name\($0)" }
  /// One letter each: the table's three bytes are one and the same.
  static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".map { String($0) }
  /// Same length, same first, middle and last byte: no hash of those can tell them apart.
  static let colliding = (10..<64).map { "a\($0 / 10)c\($0 % 10)e" }
  /// Each the beginning of the next, around the eight bytes that are compared at a time.
  static let nested = (1...64).map { String(repeating: "n", count: $0) }
  static let unusual = ["é", "\u{E9}\u{301}", "日本", "😀", "\n", "\u{0}", " "]

  static let lists: [[String]] = [[], ["a"], numbered, letters, colliding, nested, unusual]

  @Test(arguments: lists) func findsEachName(names: [String]) {
    let table = MemberTable(names)
    expectEqual(table.names, names)
    for (place, name) in names.enumerated() {
      expectEqual(Self.index(name, table), place)
      // In the midst of other bytes, and at the very end of the buffer.
      let bytes = Array("<<\(name)>>".utf8)
      expectEqual(table.index(in: bytes.span, from: 2, to: bytes.count - 2), place)
      for neighbour in [name + "x", "x" + name, String(name.dropLast()), name.uppercased() + "\u{1}"]
      where !names.contains(neighbour) {
        expectEqual(Self.index(neighbour, table), -1, "\(neighbour)")
      }
    }
    expectEqual(Self.index("", table), -1)
  }

  /// One byte changed, at every place of every name.
  @Test func findsNoNeighbour() {
    let names = (0..<64).map { "member\($0)OfATable" }
    let table = MemberTable(names)
    var cases = 0
    for name in names {
      var bytes = Array(name.utf8)
      for place in bytes.indices {
        bytes[place] ^= 1
        let changed = String(decoding: bytes, as: UTF8.self)
        expectEqual(Self.index(changed, table), (names.firstIndex(of: changed) ?? -1))
        bytes[place] ^= 1
        cases += 1
      }
    }
    #expect(cases > 1000)
  }

  @Test func placesOutsideOfTheBytes() {
    let table = MemberTable(["name"])
    let bytes = Array("name".utf8)
    for (start, end) in [(0, 5), (-1, 3), (4, 0), (4, 4), (0, 0), (-4, 0), (1, 5), (.min + 5, 1), (3, 7)] {
      expectEqual(table.index(in: bytes.span, from: start, to: end), -1)
    }
    expectEqual(table.index(in: bytes.span, from: 0, to: 4), 0)
  }

  @Test func valuesOfAnEnumeration() throws {
    let table = MemberTable(["Production", "Sandbox"])
    let bytes = Array(#"["Sandbox","S\u0061ndbox","sandbox"]"#.utf8)
    var reader = try JSONReader(bytes.span)
    var array = try reader.enterArray()
    var found: [Int] = []
    while try reader.nextElement(&array) { found.append(reader.index(of: try reader.readText(), in: table)) }
    expectEqual(found, [1, 1, -1])
  }

  /// Names in the table's order, out of it, with gaps, with white space and with escapes: the guess at the next name and the
  /// lookup give the same place and the same text.
  @Test func likelyNamesAndUnlikelyOnesAreTheSame() throws {
    let names = ["a", "ab", "abc", "abcdefg", "abcdefgh", "abcdefghi", "transactionId", "transactionReason"]
    let table = MemberTable(names)
    var cases = 0
    for first in names.indices {
      for second in names.indices where second != first {
        for space in ["", " ", "\n"] {
          let document = "{\"\(names[first])\"\(space):1,\"\(names[second])\"\(space):2}"
          let bytes = Array(document.utf8)
          var reader = try JSONReader(bytes.span)
          var object = try reader.enterObject()
          var found: [Int] = []
          while let member = try reader.nextMember(&object, table) {
            expectEqual(reader.string(member.name), names[member.index])
            found.append(member.index)
            try reader.skipValue()
          }
          try reader.finish()
          expectEqual(found, [first, second])
          cases += 1
        }
      }
    }
    expectEqual(cases, 168)
  }

  /// The raw bytes of such a name are no spelling of it: between quotes it would end the name early.
  @Test func namesThatNeedEscapesAreReadAsTheGrammarSays() throws {
    let table = MemberTable(["a\"b", "c\\d", "é"])
    let bytes = Array(#"{"a\"b":1,"c\\d":2,"\u00e9":3}"#.utf8)
    var reader = try JSONReader(bytes.span)
    var object = try reader.enterObject()
    var found: [Int] = []
    while let member = try reader.nextMember(&object, table) {
      found.append(member.index)
      try reader.skipValue()
    }
    expectEqual(found, [0, 1, 2])
    for document in [#"{"a"b":1}"#, #"{"c\d":1}"#] {
      let bytes = Array(document.utf8)
      #expect(throws: JSONError.self) {
        var reader = try JSONReader(bytes.span)
        var object = try reader.enterObject()
        while try reader.nextMember(&object, table) != nil { try reader.skipValue() }
      }
    }
  }

  @Test func aListThatCannotBeATableStopsTheProgram() async {
    await #expect(processExitsWith: .failure) { _ = MemberTable((0..<65).map { "name\($0)" }) }
    await #expect(processExitsWith: .failure) { _ = MemberTable(["a", "b", "a"]) }
    await #expect(processExitsWith: .failure) { _ = MemberTable([""]) }
  }
}
