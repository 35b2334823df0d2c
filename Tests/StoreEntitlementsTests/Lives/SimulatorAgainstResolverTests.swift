// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import FoundationEssentials
  import StoreJWSTesting
  import Testing

  /// Random lives: whatever happens to a customer, and in whatever order a server hears of it, the resolver's answer is
  /// the simulated store's own.
  @Suite struct SimulatorAgainstResolverTests {
    /// Lives that `STOREJWS_SOAK` asks for; nil for the usual five hundred, which are shorter.
    private static let soak = ProcessInfo.processInfo.environment["STOREJWS_SOAK"].flatMap { Int($0) }

    @Test func everyAnswerIsTheStoresOwn() throws {
      let examiner = try LifeExaminer()
      var tally = LifeExaminer.Tally()
      var failures = 0
      for seed in 1...UInt64(max(1, Self.soak ?? 500)) {
        let life = examiner.life(seed, stepCount: Self.soak == nil ? 8 : 16)
        guard let found = try examiner.disagreement(in: life, .sample, &tally) else { continue }
        failures += 1
        // A sample's choice moves when the life does, so what is looked for in smaller lives is any disagreement.
        let small = try life.shrunk { try examiner.disagreement(in: $0, .all) != nil }
        let why = try examiner.disagreement(in: small, .all)
        Issue.record("\(why ?? found)\n\(why == nil ? life : small)first found: \(found)")
        if failures == 3 { break }
      }
      expectEqual(failures, 0)
      // The lives have something of everything in them, or the agreement says little.
      let rare = tally.reasons.filter { $0.value < 5 }
      #expect(rare.isEmpty && tally.reasons.count == SimulatedStanding.Reason.allCases.count, "\(tally.reasons)")
      #expect(tally.types.isSuperset(of: Self.types), "\(Self.types.subtracting(tally.types)) did not happen")
      #expect(tally.documents > 2000 && tally.answers > 5000, "\(tally)")
    }

    private static let types: Set<String> = [
      "CONSUMPTION_REQUEST", "DID_CHANGE_RENEWAL_PREF", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE",
      "DID_CHANGE_RENEWAL_PREF/UPGRADE", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
      "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED", "DID_FAIL_TO_RENEW", "DID_FAIL_TO_RENEW/GRACE_PERIOD",
      "DID_RENEW", "DID_RENEW/BILLING_RECOVERY", "EXPIRED/BILLING_RETRY", "EXPIRED/PRICE_INCREASE",
      "EXPIRED/PRODUCT_NOT_FOR_SALE", "EXPIRED/VOLUNTARY", "GRACE_PERIOD_EXPIRED", "OFFER_REDEEMED",
      "OFFER_REDEEMED/DOWNGRADE", "OFFER_REDEEMED/UPGRADE", "ONE_TIME_CHARGE", "PRICE_INCREASE/ACCEPTED",
      "PRICE_INCREASE/PENDING", "REFUND", "REFUND_DECLINED", "REFUND_REVERSED", "RENEWAL_EXTENDED", "REVOKE",
      "SUBSCRIBED/INITIAL_BUY", "SUBSCRIBED/RESUBSCRIBE",
    ]

    @Test(
      "a server that never hears of one thing is wrong somewhere",
      arguments: [
        "SUBSCRIBED", "DID_RENEW", "DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED", "EXPIRED", "REFUND", "REFUND_REVERSED",
        "REVOKE", "RENEWAL_EXTENDED", "DID_CHANGE_RENEWAL_PREF", "ONE_TIME_CHARGE",
      ])
    func theLivesWouldShowIt(type: String) throws {
      let deaf = try LifeExaminer(deafTo: [type])
      // Lives in which it happens, looked at only through notifications.
      let isFound = try (1...400 as ClosedRange<UInt64>).contains { seed in
        let life = deaf.life(seed, stepCount: 8)
        guard seed % 4 == 0, life.lived().events.contains(where: { $0.type == type }) else { return false }
        return try deaf.disagreement(in: life, .sample) != nil
      }
      #expect(isFound)
    }

    // MARK: - Shrinking

    @Test func aDisagreementShrinksToTheActsThatMakeIt() throws {
      // A server that never hears of refunds is wrong about them, and about nothing else.
      let deaf = try LifeExaminer(deafTo: ["REFUND"])
      var shrunkCount = 0
      for seed in 1...60 as ClosedRange<UInt64> {
        let life = deaf.life(seed, stepCount: 7)
        guard life.lived().events.contains(where: { $0.type == "REFUND" }) else { continue }
        guard try deaf.disagreement(in: life, .all) != nil else { continue }
        let small = try life.shrunk { try deaf.disagreement(in: $0, .all) != nil }
        expectEqual(small.steps.count, 2, "\(small)")
        #expect(small.seed == 1 && small.rules == SimulatedRules() && small.customers.count == 1, "\(small)")
        guard case .buy(let bought, offer: nil, plan: nil) = small.steps.first?.act,
          case .refund(let refunded, back: 0, .full) = small.steps.last?.act
        else {
          Issue.record("\(small)")
          continue
        }
        expectEqual(bought, refunded)
        shrunkCount += 1
        if shrunkCount == 2 { break }
      }
      expectEqual(shrunkCount, 2)
    }

    @Test func aLifeThatDoesNotFailIsLeftAsItIs() throws {
      let life = try LifeExaminer().life(7)
      var asked = 0
      let same = life.shrunk { _ in
        asked += 1
        return false
      }
      #expect(same == life && asked == 1)
    }

    @Test func noStepOfAShrunkLifeCanBeSpared() throws {
      let life = try LifeExaminer().life(3, stepCount: 30)
      // Three waits of a day or more, in whatever company.
      func fails(_ life: SimulatedLife) -> Bool {
        life.steps.count { if case .wait(let time) = $0.act { time >= SubscriptionSimulator.day } else { false } } >= 3
      }
      try #require(fails(life))
      let small = life.shrunk(while: fails)
      expectEqual(small.steps.map(\.act), [SimulatedAct](repeating: .wait(SubscriptionSimulator.day), count: 3))
      // Out of budget, what has been found until then is returned, and it fails.
      let some = life.shrunk(budget: 4, while: fails)
      #expect(fails(some) && some.steps.count >= 3 && some.steps.count <= life.steps.count)
    }

    // MARK: - Determinism

    @Test func theSameSeedGivesTheSameOctets() throws {
      let examiner = try LifeExaminer()
      for seed in 1...4 as ClosedRange<UInt64> {
        var documents: [[String]] = []
        for _ in 0..<2 {
          let life = examiner.life(seed)
          var store = life.lived()
          var all = try store.events.map { try $0.notification(signedBy: examiner.signer) }
          for customer in store.customerNames {
            all.append(String(decoding: try store.statusAnswer(of: customer, signedBy: examiner.signer), as: UTF8.self))
            all += try store.transactionHistory(of: customer, signedBy: examiner.signer).map {
              String(decoding: $0, as: UTF8.self)
            }
          }
          documents.append(all)
        }
        #expect(documents[0] == documents[1] && documents[0].count > 3)
      }
      #expect(examiner.life(1) != examiner.life(2))
    }
  }
#endif
