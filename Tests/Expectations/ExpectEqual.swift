// SPDX-License-Identifier: MIT
public import Testing

/// Records an issue at the caller's line, with both values, unless they are equal.
///
/// It does what `#expect(actual == expected)` does. Most expectations of this package are equalities, and each macro is
/// expanded and type-checked at every use: twenty milliseconds and more, which for some two thousand of them was a quarter
/// of the time that a fresh clone takes to its first green test. A call of a function costs a tenth of that. Use `#expect`
/// for everything that is no equality.
///
/// - Parameters:
///   - actual: What the code under test gave.
///   - expected: The right answer.
///   - comment: What the values belong to, where the line alone does not say it.
///   - sourceLocation: Where the issue is shown.
public func expectEqual<Value: Equatable>(
  _ actual: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let difference = Difference(actual, expected) else { return }
  let text = [comment()?.rawValue, difference.description].compactMap { $0 }.joined(separator: ": ")
  Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
}
