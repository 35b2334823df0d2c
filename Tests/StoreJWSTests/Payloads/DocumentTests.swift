// SPDX-License-Identifier: MIT

import Expectations
import Foundation
import StoreJWS
import StrictJSON
import Testing

/// What a document keeps beyond its typed members: bytes, unknown members, absent and null, and what coders keep of it.
@Suite struct DocumentTests {
  private func read<Document: StoreDocument>(
    _ type: Document.Type, _ json: String
  ) throws(JSONError) -> any StoreDocument {
    try type.init(json: Array(json.utf8))
  }

  @Test func theJSONIsKeptByteForByte() throws {
    for type in PayloadTypes.documents {
      let json = " " + SchemaSamples.full(type.schema).replacing(",", with: " ,\n") + " "
      let spaced = json.dropLast(2) + ",\"new\":[1.50, \"\\u00e9\"]} "
      try expectEqual(read(type, String(spaced)).json, Array(spaced.utf8), "\(type)")
    }
    expectEqual(PayloadTypes.documents.count, 16)
  }

  @Test func unknownMembersAreListedByPath() throws {
    let json = """
      {"new":1,"commitmentInfo":{"billingPeriodNumber":1,"odd name":{"x":1}},"transactionId":"1",\
      "advancedCommerceInfo":{"items":[{"SKU":"a"},{"SKU":"b","colour":"red","offer":{"z":null}}]}}
      """
    let value = try SignedTransaction(json: Array(json.utf8))
    expectEqual(
      value.unknownMembers,
      [
        "$.new", "$.commitmentInfo[\"odd name\"]", "$.advancedCommerceInfo.items[1].colour",
        "$.advancedCommerceInfo.items[1].offer.z",
      ]
    )
    expectEqual(SignedTransaction(transactionID: "1").unknownMembers, [])
  }

  @Test func anythingUnknownIsReadAndListed() throws {
    let json = """
      {"notificationType":"NEW_TYPE","subtype":"NEW_SUBTYPE","fresh":true,\
      "data":{"status":9,"consumptionRequestReason":"NEW","environment":"Moon","further":{"a":[]}}}
      """
    let value = try ServerNotification(json: Array(json.utf8))
    #expect(value.notificationType?.rawValue == "NEW_TYPE" && value.subtype?.rawValue == "NEW_SUBTYPE")
    #expect(value.data?.status?.rawValue == 9 && value.environment?.rawValue == "Moon")
    #expect(value.meaning == nil)
    expectEqual(value.unknownMembers, ["$.fresh", "$.data.further"])
    expectEqual(value.json, Array(json.utf8))
  }

  @Test func absentAndNullAreDifferent() throws {
    let value = try ServerNotification(json: Array("{\"subtype\":null,\"data\":{\"status\":null},\"x\":1}".utf8))
    #expect(value.subtype == nil && value.version == nil)
    expectEqual(value.presence(of: "subtype"), .null)
    expectEqual(value.presence(of: "version"), .absent)
    expectEqual(value.presence(of: "data"), .value)
    expectEqual(value.presence(of: "data", "status"), .null)
    expectEqual(value.presence(of: "data", "bundleId"), .absent)
    expectEqual(value.presence(of: "subtype", "status"), .absent)
    expectEqual(value.presence(of: "x"), .value)
    expectEqual(value.presence(of: ""), .absent)
    let built = ServerNotification(version: "2.0")
    #expect(built.presence(of: "version") == .value && built.presence(of: "subtype") == .absent)
  }

  @Test func aMemberThatMustBeThereIsMissed() throws {
    let members = SchemaSamples.members(RealtimeRequest.schema)
    for (index, member) in RealtimeRequest.schema.members.enumerated() {
      var without = members
      without.remove(at: index)
      let json = "  {" + without.joined(separator: ",") + "}"
      do {
        _ = try RealtimeRequest(json: Array(json.utf8))
        Issue.record("\(member.name) was not missed")
      } catch {
        expectEqual(error, JSONError(code: .missingMember, offset: 2, message: ""))
        #expect(error.message.contains("\"\(member.name)\""))
      }
      without.insert("\"\(member.name)\":null", at: index)
      expectEqual(RealtimeRequest.error(in: ("{" + without.joined(separator: ",") + "}").utf8)?.code, .missingMember)
    }
  }

  // MARK: - Built in code

  @Test func aBuiltTransactionIsWrittenAsAppleWouldWriteIt() throws {
    let value = SignedTransaction(
      transactionID: "2000000123456789", originalTransactionID: "2000000123456789", bundleID: "com.example.app",
      productID: "pro.monthly", purchaseDate: Date(timeIntervalSince1970: 1_700_000_000.123), quantity: 1,
      productType: .autoRenewableSubscription, appAccountToken: UUIDOrText("7e3fb20b-4cdb-47cc-936d-99d65f608138"),
      ownershipType: .purchased, isUpgraded: false, offerType: .winBack, environment: .sandbox,
      storefrontID: "143441", priceMilliunits: 10_990, currency: "USD", revocationMilliPercent: 50_000,
      commitmentInfo: TransactionCommitmentInfo(billingPeriodNumber: 2, commitmentPriceMilliunits: 119_880),
      advancedCommerceInfo: AdvancedCommerceTransactionInfo(
        items: [AdvancedCommerceTransactionItem(sku: "a\"b", itemDescription: "é")]))
    expectEqual(
      String(decoding: value.json, as: UTF8.self),
      """
      {"transactionId":"2000000123456789","originalTransactionId":"2000000123456789","bundleId":"com.example.app",\
      "productId":"pro.monthly","purchaseDate":1700000000123,"quantity":1,"type":"Auto-Renewable Subscription",\
      "appAccountToken":"7e3fb20b-4cdb-47cc-936d-99d65f608138","inAppOwnershipType":"PURCHASED",\
      "isUpgraded":false,"offerType":4,"environment":"Sandbox","storefrontId":"143441","price":10990,\
      "currency":"USD","revocationPercentage":50000,"commitmentInfo":{"billingPeriodNumber":2,\
      "commitmentPrice":119880},"advancedCommerceInfo":{"items":[{"SKU":"a\\"b","description":"é"}]}}
      """
    )
    try expectEqual(SignedTransaction(json: value.json).written, value.written)
  }

  @Test func aBuiltNotificationIsWrittenAsAppleWouldWriteIt() {
    let value = ServerNotification(
      notificationType: .externalPurchaseToken, subtype: .activeTokenReminder,
      externalPurchaseToken: ExternalPurchaseToken(
        externalPurchaseID: "SANDBOX_1", tokenCreationDate: Date(timeIntervalSince1970: 1.5), appAppleID: 1,
        tokenType: .linkOut))
    expectEqual(
      value.written,
      """
      {"notificationType":"EXTERNAL_PURCHASE_TOKEN","subtype":"ACTIVE_TOKEN_REMINDER","externalPurchaseToken":\
      {"externalPurchaseId":"SANDBOX_1","tokenCreationDate":1500,"appAppleId":1,"tokenType":"LINK_OUT"}}
      """
    )
  }

  // MARK: - Coders

  private func roundTrip<Object: PayloadObject>(_ type: Object.Type, _ json: String) throws -> String {
    let bytes = Array(json.utf8)
    var reader = try JSONReader(bytes.span, limits: .body)
    let value = try Object(reading: &reader)
    let coded = try JSONEncoder().encode(value)
    let list = try PropertyListEncoder().encode(value)
    let decoded = try JSONDecoder().decode(Object.self, from: coded)
    let listed = try PropertyListDecoder().decode(Object.self, from: list)
    expectEqual(listed.written, decoded.written, "\(type)")
    return decoded.written
  }

  @Test func codersKeepEveryMember() throws {
    for type in PayloadTypes.all {
      let json = SchemaSamples.full(type.schema)
      try expectEqual(roundTrip(type, json), json.replacing("\\u00e9", with: "é"), "\(type)")
    }
  }

  @Test func codersKeepUnknownMembers() throws {
    let json = "{\"transactionId\":\"1\",\"new\":{\"list\":[1,-2.5,true,null,\"x\"]},\"signedDate\":1.5}"
    let value = try SignedTransaction(json: Array(json.utf8))
    let decoded = try JSONDecoder().decode(SignedTransaction.self, from: JSONEncoder().encode(value))
    expectEqual(decoded.unknownMembers, ["$.new"])
    expectEqual(decoded.signedDate, value.signedDate)
    let tree = try JSONValue(parsing: decoded.json.span)
    expectEqual(tree["new"]?["list"], .array([.number("1"), .number("-2.5"), .boolean(true), .null, .string("x")]))
  }

  @Test func codersTellWhatDoesNotFit() throws {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SignedTransaction.self, from: Data("{\"price\":\"1\"}".utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(RealtimeRequest.self, from: Data("{}".utf8))
    }
    struct Row: Codable { var transaction: SignedTransaction }
    let row = try JSONDecoder().decode(Row.self, from: Data("{\"transaction\":{\"productId\":\"p\"}}".utf8))
    expectEqual(row.transaction.productID, "p")
  }
}
