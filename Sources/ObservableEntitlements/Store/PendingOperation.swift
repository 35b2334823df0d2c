// SPDX-License-Identifier: MIT

/// Work that goes on whether or not somebody still waits for it, and those who do.
@MainActor final class PendingOperation<Value: Sendable> {
  typealias Outcome = Result<Value, EntitlementStoreError>

  private var outcome: Outcome?
  private var waiters: [UInt64: CheckedContinuation<Outcome, Never>] = [:]
  private var nextID: UInt64 = 0

  /// Waits for the outcome; a cancelled caller leaves at once, and the work goes on.
  func value() async throws(EntitlementStoreError) -> Value {
    if let outcome { return try outcome.get() }
    let id = nextID
    nextID += 1
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { waiters[id] = $0 }
    } onCancel: {
      // Runs after the line above: between them the main actor is not left.
      Task { @MainActor in self.leave(id) }
    }
    return try outcome.get()
  }

  private func leave(_ id: UInt64) {
    waiters.removeValue(forKey: id)?.resume(
      returning: .failure(EntitlementStoreError(.cancelled, .unavailable, "the caller was cancelled")))
  }

  /// Tells those who wait, and says whether there were any.
  func complete(_ outcome: Outcome) -> Bool {
    self.outcome = outcome
    let waiting = waiters.sorted { $0.key < $1.key }
    waiters = [:]
    for (_, waiter) in waiting { waiter.resume(returning: outcome) }
    return !waiting.isEmpty
  }
}
