// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import FoundationEssentials
  import JOSE
  import StoreEntitlements
  import StoreEntitlementsTesting
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// The rows of the peer's testing product, each with what is here.
  @Suite struct EntitlementTestHarnessTests {
    enum Access: String, Hashable, Sendable { case pro, basic, news, lifetime, season }

    private static let group = "21400001"
    private static let pro = "com.example.app.pro"
    private static let basic = "com.example.app.basic"
    private let catalog: EntitlementCatalog<Access>

    init() throws {
      catalog = try EntitlementCatalog {
        SubscriptionGroup(Self.group) {
          AutoRenewable(Self.pro, grants: Access.pro)
          AutoRenewable(Self.basic, grants: .basic)
        }
        SubscriptionGroup("21400002") { AutoRenewable("news", grants: .news) }
        NonConsumable("lifetime", grants: .lifetime)
        NonRenewing("season", lasts: CatalogPeriod(months: 2, days: 3), grants: .season)
        Consumable("coins")
      }
    }

    private static func code(_ act: () throws -> Void) -> SimulationError.Code? {
      do {
        try act()
        return nil
      } catch { return (error as? SimulationError)?.code }
    }

    @Test("T1: a harness begins ready and empty, and is closed when its scope ends, by return or throw")
    func t1Scope() async throws {
      let harness = try await withEntitlementTestHarness(catalog) { harness in
        expectEqual(harness.entitlements.activeEntitlements, [])
        expectEqual(harness.entitlements[.pro].reason, .neverBought)
        try harness.purchase("lifetime")
        return harness
      }
      var published: [Set<Access>?] = []
      for await answer in harness.updates { published.append(answer.activeEntitlements) }
      expectEqual(published, [[], [.lifetime]], "updates end with the scope")
      expectEqual(Self.code { try harness.purchase("coins") }, .operationUnavailable)
      expectEqual(Self.code { try harness.advance(by: .seconds(1)) }, .operationUnavailable)
      expectEqual(Self.code { try harness.makeUnrecognizedSubscription("x", in: Self.group) }, .operationUnavailable)
      #expect(harness.entitlements.isEntitled(to: .lifetime), "what was published last can still be looked at")

      struct Failure: Error {}
      var kept: EntitlementTestHarness<Access>?
      await #expect(throws: Failure.self) {
        try await withEntitlementTestHarness(catalog) { harness in
          kept = harness
          throw Failure()
        }
      }
      let closed = try #require(kept)
      expectEqual(Self.code { try closed.purchase("coins") }, .operationUnavailable)
    }

    @Test("T2: evidence is really signed, and goes through verifier, ledger and resolver")
    func t2ProductionPipeline() async throws {
      try await withEntitlementTestHarness(catalog) { harness in
        let bought = try harness.purchase(Self.pro, in: Self.group)
        #expect(bought.payload.productID == Self.pro && bought.report[.signature] == .passed)
        expectEqual(bought.report[.chainTrust], .passed)
        expectEqual(harness.ledger.transactions.map(\.transactionID), [bought.payload.transactionID])
        // Nobody else's root vouches for it.
        let other = try TestAuthority(seed: "another")
        #expect(throws: StoreError.self) { try harness.verifier.transaction(try other.sign(.transaction())) }
        // The answers are those of a resolver that the test could have made itself.
        let resolver = EntitlementResolver(catalog: catalog, policy: harness.resolver.policy)
        let now = try #require(harness.ledger.transactions.first?.signedDate)
        expectEqual(resolver.resolve(harness.ledger, at: now), harness.entitlements)
      }
    }

    @Test("T3: a purchase returns after its answer; a later one in the group replaces it")
    func t3Purchases() async throws {
      try await withEntitlementTestHarness(catalog) { harness in
        try harness.purchase(Self.pro, in: Self.group)
        expectEqual(harness.entitlements.activeEntitlements, [.pro])
        try harness.purchase(Self.basic, in: Self.group)
        expectEqual(harness.entitlements.activeEntitlements, [.basic])
        expectEqual(harness.entitlements[.pro].reason, .upgraded)
        try harness.purchase("news", in: "21400002")
        try harness.purchase("season")
        try harness.purchase("coins")
        expectEqual(harness.entitlements.activeEntitlements, [.basic, .news, .season])
      }
    }

    @Test("T4: a subscription ends; and beside that it renews, fails with grace, recovers, and is refunded")
    func t4Expiry() async throws {
      try await withEntitlementTestHarness(catalog, rules: SimulatedRules(gracePeriodDays: 16)) { harness in
        try harness.purchase(Self.pro, in: Self.group)
        try harness.renewActiveSubscription(in: Self.group)
        #expect(harness.ledger.transactions.count == 2 && harness.entitlements[.pro].reason == .active)
        try harness.failRenewal(in: Self.group)
        expectEqual(harness.entitlements[.pro].reason, .gracePeriod)
        try harness.advance(by: .seconds(17 * 86_400))
        expectEqual(harness.entitlements[.pro].reason, .billingRetry)
        expectEqual(harness.entitlements.activeEntitlements, [])
        try harness.perform(.setPayment(true))
        expectEqual(harness.entitlements[.pro].reason, .active)
        try harness.perform(.refund(Self.pro))
        expectEqual(harness.entitlements[.pro].reason, .revoked)
        try harness.perform(.reverseRefund(Self.pro))
        expectEqual(harness.entitlements.activeEntitlements, [.pro])
        try harness.expireActiveSubscription(in: Self.group)
        #expect(harness.entitlements.activeEntitlements == [] && harness.entitlements[.pro].reason == .expired)
        try expectEqual(harness.standing(of: Self.pro).reason, .expired)
      }
    }

    @Test("T5: only what the store told is delivered, and an old revision does not bring access back")
    func t5Revisions() async throws {
      try await withEntitlementTestHarness(catalog) { harness in
        let bought = try harness.perform(.buy("lifetime"), isDelivered: false)
        expectEqual(harness.entitlements.activeEntitlements, [], "it has not arrived")
        try harness.deliver(bought[0])
        expectEqual(harness.entitlements.activeEntitlements, [.lifetime])
        try harness.perform(.refund("lifetime"))
        expectEqual(harness.entitlements.activeEntitlements, [])
        try harness.deliver(bought[0])
        expectEqual(harness.entitlements[.lifetime].reason, .revoked)
        let foreign = try await withEntitlementTestHarness(
          catalog, rules: SimulatedRules(storefront: "FRA")
        ) { try $0.perform(.buy("lifetime"))[0] }
        expectEqual(Self.code { try harness.deliver(foreign) }, .unregistered)
      }
    }

    @Test("T5: a subscription that the catalog does not know is left to the policy")
    func t5Unrecognized() async throws {
      try await withEntitlementTestHarness(catalog) { harness in
        try harness.makeUnrecognizedSubscription("com.example.app.new", in: Self.group)
        try harness.purchase("com.example.app.new", in: Self.group)
        expectEqual(harness.entitlements[.pro].reason, .unrecognizedProduct)
        #expect(harness.entitlements.activeEntitlements == nil)
        expectEqual(harness.entitlements.findings.map(\.code), [.unrecognizedProduct])
      }
      let granting = EntitlementPolicy<Access>(unrecognizedProducts: .grant { _ in [.pro] })
      try await withEntitlementTestHarness(catalog, policy: granting) { harness in
        try harness.makeUnrecognizedSubscription("com.example.app.new", in: Self.group)
        try harness.purchase("com.example.app.new", in: Self.group)
        expectEqual(harness.entitlements.activeEntitlements, [.pro])
      }
    }

    @Test("T6: ids and dates are the same in every run")
    func t6Deterministic() async throws {
      var runs: [[[UInt8]]] = []
      for _ in 0..<2 {
        runs.append(
          try await withEntitlementTestHarness(catalog) { harness in
            var told = try harness.perform(.buy(Self.pro)) + harness.perform(.buy("coins"))
            told += try harness.advance(by: .seconds(100 * 86_400))
            return told.map(\.body)
          })
      }
      #expect(runs[0] == runs[1] && runs[0].count == 5)
    }

    @Test("T8: what is impossible is refused with a code")
    func t8Errors() async throws {
      try await withEntitlementTestHarness(catalog) { harness in
        expectEqual(Self.code { try harness.purchase(Self.pro, in: "21400002") }, .groupMismatch)
        expectEqual(Self.code { try harness.purchase(Self.pro) }, .groupMismatch)
        expectEqual(Self.code { try harness.purchase("lifetime", in: Self.group) }, .groupMismatch)
        expectEqual(Self.code { try harness.purchase("platinum") }, .undeclared)
        expectEqual(Self.code { _ = try harness.standing(of: "platinum") }, .undeclared)
        expectEqual(Self.code { try harness.makeUnrecognizedSubscription(Self.pro, in: Self.group) }, .alreadyDeclared)
        expectEqual(Self.code { try harness.makeUnrecognizedSubscription("new", in: "1") }, .groupMismatch)
        expectEqual(Self.code { try harness.expireActiveSubscription(in: Self.group) }, .noneActive)
        expectEqual(Self.code { try harness.renewActiveSubscription(in: Self.group) }, .noneActive)
        expectEqual(Self.code { try harness.failRenewal(in: Self.group) }, .noneActive)
        expectEqual(Self.code { try harness.advanceToNextEvent() }, .noneActive)
        expectEqual(Self.code { try harness.advance(by: .seconds(-1)) }, .durationOutOfRange)
        expectEqual(Self.code { try harness.advance(by: .seconds(Int64.max)) }, .durationOutOfRange)
        #expect(harness.ledger.isEmpty == false && harness.ledger.transactions.isEmpty)
        try harness.purchase(Self.pro, in: Self.group)
        try harness.perform(.setRenewal(Self.group, false))
        expectEqual(Self.code { try harness.renewActiveSubscription(in: Self.group) }, .operationUnavailable)
      }
    }

    @Test("36: grace, retry and what comes at the renewal are in the answer")
    func row36RenewalIsShown() async throws {
      try await withEntitlementTestHarness(catalog, rules: SimulatedRules(gracePeriodDays: 3)) { harness in
        try harness.purchase(Self.pro, in: Self.group)
        let end = harness.entitlements[.pro].until
        expectEqual(harness.entitlements[.pro].renewal, .renews(into: Self.pro, at: end))
        try harness.perform(.raisePrice(Self.pro, to: 19_990, needsConsent: true))
        expectEqual(harness.entitlements[.pro].renewal, .awaitsConsent(into: Self.pro, at: end))
        try harness.perform(.answerPriceIncrease(Self.group, agrees: true))
        expectEqual(harness.entitlements[.pro].renewal, .renews(into: Self.pro, at: end))
        try harness.failRenewal(in: Self.group)
        expectEqual(harness.entitlements[.pro].renewal, .collecting(into: Self.pro))
        try harness.advanceToNextEvent()
        expectEqual(harness.entitlements[.pro].reason, .billingRetry)
        expectEqual(harness.entitlements[.pro].renewal, .collecting(into: Self.pro))
        try harness.perform(.setPayment(true))
        try harness.perform(.setRenewal(Self.group, false))
        expectEqual(harness.entitlements[.pro].renewal, .ends)
      }
    }

    /// The code of the front page, as it stands there.
    @Test func theFrontPage() async throws {
      let catalog = try EntitlementCatalog<Access> {
        SubscriptionGroup("21400001") { AutoRenewable("com.example.app.pro.monthly", grants: .pro) }
      }
      try await withEntitlementTestHarness(catalog, rules: SimulatedRules(gracePeriodDays: 16)) { harness in
        expectEqual(harness.entitlements.activeEntitlements, [])
        try harness.purchase("com.example.app.pro.monthly", in: "21400001")
        #expect(harness.entitlements.isEntitled(to: .pro))
        try harness.failRenewal(in: "21400001")
        expectEqual(harness.entitlements[.pro].reason, .gracePeriod)
        try harness.advance(by: .seconds(17 * 86_400))
        expectEqual(harness.entitlements.activeEntitlements, [])
      }
    }

    /// A view model on the main actor, which follows the harness's updates.
    @Test("T1: the scope runs where its test does")
    @MainActor func t1Isolation() async throws {
      try await withEntitlementTestHarness(catalog) { harness in
        MainActor.assertIsolated()
        try harness.purchase("lifetime")
        var seen: Set<Access>?
        for await answer in harness.updates {
          seen = answer.activeEntitlements
          if seen == [.lifetime] { break }
        }
        expectEqual(seen, [.lifetime])
      }
    }

    @Test("T2: acts from many tasks lose nothing, and answers come out in their order")
    func t2ManyTasks() async throws {
      let harness = try await withEntitlementTestHarness(catalog) { harness in
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<8 {
            group.addTask { for _ in 0..<5 { _ = try? harness.purchase("coins") } }
          }
          group.addTask { _ = try? harness.purchase("lifetime") }
        }
        expectEqual(harness.ledger.transactions.count, 41)
        return harness
      }
      var published: [Bool] = []
      for await answer in harness.updates { published.append(answer.isEntitled(to: .lifetime)) }
      expectEqual(published.count, 42)
      // Once it is there, it stays: no older answer comes after a newer one.
      expectEqual(published.firstIndex(of: true).map { published[$0...].allSatisfy { $0 } }, true)
    }

    @Test func theSimulatedSeasonEndsWithTheCatalogs() async throws {
      try await withEntitlementTestHarness(catalog) { harness in
        try harness.purchase("season")
        let truth = try harness.standing(of: "season")
        expectEqual(harness.entitlements[.season].until?.timeIntervalSince1970, truth.until.map { Double($0) / 1000 })
      }
    }
  }
#endif
