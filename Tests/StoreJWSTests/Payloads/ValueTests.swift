// SPDX-License-Identifier: MIT

import Expectations
import Foundation
import StoreJWS
import StrictJSON
import Testing

/// Values as they come: dates, ids, money, UUIDs, enumerations.
@Suite struct ValueTests {
  private func transaction(_ json: String) throws(JSONError) -> SignedTransaction {
    try SignedTransaction(json: Array(json.utf8))
  }

  @Test(arguments: [
    ("1697679936049.7297", 1_697_679_936.0497297), ("-62135769600000", -62_135_769_600), ("0", 0), ("-1", -0.001),
    ("1e300", 1e297), ("-1e300", -1e297), ("1697679936049", 1_697_679_936.049), ("1.5e3", 1.5), ("-0", 0),
    ("9223372036854775807", 9_223_372_036_854_775.807),
  ])
  func datesOfAnySizeAreKept(text: String, seconds: Double) throws {
    let date = try transaction("{\"signedDate\":\(text)}").signedDate
    // Dates count seconds from 2001, which costs some 0.0000001 s.
    let difference = try #require(date).timeIntervalSince1970 - seconds
    #expect(abs(difference) <= max(2e-7, abs(seconds) * 1e-15))
  }

  @Test func aDateBeyondEveryNumberIsRefused() {
    #expect(throws: JSONError(code: .numberOutOfRange, offset: 14, message: "")) {
      try transaction("{\"signedDate\":1e999}")
    }
  }

  @Test(arguments: [
    ("1697679936049", "1697679936049"), ("1697679936049.7297", "1697679936049.7297"), ("1e300", "1e+300"),
    ("-62135769600000", "-62135769600000"), ("1600000000000.0", "1600000000000"),
  ])
  func datesAreWrittenAsMilliseconds(text: String, written: String) throws {
    try expectEqual(transaction("{\"signedDate\":\(text)}").written, "{\"signedDate\":\(written)}")
  }

  @Test func aDateThatIsNoNumberIsWrittenAsNull() {
    let value = SignedTransaction(signedDate: Date(timeIntervalSince1970: .nan))
    expectEqual(value.written, "{\"signedDate\":null}")
  }

  @Test func idsAreLongerThanABinaryFractionCanHold() throws {
    let value = try transaction("{\"transactionId\":\"9007199254740993\",\"webOrderLineItemId\":\"0\"}")
    expectEqual(value.transactionID, "9007199254740993")
    expectEqual(value.webOrderLineItemID, "0")
    let app = try AppTransaction(json: Array("{\"appAppleId\":9007199254740993}".utf8))
    expectEqual(app.appAppleID, 9_007_199_254_740_993)
    #expect(throws: JSONError(code: .numberOutOfRange, offset: 14, message: "")) {
      try AppTransaction(json: Array("{\"appAppleId\":9223372036854775808}".utf8))
    }
  }

  @Test(arguments: [
    (114_990, "PLN", "114.99 PLN"), (230_000, "JPY", "230 JPY"), (-5, "USD", "-0.005 USD"), (0, "EUR", "0 EUR"),
    (9_007_199_254_740_993, "IDR", "9007199254740.993 IDR"),
  ])
  func priceIsExact(milliunits: Int64, currency: String, text: String) throws {
    let price = try transaction("{\"price\":\(milliunits),\"currency\":\"\(currency)\"}").price
    expectEqual(price?.description, text)
    expectEqual(price.map { $0.amount * 1000 }, Decimal(milliunits))
  }

  @Test func aPriceWithAFractionIsRefused() {
    #expect(throws: JSONError(code: .typeMismatch, offset: 9, message: "")) {
      try transaction("{\"price\":1000.5}")
    }
  }

  @Test(arguments: [
    "", "no uuid", "7E3FB20B-4CDB-47CC-936D-99D65F608138", "7e3fb20b-4cdb-47cc-936d-99d65f60813",
    "7e3fb20b-4cdb-47cc-936d-99d65f608138 ", "7e3fb20b4cdb47cc936d99d65f608138", "🙂",
  ])
  func anAppAccountTokenThatIsNoUUIDIsKept(text: String) throws {
    let value = try transaction("{\"appAccountToken\":\"\(text)\",\"transactionId\":\"1\"}")
    expectEqual(value.appAccountToken, .text(text))
    expectEqual(value.appAccountToken?.text, text)
    expectEqual(value.transactionID, "1")
    expectEqual((value.appAccountToken?.uuid != nil), text.hasPrefix("7E3FB20B"))
  }

  @Test func anAppAccountTokenIsAUUID() throws {
    let value = try transaction("{\"appAccountToken\":\"7e3fb20b-4cdb-47cc-936d-99d65f608138\"}")
    expectEqual(value.appAccountToken?.uuid, UUID(uuidString: "7E3FB20B-4CDB-47CC-936D-99D65F608138"))
    expectEqual(value.written, "{\"appAccountToken\":\"7e3fb20b-4cdb-47cc-936d-99d65f608138\"}")
    expectEqual(UUIDOrText("7e3fb20b-4cdb-47cc-936d-99d65f608138"), value.appAccountToken)
  }

  @Test func valuesWithoutANameAreKept() throws {
    let value = try transaction("{\"type\":\"Weird\",\"offerType\":99,\"environment\":\"sandbox\"}")
    expectEqual(value.productType, ProductType(rawValue: "Weird"))
    #expect(value.productType?.isKnown == false && value.productType?.meaning == nil)
    #expect(value.offerType?.rawValue == 99 && value.offerType?.isKnown == false)
    #expect(value.environment != .sandbox && value.environment?.rawValue == "sandbox")
    expectEqual(value.written, "{\"type\":\"Weird\",\"offerType\":99,\"environment\":\"sandbox\"}")
  }

  @Test func everyNamedValueIsReadWithItsMeaning() {
    for (name, values) in PayloadTypes.catalogs {
      expectEqual(Set(values.map(\.raw)).count, values.count, "\(name)")
      for value in values { #expect(!value.meaning.isEmpty, "\(name) \(value.raw)") }
    }
    expectEqual(PayloadTypes.catalogs.values.reduce(0) { $0 + $1.count }, 141)
  }
}
