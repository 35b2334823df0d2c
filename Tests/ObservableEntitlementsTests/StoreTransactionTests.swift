// SPDX-License-Identifier: MIT
#if OpenSSL
  import Expectations
  import FoundationEssentials
  import ObservableEntitlements
  import OpenSSLSignatures
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// What a store object on the device does, row by row: what it does with a transaction.
  @Suite(.timeLimit(.minutes(1))) @MainActor struct StoreTransactionTests {
    private struct Refusal: Error {}

    private let kiosk: Kiosk

    init() throws { kiosk = try Kiosk() }

    private func code(_ store: EntitlementStore<Access>, _ token: String) async -> EntitlementStoreError.Code? {
      await Kiosk.code { () async throws(EntitlementStoreError) in try await store.process(token) }
    }

    /// Delegates that note each transaction they are asked about.
    private func noting(_ journal: Journal<String>) -> EntitlementStoreDelegates<Access> {
      EntitlementStoreDelegates(transaction: { transaction in
        journal.add(transaction.payload.transactionID ?? "")
        return .automatic
      })
    }

    @Test func row16ProcessReturnsAfterPublication() async throws {
      let token = try kiosk.month()
      let source = ScriptedSource()
      let store = kiosk.store(source)
      try await store.refresh()
      source.change { $0.current = [token] }
      try await expectEqual(store.process(token), .completed)
      #expect(store.activeEntitlements == [.pro] && source.read(\.finished) == ["1000"])
      await expectEqual(code(store, try kiosk.forged()), .notVerified)
      expectEqual(store.activeEntitlements, [.pro])
      await store.close()
    }

    @Test func row17RefreshIsSharedAndEndsAtAFixedPoint() async throws {
      let tokens = try (0..<3).map { try kiosk.month(1000 + $0) }
      let journal = Journal<String>()
      let source = ScriptedSource()
      source.gate.shut()
      let store = kiosk.store(source, noting(journal))
      #expect(await eventually { source.gate.waitingCount == 1 })
      // One refresh runs; all that are asked for now share the next.
      source.change { state in
        state.unfinished = [tokens[0]]
        state.afterFinish = { state in
          if state.finished.count < tokens.count { state.unfinished = [tokens[state.finished.count]] }
        }
      }
      let callers = (0..<5).map { _ in Task { try await store.refresh() } }
      for _ in 0..<20 { await Task.yield() }
      source.gate.open()
      for caller in callers { try await caller.value }
      expectEqual(source.read(\.currentCount), 2)
      #expect(journal.all == ["1000", "1001", "1002"] && source.read(\.unfinished).isEmpty)
      await store.close()
    }

    @Test func row19RestoreAsksTheStoreAnewAndSaysWhatFailed() async throws {
      let source = ScriptedSource()
      let store = kiosk.store(source)
      try source.change { $0.current = [try kiosk.month()] }
      try await store.restore()
      #expect(source.read(\.synchronizeCount) == 1 && store.activeEntitlements == [.pro])
      source.change { $0.isOffline = true }
      await expectEqual(Kiosk.code(store.restore), .sourceFailed)
      await store.close()
    }

    @Test func row20IdentityIsTheBytes() async throws {
      let journal = Journal<String>()
      let store = kiosk.store(ScriptedSource(), noting(journal))
      let token = try kiosk.month()
      try await expectEqual(store.process(token), .completed)
      #expect(try await store.process(token) == .alreadyCompleted && journal.count == 1)
      // The same id, signed again with a refund: another revision.
      let refund = try kiosk.month(signed: 1, ["revocationDate": .integer(Kiosk.day(1))])
      #expect(try await store.process(refund) == .completed && journal.count == 2)
      await store.close()
    }

    /// A source goes on repeating an old token that names no store, and the refund names one.
    @Test func aRefundReachesARevisionThatNamesNoStore() async throws {
      let source = ScriptedSource(current: [try kiosk.month(1000, ["environment": .absent])])
      let verifier = try StoreVerifier.appStore(
        policy: VerificationPolicy(bundleIDs: [TestPayload.usualBundleID]),
        anchors: TrustAnchors(file: kiosk.authority.root))
      let store = EntitlementStore(
        catalog: kiosk.catalog, policy: EntitlementPolicy(missingEnvironment: .assume(.production)),
        verifier: verifier, source: source, now: { Kiosk.date(1) })
      try await store.refresh()
      expectEqual(store.activeEntitlements, [.pro])
      let refund = try kiosk.month(signed: 1, ["revocationDate": .integer(Kiosk.day(1)), "environment": "Production"])
      _ = try await store.process(refund)
      expectEqual(store.activeEntitlements, [])
      await store.close()
    }

    /// What the ledger knows is published although finishing failed: a refund ends service, a purchase begins it.
    @Test func failuresToFinishLeaveNothingStale() async throws {
      let month = try kiosk.month()
      let source = ScriptedSource(current: [month])
      source.change { $0.refusesToFinish = true }
      let store = kiosk.store(source)
      await expectEqual(
        Kiosk.code { () async throws(EntitlementStoreError) in _ = try await store.process(month) }, .finishFailed)
      #expect(await eventually { store.activeEntitlements == [.pro] })
      source.arrive(try kiosk.month(signed: 1, ["revocationDate": .integer(Kiosk.day(1))]))
      #expect(await eventually { store.activeEntitlements == [] })
      await store.close()
    }

    @Test func row21TheNewest512RevisionsAreRemembered() {
      expectEqual(EntitlementStore<Access>.rememberedRevisionCount, 512)
      var cache = RevisionCache<Int>(capacity: 512)
      let ids = (0..<513).map { EvidenceID(of: Array("\($0)".utf8)) }
      for (place, id) in ids.enumerated() { cache[id] = place }
      cache[ids[1]] = 0
      #expect(cache[ids[0]] == nil, "the oldest is forgotten")
      #expect(cache[ids[1]] == 0 && ids[2...].allSatisfy { cache[$0] != nil })
    }

    @Test func row22FinishOnlyAfterTheAppsEffect() async throws {
      let source = ScriptedSource()
      let attempts = Journal<[String]>()
      let store = kiosk.store(
        source,
        EntitlementStoreDelegates(transaction: { _ in
          attempts.add(source.read(\.finished))
          if attempts.count == 1 { throw Refusal() }
          return .automatic
        }))
      let token = try kiosk.month()
      await expectEqual(code(store, token), .callbackFailed)
      #expect(source.read(\.finished).isEmpty, "what threw stays unfinished")
      source.change { $0.refusesToFinish = true }
      #expect(await code(store, token) == .finishFailed && attempts.count == 2)
      source.change { $0.refusesToFinish = false }
      try await expectEqual(store.process(token), .completed)
      expectEqual(attempts.all, [[], []], "the effect is not repeated because finishing failed")
      expectEqual(source.read(\.finished), ["1000"])
      // Done, and only the refresh after it failed: the error says so.
      source.change { $0.isOffline = true }
      let next = try kiosk.month(1001)
      do {
        try await store.process(next)
        Issue.record("no error")
      } catch {
        expectEqual(error.code, .refreshFailedAfterCompletion)
        expectEqual((error.underlying as? EntitlementStoreError)?.code, .sourceFailed)
        #expect(error.recoverySuggestion.contains("do not repeat"))
      }
      expectEqual(source.read(\.finished), ["1000", "1001"])
      await store.close()
    }

    @Test func row23TheTransactionDelegateDecides() async throws {
      let source = ScriptedSource()
      let finishing = Journal<String>()
      let store = kiosk.store(
        source,
        EntitlementStoreDelegates(transaction: { transaction in
          guard transaction.payload.productID == Kiosk.coins else { return .automatic }
          finishing.add(transaction.payload.transactionID ?? "")
          return .finish
        }))
      try await expectEqual(store.process(kiosk.purchase(Kiosk.lifetime, "Non-Consumable")), .completed)
      try await expectEqual(store.process(kiosk.purchase(Kiosk.coins, "Consumable", id: 7001)), .completed)
      await expectEqual(code(store, try kiosk.purchase("com.example.other", "Consumable", id: 7002)), .unhandledProduct)
      #expect(source.read(\.finished) == ["7000", "7001"] && finishing.all == ["7001"])
      await store.close()
      let silent = kiosk.store(source)
      await expectEqual(code(silent, try kiosk.purchase(Kiosk.coins, "Consumable", id: 7003)), .unhandledProduct)
      expectEqual(source.read(\.finished).count, 2, "nobody gave the customer the coins")
      await silent.close()
    }

    @Test func row24UnrecognizedSubscriptionsHaveTheirOwnDelegate() async throws {
      let new = "com.example.app.new"
      let token = try kiosk.month(3000, product: new)
      let usual = Journal<String>()
      let asked = Journal<String>()
      for (decision, outcome, active) in [
        (.leaveUnfinished, .leftUnfinished, []), (.finish, .completed, []),
        (.treatAs([.team, .basic]), .completed, [.team, .basic]),
      ] as [(UnrecognizedDecision<Access>, ProcessingOutcome, Set<Access>)] {
        let source = ScriptedSource(current: [token])
        var delegates = noting(usual)
        let before = asked.count
        delegates.unrecognizedSubscription = { transaction in
          asked.add(transaction.payload.productID ?? "")
          return decision
        }
        let store = kiosk.store(source, delegates)
        try await expectEqual(store.process(token), outcome)
        try await store.refresh()
        #expect(store.activeEntitlements == active && asked.count == before + 1, "the answer holds for the revision")
        expectEqual(source.read(\.finished).isEmpty, (outcome == .leftUnfinished))
        await store.close()
      }
      expectEqual(usual.count, 0)
    }

    @Test func row24AThrownAnswerIsAskedAgain() async throws {
      let token = try kiosk.month(3000, product: "com.example.app.new")
      let asked = Journal<Bool>()
      let source = ScriptedSource()
      let store = kiosk.store(
        source,
        EntitlementStoreDelegates(unrecognizedSubscription: { _ in
          asked.add(true)
          if asked.count == 1 { throw Refusal() }
          return .treatAs([.team])
        }))
      await expectEqual(code(store, token), .callbackFailed)
      source.change { $0.current = [token] }
      #expect(try await store.process(token) == .completed && asked.count == 2)
      expectEqual(store.activeEntitlements, [.team])
      await store.close()
    }

    @Test func row25UpgradedGrantsNothingAndGoesToTheUsualDelegate() async throws {
      let usual = Journal<String>()
      var delegates = noting(usual)
      delegates.unrecognizedSubscription = { _ in .treatAs([.team]) }
      let tokens = [
        try kiosk.month(1000, ["isUpgraded": true]), try kiosk.month(3000, product: "old", ["isUpgraded": true]),
      ]
      let source = ScriptedSource(current: tokens)
      let store = kiosk.store(source, delegates)
      for token in tokens { try await expectEqual(store.process(token), .completed) }
      #expect(store.activeEntitlements == [] && usual.all == ["1000", "3000"])
      await store.close()
    }

    @Test func updatesAreListenedToFromTheStart() async throws {
      let token = try kiosk.month()
      let source = ScriptedSource(current: [token])
      source.arrive(token)
      source.arrive(token)
      let journal = Journal<String>()
      let store = kiosk.store(source, noting(journal))
      #expect(await eventually { store.activeEntitlements == [.pro] && source.read(\.finished) == ["1000"] })
      expectEqual(journal.count, 1)
      await store.close()
    }

    @Test func whatIsUnfinishedAtTheStartIsHandled() async throws {
      let token = try kiosk.month()
      let source = ScriptedSource(current: [token])
      source.change { $0.unfinished = [token] }
      let journal = Journal<String>()
      let store = kiosk.store(source, noting(journal))
      try await store.refresh()
      #expect(journal.all == ["1000"] && source.read(\.finished) == ["1000"])
      await store.close()
    }
  }
#endif
