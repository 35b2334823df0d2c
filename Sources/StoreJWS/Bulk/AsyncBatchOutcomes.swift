// SPDX-License-Identifier: MIT

extension StoreVerifier {
  /// Verifies a stream of tokens: one outcome a token, in order, and never an end at a bad one.
  ///
  /// Tokens are taken in windows as outcomes are asked for: 48, and with several workers four times as many for each. An error of
  /// the token source is thrown on, behind the outcomes of the tokens before it. So is a `CancellationError` once the task is
  /// cancelled: a sequence that ends has given an outcome for every token.
  ///
  /// - Parameters:
  ///   - tokens: the characters of each token as received.
  ///   - payload: the type to read the payloads as.
  ///   - workers: how many tasks work at a time; at least one.
  public func verifyBatch<Tokens: AsyncSequence, Payload: TokenPayload>(
    _ tokens: Tokens, as payload: Payload.Type, workers: Int = 1
  ) -> AsyncBatchOutcomes<Tokens, Payload> where Tokens.Element == [UInt8] {
    AsyncBatchOutcomes(verifier: self, tokens: tokens, workers: max(1, workers))
  }

  /// Verifies a stream of signed transactions; see ``verifyBatch(_:as:workers:)``.
  public func verifyBatch<Tokens: AsyncSequence>(
    _ tokens: Tokens, workers: Int = 1
  ) -> AsyncBatchOutcomes<Tokens, SignedTransaction> where Tokens.Element == [UInt8] {
    verifyBatch(tokens, as: SignedTransaction.self, workers: workers)
  }
}

/// The outcomes of the asynchronous ``StoreVerifier/verifyBatch(_:as:workers:)``, worked out as they are asked for.
public struct AsyncBatchOutcomes<Tokens: AsyncSequence, Payload: TokenPayload>: AsyncSequence
where Tokens.Element == [UInt8] {
  /// One outcome a token.
  public typealias Element = Result<Verified<Payload>, StoreError>

  let verifier: StoreVerifier
  let tokens: Tokens
  let workers: Int

  /// Begins with the first token.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(verifier: verifier, tokens: tokens.makeAsyncIterator(), workers: workers)
  }

  /// One window of outcomes at a time.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var tokens: Tokens.AsyncIterator
    private let crew: BatchCrew<Payload>
    private var outcomes = OutcomeQueue<Payload>()
    private var sourceError: (any Error)?

    init(verifier: StoreVerifier, tokens: Tokens.AsyncIterator, workers: Int) {
      self.tokens = tokens
      crew = BatchCrew(verifier: verifier, workers: workers)
    }

    /// The next token's outcome; nil at the end.
    ///
    /// - Throws: what the token source throws, and `CancellationError` once the task is cancelled; both come behind the outcomes of
    ///   all tokens that were taken.
    public mutating func next() async throws -> Element? {
      if let outcome = outcomes.next() { return outcome }
      if let error = sourceError {
        sourceError = nil
        throw error
      }
      var window: [[UInt8]] = []
      // Several workers have some portions each, so that none waits long for the last one at the end of a window.
      let size = crew.workerCount * StoreVerifier.batchSize * (crew.workerCount > 1 ? 4 : 1)
      do {
        while window.count < size {
          try Task.checkCancellation()
          guard let token = try await tokens.next() else { break }
          window.append(token)
        }
        // A source that ends because the task is cancelled has not given all of its tokens.
        try Task.checkCancellation()
      } catch {
        // What was taken before is not lost.
        guard !window.isEmpty else { throw error }
        sourceError = error
      }
      guard !window.isEmpty else { return nil }
      outcomes.refill(await crew.work(window))
      return outcomes.next()
    }
  }
}
