// SPDX-License-Identifier: MIT
internal import Dispatch

/// The workers of one bulk call, each with its own batch.
final class BatchCrew<Payload: TokenPayload>: Sendable {
  private let members: [Member]
  private let group = DispatchGroup()
  let windowSize: Int

  /// A worker's batch and results. Unchecked because only the one thread that runs the worker's part touches them, and the
  /// caller takes them after all threads have ended.
  private final class Member: @unchecked Sendable {
    private let batch: TokenBatch<Payload>
    private var outcomes: [Result<Verified<Payload>, StoreError>] = []

    init(verifier: StoreVerifier) {
      batch = TokenBatch(of: Payload.self, for: verifier)
    }

    @_specialize(where Payload == SignedTransaction)
    func work(_ window: ArraySlice<[UInt8]>) {
      var made: [Result<Verified<Payload>, StoreError>] = []
      made.reserveCapacity(window.count)
      for token in window { batch.add(token) }
      batch.finish { made.append($0.result) }
      outcomes = made
    }

    /// Gives the results away, so that nobody pays for a copy of them.
    func take() -> [Result<Verified<Payload>, StoreError>] {
      var taken: [Result<Verified<Payload>, StoreError>] = []
      swap(&taken, &outcomes)
      return taken
    }
  }

  init(verifier: StoreVerifier, workers: Int) {
    members = (0..<workers).map { _ in Member(verifier: verifier) }
    windowSize = workers * StoreVerifier.batchSize
  }

  /// Whether there is one worker, which is then the caller's own thread.
  var isSingle: Bool { members.count == 1 }

  /// Works on a window here and now.
  func work(_ window: [[UInt8]]) -> [Result<Verified<Payload>, StoreError>] {
    members[0].work(window[...])
    return members[0].take()
  }

  /// Splits a window evenly over the workers and returns; ``finish()`` comes before the next start.
  func start(_ window: [[UInt8]]) {
    for (member, part) in zip(members, parts(of: window)) {
      DispatchQueue.global().async(group: group) { member.work(part) }
    }
  }

  /// Waits for the workers and gives their outcomes, which put together are in order.
  func finish() -> [[Result<Verified<Payload>, StoreError>]] {
    group.wait()
    return members.map { $0.take() }
  }

  /// The same in tasks, for a caller that must not wait on its thread.
  func work(_ window: [[UInt8]]) async -> [[Result<Verified<Payload>, StoreError>]] {
    await withTaskGroup { group in
      for (member, part) in zip(members, parts(of: window)) { group.addTask { member.work(part) } }
    }
    return members.map { $0.take() }
  }

  /// One part of a window for each member that is needed, in order and of one size but for the last.
  private func parts(of window: [[UInt8]]) -> [ArraySlice<[UInt8]>] {
    let share = max(1, (window.count + members.count - 1) / members.count)
    return stride(from: 0, to: window.count, by: share).map { window[$0..<min(window.count, $0 + share)] }
  }
}

/// The outcomes of one window, part by part as the workers left them.
struct OutcomeQueue<Payload: TokenPayload> {
  private var parts: [[Result<Verified<Payload>, StoreError>]] = []
  private var part = 0
  private var position = 0

  /// Puts another window in place of the one that was gone through.
  mutating func refill(_ parts: [[Result<Verified<Payload>, StoreError>]]) {
    self.parts = parts
    (part, position) = (0, 0)
  }

  @_specialize(where Payload == SignedTransaction)
  mutating func next() -> Result<Verified<Payload>, StoreError>? {
    while part < parts.count {
      if position < parts[part].count {
        position += 1
        return parts[part][position - 1]
      }
      (part, position) = (part + 1, 0)
    }
    return nil
  }
}
