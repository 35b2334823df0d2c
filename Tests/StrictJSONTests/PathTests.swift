// SPDX-License-Identifier: MIT
import Expectations
import StrictJSON
import Testing

/// From an offset back to the place in the structure.
@Suite struct PathTests {
  static let document = #"{"data": {"items":[{"price":1}, [2,"x"] ,null]}, "odd name":{"":true},"a":[]}"#

  static func path(_ needle: String, plus: Int = 0) throws -> String {
    let range = try #require(document.firstRange(of: needle))
    let offset = document.utf8.distance(from: document.startIndex, to: range.lowerBound) + plus
    return JSONPath.path(at: offset, in: Array(document.utf8).span)
  }

  @Test func valuesAndNames() throws {
    let cases = [
      ("{\"data\"", 0, "$"), ("\"data\"", 0, "$.data"), ("\"data\"", 3, "$.data"), ("{\"items", 0, "$.data"),
      ("\"items", 2, "$.data.items"), ("[{", 0, "$.data.items"), ("{\"price", 0, "$.data.items[0]"),
      ("\"price", 0, "$.data.items[0].price"), ("1}", 0, "$.data.items[0].price"), ("1}", 1, "$.data.items[0]"),
      (", [2", 0, "$.data.items"), ("[2", 0, "$.data.items[1]"), ("2,", 0, "$.data.items[1][0]"),
      ("2,", 1, "$.data.items[1]"),
      ("\"x\"", 1, "$.data.items[1][1]"), ("\"x\"]", 3, "$.data.items[1]"), (" ,null", 0, "$.data.items"),
      ("null", 3, "$.data.items[2]"), ("null]", 4, "$.data.items"), ("]}, ", 1, "$.data"), ("}, \"odd", 1, "$"),
      ("\"odd", 0, "$[\"odd name\"]"), ("\"\":", 0, "$[\"odd name\"][\"\"]"), ("true", 2, "$[\"odd name\"][\"\"]"),
      ("[]", 0, "$.a"), ("[]", 1, "$.a"),
    ]
    for (needle, plus, path) in cases { try expectEqual(Self.path(needle, plus: plus), path, "\(needle) + \(plus)") }
    expectEqual(cases.count, 26)
  }

  @Test func whatIsBrokenFurtherBackDoesNotMatter() {
    let bytes = Array(#"{"a":{"b":[1,2,?"#.utf8)
    expectEqual(JSONPath.path(at: 13, in: bytes.span), "$.a.b[1]")
    expectEqual(JSONPath.path(at: 15, in: bytes.span), "$.a.b[2]")
  }

  @Test func aRepeatedNameIsNamed() {
    let bytes = Array(#"{"a":{"b":1,"b":2}}"#.utf8)
    expectEqual(JSONPath.path(at: 12, in: bytes.span), "$.a.b")
  }

  @Test func noStructureAtAll() {
    for document in ["", "?", "12", "\"text\"", "\u{FEFF}{}"] {
      for offset in [-1, 0, 1, 1000, .max] {
        expectEqual(JSONPath.path(at: offset, in: Array(document.utf8).span), "$")
      }
    }
  }

  /// Any offset in any prefix gives some path, and never a trap.
  @Test func everyOffsetOfEveryPrefix() {
    let bytes = Array(Self.document.utf8)
    var paths: Set<String> = []
    for length in 0...bytes.count {
      let prefix = Array(bytes.prefix(length))
      for offset in -1...length + 1 { paths.insert(JSONPath.path(at: offset, in: prefix.span)) }
    }
    #expect(paths.allSatisfy { $0.hasPrefix("$") } && paths.count >= 12, "\(paths.sorted())")
  }

  @Test func members() {
    for (name, step) in [
      ("price", ".price"), ("_a9", "._a9"), ("9", ".9"), ("", "[\"\"]"), ("a b", "[\"a b\"]"), ("a.b", "[\"a.b\"]"),
      ("q\"", "[\"q\\\"\"]"), ("é", "[\"é\"]"), ("\n", "[\"\\n\"]"), ("@", "[\"@\"]"), ("[", "[\"[\"]"),
      ("`", "[\"`\"]"),
    ] {
      expectEqual(JSONPath.member(name), step)
    }
  }
}
