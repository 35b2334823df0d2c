// SPDX-License-Identifier: MIT

/// Seconds since 1970 as the digits of a proleptic Gregorian calendar in UTC.
///
/// Own arithmetic, because the kit must give the same octets wherever it runs, time zone and locale notwithstanding.
struct CalendarText {
  let year: Int64
  /// 1 to 12.
  let month: Int64
  /// 1 to 31.
  let dayOfMonth: Int64
  /// 0 to 86,399.
  let secondOfDay: Int64

  init(seconds: Int64) {
    let day = seconds.flooringQuotient(86400)
    secondOfDay = seconds - day * 86400
    // Days are counted from 0000-03-01, so that a leap day is the last of its year; eras are of 400 years.
    let shifted = day + 719_468
    let era = shifted.flooringQuotient(146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    dayOfMonth = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// `YYMMDDhhmmssZ`.
  var utcTime: String {
    Self.padded(year % 100, 2) + tail
  }

  /// `YYYYMMDDhhmmssZ`.
  var generalizedTime: String {
    Self.padded(year, 4) + tail
  }

  private var tail: String {
    let digits = [month, dayOfMonth, secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60]
    return digits.map { Self.padded($0, 2) }.joined() + "Z"
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }
}

extension Int64 {
  fileprivate func flooringQuotient(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
