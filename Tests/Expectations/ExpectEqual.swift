// SPDX-License-Identifier: MIT
public import Testing

/// Records an issue at the caller's line, with both values, unless they are equal.
///
/// It does what `#expect(actual == expected)` does. Most expectations of this package are equalities, and a macro is
/// expanded and type-checked wherever it stands: twenty milliseconds each, which with some seventeen hundred of them kept a
/// fresh clone half a minute from its first green test. A call costs a tenth of that. Use `#expect` for what is no
/// equality.
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
  guard let inequality = Inequality(actual, expected) else { return }
  let text = [comment()?.rawValue, inequality.description].compactMap { $0 }.joined(separator: ": ")
  Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
}
