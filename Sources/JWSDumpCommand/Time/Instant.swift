// SPDX-License-Identifier: MIT

/// Moments as milliseconds since 1970-01-01T00:00:00Z, printed and read with whole-number arithmetic in the proleptic
/// Gregorian calendar, UTC. Nothing here depends on a locale, a time zone or a table of leap seconds.
package enum Instant {
  /// The largest distance from 1970 that is printed as a date: the year 9999, and the same back (year -6028).
  static let limitMilliseconds: Int64 = 253_402_300_799_999

  /// ISO 8601 in UTC with three decimals, such as `2023-10-19T01:45:36.049Z`; nil outside years -6028 to 9999.
  package static func iso8601(milliseconds: Int64) -> String? {
    guard milliseconds >= -limitMilliseconds, milliseconds <= limitMilliseconds else { return nil }
    return secondsText(floorDivide(milliseconds, 1000)) + "." + padded(floorRemainder(milliseconds, 1000), 3) + "Z"
  }

  /// ISO 8601 in UTC without decimals.
  package static func iso8601(seconds: Int64) -> String? {
    guard seconds >= -limitMilliseconds / 1000, seconds <= limitMilliseconds / 1000 else { return nil }
    return secondsText(seconds) + "Z"
  }

  /// The moment that a JSON number names, given as its text: fractions of a millisecond and exponents are allowed.
  ///
  /// - Returns: whole milliseconds, rounded down, and the digits that follow them as they are written (`0497297` has
  ///   four more than milliseconds); nil where the number is not a date that can be printed.
  package static func milliseconds(ofNumber text: String) -> (milliseconds: Int64, fraction: String)? {
    if let whole = Int64(text) {
      return abs(safe: whole) <= limitMilliseconds ? (whole, "") : nil
    }
    let parts = text.split(separator: ".", maxSplits: 1)
    if parts.count == 2, let whole = Int64(parts[0]), abs(safe: whole) < limitMilliseconds,
      parts[1].utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
    {
      let digits = String(parts[1].reversed().drop { $0 == "0" }.reversed())
      if !text.hasPrefix("-") { return (whole, digits) }
      // A negative fraction is counted back from the next lower millisecond, which needs another digit string.
      return (digits.isEmpty ? whole : whole - 1, "")
    }
    guard let value = Double(text), value.isFinite, value.magnitude <= Double(limitMilliseconds) else { return nil }
    return (Int64(value.rounded(.down)), "")
  }

  /// ISO 8601 of a JSON number's text, with as many decimals as the number has.
  package static func iso8601(number text: String) -> String? {
    guard let (milliseconds, fraction) = milliseconds(ofNumber: text) else { return nil }
    guard let iso = iso8601(milliseconds: milliseconds) else { return nil }
    return fraction.isEmpty ? iso : String(iso.dropLast()) + fraction.prefix(9) + "Z"
  }

  /// Reads RFC 3339 (`2025-10-09T12:00:00.5+02:00`), a date alone (midnight UTC), or milliseconds since 1970.
  package static func parse(_ text: String) -> Int64? {
    if let number = Int64(text), text.utf8.first != 0x2B {
      return abs(safe: number) <= limitMilliseconds ? number : nil
    }
    return RFC3339(text)?.milliseconds
  }

  private static func abs(safe value: Int64) -> Int64 {
    value == .min ? .max : Swift.abs(value)
  }

  private static func secondsText(_ seconds: Int64) -> String {
    let (year, month, day) = CivilDate.fromDays(floorDivide(seconds, 86_400))
    let rest = floorRemainder(seconds, 86_400)
    let yearText = year < 0 ? "-" + padded(-year, 4) : padded(year, 4)
    return yearText + "-" + padded(month, 2) + "-" + padded(day, 2) + "T" + padded(rest / 3600, 2) + ":"
      + padded(rest / 60 % 60, 2) + ":" + padded(rest % 60, 2)
  }

  static func padded(_ number: Int64, _ digits: Int) -> String {
    let text = String(number)
    return text.count < digits ? String(repeating: "0", count: digits - text.count) + text : text
  }

  static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
  }

  static func floorRemainder(_ value: Int64, _ divisor: Int64) -> Int64 {
    let rest = value % divisor
    return rest < 0 ? rest + divisor : rest
  }
}

/// Days and calendar dates; a year begins in March here, so that the leap day is its last.
enum CivilDate {
  /// The date that lies `days` after 1970-01-01.
  static func fromDays(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468  // 0000-03-01
    let era = Instant.floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// Days from 1970-01-01 to a date.
  static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = Instant.floorDivide(marchYear, 400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func daysInMonth(year: Int64, month: Int64) -> Int64 {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
