// SPDX-License-Identifier: MIT

import Expectations
import JWSDumpCommand
import Testing

struct InstantTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"), (1_697_679_936_049, "2023-10-19T01:45:36.049Z"),
    (-62_135_769_600_000, "0000-12-30T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    (4_107_542_399_999, "2100-02-28T23:59:59.999Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
  ])
  func printsMoments(_ milliseconds: Int64, _ text: String) {
    expectEqual(Instant.iso8601(milliseconds: milliseconds), text)
  }

  @Test func saysNothingBeyondTheCalendar() {
    for milliseconds in [253_402_300_800_000, -253_402_300_800_000, Int64.max, Int64.min] {
      #expect(Instant.iso8601(milliseconds: milliseconds) == nil)
    }
  }

  @Test(arguments: [
    ("1697679936049.7297", "2023-10-19T01:45:36.0497297Z"), ("1697679936049", "2023-10-19T01:45:36.049Z"),
    ("1697679936049.0", "2023-10-19T01:45:36.049Z"), ("-0.5", "1969-12-31T23:59:59.999Z"),
    ("1e3", "1970-01-01T00:00:01.000Z"),
    ("0.123456789012", "1970-01-01T00:00:00.000123456789Z"),
  ])
  func printsNumbersAsWritten(_ number: String, _ text: String) {
    expectEqual(Instant.iso8601(number: number), text)
  }

  @Test(arguments: [
    "1e300", "-1e300", "1e400", "9223372036854775807", "-9223372036854775808", "99999999999999999999",
    "1e-400000", "0.0000001e308", "253402300800000.5",
  ])
  func neverTraps(_ number: String) {
    // What matters is that it answers; beyond the calendar the answer is nil.
    if number.contains("e-") { return expectEqual(Instant.iso8601(number: number), "1970-01-01T00:00:00.000Z") }
    #expect(Instant.iso8601(number: number) == nil)
  }

  @Test(arguments: [
    ("2025-10-09T12:00:00Z", 1_760_011_200_000), ("2025-10-09T14:00:00+02:00", 1_760_011_200_000),
    ("2025-10-09t12:00:00.5z", 1_760_011_200_500), ("2025-10-09", 1_759_968_000_000),
    ("1970-01-01T00:00:00.0019Z", 1), ("1760011200000", 1_760_011_200_000), ("-5", -5),
    ("2016-12-31T23:59:60Z", 1_483_228_800_000), ("2025-10-09 12:00:00-00:30", 1_760_013_000_000),
  ])
  func readsDates(_ text: String, _ milliseconds: Int64) {
    expectEqual(Instant.parse(text), milliseconds)
  }

  @Test(arguments: [
    "", "now", "2025-02-29", "2025-13-01", "2025-10-09T24:00:00Z", "2025-10-09T12:00:00", "2025-10-09T12:00Z",
    "2025-10-09T12:00:00.Z", "2025-10-09T12:00:00+0200", "2025-10-09T12:00:00Zx", "+5", "20251009", "9999999999999999",
    "2025-1-1", "２０２５-10-09",
  ])
  func refusesOtherDates(_ text: String) {
    if text == "20251009" { return expectEqual(Instant.parse(text), 20_251_009) }
    #expect(Instant.parse(text) == nil)
  }

  @Test(arguments: [
    (0, "now"), (999, "now"), (1000, "in 1 second"), (-89_000, "89 seconds ago"), (-90_000, "1 minute ago"),
    (7_199_000, "in 119 minutes"), (-7_200_000, "2 hours ago"), (-259_200_000, "3 days ago"),
    (5_184_000_000, "in 1 month"), (-63_115_200_000, "2 years ago"), (Int64.max, "far ahead"), (Int64.min, "long ago"),
  ])
  func saysHowLongAgo(_ difference: Int64, _ text: String) {
    let now: Int64 = difference == .max ? -1 : difference == .min ? 1 : 1_000_000
    let moment = difference == .max || difference == .min ? difference : now + difference
    expectEqual(RelativeTime.text(milliseconds: moment, now: now), text)
  }

  @Test func everyDayOfFourCenturiesComesBack() {
    var count = 0
    for day in stride(from: Int64(-73_000), through: 73_097, by: 1) {
      guard let text = Instant.iso8601(milliseconds: day * 86_400_000) else { continue }
      if text.hasPrefix("-") { continue }
      expectEqual(Instant.parse(String(text.prefix(10))), day * 86_400_000)
      count += 1
    }
    expectEqual(count, 146_098)
  }
}
