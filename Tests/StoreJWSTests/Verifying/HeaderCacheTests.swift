// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JOSE
  import OpenSSLSignatures
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// Which headers are remembered, for how long, and that no verdict depends on it.
  @Suite struct HeaderCacheTests {
    let authority: TestAuthority

    init() throws {
      authority = try TestAuthority(seed: "cache", curves: .p256Throughout)
    }

    func setup(
      capacity: Int = 1024, delay: Duration? = nil, anchors: [[UInt8]]? = nil, policy: VerificationPolicy = .init()
    ) throws -> (verifier: StoreVerifier, checker: CountingChainChecker) {
      let anchors = try (anchors ?? [authority.root]).reduce(TrustAnchors.none) { try $0.adding(file: $1) }
      let checker = CountingChainChecker(AppStoreChainChecker(anchors: anchors), delay: delay)
      let verifier = try StoreVerifier(
        policy: policy, chainChecker: checker, signatureChecker: ES256Checker(), headerCapacity: capacity)
      return (verifier, checker)
    }

    func state(_ verifier: StoreVerifier, _ token: String) -> VerificationReport.State {
      verifier.examine(Array(token.utf8), as: SignedTransaction.self).report.state
    }

    func token(kid: String? = nil, _ changes: KeyValuePairs<String, PayloadValue> = [:]) throws -> String {
      try authority.sign(.transaction(changes), header: TokenHeader(keyID: kid))
    }

    @Test func aHeaderIsJudgedOnce() throws {
      let (verifier, checker) = try setup()
      expectEqual(verifier.rememberedHeaderCount, 0)
      for price in [1, 2, 3, 4] as [PayloadValue] {
        expectEqual(state(verifier, try token(["price": price])), .verified)
        expectEqual(verifier.rememberedHeaderCount, 1)
      }
      expectEqual(checker.calls, 1)
    }

    /// Two segments are shown with what their header says; a stream of them must not judge one chain again and again.
    @Test func aSigningInputUsesWhatIsRemembered() throws {
      let (verifier, checker) = try setup()
      let good = try token()
      let input = good.split(separator: ".").prefix(2).joined(separator: ".")
      #expect(state(verifier, good) == .verified && checker.calls == 1)
      for _ in 1...3 {
        let examination = verifier.examine(Array(input.utf8), as: SignedTransaction.self)
        #expect(examination.error?.code.rawValue == "segmentCount" && examination.report[.chainTrust] == .passed)
      }
      #expect(checker.calls == 1 && verifier.rememberedHeaderCount == 1)
    }

    /// One worker's batches: a foreign header is judged once, not once a batch, and still never enters the cache.
    @Test func aForeignHeaderIsJudgedOnceForAllBatches() throws {
      let (verifier, checker) = try setup()
      let stranger = try TestAuthority(seed: "stranger", curves: .p256Throughout)
      let foreign = Array(try stranger.sign(.transaction()).utf8)
      let batch = TokenBatch(of: SignedTransaction.self, for: verifier)
      for _ in 1...5 {
        batch.add(foreign.span)
        expectEqual(batch.finish().map(\.report.state), [.failed])
      }
      #expect(checker.calls == 1 && verifier.rememberedHeaderCount == 0)
      // Many of them are forgotten with their batch.
      for number in 0..<9 { batch.add(Array(try token(kid: "\(number)", ["price": "text"]).utf8).span) }
      #expect(batch.finish().count == 9 && checker.calls == 10)
      batch.add(foreign.span)
      #expect(batch.finish().count == 1 && checker.calls == 11)
    }

    /// A header is admitted only after a token's signature under it verified.
    @Test func refusedTokensLeaveNothingBehind() throws {
      let (verifier, checker) = try setup(policy: VerificationPolicy(bundleIDs: ["com.example.app"]))
      let good = try token().split(separator: ".").map(String.init)
      let other = try token(["price": 1]).split(separator: ".").map(String.init)
      let stranger = try TestAuthority(seed: "stranger", curves: .p256Throughout)
      let refused = [
        [good[0], good[1], other[2]].joined(separator: "."), [good[0], good[1], ""].joined(separator: "."),
        try stranger.sign(.transaction()), try token(["signedDate": .absent]), try token(["signedDate": 0]),
        try token(["bundleId": "com.example.other"]), try token(["price": "text"]),
        try authority.sign(.transaction(), header: TokenHeader(algorithm: "none")),
        try authority.sign(.transaction(), header: TokenHeader(certificates: .firstOfAuthority(2))),
        try authority.sign(.transaction(), header: TokenHeader(critical: ["b64"])),
      ]
      for token in refused {
        expectEqual(state(verifier, token), .failed)
        expectEqual(verifier.rememberedHeaderCount, 0)
      }
      #expect(refused.count == 10 && checker.calls >= 9)
      expectEqual(state(verifier, good.joined(separator: ".")), .verified)
      expectEqual(verifier.rememberedHeaderCount, 1)
    }

    /// Anybody can write the header anew with white space or another x5c[2]; nobody can sign it, so it pushes nothing out.
    @Test func forgedHeadersNeverEnter() throws {
      let (verifier, checker) = try setup(capacity: 2)
      let good = try token()
      let parts = good.split(separator: ".").map(String.init)
      #expect(state(verifier, good) == .verified && checker.calls == 1)
      let header = String(decoding: try Base64URL.decode(parts[0]), as: UTF8.self)
      for spaces in 1...30 {
        let padded = "{" + String(repeating: " ", count: spaces) + header.dropFirst()
        let forged = [Base64URL.encode(Array(padded.utf8)), parts[1], parts[2]].joined(separator: ".")
        let examination = verifier.examine(Array(forged.utf8), as: SignedTransaction.self)
        expectEqual(examination.report[.chainTrust], .passed)
        expectEqual(examination.report[.signature].code, "failed signatureMismatch")
      }
      #expect(verifier.rememberedHeaderCount == 1 && checker.calls == 31)
      expectEqual(state(verifier, good), .verified)
      expectEqual(checker.calls, 31, "the good header was pushed out")
    }

    @Test func leastRecentlyUsedGoesFirst() throws {
      let (verifier, checker) = try setup(capacity: 2)
      let tokens = try ["a", "b", "c"].map { try token(kid: $0) }
      for index in [0, 1, 0, 2] { expectEqual(state(verifier, tokens[index]), .verified) }
      #expect(verifier.rememberedHeaderCount == 2 && checker.calls == 3)
      expectEqual(state(verifier, tokens[0]), .verified)
      expectEqual(checker.calls, 3, "the one in use was pushed out")
      expectEqual(state(verifier, tokens[1]), .verified)
      expectEqual(checker.calls, 4, "the oldest was kept")
      expectEqual(verifier.rememberedHeaderCount, 2)
    }

    @Test func theBoundHolds() throws {
      for capacity in [0, 1, 5] {
        let (verifier, _) = try setup(capacity: capacity)
        for number in 0..<12 {
          expectEqual(state(verifier, try token(kid: "key \(number)")), .verified)
          expectEqual(verifier.rememberedHeaderCount, min(number + 1, capacity))
        }
      }
    }

    /// Full-byte equality: headers of one length that differ in one character are two headers.
    @Test func headersThatDifferInOneCharacterAreTwo() throws {
      let (verifier, checker) = try setup()
      for number in 10..<40 {
        let characters = Array(try token(kid: "\(number)").utf8)
        for _ in 0..<2 {
          let examination = verifier.examine(characters, as: SignedTransaction.self)
          #expect(examination.report.state == .verified && examination.header?.keyID == "\(number)")
        }
      }
      #expect(verifier.rememberedHeaderCount == 30 && checker.calls == 30)
    }

    /// The validity time is judged for each token, remembered header or not.
    @Test func timeIsNotRemembered() throws {
      let (verifier, checker) = try setup()
      let dates: [(Int64, String)] = [
        (1_760_000_000, "passed"), (1_814_400_000, "passed"), (1_814_400_001, "failed leafExpired"),
        (1_748_735_999, "failed leafNotYetValid"), (1_748_736_000, "passed"),
      ]
      for (seconds, code) in dates + dates.reversed() {
        let characters = Array(try token(["signedDate": .integer(seconds * 1000)]).utf8)
        expectEqual(verifier.examine(characters, as: SignedTransaction.self).report[.validityTime].code, code)
      }
      expectEqual(checker.calls, 1)
      // Nor does the order matter: first seen at a moment when it is not valid.
      let (second, _) = try setup()
      for (seconds, code) in dates.reversed() {
        let characters = Array(try token(["signedDate": .integer(seconds * 1000)]).utf8)
        expectEqual(second.examine(characters, as: SignedTransaction.self).report[.validityTime].code, code)
      }
    }

    /// Rule 8: two roots of one name and key with different lifetimes, and tokens of both times.
    @Test func rule8TheCacheFreezesNoAnchor() throws {
      let (begin, middle, end): (Int64, Int64, Int64) = (1_750_000_000, 1_760_000_000, 1_770_000_000)
      let ended = try TestAuthority(seed: "two lifetimes", curves: .p256Throughout) { plan throws(MintingError) in
        plan.root.notAfter = middle
      }
      let begun = try TestAuthority(seed: "two lifetimes", curves: .p256Throughout) { plan throws(MintingError) in
        plan.root.notBefore = middle + 10
      }
      let moments: [(Int64, String)] = [
        (begin, "passed"), (middle, "passed"), (middle + 10, "passed"), (end, "passed"), (middle + 5, "failed"),
      ]
      for anchors in [[ended.root, begun.root], [begun.root, ended.root]] {
        for order in [moments, moments.reversed()] {
          let (verifier, _) = try setup(anchors: anchors)
          for (seconds, code) in order {
            let token = try ended.sign(.transaction(["signedDate": .integer(seconds * 1000)]))
            let outcome = verifier.examine(Array(token.utf8), as: SignedTransaction.self).report[.validityTime]
            #expect(outcome.code.hasPrefix(code), "\(seconds): \(outcome)")
          }
          expectEqual(verifier.rememberedHeaderCount, 1)
        }
      }
      let (only, _) = try setup(anchors: [ended.root])
      for (seconds, code) in [(middle, "passed"), (end, "failed rootExpired"), (middle, "passed")] {
        let token = try ended.sign(.transaction(["signedDate": .integer(seconds * 1000)]))
        expectEqual(only.examine(Array(token.utf8), as: SignedTransaction.self).report[.validityTime].code, code)
      }
    }

    /// A policy shares what is remembered, as no verdict in it depends on the policy.
    @Test func anotherPolicySharesTheHeaders() throws {
      let (verifier, checker) = try setup()
      expectEqual(state(verifier, try token()), .verified)
      #expect(throws: StoreError(code: .configuration, category: .unsupported, message: "")) {
        try verifier.with(policy: VerificationPolicy(bundleIDs: []))
      }
      let other = try verifier.with(policy: VerificationPolicy(bundleIDs: ["com.example.other"]))
      expectEqual(other.rememberedHeaderCount, 1)
      expectEqual(state(other, try token()), .failed)
      expectEqual(checker.calls, 1)
    }

    /// One first request at a time for the same header, from eight tasks at once; every verdict is its own.
    @Test func eightTasksShareOneVerifier() async throws {
      let (verifier, checker) = try setup(delay: .milliseconds(50))
      let good = try (0..<4).map { Array(try token(["price": .integer(Int64($0))]).utf8) }
      let forged = try good.map { characters in
        var characters = characters
        let place = try #require(characters.lastIndex(of: UInt8(ascii: "."))) + 5
        characters[place] = characters[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        return characters
      }
      let right = await withTaskGroup(of: Int.self) { group in
        for task in 0..<8 {
          group.addTask {
            var right = 0
            for round in 0..<24 {
              let isGood = !(task + round).isMultiple(of: 3)
              let characters = isGood ? good[round % 4] : forged[round % 4]
              let state = verifier.examine(characters, as: SignedTransaction.self).report.state
              right += state == (isGood ? .verified : .failed) ? 1 : 0
            }
            return right
          }
        }
        return await group.reduce(0, +)
      }
      expectEqual(right, 8 * 24)
      expectEqual(verifier.rememberedHeaderCount, 1)
      // Forged tokens may judge the header anew until the first good one has been seen.
      #expect(checker.calls <= 8, "\(checker.calls)")
    }

    /// Many headers from many tasks: the bound holds, and no verdict is another's.
    @Test func eightTasksAndManyHeaders() async throws {
      let (verifier, _) = try setup(capacity: 3)
      let tokens = try (0..<8).map { (kid: "\($0)", characters: Array(try token(kid: "\($0)").utf8)) }
      await withTaskGroup(of: Bool.self) { group in
        for task in 0..<8 {
          group.addTask {
            (0..<32).allSatisfy { round in
              let token = tokens[(task &* 5 &+ round) % 8]
              let examination = verifier.examine(token.characters, as: SignedTransaction.self)
              return examination.report.state == .verified && examination.header?.keyID == token.kid
            }
          }
        }
        for await held in group { #expect(held) }
      }
      expectEqual(verifier.rememberedHeaderCount, 3)
    }
  }
#endif
