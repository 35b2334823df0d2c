// SPDX-License-Identifier: MIT
#if OpenSSL
  import Expectations
  import FoundationEssentials
  import ObservableEntitlements
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// Many tasks at one store; also run under a thread sanitizer: `Tests/sanitize thread StoreConcurrency`.
  @Suite(.timeLimit(.minutes(2))) @MainActor struct StoreConcurrencyTests {
    private let kiosk: Kiosk
    private let tokens: [String]

    init() throws {
      kiosk = try Kiosk()
      let kiosk = self.kiosk
      tokens = try (0..<40).map { try kiosk.month(1000 + $0) }
    }

    private var ids: [String] { (0..<tokens.count).map { "\(1000 + $0)" } }

    private func noting(_ journal: Journal<String>) -> EntitlementStoreDelegates<Access> {
      EntitlementStoreDelegates(transaction: { transaction in
        await Task.yield()
        journal.add(transaction.payload.transactionID ?? "")
        return .automatic
      })
    }

    @Test func nothingIsLostAndNothingIsAppliedTwice() async throws {
      let journal = Journal<String>()
      let source = ScriptedSource(current: [tokens[0]])
      let store = kiosk.store(source, noting(journal))
      let tokens = self.tokens
      await withTaskGroup { group in
        for worker in 0..<6 {
          // Each token comes as an update and from three callers.
          group.addTask {
            for (place, token) in tokens.enumerated() where place % 2 == worker % 2 {
              _ = try? await store.process(token)
            }
          }
        }
        group.addTask { for token in tokens.reversed() { source.arrive(token) } }
        group.addTask { for _ in 0..<10 { try? await store.refresh() } }
      }
      #expect(await eventually { source.read(\.finished).count >= tokens.count })
      await store.close()
      #expect(journal.all.sorted() == ids && source.read(\.finished).sorted() == ids)
      #expect(store.transactions?.count == 1 && store.activeEntitlements == [.pro])
    }

    @Test func cancelledCallersLoseNothing() async throws {
      let journal = Journal<String>()
      let source = ScriptedSource()
      let store = kiosk.store(source, noting(journal))
      let callers = tokens.map { token in Task { try await store.process(token) } }
      for (place, caller) in callers.enumerated() where place % 3 != 0 { caller.cancel() }
      var completed = 0
      var cancelled = 0
      for caller in callers {
        switch await caller.result {
        case .success: completed += 1
        case .failure(let error):
          if (error as? EntitlementStoreError)?.code == .cancelled { cancelled += 1 }
        }
      }
      #expect(completed + cancelled == tokens.count && completed >= 13)
      await store.close()
      #expect(journal.all.sorted() == ids && source.read(\.finished).sorted() == ids)
    }

    @Test(arguments: [0, 3, 25, 200]) func closingInTheMidst(yields: Int) async throws {
      let journal = Journal<String>()
      let source = ScriptedSource()
      var delegates = noting(journal)
      delegates.didFail = { _ in journal.add("failure") }
      let store = kiosk.store(source, delegates)
      let tokens = self.tokens
      let callers = tokens.prefix(20).map { token in Task { try await store.process(token) } }
      let arrivals = Task.detached {
        for token in tokens.suffix(20) {
          source.arrive(token)
          source.arrive("no token")
          await Task.yield()
        }
      }
      for _ in 0..<yields { await Task.yield() }
      async let joined: Void = store.close()
      await store.close()
      let (applied, finished) = (journal.all, source.read(\.finished))
      await joined
      await arrivals.value
      var completed: [String] = []
      for (place, caller) in callers.enumerated() {
        switch await caller.result {
        case .success(let outcome):
          expectEqual(outcome, .completed)
          completed.append(ids[place])
        case .failure(let error):
          let code = (error as? EntitlementStoreError)?.code
          #expect(code == .closing || code == .closed)
        }
      }
      for _ in 0..<100 { await Task.yield() }
      #expect(journal.all == applied && source.read(\.finished) == finished, "nothing after close")
      let effects = applied.filter { $0 != "failure" }
      #expect(effects == finished && Set(effects).count == effects.count, "what was applied was finished, once")
      #expect(Set(completed).isSubset(of: Set(finished)))
    }
  }
#endif
