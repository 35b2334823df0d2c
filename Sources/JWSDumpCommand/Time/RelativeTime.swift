// SPDX-License-Identifier: MIT

/// How long ago or ahead a moment is, in the largest unit that is not misleading.
package enum RelativeTime {
  /// Such as "3 days ago", "in 2 hours" or "now".
  package static func text(milliseconds: Int64, now: Int64) -> String {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(now)
    guard !overflow, difference != .min else { return milliseconds < now ? "long ago" : "far ahead" }
    let seconds = abs(difference) / 1000
    guard seconds > 0 else { return "now" }
    let amount = amount(seconds: seconds)
    return difference < 0 ? amount + " ago" : "in " + amount
  }

  /// A length of time: 89 seconds stay seconds, 100 minutes stay minutes, 40 days stay days, 20 months stay months.
  static func amount(seconds: Int64) -> String {
    switch seconds {
    case ..<90: plural(seconds, "second")
    case ..<7200: plural(seconds / 60, "minute")
    case ..<172_800: plural(seconds / 3600, "hour")
    case ..<5_184_000: plural(seconds / 86_400, "day")
    case ..<63_115_200: plural(seconds / 2_629_800, "month")
    default: plural(seconds / 31_557_600, "year")
    }
  }

  private static func plural(_ count: Int64, _ unit: String) -> String {
    count == 1 ? "1 \(unit)" : "\(count) \(unit)s"
  }
}
