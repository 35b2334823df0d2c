// SPDX-License-Identifier: MIT

/// A moment on the proleptic Gregorian calendar in UTC, leap seconds not counted.
public struct ASN1Instant: Hashable, Comparable, Sendable {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  public let seconds: Int64
  /// The rest of the second, 0 to 999,999,999; digits beyond the ninth are dropped.
  public let nanoseconds: Int32

  /// Makes an instant.
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Earlier comes first.
  public static func < (left: ASN1Instant, right: ASN1Instant) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

/// Calendar arithmetic without a calendar library.
public enum CivilTime {
  /// Seconds since 1970-01-01T00:00:00Z of a UTC date and time; nil where there is no such date or time.
  ///
  /// - Parameters:
  ///   - year: -999,999 to 999,999; year 0 is 1 BC (ISO 8601 §4.3.2.1).
  ///   - second: 0 to 59, and 60 for a leap second, which counts as the first of the next minute.
  public static func secondsSince1970(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) -> Int64? {
    guard -999_999...999_999 ~= year, 1...12 ~= month, day >= 1, day <= days(inMonth: month, ofYear: year),
      0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second
    else { return nil }
    // Years that begin in March have the leap day at their end, and months of 31,30,31,30,31 days five by five.
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let day = era * 146_097 + dayOfEra - 719_468
    return Int64(day) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
  }

  /// The UTC date and time of a number of seconds since 1970-01-01T00:00:00Z; nil outside the years ±999,999.
  public static func components(
    secondsSince1970 seconds: Int64
  ) -> (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int)? {
    guard abs(seconds / 86_400) < 365_000_000 else { return nil }
    var days = Int(seconds / 86_400)
    var rest = Int(seconds % 86_400)
    if rest < 0 {
      rest += 86_400
      days -= 1
    }
    days += 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    return (year, month, day, rest / 3_600, rest / 60 % 60, rest % 60)
  }

  private static func days(inMonth month: Int, ofYear year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension ASN1Reader {
  /// UTCTime or GeneralizedTime (X.680 §46 and §47).
  ///
  /// DER (X.690 §11.7, §11.8) wants seconds, `Z`, and a fraction without zeros at its end; the rest needs
  /// ``ASN1Liberties/anyTimeForm``. A GeneralizedTime of local time, without `Z` or offset, is never accepted. Two-digit
  /// years are 1950 to 2049 (RFC 5280 §4.1.2.5.1).
  /// - Throws: `badTime` at the octet in question, `unexpectedTag` for an element that is no time.
  public func time(_ element: ASN1Element) throws(ASN1Error) -> ASN1Instant {
    guard element.tag == .utcTime || element.tag == .generalizedTime else {
      throw error(.unexpectedTag, element.start, "a time", element.tag.description)
    }
    guard !element.isConstructed else {
      throw error(.constructedString, element.start, "\(element.tag) in one piece", "segments")
    }
    let isLoose = liberties.contains(.anyTimeForm)
    var at = element.content.lowerBound
    let end = element.content.upperBound
    var year = try digits(element.tag == .utcTime ? 2 : 4, &at, end)
    if element.tag == .utcTime { year += year < 50 ? 2000 : 1900 }
    let month = try digits(2, &at, end)
    let day = try digits(2, &at, end)
    let hour = try digits(2, &at, end)
    // GeneralizedTime may stop at the hour in BER, UTCTime at the minute.
    let hasMinutes = element.tag == .utcTime || !isLoose || isDigit(at, end)
    let minute = hasMinutes ? try digits(2, &at, end) : 0
    let hasSeconds = hasMinutes && (!isLoose || isDigit(at, end))
    let second = hasSeconds ? try digits(2, &at, end) : 0
    let fraction =
      element.tag == .generalizedTime
      ? try fraction(&at, end, unit: hasSeconds ? 1 : hasMinutes ? 60 : 3_600, isLoose) : (seconds: 0, nanoseconds: 0)
    let offset = try zone(&at, end, isLoose)
    guard at == end else { throw error(.badTime, at, "the end of the time", "more") }
    guard
      let seconds = CivilTime.secondsSince1970(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { throw error(.badTime, element.start, "a date and time that exist", "another") }
    return ASN1Instant(seconds: seconds + fraction.seconds - offset, nanoseconds: fraction.nanoseconds)
  }

  private func isDigit(_ at: Int, _ end: Int) -> Bool {
    at < end && UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[at]
  }

  private func digits(_ count: Int, _ at: inout Int, _ end: Int) throws(ASN1Error) -> Int {
    var value = 0
    for _ in 0..<count {
      guard isDigit(at, end) else { throw error(.badTime, at, "a digit", at < end ? "another octet" : "the end") }
      value = value * 10 + Int(bytes[at] - UInt8(ascii: "0"))
      at += 1
    }
    return value
  }

  /// A fraction of the last unit written: seconds, or (in BER) minutes or hours.
  private func fraction(
    _ at: inout Int, _ end: Int, unit: Int64, _ isLoose: Bool
  ) throws(ASN1Error) -> (seconds: Int64, nanoseconds: Int32) {
    guard at < end, bytes[at] == UInt8(ascii: ".") || (isLoose && bytes[at] == UInt8(ascii: ",")) else {
      return (0, 0)
    }
    at += 1
    let first = at
    var billionths: Int64 = 0
    var weight: Int64 = 100_000_000
    while isDigit(at, end) {
      billionths += weight * Int64(bytes[at] - UInt8(ascii: "0"))
      weight /= 10
      at += 1
    }
    guard at > first else { throw error(.badTime, at, "digits of a fraction", "none") }
    guard isLoose || bytes[at - 1] != UInt8(ascii: "0") else {
      throw error(.badTime, at - 1, "a fraction without zeros at its end", "one")
    }
    let nanoseconds = billionths * unit
    return (nanoseconds / 1_000_000_000, Int32(truncatingIfNeeded: nanoseconds % 1_000_000_000))
  }

  /// `Z`, or (in BER) `+hhmm`, `-hhmm`, `+hh`: seconds east of UTC.
  private func zone(_ at: inout Int, _ end: Int, _ isLoose: Bool) throws(ASN1Error) -> Int64 {
    let sign = at < end ? bytes[at] : 0
    if sign == UInt8(ascii: "Z") {
      at += 1
      return 0
    }
    guard isLoose, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      throw error(.badTime, at, isLoose ? "Z or an offset" : "Z", at < end ? "another octet" : "the end")
    }
    let start = at
    at += 1
    let hours = try digits(2, &at, end)
    let minutes = at < end ? try digits(2, &at, end) : 0
    guard hours < 24, minutes < 60 else { throw error(.badTime, start, "an offset under a day", "more") }
    let seconds = Int64(hours * 3_600 + minutes * 60)
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}
