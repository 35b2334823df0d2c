// SPDX-License-Identifier: MIT
import ObservableEntitlements
import StoreJWS
import Synchronization

/// A source that answers what a test has written down, and notes what it was asked.
final class ScriptedSource: EvidenceSource {
  struct Offline: Error {}

  struct State {
    var current: [String] = []
    var unfinished: [String] = []
    var histories: [String: [String]] = [:]
    var isOffline = false
    var refusesToFinish = false
    /// Finished transactions in order, with repetition.
    var finished: [String] = []
    var currentCount = 0
    var unfinishedCount = 0
    var synchronizeCount = 0
    /// Runs after each finish: a store that finds more unfinished work then.
    var afterFinish: (@Sendable (inout State) -> Void)?
  }

  let updates: AsyncStream<String>
  private let arrivals: AsyncStream<String>.Continuation
  let state = Mutex(State())
  /// While closed, questions about entitlements wait.
  let gate = Gate()

  init(current: [String] = []) {
    (updates, arrivals) = AsyncStream.makeStream()
    state.withLock { $0.current = current }
  }

  func arrive(_ token: String) { arrivals.yield(token) }

  func change(_ change: (inout sending State) throws -> Void) rethrows { try state.withLock { try change(&$0) } }
  func read<Value: Sendable>(_ read: (State) -> Value) -> Value { state.withLock { read($0) } }

  func currentEntitlements() async throws -> [String] {
    state.withLock { $0.currentCount += 1 }
    await gate.pass()
    return try answer { $0.current }
  }

  func unfinished() async throws -> [String] {
    state.withLock { $0.unfinishedCount += 1 }
    return try answer { $0.unfinished }
  }

  func history(of productID: String) async throws -> [String] { try answer { $0.histories[productID] ?? [] } }

  func finish(_ transaction: Verified<SignedTransaction>) async throws {
    try state.withLock { state in
      if state.refusesToFinish { throw Offline() }
      state.finished.append(transaction.payload.transactionID ?? "")
      state.unfinished.removeAll { Array($0.utf8) == transaction.characters }
      state.afterFinish?(&state)
    }
  }

  func synchronize() async throws {
    _ = try answer { $0.current }
    state.withLock { $0.synchronizeCount += 1 }
  }

  private func answer(_ read: (State) -> [String]) throws -> [String] {
    try state.withLock { state in
      if state.isOffline { throw Offline() }
      return read(state)
    }
  }
}

/// A door that a test shuts and opens.
final class Gate: Sendable {
  private struct State {
    var isShut = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func shut() { state.withLock { $0.isShut = true } }

  func open() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isShut = false
      return state.waiting
    }
    for one in waiting { one.resume() }
  }

  var waitingCount: Int { state.withLock { $0.waiting.count } }

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if state.isShut { state.waiting.append(continuation) }
        return !state.isShut
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// Values that callbacks leave behind, in order.
final class Journal<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  var all: [Value] { values.withLock { $0 } }
  var count: Int { values.withLock { $0.count } }
  func add(_ value: Value) { values.withLock { $0.append(value) } }
}

/// Waits for something that other tasks bring about; false if it does not come within some ten seconds.
@MainActor func eventually(_ condition: @MainActor () -> Bool) async -> Bool {
  for _ in 0..<5_000 {
    if condition() { return true }
    try? await Task.sleep(for: .milliseconds(2))
  }
  return condition()
}
