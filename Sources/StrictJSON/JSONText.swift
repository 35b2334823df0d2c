// SPDX-License-Identifier: MIT

/// Where a string stands in a document: the bytes between its quotes.
@frozen public struct JSONText: Hashable, Sendable {
  /// Offset of the first byte after the opening quote.
  public let start: Int
  /// Offset of the closing quote.
  public let end: Int
  /// The bytes hold at least one escape and must be decoded before they mean anything.
  public let isEscaped: Bool

  @inlinable
  init(start: Int, end: Int, isEscaped: Bool) {
    self.start = start
    self.end = end
    self.isEscaped = isEscaped
  }
}

/// Where a number stands in a document. The text is kept, so nothing is rounded until somebody asks.
@frozen public struct JSONNumber: Hashable, Sendable {
  /// Offset of the first byte.
  public let start: Int
  /// Offset behind the last byte.
  public let end: Int
  /// The number has neither a fraction nor an exponent.
  public let isInteger: Bool

  @inlinable
  init(start: Int, end: Int, isInteger: Bool) {
    self.start = start
    self.end = end
    self.isInteger = isInteger
  }
}

/// The kinds of value (RFC 8259 §3).
@frozen public enum JSONKind: String, Hashable, Sendable, CaseIterable {
  /// `{`
  case object
  /// `[`
  case array
  /// `"`
  case string
  /// A digit or a minus sign.
  case number
  /// `true` or `false`.
  case boolean
  /// `null`
  case null
}
