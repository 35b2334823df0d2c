// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JWSDumpCommand
  import StoreJWSTesting
  import Testing

  /// `jwsdump entitlements`: evidence in, answers and timeline out.
  @Suite struct EntitlementsTests {
    private let minted: Minted

    init() throws { minted = try Minted() }

    private let catalog = """
      {"groups": [{"id": "21400001", "products": [{"id": "com.example.app.pro.monthly", "entitlements": ["pro"]}]}],
       "products": [{"id": "com.example.app.lifetime", "kind": "nonConsumable", "entitlements": ["pro", "noAds"]}]}
      """

    private func object(_ outcome: Outcome) throws -> [String: Any] {
      try #require(JSONSerialization.jsonObject(with: Data(outcome.bytes)) as? [String: Any])
    }

    @Test func jsonHasAnswersAndTimeline() throws {
      let file = try minted.folder.file("catalog.json", catalog)
      let tokens = try [minted.transaction(), minted.renewalInfo()].joined(separator: "\n")
      let outcome = jwsdump(
        "entitlements", "--root", minted.root, "--catalog", file, "--at", "2025-10-20T00:00:00Z", "-f", "json",
        input: tokens)
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      let object = try object(outcome)
      #expect(object["at"] as? String == "2025-10-20T00:00:00.000Z" && object["availability"] as? String == "partial")
      let answers = try #require(object["entitlements"] as? [[String: Any]])
      expectEqual(answers.map { $0["entitlement"] as? String }, ["pro", "noAds"])
      expectEqual(answers.map { $0["state"] as? String }, ["entitled", "unknown"])
      #expect(answers[0]["reason"] as? String == "active" && answers[0]["renewal"] as? String == "renews")
      expectEqual(answers[0]["until"] as? String, "2025-11-09T08:53:10.000Z")
      expectEqual((object["timeline"] as? [[String: Any]])?.count, 1)
      expectEqual((object["findings"] as? [Any])?.isEmpty, true)
    }

    @Test func withoutACatalogEveryProductGrantsItsOwnName() throws {
      let outcome = jwsdump(
        "entitlements", "--root", minted.root, try minted.transaction(), "--now", "2025-10-20T00:00:00Z")
      expectEqual(outcome.status, 0)
      #expect(outcome.output.contains("Entitlements at 2025-10-20T00:00:00.000Z"))
      #expect(outcome.output.contains("com.example.app.pro.monthly\n  Entitled: paid, since 2025-10-09, until"))
      #expect(outcome.output.contains("█") && outcome.output.contains("▲ 2025-10-20"))
      #expect(outcome.lines.allSatisfy { $0.count <= 80 })
    }

    @Test func aNotificationBodyWithARefund() throws {
      let inner = try minted.transaction(["revocationDate": 1_760_500_000_000, "signedDate": 1_760_500_001_000])
      let body = TestPayload.signedPayloadBody(try minted.notification(transaction: inner)).json
      let outcome = jwsdump(
        "entitlements", "--root", minted.root, "-f", "json", "--at", "2025-10-20", try minted.transaction(), "-",
        input: body)
      let answers = try #require(object(outcome)["entitlements"] as? [[String: Any]])
      expectEqual(answers.map { $0["reason"] as? String }, ["revoked"])
    }

    @Test func whatIsNotVerifiedIsNoEvidence() throws {
      let outcome = jwsdump(
        "entitlements", "--root", minted.root, "-f", "json", Minted.broken(try minted.transaction()))
      #expect(outcome.status == 2 && outcome.errors.contains("not verified"))
      try expectEqual(object(outcome)["availability"] as? String, "noEvidence")
      let pretty = jwsdump("entitlements", "--root", minted.root, Minted.broken(try minted.transaction()))
      #expect(pretty.output.contains("Nothing is known: no verified purchase that could grant anything."))
    }

    /// A document of another kind than was asked for is no evidence, nor is what is in it.
    @Test func refusedKindsAreNoEvidence() throws {
      let notification = try minted.notification(transaction: minted.transaction())
      let outcome = jwsdump(
        "entitlements", "--root", minted.root, "-f", "json", "--kind", "transaction", notification)
      #expect(outcome.status == 1 && outcome.errors.contains("kindMismatch"))
      try expectEqual(object(outcome)["availability"] as? String, "noEvidence")
    }

    /// Without a catalog, what cannot be declared is left out with a word, and the rest is answered.
    @Test func oddProductsDoNotHideTheOthers() throws {
      let good = try minted.transaction()
      func answers(_ odd: String) throws -> (names: [String?], errors: String) {
        let outcome = jwsdump(
          "entitlements", "--root", minted.root, "-f", "json", "--at", "2025-10-20", "-", input: "\(odd)\n\(good)\n")
        expectEqual(outcome.status, 0)
        let list = try #require(object(outcome)["entitlements"] as? [[String: Any]])
        return (list.map { $0["entitlement"] as? String }, outcome.errors)
      }
      for odd in [["productId": ""], ["productId": "q", "subscriptionGroupIdentifier": " "]] as [[String: String]] {
        var payload = TestPayload.transaction(["transactionId": "9"])
        for (name, value) in odd { payload[name] = .text(value) }
        let found = try answers(minted.authority.sign(payload))
        #expect(found.names == ["com.example.app.pro.monthly"] && found.errors.contains("no product or group"))
      }
      // An old revision of the same product that names no group.
      let ungrouped = try minted.transaction([
        "transactionId": "9", "subscriptionGroupIdentifier": .absent, "purchaseDate": 1_700_000_000_000,
      ])
      try expectEqual(answers(ungrouped).names, ["com.example.app.pro.monthly"])
    }

    @Test func moreTroubleThanIsToldIsCounted() throws {
      let broken = Minted.broken(try minted.transaction())
      let lines = Array(repeating: broken, count: 30).joined(separator: "\n")
      #expect(jwsdump("entitlements", "--root", minted.root, "-", input: lines).errors.contains("10 more records"))
    }

    @Test func unsignedStatusIsNotUsed() throws {
      let body = TestPayload.subscriptionStatuses([
        (5, "410000000000001", try minted.transaction(), try minted.renewalInfo())
      ]).json
      let outcome = jwsdump(
        "entitlements", "--root", minted.root, "-f", "json", "--at", "2025-10-20T00:00:00Z", input: body)
      let answers = try #require(object(outcome)["entitlements"] as? [[String: Any]])
      expectEqual(answers.map { $0["state"] as? String }, ["entitled"])
    }

    @Test func usage() throws {
      expectEqual(jwsdump("entitlements", "-f", "csv", "x").status, 64)
      expectEqual(jwsdump("entitlements", "--no-verify", "x").status, 64)
      expectEqual(jwsdump("entitlements", "--redact", "k", "x").status, 64)
      expectEqual(jwsdump("--catalog", "c", "x").status, 64)
      expectEqual(jwsdump("entitlements", "--root", minted.root, "--catalog", "/nowhere", input: "x").status, 66)
      let wrong = try minted.folder.file("wrong.json", "{\"products\": [{\"id\": \"\"}]}")
      let outcome = jwsdump("entitlements", "--root", minted.root, "--catalog", wrong, try minted.transaction())
      #expect(outcome.status == 1 && outcome.errors.contains("missingMember"))
      let help = jwsdump("entitlements", "--help")
      #expect(help.output.contains("--catalog FILE") && !help.output.contains("--redact"))
    }

    @Test func anEndlessPurchaseIsDrawnToTheEdge() throws {
      let lifetime = try minted.transaction([
        "productId": "com.example.app.lifetime", "type": "Non-Consumable", "expiresDate": .absent,
        "subscriptionGroupIdentifier": .absent,
      ])
      let outcome = jwsdump("entitlements", "--root", minted.root, lifetime, "--at", "2025-12-01")
      #expect(outcome.output.contains("Entitled: bought for ever"))
      #expect(outcome.lines.contains { $0.hasSuffix("█") && !$0.contains("─") })
    }
  }
#endif
