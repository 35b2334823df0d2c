// SPDX-License-Identifier: MIT

/// How long a non-renewing subscription lasts: years, months and days, counted in UTC by the calendar.
///
/// Months end early rather than spill over: 31 January and one month is the last of February.
public struct CatalogPeriod: Hashable, Sendable {
  /// Whole years, 0 or more.
  public let years: Int
  /// Whole months, 0 or more.
  public let months: Int
  /// Whole days of 24 hours, 0 or more.
  public let days: Int

  /// Makes a period; a catalog refuses one that is not positive or is longer than 1,000 years.
  public init(years: Int = 0, months: Int = 0, days: Int = 0) {
    self.years = years
    self.months = months
    self.days = days
  }

  /// A number of days.
  public static func days(_ count: Int) -> CatalogPeriod { CatalogPeriod(days: count) }
  /// A number of months.
  public static func months(_ count: Int) -> CatalogPeriod { CatalogPeriod(months: count) }
  /// A number of years.
  public static func years(_ count: Int) -> CatalogPeriod { CatalogPeriod(years: count) }

  /// Reads an ISO 8601 period of years, months, weeks and days, like `P1Y6M` or `P30D`; nil for any other text.
  public init?(iso8601 text: String) {
    var rest = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
    var counts: [UInt8: Int] = [:]
    var units = Array("YMWD".utf8)[...]
    while !rest.isEmpty {
      let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(digits.count)
      guard digits.count <= 6, let count = Int(String(digits) ?? ""), let unit = rest.popFirst(),
        let place = units.firstIndex(of: unit)
      else { return nil }
      units = units[(place + 1)...]
      counts[unit] = count
    }
    self.init(
      years: counts[UInt8(ascii: "Y")] ?? 0, months: counts[UInt8(ascii: "M")] ?? 0,
      days: (counts[UInt8(ascii: "D")] ?? 0) + 7 * (counts[UInt8(ascii: "W")] ?? 0))
  }

  /// Positive, and short enough that no date overflows.
  var isValid: Bool {
    let parts = [years, months, days]
    return parts.allSatisfy { $0 >= 0 } && parts.contains { $0 > 0 } && years <= 1000 && months <= 12_000
      && days <= 366_000
  }

  /// The end of a period that begins at a moment.
  func end(from start: Milliseconds) -> Milliseconds {
    let day = CivilDay(start)
    let monthCount = day.year * 12 + (day.month - 1) + Int64(years) * 12 + Int64(months)
    let shifted = CivilDay(monthCount: monthCount, day: day.day)
    return shifted.startOfDay.advanced(by: day.timeOfDay).advanced(by: Int64(days) * .day)
  }
}

/// A day of the proleptic Gregorian calendar, counted in eras of 400 years that begin on 1 March.
private struct CivilDay {
  let year: Int64
  /// 1 to 12.
  let month: Int64
  let day: Int64
  var timeOfDay: Milliseconds = 0

  init(_ moment: Milliseconds) {
    let days = moment.floored(by: .day)
    timeOfDay = moment - days * .day
    let shifted = days + 719_468
    let era = shifted.floored(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The day of a month that is counted from year 0; the last one if the month is shorter.
  init(monthCount: Int64, day: Int64) {
    year = monthCount.floored(by: 12)
    month = monthCount - year * 12 + 1
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let length: Int64 = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    self.day = min(day, length)
  }

  var startOfDay: Milliseconds {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.floored(by: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return (era * 146_097 + dayOfEra - 719_468) * .day
  }
}

extension Int64 {
  /// The quotient rounded towards minus infinity.
  fileprivate func floored(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
