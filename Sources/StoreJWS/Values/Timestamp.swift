// SPDX-License-Identifier: MIT

/// Seconds and milliseconds since 1970 as ISO 8601 text in UTC, by whole-number arithmetic: no calendar, no locale, no trap.
public enum Timestamp {
  /// `2023-06-17T08:00:00Z`; years outside 0…9999 get a sign and six digits (ISO 8601 expanded form).
  public static func text(seconds: Int64) -> String {
    text(seconds: seconds, fraction: "")
  }

  /// `2023-06-17T08:00:00.123Z`; milliseconds beyond what 64-bit seconds can count give `out of range`.
  public static func text(milliseconds: Double) -> String {
    guard let seconds = Timestamp.seconds(milliseconds: milliseconds) else { return "out of range" }
    let rest = milliseconds - Double(seconds) * 1000
    let whole = Int64(rest.rounded(.down))
    let digits = String(1000 + max(0, min(999, whole)))
    return text(seconds: seconds, fraction: "." + digits.dropFirst())
  }

  /// Whole seconds, rounded towards the past; nil for what is not finite or beyond 285,000 years, where a binary fraction
  /// no longer holds every millisecond.
  public static func seconds(milliseconds: Double) -> Int64? {
    guard milliseconds.isFinite, abs(milliseconds) < 9_007_199_254_740_992 else { return nil }
    return Int64((milliseconds / 1000).rounded(.down))
  }

  private static func text(seconds: Int64, fraction: String) -> String {
    let (days, second) = seconds.flooredQuotient(by: 86_400)
    let (year, month, day) = civilDate(daysSince1970: days)
    let clock = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
    let yearText =
      (0...9999).contains(year) ? padded(year, 4) : (year < 0 ? "-" : "+") + padded(Int64(year.magnitude), 6)
    return "\(yearText)-\(padded(month, 2))-\(padded(day, 2))T\(clock)\(fraction)Z"
  }

  /// The proleptic Gregorian date of a day, by counting in eras of 400 years that begin on 1 March.
  private static func civilDate(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (daysSince1970 + 719_468).flooredQuotient(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int64 {
  /// Quotient rounded towards minus infinity, and the remainder that is never negative.
  fileprivate func flooredQuotient(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
