// SPDX-License-Identifier: MIT

/// Carries failures to the app: in order, once each, one at a time, and no more than so many waiting.
@MainActor final class FailureDispatcher {
  private let capacity: Int
  private let deliver: @MainActor (EntitlementStoreFailure) async -> Void
  private var queue: [EntitlementStoreFailure] = []
  private var worker: Task<Void, Never>?
  private var senders: [CheckedContinuation<Void, Never>] = []

  init(capacity: Int, deliver: @escaping @MainActor (EntitlementStoreFailure) async -> Void) {
    self.capacity = capacity
    self.deliver = deliver
  }

  /// Adds a failure; waits while the queue is full.
  func send(_ failure: EntitlementStoreFailure) async {
    while queue.count >= capacity { await withCheckedContinuation { senders.append($0) } }
    queue.append(failure)
    if worker == nil { worker = Task { await self.work() } }
  }

  private func work() async {
    while !queue.isEmpty {
      let next = queue.removeFirst()
      if !senders.isEmpty { senders.removeFirst().resume() }
      await deliver(next)
    }
    worker = nil
  }

  /// Waits until everything that was sent is delivered.
  func drain() async {
    while let worker { await worker.value }
  }
}
