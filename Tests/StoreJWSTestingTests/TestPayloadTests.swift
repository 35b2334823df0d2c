// SPDX-License-Identifier: MIT
import Expectations
import StoreJWSTesting
import StrictJSON
import Testing

@Suite struct TestPayloadTests {
  @Test func changesKeepApplesOrder() {
    let payload = TestPayload.transaction(["isUpgraded": true, "price": .absent, "newMember": 1])
    let names = payload.members.map(\.name)
    expectEqual(names.last, "newMember")
    #expect(!names.contains("price"))
    expectEqual(names.firstIndex(of: "isUpgraded"), names.firstIndex(of: "signedDate").map { $0 + 1 })
    expectEqual(payload["isUpgraded"], .flag(true))
    expectEqual(payload.with(["isUpgraded": false]).members.count, payload.members.count)
  }

  @Test func textIsWritten() {
    let payload = TestPayload(members: [
      PayloadMember("text", .text("a\"\\/\n\u{1}é")), PayloadMember("list", [1, 2.5, .null, true, .verbatim("1E3")]),
      PayloadMember("object", ["b": [:], "a": []]),
    ])
    expectEqual(
      payload.json, #"{"text":"a\"\\/\n\u0001é","list":[1,2.5,null,true,1E3],"object":{"b":{},"a":[]}}"#
    )
    #expect(payload.repeating("text", 1).json.hasSuffix(#","text":1}"#))
  }

  @Test(arguments: [
    TestPayload.transaction(), .fullTransaction(), .renewalInfo(), .fullRenewalInfo(), .appTransaction(),
    .fullAppTransaction(), .realtimeRequest(), .notification("TEST"), .notificationData(), .notificationSummary(),
    .externalPurchaseToken(), .notificationAppData(), .transactionHistory(["a"]), .transactionInfo("a"),
    .appTransactionInfo("a"), .subscriptionStatuses([(1, "2", "3", "4")]), .orderLookup(["a"]),
    .refundHistory(["a"]), .notificationHistory(["a"]), .testNotificationStatus("a"), .signedPayloadBody("a"),
    .advancedCommerceAnswer(transaction: "a", renewalInfo: nil),
  ])
  func everyKindIsStrictJSON(payload: TestPayload) throws {
    let text = Array(payload.json.utf8)
    let value = try JSONValue(parsing: text.span)
    var writer = JSONWriter()
    value.write(to: &writer)
    expectEqual(writer.bytes, text)
    #expect(!payload.inOtherOrder.members.isEmpty)
  }

  @Test(arguments: [512, 700, 1024, 4096, 16_384])
  func bulkPayloadsDifferAndHaveTheirSize(byteCount: Int) throws {
    let bulk = BulkPayloads(seed: 7, byteCount: byteCount)
    var seen: Set<String> = []
    for number in 0..<100 as Range<UInt64> {
      let text = bulk.payload(number).json
      expectEqual(text.utf8.count, byteCount)
      seen.insert(text)
      _ = try JSONValue(parsing: Array(text.utf8).span)
    }
    expectEqual(seen.count, 100)
    expectEqual(bulk.payload(3), BulkPayloads(seed: 7, byteCount: byteCount).payload(3))
    #expect(bulk.payload(3) != BulkPayloads(seed: 8, byteCount: byteCount).payload(3))
  }
}
