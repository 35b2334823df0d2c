// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import ObservableEntitlements
  import StoreEntitlements
  import StoreEntitlementsTesting
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// The rows of the peer's testing product, on the observable store.
  @Suite @MainActor struct EntitlementStoreTestHarnessTests {
    enum Access: String, Hashable, Sendable { case pro, basic, lifetime }

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
        NonConsumable("lifetime", grants: .lifetime)
        Consumable("coins")
      }
    }

    private static func code(_ act: () async throws -> Void) async -> String? {
      do {
        try await act()
        return nil
      } catch let error as SimulationError {
        return error.code.rawValue
      } catch { return (error as? EntitlementStoreError)?.code.rawValue }
    }

    /// A view model as an app has one.
    @MainActor private final class PaywallModel {
      private let store: EntitlementStore<Access>
      init(store: EntitlementStore<Access>) { self.store = store }
      var isUnlocked: Bool { store.isEntitled(to: .pro) }
    }

    @Test("T1: the store begins ready and empty, and has come to rest when the scope ends, by return or throw")
    func t1Scope() async throws {
      let harness = try await withEntitlementStoreTestHarness(catalog) { harness in
        #expect(harness.store.status == .ready && harness.store.activeEntitlements == [])
        try await harness.purchase("lifetime")
        return harness
      }
      await expectEqual(Self.code { try await harness.store.refresh() }, "closed")
      struct Failure: Error {}
      var kept: EntitlementStoreTestHarness<Access>?
      await #expect(throws: Failure.self) {
        try await withEntitlementStoreTestHarness(catalog) { harness in
          kept = harness
          throw Failure()
        }
      }
      let closed = try #require(kept)
      await expectEqual(Self.code { try await closed.store.refresh() }, "closed")
    }

    @Test("T2: a view model over the store of production sees what was bought, which was really signed")
    func t2ProductionPipeline() async throws {
      try await withEntitlementStoreTestHarness(catalog) { harness in
        let model = PaywallModel(store: harness.store)
        #expect(!model.isUnlocked)
        try await expectEqual(harness.purchase(Self.pro, in: Self.group), .completed)
        #expect(model.isUnlocked)
        expectEqual(harness.store.transactions?.map(\.payload.productID), [Self.pro])
        expectEqual(harness.device.finishedIDs.count, 1)
        // What another authority signs is refused.
        let foreign = try TestAuthority(seed: "another").sign(.transaction())
        await expectEqual(Self.code { try await harness.store.process(foreign) }, "notVerified")
      }
    }

    @Test("T3: a purchase returns after publication; a later one in the group replaces it")
    func t3Purchases() async throws {
      try await withEntitlementStoreTestHarness(catalog) { harness in
        try await harness.purchase(Self.pro, in: Self.group)
        expectEqual(harness.store.activeEntitlements, [.pro])
        try await harness.purchase(Self.basic, in: Self.group)
        expectEqual(harness.store.activeEntitlements, [.basic])
        try await harness.purchase("lifetime")
        expectEqual(harness.store.activeEntitlements, [.basic, .lifetime])
      }
    }

    @Test("T4: a subscription ends; and beside that it fails with grace, recovers, and is refunded")
    func t4Expiry() async throws {
      try await withEntitlementStoreTestHarness(catalog, rules: SimulatedRules(gracePeriodDays: 16)) { harness in
        try await harness.purchase(Self.pro, in: Self.group)
        try await harness.advanceToNextEvent()
        expectEqual(harness.store.activeEntitlements, [.pro])
        try await harness.failRenewal(in: Self.group)
        expectEqual(harness.store.activeEntitlements, [.pro], "the grace period runs")
        try await harness.advance(by: .seconds(17 * 86_400))
        expectEqual(harness.store.activeEntitlements, [])
        try await harness.perform(.setPayment(true))
        expectEqual(harness.store.activeEntitlements, [.pro])
        try await harness.perform(.refund(Self.pro))
        expectEqual(harness.store.activeEntitlements, [])
        try await harness.perform(.reverseRefund(Self.pro))
        expectEqual(harness.store.activeEntitlements, [.pro])
        try await harness.expireActiveSubscription(in: Self.group)
        #expect(harness.store.activeEntitlements == [] && harness.store.status == .ready)
      }
    }

    @Test("T5: only registered transactions are delivered, and an old revision does not bring access back")
    func t5Revisions() async throws {
      try await withEntitlementStoreTestHarness(catalog) { harness in
        let bought = try await harness.perform(.buy("lifetime"), isDelivered: false)
        expectEqual(harness.store.activeEntitlements, [])
        try await expectEqual(harness.deliver(bought[0]), .completed)
        expectEqual(harness.store.activeEntitlements, [.lifetime])
        try await harness.perform(.refund("lifetime"))
        expectEqual(harness.store.activeEntitlements, [])
        try await expectEqual(harness.deliver(bought[0]), .alreadyCompleted)
        expectEqual(harness.store.activeEntitlements, [])
        let foreign = try await withEntitlementStoreTestHarness(
          catalog, rules: SimulatedRules(storefront: "FRA")
        ) { try await $0.perform(.buy("lifetime"))[0] }
        await expectEqual(Self.code { try await harness.deliver(foreign) }, "unregistered")
      }
    }

    @Test("T5: an unrecognised subscription is the delegate's to decide")
    func t5Unrecognized() async throws {
      let delegates = EntitlementStoreDelegates<Access>(unrecognizedSubscription: { _ in .treatAs([.pro]) })
      for (delegates, expected) in [(EntitlementStoreDelegates<Access>(), nil as Access?), (delegates, .pro)] {
        try await withEntitlementStoreTestHarness(catalog, delegates: delegates) { harness in
          try harness.makeUnrecognizedSubscription("com.example.app.new", in: Self.group)
          let outcome = try await harness.purchase("com.example.app.new", in: Self.group)
          expectEqual(outcome, (expected == nil ? .leftUnfinished : .completed))
          expectEqual(harness.store.isEntitled(to: .pro), (expected == .pro))
        }
      }
    }

    @Test("T6: tokens are the same in every run")
    func t6Deterministic() async throws {
      var runs: [[String]] = []
      for _ in 0..<2 {
        runs.append(
          try await withEntitlementStoreTestHarness(catalog) { harness in
            try await harness.purchase(Self.pro, in: Self.group)
            try await harness.advance(by: .seconds(70 * 86_400))
            return try harness.device.history().map(\.token)
          })
      }
      #expect(runs[0] == runs[1] && runs[0].count == 3)
    }

    @Test("T8: what is impossible is refused with a code")
    func t8Errors() async throws {
      try await withEntitlementStoreTestHarness(catalog) { harness in
        await expectEqual(Self.code { try await harness.purchase(Self.pro, in: "21400002") }, "groupMismatch")
        await expectEqual(Self.code { try await harness.purchase("platinum") }, "undeclared")
        await expectEqual(
          Self.code { try harness.makeUnrecognizedSubscription(Self.pro, in: Self.group) }, "alreadyDeclared"
        )
        await expectEqual(Self.code { try harness.makeUnrecognizedSubscription("new", in: "1") }, "groupMismatch")
        await expectEqual(Self.code { try await harness.expireActiveSubscription(in: Self.group) }, "noneActive")
        await expectEqual(Self.code { try await harness.failRenewal(in: Self.group) }, "noneActive")
        await expectEqual(Self.code { try await harness.advanceToNextEvent() }, "noneActive")
        await expectEqual(Self.code { try await harness.advance(by: .seconds(-1)) }, "durationOutOfRange")
        try await harness.purchase("lifetime")
        await expectEqual(Self.code { try await harness.purchase("lifetime") }, "alreadyOwned")
        // A consumable is worth what the app makes of it; the store alone does not finish it.
        await expectEqual(Self.code { try await harness.purchase("coins") }, "unhandledProduct")
      }
    }

    @Test func offTheNetworkTheLastAnswerStays() async throws {
      try await withEntitlementStoreTestHarness(catalog) { harness in
        try await harness.purchase("lifetime")
        harness.device.setOffline(true)
        await expectEqual(Self.code { try await harness.store.refresh() }, "sourceFailed")
        #expect(harness.store.activeEntitlements == [.lifetime] && harness.store.status == .ready)
        harness.device.setOffline(false)
        try await harness.store.refresh()
      }
    }

    @Test func anActOnTheDeviceArrivesAsAnUpdate() async throws {
      let (heard, continuation) = AsyncStream<String?>.makeStream()
      let delegates = EntitlementStoreDelegates<Access>(transaction: { transaction in
        continuation.yield(transaction.payload.productID)
        return .automatic
      })
      try await withEntitlementStoreTestHarness(catalog, delegates: delegates) { harness in
        try harness.device.perform(.buy("lifetime"))
        var iterator = heard.makeAsyncIterator()
        await expectEqual(iterator.next(), "lifetime")
      }
    }
  }
#endif
