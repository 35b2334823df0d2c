// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import StoreEntitlements

/// Draws when entitlements were held: one column for a stretch of time, all bars on one scale.
///
/// ```
/// ██████████████▒▒▒███████████───────────
///                      ▲ 2026-01-01
/// 2025-10-09                    2026-03-01
/// ```
struct TimeBar {
  private let intervals: [EntitlementInterval<String>]
  private let moment: Int64
  private let start: Int64
  private let end: Int64
  private let width: Int

  /// Nil where there is nothing to draw.
  init?(_ intervals: [EntitlementInterval<String>], moment: Int64, width: Int) {
    guard !intervals.isEmpty, width >= 24 else { return nil }
    self.intervals = intervals
    self.moment = moment
    self.width = width
    let moments = intervals.flatMap {
      [$0.start, $0.end].compactMap { $0.map { EntitlementsReport.milliseconds($0) } }
    }
    let first = min(moments.min() ?? moment, moment)
    // Room behind the moment, so that what goes on for ever is seen to go on.
    let last = max(moments.max() ?? moment, moment)
    start = first
    end = max(last, first + 86_400_000) + max(1, (last - first) / 40)
  }

  private func column(_ milliseconds: Int64) -> Int {
    let share = Double(milliseconds - start) / Double(end - start)
    return max(0, min(width, Int((share * Double(width)).rounded(.down))))
  }

  /// The bar of one entitlement.
  func line(of entitlement: String) -> String? {
    var cells = [Character](repeating: "─", count: width)
    var isDrawn = false
    for interval in intervals where interval.entitlement == entitlement {
      let from = min(column(EntitlementsReport.milliseconds(interval.start)), width - 1)
      let to = interval.end.map { column(EntitlementsReport.milliseconds($0)) } ?? width
      let mark: Character =
        switch interval.reason {
        case .gracePeriod, .billingRetry: "▒"
        default: "█"
        }
      // However short, it is seen.
      for cell in from..<max(to, from + 1) where cells[cell] != "█" { cells[cell] = mark }
      isDrawn = true
    }
    return isDrawn ? String(cells) : nil
  }

  /// Where the moment stands, the ends of the scale, and what the marks mean.
  var axis: [String] {
    let place = min(column(moment), width - 1)
    let label = day(moment)
    let isRight = place + label.count + 2 > width
    let pointer =
      isRight
      ? String(repeating: " ", count: max(0, place - label.count - 1)) + label + " ▲"
      : String(repeating: " ", count: place) + "▲ " + label
    let (left, right) = (day(start), day(end))
    let gap = String(repeating: " ", count: max(1, width - left.count - right.count))
    return [pointer, left + gap + right, "█ held   ▒ grace period or retry   ─ not held"]
  }

  private func day(_ milliseconds: Int64) -> String {
    Instant.iso8601(milliseconds: milliseconds).map { String($0.prefix(10)) } ?? "?"
  }
}
