// SPDX-License-Identifier: MIT
import Expectations
import Testing

/// The tests' own way to compare: it must notice a difference, and tell it.
@Suite struct DifferenceTests {
  @Test func equalValuesHaveNone() {
    #expect(Difference(1, 1) == nil)
    #expect(Difference([1, 2] as [Int]?, [1, 2]) == nil)
    #expect(Difference(nil as String?, nil) == nil)
  }

  @Test func shortValuesAreToldWhole() {
    #expect(Difference(1, 2)?.description == "1, expected 2")
    #expect(Difference(nil, 2)?.description == "nil, expected Optional(2)")
  }

  @Test func ofDocumentsTheFirstLineThatDiffersIsTold() {
    #expect(Difference("a\nb\nd", "a\nc\nd")?.description == #"line 2 is "b", expected "c""#)
    #expect(Difference("a\nb", "a\nb\nc")?.description == #"line 3 is the end, expected "c""#)
  }

  @Test func valuesThatLookAlikeAreSaidToDiffer() {
    struct Silent: Equatable, CustomStringConvertible {
      var value: Int
      var description: String { "silent" }
    }
    let told = Difference(Silent(value: 1), Silent(value: 2))?.description
    #expect(told == "silent, which looks like the right answer and is not equal to it")
  }
}
