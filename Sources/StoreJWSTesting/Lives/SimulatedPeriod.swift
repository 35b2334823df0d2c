// SPDX-License-Identifier: MIT

/// A length of time by the calendar, in UTC: months, then days.
///
/// Months end early rather than spill over: 31 January and one month is the last of February.
public struct SimulatedPeriod: Hashable, Sendable {
  /// Whole months, 0 or more.
  public let months: Int
  /// Days of 24 hours, 0 or more.
  public let days: Int

  /// Months and days together; counts below zero count as none, and a period of nothing lasts a day.
  public init(months: Int, days: Int) {
    self.months = min(max(0, months), 1200)
    self.days = min(max(self.months == 0 ? 1 : 0, days), 36_600)
  }

  /// Days of 24 hours; fewer than one counts as one, more than 36,600 as that many.
  public static func days(_ count: Int) -> SimulatedPeriod {
    SimulatedPeriod(months: 0, days: max(1, count))
  }
  /// Weeks of 7 days; as ``days(_:)``.
  public static func weeks(_ count: Int) -> SimulatedPeriod { days(7 * min(max(1, count), 5000)) }
  /// Months; fewer than one counts as one, more than 1,200 as that many.
  public static func months(_ count: Int) -> SimulatedPeriod {
    SimulatedPeriod(months: max(1, count), days: 0)
  }
  /// Years; as ``months(_:)``.
  public static func years(_ count: Int) -> SimulatedPeriod { months(12 * min(max(1, count), 100)) }

  /// As Apple writes it in `offerPeriod` (ISO 8601): `P1M`, `P3D`, `P2W`, `P1Y`.
  public var iso8601: String {
    if months > 0, days > 0 { return "P\(months)M\(days)D" }
    if months > 0 { return months % 12 == 0 ? "P\(months / 12)Y" : "P\(months)M" }
    return days % 7 == 0 ? "P\(days / 7)W" : "P\(days)D"
  }

  /// The end of so many periods that begin at a moment, both in milliseconds since 1970.
  public func end(from start: Int64, count: Int = 1) -> Int64 {
    let span = Int64(min(max(1, count), 1200))
    if months == 0 { return start + Int64(days) * span * Self.day }
    let months = CalendarText(seconds: start / 1000).seconds(addingMonths: Int64(months) * span)
    return months * 1000 + start % 1000 + Int64(days) * span * Self.day
  }

  static let day: Int64 = 86_400_000
}

extension CalendarText {
  /// Seconds since 1970 of the same time of day so many months later, on the last day of the month where it is shorter.
  fileprivate func seconds(addingMonths months: Int64) -> Int64 {
    let count = year * 12 + month - 1 + months
    let (newYear, newMonth) = (count / 12, count % 12 + 1)
    let isLeap = newYear % 4 == 0 && (newYear % 100 != 0 || newYear % 400 == 0)
    let length: Int64 = newMonth == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(newMonth) ? 30 : 31
    // Days are counted from 0000-03-01; see the initialiser for the same count the other way.
    let marchYear = newMonth <= 2 ? newYear - 1 : newYear
    let era = marchYear / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (newMonth > 2 ? newMonth - 3 : newMonth + 9) + 2) / 5 + min(dayOfMonth, length) - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    return days * 86_400 + secondOfDay
  }
}
