// SPDX-License-Identifier: MIT
#if OpenSSL
  import Expectations
  import FoundationEssentials
  import ObservableEntitlements
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// What a store object on the device does, row by row: failures, callbacks and the end.
  @Suite(.timeLimit(.minutes(1))) @MainActor struct StoreFailureTests {
    private struct Refusal: Error {}

    private let kiosk: Kiosk

    init() throws { kiosk = try Kiosk() }

    @Test func row26FailuresAreBoundedSerialAndToldOnceAfterTheState() async throws {
      let gate = Gate()
      gate.shut()
      let told = Journal<EvidenceID>()
      let running = Journal<Int>()
      let source = ScriptedSource(current: [try kiosk.month()])
      let store = kiosk.store(
        source,
        EntitlementStoreDelegates(didFail: { failure in
          running.add(1)
          await gate.pass()
          if let evidence = failure.evidence { told.add(evidence) }
          running.add(-1)
        }))
      try await store.refresh()
      let tokens = (0..<60).map { "no token \($0)" }
      for token in tokens { source.arrive(token) }
      // One is being told and 32 wait; the next sender waits with its update, and the store with it.
      #expect(await eventually { running.count == 1 })
      let stuck = Task { try await store.refresh() }
      for _ in 0..<200 { await Task.yield() }
      #expect(running.count == 1 && told.count == 0 && store.status == .ready)
      gate.open()
      try await stuck.value
      #expect(await eventually { told.count == 60 })
      expectEqual(told.all, tokens.map { EvidenceID(of: Array($0.utf8)) })
      expectEqual(running.all, (0..<120).map { $0 % 2 == 0 ? 1 : -1 }, "one at a time")
      await store.close()
      expectEqual(told.count, 60)
    }

    @Test func row26TheStateShowsAFailureBeforeItIsTold() async throws {
      let source = ScriptedSource(current: [try kiosk.month()])
      let statuses = Journal<EntitlementStoreStatus>()
      let holder = StoreHolder()
      let store = kiosk.store(
        source,
        EntitlementStoreDelegates(didFail: { _ in if let status = await holder.status { statuses.add(status) } }))
      holder.store = store
      try await store.refresh()
      source.arrive(try kiosk.month(2000, ["type": "Consumable"]))
      #expect(await eventually { statuses.count == 1 })
      guard case .failed(let error)? = statuses.all.first else {
        Issue.record("\(statuses.all)")
        return
      }
      expectEqual(error.code, .catalogContradiction)
      await store.close()
    }

    @Test func row27EachFailureSaysWhereItHappened() async throws {
      let failures = Journal<EntitlementStoreFailure>()
      let source = ScriptedSource()
      source.change { $0.isOffline = true }
      let store = kiosk.store(
        source,
        EntitlementStoreDelegates(transaction: { _ in throw Refusal() }, didFail: { failures.add($0) }))
      #expect(await eventually { failures.count == 1 })
      source.change { $0.isOffline = false }
      source.arrive(try kiosk.month())
      #expect(await eventually { failures.count == 2 })
      let (unfinished, forged) = (try kiosk.month(1001), try kiosk.forged())
      source.change { state in
        state.unfinished = [unfinished]
        state.current = [forged]
      }
      try await store.refresh()
      #expect(await eventually { failures.count == 4 })
      expectEqual(
        failures.all.map(\.source), [.entitlementRefresh, .updates, .unfinished, .currentEntitlementVerification]
      )
      expectEqual(failures.all.map(\.error.code), [.sourceFailed, .callbackFailed, .callbackFailed, .notVerified])
      expectEqual(failures.all.map(\.transactionID), [nil, "1000", "1001", nil])
      #expect(failures.all[1].productID == Kiosk.monthly && failures.all[1].error.underlying is Refusal)
      await store.close()
    }

    @Test func row28AFailureGoesToItsCallerElseOnceToTheBackground() async throws {
      let failures = Journal<EntitlementStoreFailure>()
      let source = ScriptedSource()
      let store = kiosk.store(source, EntitlementStoreDelegates(didFail: { failures.add($0) }))
      try await store.refresh()
      let forged = try kiosk.forged()
      // A caller who waits gets it, and nobody else does.
      await expectEqual(
        Kiosk.code { () async throws(EntitlementStoreError) in try await store.process(forged) }, .notVerified
      )
      // Of two who share a refresh one goes away: the other gets it.
      source.gate.shut()
      let running = Task { try await store.refresh() }
      #expect(await eventually { source.gate.waitingCount == 1 })
      source.change { $0.isOffline = true }
      let (leaving, staying) = (Task { try await store.refresh() }, Task { await Kiosk.code(store.refresh) })
      for _ in 0..<20 { await Task.yield() }
      leaving.cancel()
      await expectEqual(result(of: leaving), .cancelled)
      source.gate.open()
      await expectEqual(staying.value, .sourceFailed)
      await expectEqual(result(of: running), .sourceFailed)
      expectEqual(failures.count, 0)
      // All go away: the background gets it, once.
      source.change { $0.isOffline = false }
      source.gate.shut()
      let first = Task { try await store.refresh() }
      #expect(await eventually { source.gate.waitingCount == 1 })
      let all = (0..<3).map { _ in Task { try await store.refresh() } }
      let abandoned = Task { try await store.process(forged) }
      for _ in 0..<20 { await Task.yield() }
      for caller in all { caller.cancel() }
      abandoned.cancel()
      for caller in all { await expectEqual(result(of: caller), .cancelled) }
      source.change { $0.isOffline = true }
      source.gate.open()
      _ = await first.result
      await store.close()
      expectEqual(
        failures.all.map(\.source).sorted { "\($0)" < "\($1)" },
        [
          .abandonedDirectOperation(.process), .abandonedDirectOperation(.refresh),
        ]
      )
    }

    private func result<Value>(of task: Task<Value, any Error>) async -> EntitlementStoreError.Code? {
      if case .failure(let error) = await task.result { (error as? EntitlementStoreError)?.code } else { nil }
    }

    @Test func row30ErrorsSayWhatToDo() async throws {
      let codes: [EntitlementStoreError.Code] = [
        .closing, .closed, .overridden, .reentrant, .cancelled, .sourceFailed, .notVerified, .unusable,
        .catalogContradiction, .unhandledProduct, .callbackFailed, .finishFailed, .refreshFailedAfterCompletion,
      ]
      expectEqual(Set(codes).count, 13)
      for code in codes {
        let error = EntitlementStoreError(code, .unavailable, "fact", underlying: Refusal())
        #expect(!error.recoverySuggestion.isEmpty && error.description == "fact: Refusal() (\(code.rawValue))")
        expectEqual(error, EntitlementStoreError(code, .unsupported, "other words"))
      }
      let store = kiosk.store(ScriptedSource())
      await store.close()
      await expectEqual(Kiosk.code(store.refresh), .closed)
    }

    @Test func row31ACallbackThatWaitsForItsStoreIsRefused() async throws {
      let gate = Gate()
      gate.shut()
      let holder = StoreHolder()
      let codes = Journal<EntitlementStoreError.Code?>()
      let later = Journal<Task<EntitlementStoreError.Code?, Never>>()
      let store = kiosk.store(
        ScriptedSource(),
        EntitlementStoreDelegates(transaction: { _ in
          codes.add(await holder.refresh())
          await holder.close()  // Returns at once; the store closes after this.
          later.add(
            Task {
              await gate.pass()
              return await holder.refresh()
            })
          return .automatic
        }))
      holder.store = store
      try await expectEqual(store.process(kiosk.month()), .completed)
      expectEqual(codes.all, [.reentrant])
      await store.close()
      gate.open()
      await expectEqual(later.all.first?.value, .closed, "a task that outlives the callback is no part of it")
    }

    @Test func row31AnotherStoreMayBeAsked() async throws {
      let (one, other) = (StoreHolder(), StoreHolder())
      let codes = Journal<EntitlementStoreError.Code?>()
      let second = kiosk.store(
        ScriptedSource(),
        EntitlementStoreDelegates(transaction: { _ in
          codes.add(await one.refresh())
          return .automatic
        }))
      other.store = second
      let token = try kiosk.month()
      let first = kiosk.store(
        ScriptedSource(),
        EntitlementStoreDelegates(transaction: { _ in
          codes.add(await other.process(token))
          return .automatic
        }))
      one.store = first
      try await expectEqual(first.process(token), .completed)
      expectEqual(codes.all, [.reentrant, nil], "also through another store's callback")
      await first.close()
      await second.close()
    }

    @Test func row33CloseSealsDrainsIsJoinableAndCannotBeCancelled() async throws {
      let gate = Gate()
      gate.shut()
      let journal = Journal<String>()
      let source = ScriptedSource()
      let store = kiosk.store(
        source,
        EntitlementStoreDelegates(
          transaction: { transaction in
            await gate.pass()
            journal.add(transaction.payload.transactionID ?? "")
            return .automatic
          }, didFail: { _ in journal.add("failure") }))
      try await store.refresh()
      let (first, second) = (try kiosk.month(1), try kiosk.month(2))
      let working = Task { try await store.process(first) }
      let queued = Task { try await store.process(second) }
      #expect(await eventually { gate.waitingCount == 1 })
      for _ in 0..<20 { await Task.yield() }
      let closings = (0..<3).map { _ in Task { await store.close() } }
      for _ in 0..<20 { await Task.yield() }
      for closing in closings { closing.cancel() }
      await expectEqual(Kiosk.code(store.refresh), .closing)
      source.arrive("no token")
      expectEqual(journal.count, 0)
      gate.open()
      for closing in closings { await closing.value }
      expectEqual(journal.all, ["1", "2"], "what was taken is done before the end, and nothing else")
      try await expectEqual(working.value, .completed)
      try await expectEqual(queued.value, .completed)
      #expect(await Kiosk.code(store.refresh) == .closed && source.read(\.finished) == ["1", "2"])
      await store.close()
      source.arrive("no token either")
      for _ in 0..<50 { await Task.yield() }
      expectEqual(journal.count, 2)
    }

    @Test func aStoreThatNobodyHoldsStopsListening() async throws {
      let source = ScriptedSource()
      var store: EntitlementStore<Access>? = kiosk.store(source)
      try await store?.refresh()
      weak let watched = store
      store = nil
      #expect(await eventually { watched == nil })
    }
  }

  /// A store for callbacks that are written before it exists.
  @MainActor final class StoreHolder {
    var store: EntitlementStore<Access>?

    var status: EntitlementStoreStatus? { store?.status }

    func refresh() async -> EntitlementStoreError.Code? {
      guard let store else { return nil }
      return await Kiosk.code(store.refresh)
    }

    func process(_ token: String) async -> EntitlementStoreError.Code? {
      guard let store else { return nil }
      return await Kiosk.code { () async throws(EntitlementStoreError) in try await store.process(token) }
    }

    func close() async { await store?.close() }
  }
#endif
