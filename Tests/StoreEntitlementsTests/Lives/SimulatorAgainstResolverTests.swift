// SPDX-License-Identifier: MIT

#if OpenSSL
  import FoundationEssentials
  import StoreJWSTesting
  import Testing

  /// Random lives: whatever happens to a customer, and in whatever order a server hears of it, the resolver's answer is
  /// the simulated store's own.
  @Suite struct SimulatorAgainstResolverTests {
    /// Lives that are lived; `STOREJWS_SOAK` asks for another number.
    private static let count = ProcessInfo.processInfo.environment["STOREJWS_SOAK"].flatMap { Int($0) } ?? 500

    @Test func everyAnswerIsTheStoresOwn() throws {
      let examiner = try LifeExaminer()
      var tally = LifeExaminer.Tally()
      var failures = 0
      for seed in 1...UInt64(max(1, Self.count)) {
        let life = examiner.life(seed)
        guard let found = try examiner.disagreement(in: life, .sample, &tally) else { continue }
        failures += 1
        let small = try life.shrunk { candidate in
          var ignored = LifeExaminer.Tally()
          return try examiner.disagreement(in: candidate, .all, &ignored) != nil
        }
        var ignored = LifeExaminer.Tally()
        let why = try examiner.disagreement(in: small, .all, &ignored) ?? found
        Issue.record("\(why)\n\(small)first found: \(found)")
        if failures == 3 { break }
      }
      print("tally", tally.answers, tally.documents, tally.reasons, tally.types.sorted())
      #expect(failures == 0)
    }
  }
#endif
