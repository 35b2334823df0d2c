// SPDX-License-Identifier: MIT

extension StoreVerifier {
  /// Tokens that one worker takes at a time: enough for the inverses to be shared well, few enough to leave the nearest
  /// cache to the tables of multiples.
  static let batchSize = 48

  /// Verifies many tokens: one outcome a token, in order, and never an end at a bad one.
  ///
  /// Tokens are taken 48 at a time as the outcomes are asked for, so memory is bounded however many tokens there are. With
  /// several workers twice as many such portions as there are workers are taken ahead, so that nobody waits for anybody.
  ///
  /// - Parameters:
  ///   - tokens: the characters of each token as received; taken lazily.
  ///   - payload: the type to read the payloads as.
  ///   - workers: how many threads work at a time, the caller's among them while it waits; at least one.
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

  /// One portion of outcomes at a time. Copies of an iterator share its place: each outcome is given once.
  public struct Iterator: IteratorProtocol {
    private let progress: BatchProgress<Tokens, Payload>

    init(verifier: StoreVerifier, tokens: Tokens.Iterator, workers: Int) {
      progress = BatchProgress(verifier: verifier, tokens: tokens, workers: workers)
    }

    /// The next token's outcome; nil at the end.
    @_specialize(where Tokens == [[UInt8]], Payload == SignedTransaction)
    public mutating func next() -> Result<Verified<Payload>, StoreError>? {
      progress.next()
    }
  }
}

/// How far a bulk call has come. Shared by the copies of an iterator: portions that are worked on ahead have one owner.
private final class BatchProgress<Tokens: Sequence, Payload: TokenPayload> where Tokens.Element == [UInt8] {
  private var tokens: Tokens.Iterator
  private let crew: BatchCrew<Payload>
  private var outcomes = OutcomeQueue<Payload>()
  private var underWay: [BatchPortion<Payload>] = []

  init(verifier: StoreVerifier, tokens: Tokens.Iterator, workers: Int) {
    self.tokens = tokens
    crew = BatchCrew(verifier: verifier, workers: workers)
  }

  @_specialize(where Tokens == [[UInt8]], Payload == SignedTransaction)
  func next() -> Result<Verified<Payload>, StoreError>? {
    if let outcome = outcomes.next() { return outcome }
    if crew.workerCount == 1 {
      let tokens = takePortion()
      if !tokens.isEmpty { outcomes.refill([crew.work(tokens)]) }
    } else {
      workAhead()
      if !underWay.isEmpty {
        outcomes.refill([crew.finish(underWay.removeFirst())])
        workAhead()
      }
    }
    return outcomes.next()
  }

  private func workAhead() {
    while underWay.count < 2 * crew.workerCount {
      let tokens = takePortion()
      if tokens.isEmpty { return }
      underWay.append(crew.begin(tokens))
    }
  }

  private func takePortion() -> [[UInt8]] {
    var portion: [[UInt8]] = []
    portion.reserveCapacity(StoreVerifier.batchSize)
    while portion.count < StoreVerifier.batchSize, let token = tokens.next() { portion.append(token) }
    return portion
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
