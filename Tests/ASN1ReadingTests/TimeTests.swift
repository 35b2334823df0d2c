// SPDX-License-Identifier: MIT

import ASN1Reading
import Expectations
import Testing

@Suite("Times")
struct TimeTests {
  private func read(_ tag: String, _ text: String, _ liberties: ASN1Liberties = []) throws(ASN1Error) -> ASN1Instant {
    let bytes = hex(tag) + [UInt8(text.utf8.count)] + Array(text.utf8)
    var reader = try ASN1Reader(bytes.span, liberties: liberties, limits: roomy)
    return try reader.time(try reader.next())
  }

  @Test("DER times")
  func der() throws {
    let table: [(String, String, Int64, Int32)] = [
      ("17", "700101000000Z", 0, 0), ("17", "491231235959Z", 2_524_607_999, 0),
      ("17", "500101000000Z", -631_152_000, 0), ("17", "000229120000Z", 951_825_600, 0),
      ("18", "20260101000000Z", 1_767_225_600, 0), ("18", "19691231235959.5Z", -1, 500_000_000),
      ("18", "00000101000000Z", -62_167_219_200, 0), ("18", "99991231235959Z", 253_402_300_799, 0),
      ("18", "20161231235960Z", 1_483_228_800, 0), ("18", "20200101000000.123456789123Z", 1_577_836_800, 123_456_789),
    ]
    for (tag, text, seconds, nanoseconds) in table {
      try expectEqual(read(tag, text), ASN1Instant(seconds: seconds, nanoseconds: nanoseconds), "\(text)")
    }
  }

  @Test("What BER adds")
  func ber() throws {
    let table: [(String, String, Int64, Int32)] = [
      ("17", "7001010000Z", 0, 0), ("17", "700101010000+0100", 0, 0), ("17", "691231230000-0100", 0, 0),
      ("18", "1970010100Z", 0, 0), ("18", "1970010100.5Z", 1_800, 0), ("18", "197001010001,25Z", 75, 0),
      ("18", "19700101000000.500Z", 0, 500_000_000), ("18", "19700101023000+0230", 0, 0),
      ("18", "19700101020000+02", 0, 0),
    ]
    for (tag, text, seconds, nanoseconds) in table {
      try expectEqual(read(tag, text, .ber), ASN1Instant(seconds: seconds, nanoseconds: nanoseconds), "\(text)")
      expectEqual(refusal { () throws(ASN1Error) in _ = try read(tag, text) }?.code, .badTime, "\(text)")
    }
  }

  @Test("What is no time, with the octet")
  func refused() {
    let table: [(String, String, ASN1Liberties, Int)] = [
      ("17", "", [], 2), ("17", "7001010000", [], 12), ("17", "700101000000", [], 14), ("17", "70010100000Z", [], 13),
      ("17", "700101000000Z0", [], 15), ("17", "701301000000Z", [], 0), ("17", "700230000000Z", [], 0),
      ("17", "010229000000Z", [], 0), ("17", "700101240000Z", [], 0), ("17", "700101006000Z", [], 0),
      ("17", "700101000061Z", [], 0), ("17", "700101000000+2400", .ber, 14), ("17", "700101000000+0060", .ber, 14),
      ("18", "20200101000000.Z", [], 17), ("18", "20200101000000.10Z", [], 18), ("18", "20200101000000", .ber, 16),
      ("18", "19000229000000Z", [], 0), ("18", "20200101000000z", [], 16), ("18", "2020010100000000Z", .ber, 16),
    ]
    for (tag, text, liberties, offset) in table {
      expectEqual(
        refusal { () throws(ASN1Error) in _ = try read(tag, text, liberties) }, Refusal(.badTime, offset), "\(text)"
      )
    }
    expectEqual(refusal { () throws(ASN1Error) in _ = try read("16", "700101000000Z") }, Refusal(.unexpectedTag, 0))
  }

  @Test("Calendar arithmetic holds day by day over two thousand years, and both ways")
  func calendar() throws {
    var days: Int64 = try #require(CivilTime.secondsSince1970(year: 1000, month: 1, day: 1)) / 86_400
    var checked = 0
    var wrong = 0
    for year in 1000..<3000 {
      let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
      for (index, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
        for day in 1...length {
          let seconds = CivilTime.secondsSince1970(year: year, month: index + 1, day: day, hour: 23, second: 59)
          let back = CivilTime.components(secondsSince1970: days * 86_400 + 82_859)
          // A million expectations take seconds; a count takes none.
          if seconds != days * 86_400 + 82_859 { wrong += 1 }
          if let back, back == (year, index + 1, day, 23, 0, 59) {} else { wrong += 1 }
          days += 1
          checked += 1
        }
        if CivilTime.secondsSince1970(year: year, month: index + 1, day: length + 1) != nil { wrong += 1 }
      }
    }
    expectEqual(checked, 730_485)
    expectEqual(wrong, 0)
  }

  @Test("No moment traps")
  func extremes() {
    for seconds in [Int64.min, .max, .min + 1, -31_557_014_135_553_600, 31_556_889_864_403_199] {
      _ = CivilTime.components(secondsSince1970: seconds)
    }
    #expect(CivilTime.components(secondsSince1970: .min) == nil)
    #expect(CivilTime.secondsSince1970(year: .max, month: .max, day: .max) == nil)
    #expect(CivilTime.secondsSince1970(year: .min, month: .min, day: .min, hour: .min) == nil)
    #expect(CivilTime.secondsSince1970(year: -999_999, month: 1, day: 1) != nil)
  }
}
