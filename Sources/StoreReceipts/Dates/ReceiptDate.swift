// SPDX-License-Identifier: MIT

/// A date attribute as receipts write it: text that may be empty, which means that there is no date.
///
/// An attribute that is absent is nil where this type is optional, so that absent and empty stay apart.
public enum ReceiptDate: Hashable, Sendable {
  /// The attribute is there, its text is empty.
  case empty
  /// A moment, in milliseconds since 1970-01-01T00:00:00Z; digits beyond the third of a fraction are dropped.
  case at(milliseconds: Int64)
  /// The text is no date that this version can read; the raw attribute has it.
  case unreadable

  /// The moment in milliseconds since 1970-01-01T00:00:00Z, nil where there is none.
  public var milliseconds: Int64? {
    if case .at(let milliseconds) = self { milliseconds } else { nil }
  }

  /// The moment in whole seconds since 1970-01-01T00:00:00Z, rounded down; nil where there is none.
  public var seconds: Int64? {
    milliseconds.map { $0 >= 0 ? $0 / 1_000 : ($0 - 999) / 1_000 }
  }
}
