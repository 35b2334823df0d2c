// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import JOSE
  import OpenSSLSignatures
  import StoreJWS
  import StoreJWSTesting
  import Synchronization
  import Testing

  /// Many tokens at once give what each gives alone.
  @Suite struct BatchTests {
    typealias Outcome = Result<Verified<AnyPayload>, StoreError>

    static func verifier() throws -> StoreVerifier {
      let root = try TrustAnchors(file: VectorToken.octets("authority/root.pem"))
      let anchors = try root.adding(xcodeCertificates: VectorToken.octets("authority/xcode.pem"))
      return try StoreVerifier(
        policy: VerificationPolicy(environments: [.production, .sandbox, .xcode]),
        chainChecker: AppStoreChainChecker(anchors: anchors),
        signatureChecker: ES256Checker(batching: .withoutTables))
    }

    /// Every vector, and what a remembered header might hide: neighbours of a good token with the same header.
    static func tokens() throws -> [[UInt8]] {
      let good = try VectorToken.named("kinds/transaction.jws")
      let vectors = try VectorToken.all().map(\.characters)
      let header = try #require(good.firstIndex(of: UInt8(ascii: ".")))
      var neighbours: [[UInt8]] = []
      for place in stride(from: header, to: good.count, by: 29) {
        for byte in Array(".=A".utf8) {
          var changed = good
          changed[place] = byte
          neighbours.append(changed)
        }
      }
      for tail in ["", ".", ".A", "A", "=", "\n"] { neighbours.append(good + Array(tail.utf8)) }
      return vectors + [good] + neighbours + vectors.reversed()
    }

    static func isSame(_ left: Outcome, _ right: Outcome) -> Bool {
      switch (left, right) {
      case (.success(let left), .success(let right)): left == right
      case (.failure(let left), .failure(let right)):
        left == right && left.report == right.report && left.message == right.message && left.path == right.path
      default: false
      }
    }

    static func expectSame(_ outcomes: [Outcome], _ expected: [Outcome], _ comment: String) {
      expectEqual(outcomes.count, expected.count)
      for (index, pair) in zip(outcomes, expected).enumerated() where !isSame(pair.0, pair.1) {
        Issue.record("\(comment), token \(index): \(pair.0) instead of \(pair.1)")
      }
    }

    /// Each token by a call of its own.
    static func single(_ tokens: [[UInt8]]) throws -> [Outcome] {
      let verifier = try verifier()
      return tokens.map { verifier.examine($0, as: AnyPayload.self).result }
    }

    @Test func batchesEqualSingleCalls() throws {
      let tokens = try Self.tokens()
      let expected = try Self.single(tokens)
      #expect(tokens.count > 400)
      #expect(expected.filter { if case .success = $0 { true } else { false } }.count > 180)
      for workers in [1, 2] {
        // With nothing remembered, and again with everything.
        let verifier = try Self.verifier()
        for round in 0..<2 {
          let outcomes = Array(verifier.verifyBatch(tokens, as: AnyPayload.self, workers: workers))
          Self.expectSame(outcomes, expected, "\(workers) workers, round \(round)")
        }
      }
    }

    @Test func examinationsOfABatchEqualSingleOnes() throws {
      let tokens = try Self.tokens()
      let verifier = try Self.verifier()
      let batch = TokenBatch(of: AnyPayload.self, for: verifier)
      for token in tokens { batch.add(token.span) }
      expectEqual(batch.count, tokens.count)
      let found = batch.finish()
      #expect(batch.count == 0 && found.count == tokens.count && batch.finish().isEmpty)
      let alone = try Self.verifier()
      for (examination, token) in zip(found, tokens) {
        let expected = alone.examine(token, as: AnyPayload.self)
        #expect(examination.kind == expected.kind && examination.report == expected.report)
        #expect(examination.error == expected.error && examination.header == expected.header)
        #expect(examination.unverifiedPayload == expected.unverifiedPayload && examination.signer == expected.signer)
        #expect(examination.payloadJSON == expected.payloadJSON && examination.notes == expected.notes)
        expectEqual(examination.characters, token)
      }
    }

    /// Tokens that stand in one array are not copied, and come out as they went in.
    @Test func partsOfAnArrayEqualArrays() throws {
      let tokens = try Self.tokens()
      let verifier = try Self.verifier()
      let (whole, parts) = (
        TokenBatch(of: AnyPayload.self, for: verifier), TokenBatch(of: AnyPayload.self, for: verifier)
      )
      let lines = Array(tokens.joined(separator: [0x0A]))
      var start = 0
      for token in tokens {
        whole.add(token)
        parts.add(lines, start..<start + token.count)
        start += token.count + 1
      }
      for ((one, other), token) in zip(zip(whole.finish(), parts.finish()), tokens) {
        #expect(one.characters == token && other.characters == token)
        Self.expectSame([one.result], [other.result], "a part of an array")
      }
    }

    /// A source of tokens that counts what was taken, and may have no end or end in an error.
    struct Source: AsyncSequence, Sequence {
      struct Broken: Error {}

      let tokens: [[UInt8]]
      var repeats = false
      var breaks = false
      let taken = Counter()

      final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func next() -> Int {
          count.withLock { count in
            defer { count += 1 }; return count
          }
        }
      }

      struct Iterator: AsyncIteratorProtocol, IteratorProtocol {
        let source: Source

        func next() -> [UInt8]? { take() }

        private func take() -> [UInt8]? {
          guard source.repeats || source.taken.value < source.tokens.count else { return nil }
          return source.tokens[source.taken.next() % source.tokens.count]
        }

        func next() async throws -> [UInt8]? {
          if source.breaks, source.taken.value >= source.tokens.count { throw Broken() }
          return take()
        }
      }

      func makeAsyncIterator() -> Iterator { Iterator(source: self) }
      func makeIterator() -> Iterator { Iterator(source: self) }
    }

    @Test func asynchronousBatchesEqualSingleCalls() async throws {
      let tokens = try Self.tokens()
      let expected = try Self.single(tokens)
      for workers in [1, 2] {
        var outcomes: [Outcome] = []
        let verifier = try Self.verifier()
        for try await outcome in verifier.verifyBatch(Source(tokens: tokens), as: AnyPayload.self, workers: workers) {
          outcomes.append(outcome)
        }
        Self.expectSame(outcomes, expected, "asynchronous, \(workers) workers")
      }
    }

    /// Memory is bounded: no more tokens are taken than the outcomes that are asked for need, and with several workers some
    /// portions more.
    @Test(arguments: [1, 2]) func tokensAreTakenInPortions(workers: Int) throws {
      let good = try VectorToken.named("kinds/transaction.jws")
      let source = Source(tokens: [good], repeats: true)
      var outcomes = try Self.verifier().verifyBatch(source, workers: workers).makeIterator()
      expectEqual(source.taken.value, 0)
      let ahead = workers > 1 ? 2 * workers : 0
      for portion in 1...3 {
        for _ in 0..<48 {
          let outcome = outcomes.next()
          _ = try #require(outcome).get()
        }
        expectEqual(source.taken.value, 48 * (portion + ahead))
      }
    }

    /// Who copies an iterator, or leaves before the end, loses and doubles nothing.
    @Test func copiesOfAnIteratorShareItsPlace() throws {
      let good = try VectorToken.named("kinds/transaction.jws")
      let tokens = (0..<1_300).map { $0 % 3 == 1 ? Array("junk \($0)".utf8) : good }
      let expected = Array(try Self.verifier().verifyBatch(tokens, as: AnyPayload.self))
      let verifier = try Self.verifier()
      var first = verifier.verifyBatch(tokens, as: AnyPayload.self, workers: 2).makeIterator()
      var outcomes: [Outcome] = []
      while outcomes.count < 600, let outcome = first.next() { outcomes.append(outcome) }
      expectEqual(outcomes.count, 600)
      var second = first
      while let outcome = second.next() { outcomes.append(outcome) }
      Self.expectSame(outcomes, expected, "through two copies")
      let (afterFirst, afterSecond) = (first.next(), second.next())
      #expect(afterFirst == nil && afterSecond == nil)
      for _ in 0..<5 {
        var abandoned = verifier.verifyBatch(tokens, as: AnyPayload.self, workers: 2).makeIterator()
        _ = abandoned.next()
      }
    }

    static func cancelThisTask() {
      // SAFETY: the handle does not leave the closure.
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
    }

    /// A cancelled task is given the outcomes of all tokens that were taken, and then told: an end is always the end.
    @Test(arguments: [1, 2]) func cancellation(workers: Int) async throws {
      let verifier = try Self.verifier()
      let good = try VectorToken.named("kinds/transaction.jws")
      let source = Source(tokens: [good], repeats: true)
      let count = Source.Counter()
      let task = Task { () async throws -> Void in
        for try await outcome in verifier.verifyBatch(source, workers: workers) {
          if case .success = outcome { _ = count.next() }
          if count.value == 10 { Self.cancelThisTask() }
        }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(count.value == source.taken.value && count.value >= 48)
      let before = source.taken.value
      let cancelled = Task { () async throws -> Void in
        Self.cancelThisTask()
        for try await _ in verifier.verifyBatch(source, workers: workers) { _ = count.next() }
      }
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      #expect(source.taken.value == before && count.value == before)
      // The verifier is as good as before.
      #expect(verifier.examine(good, as: SignedTransaction.self).verified != nil)
    }

    @Test func errorsOfTheSourceAreThrownOn() async throws {
      let good = try VectorToken.named("kinds/transaction.jws")
      let source = Source(tokens: Array(repeating: good, count: 300), breaks: true)
      let verifier = try Self.verifier()
      var count = 0
      await #expect(throws: Source.Broken.self) {
        for try await _ in verifier.verifyBatch(source, as: SignedTransaction.self) { count += 1 }
      }
      // The outcomes of the tokens before the error were handed out, also those of the window that broke off.
      expectEqual(count, 300)
    }

    @Test func noTokensNoOutcomes() async throws {
      let verifier = try Self.verifier()
      for workers in [-1, 0, 1, 3] {
        #expect(Array(verifier.verifyBatch([] as [[UInt8]], workers: workers)).isEmpty)
        var count = 0
        for try await _ in verifier.verifyBatch(
          Source(tokens: [[]], breaks: false), as: AnyPayload.self, workers: workers)
        {
          count += 1
        }
        expectEqual(count, 1)
      }
    }
  }
#endif
