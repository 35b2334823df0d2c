// SPDX-License-Identifier: MIT

/// Two values that should be one, told so that a person sees where they part.
package struct Inequality: CustomStringConvertible {
  private let actual: String
  private let expected: String

  /// Nil if the values are equal.
  package init?<Value: Equatable>(_ actual: Value, _ expected: Value) {
    if actual == expected { return nil }
    self.actual = String(describing: actual)
    self.expected = String(describing: expected)
  }

  /// Short texts stand whole beside each other; of documents, only the first line that differs does.
  package var description: String {
    if actual == expected { return "\(actual), which looks like the right answer and is not equal to it" }
    let actualLines = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let expectedLines = expected.split(separator: "\n", omittingEmptySubsequences: false)
    if actualLines.count == 1, expectedLines.count == 1 { return "\(actual), expected \(expected)" }
    let same = zip(actualLines, expectedLines).prefix { $0 == $1 }.count
    func line(_ lines: [Substring]) -> String { same < lines.count ? lines[same].debugDescription : "the end" }
    return "line \(same + 1) is \(line(actualLines)), expected \(line(expectedLines))"
  }
}
