// SPDX-License-Identifier: MIT
internal import FoundationEssentials

/// Milliseconds since 1970: Apple's unit, exact where `Date` is not.
typealias Milliseconds = Int64

extension Milliseconds {
  /// The nearest whole millisecond; nil for a date outside the 285,000 years in which a double holds every one of them.
  init?(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    guard milliseconds.isFinite, abs(milliseconds) < 9_007_199_254_740_992 else { return nil }
    self = Milliseconds(milliseconds)
  }

  var date: Date { Date(timeIntervalSince1970: Double(self) / 1000) }

  static let day: Milliseconds = 86_400_000

  /// The sum, or the nearest end of the range.
  func advanced(by duration: Milliseconds) -> Milliseconds {
    let (sum, overflow) = addingReportingOverflow(duration)
    return overflow ? (duration < 0 ? .min : .max) : sum
  }
}
