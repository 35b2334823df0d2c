// SPDX-License-Identifier: MIT

import ASN1Reading

/// Dates as the older documents write them: RFC 3339 with variations (receipts), `2019-04-21 09:04:26 Etc/GMT`
/// (transaction receipts and server answers).
enum DateText {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  ///
  /// RFC 3339 text: fractions of any length, `Z` or an offset with or without a colon. Sources: receipts of late 2020
  /// have fractions, Xcode 12 and 13 wrote `+0100`.
  static func rfc3339(_ bytes: Span<UInt8>) -> Int64? {
    guard bytes.count >= 20, let date = date(bytes), let time = time(bytes, at: 11) else { return nil }
    guard bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " ") else { return nil }
    var at = 19
    var milliseconds: Int64 = 0
    if bytes[at] == UInt8(ascii: ".") {
      at += 1
      var weight: Int64 = 100
      let first = at
      while at < bytes.count, let digit = digit(bytes[at]) {
        milliseconds += Int64(digit) * weight
        weight /= 10
        at += 1
      }
      guard at > first else { return nil }
    }
    guard let offset = offset(bytes, at: at),
      let seconds = CivilTime.secondsSince1970(
        year: date.year, month: date.month, day: date.day, hour: time.hour, minute: time.minute, second: time.second)
    else { return nil }
    return (seconds - offset) * 1_000 + milliseconds
  }

  /// Milliseconds since 1970-01-01T00:00:00Z of `2019-04-21 09:04:26 Etc/GMT`, with any white space or none between the
  /// parts (copies without it occur). Text of another zone, such as `America/Los_Angeles`, gives nil: it names an hour
  /// twice in autumn, and the GMT form always stands beside it.
  static func gmt(_ text: String) -> Int64? {
    let bytes = text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != 0x09 }
    guard bytes.count == 25, bytes.suffix(7).elementsEqual("Etc/GMT".utf8) else { return nil }
    let span = bytes.span
    guard let date = date(span), let time = time(span, at: 10) else { return nil }
    return CivilTime.secondsSince1970(
      year: date.year, month: date.month, day: date.day, hour: time.hour, minute: time.minute, second: time.second
    ).map { $0 * 1_000 }
  }

  /// Any text form, or a whole number of milliseconds.
  static func any(_ text: String) -> Int64? {
    if let milliseconds = Int64(text) { return milliseconds }
    return gmt(text) ?? rfc3339(Array(text.utf8).span)
  }

  private static func date(_ bytes: Span<UInt8>) -> (year: Int, month: Int, day: Int)? {
    guard bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"), let century = pair(bytes, 0),
      let rest = pair(bytes, 2), let month = pair(bytes, 5), let day = pair(bytes, 8)
    else { return nil }
    return (century * 100 + rest, month, day)
  }

  private static func time(_ bytes: Span<UInt8>, at: Int) -> (hour: Int, minute: Int, second: Int)? {
    guard bytes[at + 2] == UInt8(ascii: ":"), bytes[at + 5] == UInt8(ascii: ":"), let hour = pair(bytes, at),
      let minute = pair(bytes, at + 3), let second = pair(bytes, at + 6)
    else { return nil }
    return (hour, minute, second)
  }

  /// `Z`, `+hh:mm` or `+hhmm` up to the end: seconds east of UTC.
  private static func offset(_ bytes: Span<UInt8>, at: Int) -> Int64? {
    guard at < bytes.count else { return nil }
    if bytes[at] == UInt8(ascii: "Z") { return at + 1 == bytes.count ? 0 : nil }
    guard bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") else { return nil }
    let hasColon = bytes.count == at + 6 && bytes[at + 3] == UInt8(ascii: ":")
    guard hasColon || bytes.count == at + 5, let hours = pair(bytes, at + 1),
      let minutes = pair(bytes, at + (hasColon ? 4 : 3)), hours < 24, minutes < 60
    else { return nil }
    let seconds = Int64(hours * 3_600 + minutes * 60)
    return bytes[at] == UInt8(ascii: "-") ? -seconds : seconds
  }

  private static func pair(_ bytes: Span<UInt8>, _ at: Int) -> Int? {
    guard let tens = digit(bytes[at]), let ones = digit(bytes[at + 1]) else { return nil }
    return tens * 10 + ones
  }

  private static func digit(_ byte: UInt8) -> Int? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? Int(value) : nil
  }
}
