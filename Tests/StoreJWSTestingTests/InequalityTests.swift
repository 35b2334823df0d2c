// SPDX-License-Identifier: MIT
import Expectations
import Testing

/// The tests' own way to compare: it must notice a difference, and tell it.
@Suite struct InequalityTests {
  @Test func equalValuesHaveNone() {
    #expect(Inequality(1, 1) == nil)
    #expect(Inequality([1, 2] as [Int]?, [1, 2]) == nil)
    #expect(Inequality(nil as String?, nil) == nil)
  }

  @Test func shortValuesAreToldWhole() {
    #expect(Inequality(1, 2)?.description == "1, expected 2")
    #expect(Inequality(nil, 2)?.description == "nil, expected Optional(2)")
  }

  @Test func ofDocumentsTheFirstLineThatDiffersIsTold() {
    #expect(Inequality("a\nb\nd", "a\nc\nd")?.description == #"line 2 is "b", expected "c""#)
    #expect(Inequality("a\nb", "a\nb\nc")?.description == #"line 3 is the end, expected "c""#)
  }

  @Test func valuesThatLookAlikeAreSaidToDiffer() {
    struct Silent: Equatable, CustomStringConvertible {
      var value: Int
      var description: String { "silent" }
    }
    let told = Inequality(Silent(value: 1), Silent(value: 2))?.description
    #expect(told == "silent, which looks like the right answer and is not equal to it")
  }
}
