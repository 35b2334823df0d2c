// SPDX-License-Identifier: MIT
import Expectations
import StrictJSON
import Testing

/// Names that repeat, whichever way they are kept apart: by a bit of the table, by comparison, or by hash.
@Suite struct DuplicateTests {
  static let table = MemberTable(["alpha", "beta", "gamma"])

  static func error(_ document: String, _ table: MemberTable) -> JSONError? {
    let bytes = Array(document.utf8)
    do throws(JSONError) {
      var reader = try JSONReader(bytes.span)
      var object = try reader.enterObject()
      while try reader.nextMember(&object, table) != nil { try reader.skipValue() }
      try reader.finish()
      return nil
    } catch {
      return error
    }
  }

  @Test func knownNames() {
    for (document, offset) in [
      (#"{"alpha":1,"alpha":2}"#, 11), (#"{"beta":1,"alpha":2,"beta":3}"#, 20), (#"{"alpha":1,"\u0061lpha":2}"#, 11),
      (#"{"\u0061lpha":1,"alpha":2}"#, 16), (#"{"gamma":1,"gamm\u0061":2}"#, 11),
      // The repetition stands where the table's order makes that very name the likely one.
      (#"{"beta":1,"alpha":2,"beta":3,"gamma":4}"#, 20), (#"{"gamma":1,"alpha":2,"gamma":3}"#, 21),
      (#"{"beta":1,"alpha":2,"beta" :3}"#, 20),
    ] {
      expectEqual(Self.error(document, Self.table), JSONError(code: .duplicateMember, offset: offset, message: ""))
    }
    #expect(Self.error(#"{"alpha":1,"beta":2,"gamma":3,"Alpha":4,"alph":5,"alphaa":6}"#, Self.table) == nil)
  }

  /// Up to sixteen names are compared, more are hashed; the first, the last and each in the middle is found again.
  @Test func unknownNamesInAnyNumber() {
    var cases = 0
    for count in [1, 2, 15, 16, 17, 18, 40, 300] {
      let names = (0..<count).map { "\"name\($0)\"" }
      let members = names.map { $0 + ":0" }.joined(separator: ",")
      #expect(Self.error("{\(members)}", Self.table) == nil)
      for repeated in Set([0, 1, count / 2, count - 2, count - 1]) where names.indices.contains(repeated) {
        let spellings = [names[repeated], "\"\\u006e" + names[repeated].dropFirst(2)]
        for spelling in spellings {
          let document = "{\(members),\(spelling):1}"
          let expected = JSONError(code: .duplicateMember, offset: members.utf8.count + 2, message: "")
          expectEqual(Self.error(document, Self.table), expected, "\(count) names, \(repeated) again")
          cases += 1
        }
      }
    }
    #expect(cases > 60)
  }

  /// A copy that has looked ahead leaves the cursor it was made of as it was.
  @Test func aCursorIsAValue() throws {
    let bytes = Array(#"{"odd":1,"more":2}"#.utf8)
    var reader = try JSONReader(bytes.span)
    var object = try reader.enterObject()
    _ = try reader.nextMember(&object, Self.table)
    try reader.skipValue()
    var ahead = reader
    var copy = object
    _ = try ahead.nextMember(&copy, Self.table)
    #expect(copy.others.count == 2 && object.others.count == 1)
    let more = try reader.nextMember(&object, Self.table)
    expectEqual(more.map { reader.string($0.name) }, "more")
  }

  /// Unlike spellings that stand for one name, and names that only look alike.
  @Test func spellings() {
    let none = MemberTable([])
    let same = [
      (#"a"#, #"\u0061"#), (#"\/"#, "/"), (#"é"#, #"\u00e9"#), (#"\ud83d\ude00"#, "😀"), (#"\n"#, #"\u000A"#), ("", ""),
    ]
    for (left, right) in same {
      for names in [[left, right], [right, left]] {
        let document = "{\"\(names[0])\":1,\"\(names[1])\":2}"
        let error = Self.error(document, none)
        #expect(error?.code == .duplicateMember && error?.offset == names[0].utf8.count + 6, "\(document)")
      }
    }
    // Unicode has two forms of é; JSON compares code points (RFC 8259 §8.3).
    #expect(Self.error("{\"\u{E9}\":1,\"e\u{301}\":2,\"E\u{301}\":3,\"a\":4,\"a \":5,\"A\":6}", none) == nil)
  }

  @Test func eachObjectHasItsOwnNames() {
    #expect(Self.error(#"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}"#, MemberTable([])) == nil)
    let expected = JSONError(code: .duplicateMember, offset: 18, message: "")
    expectEqual(Self.error(#"{"b":[{"a":1},{"a":2,"a":3}]}"#, MemberTable([]))?.code, expected.code)
    expectEqual(Self.error(#"{"b":[{"a":1},{"a":2,"a":3}]}"#, MemberTable([]))?.offset, 21)
  }

  /// A long name is not quoted in full.
  @Test func messagesStayShort() throws {
    let name = String(repeating: "n", count: 5000)
    let error = try #require(Self.error("{\"\(name)\":1,\"\(name)\":2}", MemberTable([])))
    #expect(error.code == .duplicateMember && error.message.utf8.count < 200)
  }

  /// What has been seen is the caller's to read.
  @Test func cursorTellsWhatWasSeen() throws {
    let bytes = Array(#"{"gamma":1,"odd":2,"alpha":3,"more":4}"#.utf8)
    var reader = try JSONReader(bytes.span)
    var object = try reader.enterObject()
    var indices: [Int] = []
    while let member = try reader.nextMember(&object, Self.table) {
      indices.append(member.index)
      try reader.skipValue()
    }
    expectEqual(indices, [2, -1, 0, -1])
    expectEqual(object.seen, 0b101)
    expectEqual(object.others.map { reader.string($0) }, ["odd", "more"])
  }
}
