// SPDX-License-Identifier: MIT

/// A date as RFC 3339 §5.6 writes it; a date without a time is midnight UTC. Digits beyond milliseconds are dropped.
struct RFC3339 {
  let milliseconds: Int64

  init?(_ text: String) {
    var reader = Reader(text)
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
      let day = reader.number(2), (1...12).contains(month),
      (1...CivilDate.daysInMonth(year: year, month: month)).contains(day)
    else { return nil }
    let midnight = CivilDate.days(year: year, month: month, day: day) * 86_400_000
    if reader.isAtEnd {
      milliseconds = midnight
      return
    }
    guard reader.take("T") || reader.take("t") || reader.take(" "), let hour = reader.number(2), reader.take(":"),
      let minute = reader.number(2), reader.take(":"), let second = reader.number(2), hour < 24, minute < 60,
      second <= 60
    else { return nil }
    guard let fraction = reader.fraction(), let offset = reader.offsetMinutes(), reader.isAtEnd else { return nil }
    milliseconds = midnight + (hour * 3600 + (minute - offset) * 60 + second) * 1000 + fraction
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>

    init(_ text: String) { bytes = Array(text.utf8)[...] }

    var isAtEnd: Bool { bytes.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard let first = bytes.first, UInt32(first) == character.value else { return false }
      bytes.removeFirst()
      return true
    }

    mutating func number(_ digits: Int) -> Int64? {
      guard bytes.count >= digits else { return nil }
      var value: Int64 = 0
      for byte in bytes.prefix(digits) {
        guard byte >= 0x30, byte <= 0x39 else { return nil }
        value = value * 10 + Int64(byte - 0x30)
      }
      bytes.removeFirst(digits)
      return value
    }

    /// Milliseconds of `.5` and the like; 0 where there is no fraction.
    mutating func fraction() -> Int64? {
      guard take(".") else { return 0 }
      let digits = bytes.prefix { $0 >= 0x30 && $0 <= 0x39 }
      guard !digits.isEmpty else { return nil }
      bytes.removeFirst(digits.count)
      var value: Int64 = 0
      var scale: Int64 = 100
      for digit in digits.prefix(3) {
        value += Int64(digit - 0x30) * scale
        scale /= 10
      }
      return value
    }

    mutating func offsetMinutes() -> Int64? {
      if take("Z") || take("z") { return 0 }
      let sign: Int64
      if take("+") {
        sign = 1
      } else if take("-") {
        sign = -1
      } else {
        return nil
      }
      guard let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60 else { return nil }
      return sign * (hours * 60 + minutes)
    }
  }
}
