// SPDX-License-Identifier: MIT

extension StoreVerifier {
  /// Verifies a stream of tokens: one outcome a token, in order, and never an end at a bad one.
  ///
  /// Tokens are taken in windows as outcomes are asked for. When the task is cancelled the sequence ends after the window
  /// that is under way. An error of the token source is thrown on, behind the outcomes of the tokens before it.
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

    /// The next token's outcome; nil at the end, or once the task is cancelled.
    ///
    /// - Throws: what the token source throws.
    public mutating func next() async throws -> Element? {
      if let outcome = outcomes.next() { return outcome }
      if let error = sourceError {
        sourceError = nil
        throw error
      }
      var window: [[UInt8]] = []
      let size = crew.workerCount * StoreVerifier.batchSize
      do {
        while window.count < size, !Task.isCancelled, let token = try await tokens.next() { window.append(token) }
      } catch {
        // What was taken before is not lost.
        guard !window.isEmpty else { throw error }
        sourceError = error
      }
      guard !window.isEmpty, !Task.isCancelled else { return nil }
      outcomes.refill(await crew.work(window))
      return outcomes.next()
    }
  }
}
