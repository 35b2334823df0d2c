// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import FoundationEssentials
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// The code of the article "Testing subscription access", as it stands there.
  @Suite struct TestingArticleTests {
    enum Access: String { case pro }

    @Test func theArticle() async throws {
      let authority = try TestAuthority()
      let verifier = try Shop.verifier(authority, bundleIDs: ["com.example.app"])
      let catalog = try EntitlementCatalog<Access> {
        SubscriptionGroup("21400001") { AutoRenewable("com.example.app.pro.monthly", grants: .pro) }
      }
      let resolver = EntitlementResolver(catalog: catalog)
      var ledger = CustomerLedger(customer: "alice")
      var other = CustomerLedger(customer: "alice")

      var store = try SubscriptionSimulator(
        selling: [.autoRenewable("com.example.app.pro.monthly", in: "21400001")],
        rules: SimulatedRules(gracePeriodDays: 16))
      try store.addCustomer("alice")
      try store.perform(.buy("com.example.app.pro.monthly"), by: "alice")
      try store.perform(.setPayment(false), by: "alice")
      try store.advance(by: 34 * SubscriptionSimulator.day)

      let present = Date(milliseconds: store.now)
      for event in store.events {
        ledger.record(try verifier.notification(body: event.body(signedBy: authority)))
      }
      let answer = resolver.resolve(ledger, at: present)[.pro]

      expectEqual(store.events.map(\.name), ["SUBSCRIBED/INITIAL_BUY", "DID_FAIL_TO_RENEW/GRACE_PERIOD"])
      expectEqual(answer.verdict, .yes(.gracePeriod))
      expectEqual(answer.until, Date(milliseconds: TestPayload.usualSignedDate + (31 + 16) * SubscriptionSimulator.day))

      try store.advance(by: 14 * SubscriptionSimulator.day)
      let truth = try store.standing(of: "com.example.app.pro.monthly", for: "alice")

      #expect(truth.reason == .billingRetry && store.events.last?.name == "GRACE_PERIOD_EXPIRED")
      let last = try #require(store.events.last)
      ledger.record(try verifier.notification(body: last.body(signedBy: authority)))
      expectEqual(resolver.resolve(ledger, at: Date(milliseconds: store.now))[.pro].verdict, .no(.billingRetry))

      for event in (store.events + store.events).reversed() {
        other.record(try verifier.notification(body: event.body(signedBy: authority)))
      }
      expectEqual(other, ledger)

      func isAnsweredRightly(_ life: SimulatedLife) -> Bool {
        !life.lived().events.contains { $0.type == "DID_FAIL_TO_RENEW" }
      }
      var printed: [SimulatedLife] = []
      func print(_ life: SimulatedLife) { printed.append(life) }
      for seed in 1...500 as ClosedRange<UInt64> {
        let life = SimulatedLife.random(seed: seed, selling: store.catalog)
        guard !isAnsweredRightly(life) else { continue }
        print(life.shrunk { !isAnsweredRightly($0) })
        break
      }
      // Bought, not paid, and time has passed.
      expectEqual(printed.map(\.steps.count), [3], "\(printed)")

      let device = SimulatedDevice(of: "alice", in: store, signedBy: authority)
      try device.perform(.setPayment(true))
      for await update in device.updates {
        let renewed = try verifier.transaction(update.token)
        try device.finish(update.transactionID)
        expectEqual(renewed.payload.transactionReason, .renewal)
        break
      }
      #expect(try device.finishedIDs.count == 1 && device.unfinished().count == 1)
    }
  }
#endif
