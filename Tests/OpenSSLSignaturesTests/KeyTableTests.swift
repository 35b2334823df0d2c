// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import JOSE
  import OpenSSLSignatures
  import Testing

  /// When a key earns a table: the budgets, by their counts.
  @Suite struct KeyTableTests {
    let nothing: [UInt8] = []

    struct Signer {
      let privateKey: [UInt8]
      let publicKey: [UInt8]
      let digest = CurveMath.sha256([1, 2, 3])
      let signature: [UInt8]

      init(_ seed: String) {
        privateKey = CurveMath.scalar(seed)
        publicKey = CurveMath.publicKey(CurveMath.point(times: privateKey))
        signature = CurveMath.sign(digest: digest, privateKey: privateKey, nonce: CurveMath.scalar("nonce"))
      }
    }

    /// Checks `count` signatures of a signer in batches of 250; gives how many were valid.
    @discardableResult
    func check(_ signer: Signer, _ checker: ES256Checker, count: Int, spoilt: Bool = false) throws -> Int {
      let batch = try #require(checker.makeBatch() as? ES256Batch)
      let made = checker.prepare(algorithm: .es256, publicKey: signer.publicKey, prefix: nothing.span)
      let prepared = try #require(made as? PreparedES256)
      var signature = signer.signature
      if spoilt { signature[63] ^= 1 }
      let digest = signer.digest
      var verdicts: [SignatureVerdict] = []
      for index in 0..<count {
        batch.add(prepared, digest: digest.span, signature: signature.span)
        if index % 250 == 249 { batch.finish(&verdicts) }
      }
      batch.finish(&verdicts)
      return verdicts.count { $0 == .valid }
    }

    @Test func aKeyEarnsATableByValidSignaturesAndNotByOthers() throws {
      let checker = ES256Checker(batching: .tableAfter(verified: 500))
      try expectEqual(check(Signer("hot"), checker, count: 12_000, spoilt: true), 0)
      expectEqual(checker.tableCounts.built, 0)
      try expectEqual(check(Signer("hot"), checker, count: 500), 500)
      expectEqual(checker.tableCounts.built, 0)
      try expectEqual(check(Signer("hot"), checker, count: 1), 1)
      expectEqual(checker.tableCounts.built, 1)
    }

    @Test func noMoreThanATenthOfTheCheckingGoesIntoTables() throws {
      // A table costs as much as 433 checks without one, so 4,333 come before the first whatever the threshold.
      let checker = ES256Checker(batching: .tableAfter(verified: 1))
      try check(Signer("hot"), checker, count: 4_250)
      expectEqual(checker.tableCounts.built, 0)
      try check(Signer("hot"), checker, count: 251)
      expectEqual(checker.tableCounts.built, 1)
      // Others must wait until that one is worked off.
      try check(Signer("second"), checker, count: 500)
      expectEqual(checker.tableCounts.built, 1)
    }

    @Test func noMoreThanEightTablesAreHeld() throws {
      let checker = ES256Checker(batching: .tableAfter(verified: 0))
      for index in 0..<10 { try expectEqual(check(Signer("key \(index)"), checker, count: 3), 3) }
      #expect(checker.tableCounts == (held: 8, built: 10))
      // The first was dropped, and is made anew when it is needed; verdicts do not change.
      try expectEqual(check(Signer("key 0"), checker, count: 3), 3)
      #expect(checker.tableCounts == (held: 8, built: 11))
    }

    @Test func policiesWithoutTablesBuildNone() throws {
      let shared = ES256Checker(batching: .withoutTables)
      try expectEqual(check(Signer("hot"), shared, count: 300), 300)
      #expect(shared.tableCounts == (held: 0, built: 0))
      #expect(!(ES256Checker(batching: .off).makeBatch() is ES256Batch))
    }

    @Test func workersShareOneTableAndBuildItOnce() async throws {
      let checker = ES256Checker(batching: .tableAfter(verified: 0))
      let signer = Signer("shared by tasks")
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask { try check(signer, checker, count: 600) }
        }
        for try await valid in group { expectEqual(valid, 600) }
      }
      #expect(checker.tableCounts == (held: 1, built: 1))
    }

    @Test func manyKeysAreForgottenButNotWrong() throws {
      // More keys than are counted: the batch goes on, and each verdict is its own.
      let checker = ES256Checker(batching: .withoutTables)
      let batch = checker.makeBatch()
      var expected: [SignatureVerdict] = []
      for index in 0..<1_100 {
        let signer = Signer("of many \(index)")
        let made = checker.prepare(algorithm: .es256, publicKey: signer.publicKey, prefix: nothing.span)
        let message: [UInt8] = [1, 2, 3]
        var signature = signer.signature
        if index % 3 == 0 { signature[0] ^= 1 }
        batch.add(try #require(made), suffix: message.span, signature: signature.span)
        expected.append(index % 3 == 0 ? .invalid : .valid)
      }
      var verdicts: [SignatureVerdict] = []
      batch.finish(&verdicts)
      expectEqual(verdicts, expected)
    }
  }
#endif
