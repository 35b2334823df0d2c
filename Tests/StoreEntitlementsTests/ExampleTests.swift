// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import FoundationEssentials
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// The example of the documentation's front page, compiled and run.
  @Suite struct ExampleTests {
    @Test func theFrontPage() throws {
      let shop = try Shop()
      let (verifier, accountID, now) = (shop.verifier, "account 1", Shop.date(1))
      let token = try shop.authority.notification(
        "SUBSCRIBED", subtype: "INITIAL_BUY", transaction: Shop.period(0), renewalInfo: Shop.renewal(signed: 0.01))
      let requestBody = Array(TestPayload.signedPayloadBody(token).json.utf8)
      var storedRow: [UInt8]?
      func save(_ row: [UInt8]) { storedRow = row }

      for _ in 0..<2 {
        // From here on as in the documentation.
        enum Access: String { case pro, noAds }

        let catalog = try EntitlementCatalog<Access> {
          SubscriptionGroup("21400001") { AutoRenewable("com.example.app.pro.monthly", grants: .pro) }
          NonConsumable("com.example.app.lifetime", grants: .pro, .noAds)
        }
        var ledger =
          try storedRow.map { row throws(EntitlementError) in try CustomerLedger(trustedJSON: row) }
          ?? CustomerLedger(customer: accountID)
        ledger.record(try verifier.notification(body: requestBody))
        save(ledger.json)
        let answer = EntitlementResolver(catalog: catalog).resolve(ledger, at: now)[.pro]

        #expect(answer.state == .entitled && answer.reason == .active && answer.until == Shop.date(30))
        expectEqual(answer.renewal, .renews(into: "com.example.app.pro.monthly", at: Shop.date(30)))
      }
      #expect(storedRow != nil)
    }
  }
#endif
