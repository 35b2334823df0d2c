// SPDX-License-Identifier: MIT
internal import Dispatch

extension StoreVerifier {
  /// Tokens that one worker takes at a time: enough for the inverses to be shared well, few enough to stay in the cache.
  static let batchSize = 256

  /// Verifies many tokens: one outcome a token, in order, and never an end at a bad one.
  ///
  /// Tokens are taken in windows of 256 a worker as the outcomes are asked for, so memory is bounded by the window however
  /// many tokens there are. With several workers the calling thread waits for its window.
  ///
  /// - Parameters:
  ///   - tokens: the characters of each token as received; taken lazily.
  ///   - payload: the type to read the payloads as.
  ///   - workers: how many threads work at a time; at least one.
  public func verifyBatch<Tokens: Sequence, Payload: TokenPayload>(
    _ tokens: Tokens, as payload: Payload.Type, workers: Int = 1
  ) -> BatchOutcomes<Tokens, Payload> where Tokens.Element == [UInt8] {
    BatchOutcomes(verifier: self, tokens: tokens, workers: max(1, workers))
  }

  /// Verifies many signed transactions; see ``verifyBatch(_:as:workers:)``.
  public func verifyBatch<Tokens: Sequence>(
    _ tokens: Tokens, workers: Int = 1
  ) -> BatchOutcomes<Tokens, SignedTransaction> where Tokens.Element == [UInt8] {
    verifyBatch(tokens, as: SignedTransaction.self, workers: workers)
  }
}

/// The outcomes of ``StoreVerifier/verifyBatch(_:as:workers:)``, worked out as they are asked for.
public struct BatchOutcomes<Tokens: Sequence, Payload: TokenPayload>: Sequence where Tokens.Element == [UInt8] {
  let verifier: StoreVerifier
  let tokens: Tokens
  let workers: Int

  /// Begins with the first token.
  public func makeIterator() -> Iterator {
    Iterator(verifier: verifier, tokens: tokens.makeIterator(), workers: workers)
  }

  /// One window of outcomes at a time.
  public struct Iterator: IteratorProtocol {
    private var tokens: Tokens.Iterator
    private let crew: BatchCrew<Payload>
    private var outcomes: [Result<Verified<Payload>, StoreError>] = []
    private var position = 0

    init(verifier: StoreVerifier, tokens: Tokens.Iterator, workers: Int) {
      self.tokens = tokens
      crew = BatchCrew(verifier: verifier, workers: workers)
    }

    /// The next token's outcome; nil at the end.
    public mutating func next() -> Result<Verified<Payload>, StoreError>? {
      if position == outcomes.count {
        var window: [[UInt8]] = []
        while window.count < crew.windowSize, let token = tokens.next() { window.append(token) }
        guard !window.isEmpty else { return nil }
        outcomes = crew.work(window)
        position = 0
      }
      position += 1
      return outcomes[position - 1]
    }
  }
}

/// The workers of one bulk call, each with its own batch.
final class BatchCrew<Payload: TokenPayload>: Sendable {
  private let members: [Member]
  let windowSize: Int

  /// A worker's batch and results. Unchecked because only the one thread that runs the worker's part touches them, and the
  /// caller reads them after all threads have ended.
  private final class Member: @unchecked Sendable {
    let batch: TokenBatch<Payload>
    var outcomes: [Result<Verified<Payload>, StoreError>] = []

    init(verifier: StoreVerifier) {
      batch = TokenBatch(of: Payload.self, for: verifier)
    }

    func work(_ window: ArraySlice<[UInt8]>) {
      outcomes.removeAll(keepingCapacity: true)
      for token in window { batch.add(token) }
      batch.finish { outcomes.append($0.result) }
    }
  }

  init(verifier: StoreVerifier, workers: Int) {
    members = (0..<workers).map { _ in Member(verifier: verifier) }
    windowSize = workers * StoreVerifier.batchSize
  }

  /// Splits a window evenly over the workers and puts the outcomes together in order.
  func work(_ window: [[UInt8]]) -> [Result<Verified<Payload>, StoreError>] {
    let parts = parts(of: window)
    if parts.count <= 1 {
      members[0].work(window[...])
      return members[0].outcomes
    }
    DispatchQueue.concurrentPerform(iterations: parts.count) { members[$0].work(parts[$0]) }
    return members[..<parts.count].flatMap(\.outcomes)
  }

  /// The same in tasks, for a caller that must not wait on its thread.
  func work(_ window: [[UInt8]]) async -> [Result<Verified<Payload>, StoreError>] {
    let parts = parts(of: window)
    await withTaskGroup { group in
      for (member, part) in zip(members, parts) { group.addTask { member.work(part) } }
    }
    return members[..<parts.count].flatMap(\.outcomes)
  }

  /// One part of a window for each member that is needed, in order and of one size but for the last.
  private func parts(of window: [[UInt8]]) -> [ArraySlice<[UInt8]>] {
    let share = max(1, (window.count + members.count - 1) / members.count)
    return stride(from: 0, to: window.count, by: share).map { window[$0..<min(window.count, $0 + share)] }
  }
}

extension Examination {
  /// The verified payload, or why there is none, as a value.
  public var result: Result<Verified<Payload>, StoreError> {
    do throws(StoreError) {
      return .success(try get())
    } catch {
      return .failure(error)
    }
  }
}
