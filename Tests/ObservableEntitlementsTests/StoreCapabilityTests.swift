// SPDX-License-Identifier: MIT
#if OpenSSL
  import Expectations
  import FoundationEssentials
  import ObservableEntitlements
  import Observation
  import OpenSSLSignatures
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// What a store object on the device does, row by row: what it knows.
  @Suite(.timeLimit(.minutes(1))) @MainActor struct StoreCapabilityTests {
    private let kiosk: Kiosk

    init() throws { kiosk = try Kiosk() }

    @Test func row08ObservableStoreObject() async throws {
      let source = ScriptedSource()
      let store = kiosk.store(source)
      try await store.refresh()
      let changes = Journal<Bool>()
      withObservationTracking {
        _ = store.activeEntitlements
      } onChange: {
        changes.add(true)
      }
      try source.change { $0.current = [try kiosk.month()] }
      try await store.refresh()
      #expect(changes.count == 1 && store.activeEntitlements == [.pro])
      await store.close()
    }

    @Test func row09TransactionsInATotalOrder() async throws {
      let tokens = [
        try kiosk.month(1001), try kiosk.purchase(Kiosk.lifetime, "Non-Consumable"), try kiosk.month(1000),
        try kiosk.month(900, product: Kiosk.basic),
      ]
      for order in [tokens, tokens.reversed()] {
        let store = kiosk.store(ScriptedSource(current: order + order))
        try await store.refresh()
        expectEqual(store.transactions?.map(\.payload.transactionID), ["900", "7000", "1000", "1001"])
        await store.close()
      }
    }

    @Test func row10NilIsUnknownAndEmptyIsNone() async throws {
      let source = ScriptedSource()
      source.change { $0.isOffline = true }
      let store = kiosk.store(source)
      #expect(store.activeEntitlements == nil && store.transactions == nil && store.status == .loading)
      await expectEqual(Kiosk.code(store.refresh), .sourceFailed)
      #expect(store.activeEntitlements == nil, "offline is not none")
      source.change { $0.isOffline = false }
      try await store.refresh()
      #expect(store.activeEntitlements == [] && store.transactions?.isEmpty == true)
      await store.close()
    }

    @Test func row11StatusAndAnswersDeriveFromOneValue() async throws {
      let source = ScriptedSource(current: [try kiosk.month()])
      source.change { $0.isOffline = true }
      let store = kiosk.store(source)
      #expect(store.status == .loading && store.asOf == nil)
      await expectEqual(Kiosk.code(store.refresh), .sourceFailed)
      guard case .failed(let error) = store.status else {
        Issue.record("\(store.status)")
        return
      }
      #expect(error.code == .sourceFailed && error.underlying is ScriptedSource.Offline && store.asOf == nil)
      source.change { $0.isOffline = false }
      try await store.refresh()
      #expect(store.status == .ready && store.transactions?.count == 1 && store.activeEntitlements == [.pro])
      expectEqual(store.asOf, Kiosk.date(1))
      await store.close()
    }

    @Test func row12ExactMembershipWithThreeStates() async throws {
      let store = kiosk.store(ScriptedSource(current: [try kiosk.month()]))
      #expect(!store.isEntitled(to: .pro) && store.state(of: .pro) == .unknown)
      try await store.refresh()
      #expect(store.isEntitled(to: .pro) && store.state(of: .pro) == .entitled)
      #expect(!store.isEntitled(to: .basic) && store.state(of: .basic) == .notEntitled)
      await store.close()
    }

    @Test func row14TransientFailureKeepsTheLastAnswerAndAContradictionClearsBoth() async throws {
      let source = ScriptedSource(current: [try kiosk.month()])
      let store = kiosk.store(source)
      try await store.refresh()
      source.change { $0.isOffline = true }
      await expectEqual(Kiosk.code(store.refresh), .sourceFailed)
      #expect(store.status == .ready && store.activeEntitlements == [.pro] && store.transactions?.count == 1)
      source.change { $0.isOffline = false }
      let contradicting = try kiosk.month(2000, ["type": "Consumable"])
      await expectEqual(
        Kiosk.code { () async throws(EntitlementStoreError) in try await store.process(contradicting) },
        .catalogContradiction
      )
      #expect(store.activeEntitlements == nil && store.transactions == nil)
      guard case .failed(let error) = store.status else {
        Issue.record("\(store.status)")
        return
      }
      #expect(error.code == .catalogContradiction && error.message.contains("kindContradiction"))
      // It stays so until a newer revision of that transaction agrees.
      await expectEqual(Kiosk.code(store.refresh), .catalogContradiction)
      let corrected = try kiosk.month(2000, signed: 0.5)
      try await expectEqual(store.process(corrected), .completed)
      #expect(store.status == .ready && store.activeEntitlements == [.pro])
      await store.close()
    }

    @Test func row15OverrideStore() async throws {
      let store = EntitlementStore(overriding: [.team], in: kiosk.catalog)
      #expect(store.status == .overridden && store.transactions == nil && store.activeEntitlements == [.team])
      #expect(store.isEntitled(to: .team) && store.state(of: .pro) == .notEntitled)
      let token = try kiosk.month()
      await expectEqual(Kiosk.code(store.refresh), .overridden)
      await expectEqual(Kiosk.code(store.restore), .overridden)
      await expectEqual(
        Kiosk.code { () async throws(EntitlementStoreError) in try await store.process(token) }, .overridden
      )
      await expectEqual(
        Kiosk.code { () async throws(EntitlementStoreError) in _ = try await store.history(for: "a") }, .overridden
      )
      await store.close()
      expectEqual(store.activeEntitlements, [.team])
    }

    @Test func row18HistoryIsAllOrNothingAndNewestFirst() async throws {
      let source = ScriptedSource()
      let store = kiosk.store(source)
      let tokens = try [0, 2, 1].map { number in
        try kiosk.month(1000 + number, ["purchaseDate": .integer(Kiosk.day(Double(number)))])
      }
      source.change { $0.histories[Kiosk.monthly] = tokens }
      try await expectEqual(store.history(for: Kiosk.monthly).map(\.payload.transactionID), ["1002", "1001", "1000"])
      let forged = try kiosk.forged()
      source.change { $0.histories[Kiosk.monthly]?.append(forged) }
      await expectEqual(
        Kiosk.code { () async throws(EntitlementStoreError) in _ = try await store.history(for: Kiosk.monthly) },
        .notVerified
      )
      await store.close()
    }

    @Test func row29UnverifiedElementsAreLeftOutAndReported() async throws {
      let failures = Journal<EntitlementStoreFailure>()
      let source = ScriptedSource(current: [try kiosk.forged(), try kiosk.month(), "no token"])
      let store = kiosk.store(source, EntitlementStoreDelegates(didFail: { failures.add($0) }))
      #expect(await eventually { failures.count == 2 })
      #expect(store.status == .ready && store.activeEntitlements == [.pro] && store.transactions?.count == 1)
      #expect(failures.all.allSatisfy { $0.source == .currentEntitlementVerification && $0.error.code == .notVerified })
      expectEqual(
        failures.all.map(\.evidence),
        [
          EvidenceID(of: Array(try kiosk.forged().utf8)), EvidenceID(of: Array("no token".utf8)),
        ]
      )
      await store.close()
    }

    @Test func aRevisionThatTakesAwayOutlivesTheReplayOfAnOlderOne() async throws {
      let bought = try kiosk.month()
      let source = ScriptedSource(current: [bought])
      let store = kiosk.store(source)
      try await store.refresh()
      expectEqual(store.activeEntitlements, [.pro])
      try await store.process(kiosk.month(signed: 0.5, ["revocationDate": .integer(Kiosk.day(0.5))]))
      #expect(store.activeEntitlements == [] && store.transactions == [], "the source still names the old revision")
      try await store.process(kiosk.month(signed: 0.7))
      expectEqual(store.activeEntitlements, [.pro], "a reversed refund is a newer revision without the mark")
      await store.close()
    }

    @Test func graceIsTheSourcesWordAndHasAnEnd() async throws {
      for (day, expected) in [(29.9, [Access.pro]), (45.9, [.pro]), (46, [])] as [(Double, Set<Access>)] {
        let store = kiosk.store(ScriptedSource(current: [try kiosk.month()]), at: day)
        try await store.refresh()
        expectEqual(store.activeEntitlements, expected, "day \(day)")
        await store.close()
      }
    }

    @Test func allKindsGrantWhatTheCatalogSays() async throws {
      let tokens = [
        try kiosk.purchase(Kiosk.lifetime, "Non-Consumable"),
        try kiosk.purchase(Kiosk.season, "Non-Renewing Subscription", id: 7001),
        try kiosk.purchase(Kiosk.coins, "Consumable", id: 7002),
        try kiosk.purchase("com.example.app.other", "Non-Consumable", id: 7003),
      ]
      for (day, expected) in [(1.0, [Access.pro, .team, .season]), (91, [.pro, .team])] as [(Double, Set<Access>)] {
        let store = kiosk.store(ScriptedSource(current: tokens), at: day)
        try await store.refresh()
        #expect(store.activeEntitlements == expected && store.transactions?.count == 4)
        await store.close()
      }
    }

    @Test func whatThePolicyDoesNotAcceptGrantsNothing() async throws {
      let verifier = try StoreVerifier.appStore(
        bundleIDs: [TestPayload.usualBundleID], environments: [.production, .sandbox],
        anchors: try TrustAnchors(file: kiosk.authority.root))
      let failures = Journal<EntitlementStoreFailure>()
      let store = EntitlementStore(
        catalog: kiosk.catalog, verifier: verifier,
        source: ScriptedSource(current: [try kiosk.month(1000, ["environment": "Sandbox"])]),
        delegates: EntitlementStoreDelegates(didFail: { failures.add($0) }), now: { Kiosk.date(1) })
      try await store.refresh()
      expectEqual(store.activeEntitlements, [])
      await store.close()
      #expect(failures.all.first?.error.code == .unusable && failures.all.first?.transactionID == "1000")
    }
  }
#endif
