// SPDX-License-Identifier: MIT
import Expectations
import StoreJWSTesting
import Testing

/// What the simulated store sends and says of each act.
@Suite struct SubscriptionSimulatorTests {
  static let group = "21400001"
  static let gold = "gold"
  static let silver = "silver"
  static let year = "silver.year"
  static let day = SubscriptionSimulator.day

  /// A store with alice and bob in which acts of alice's have been done.
  static func store(
    _ rules: SimulatedRules = SimulatedRules(), _ acts: SimulatedAct...
  ) throws -> SubscriptionSimulator {
    var store = try SubscriptionSimulator(
      selling: [
        .autoRenewable(gold, in: group, level: 1, every: .days(30)),
        .autoRenewable(silver, in: group, level: 2, every: .days(30), isFamilyShareable: false),
        .autoRenewable(year, in: group, level: 2, every: .years(1), price: 120_000),
        .nonConsumable("lifetime"), .nonRenewing("season", lasts: .days(90)), .consumable("coins"),
      ], rules: rules)
    try store.addCustomer("alice")
    try store.addCustomer("bob")
    for act in acts { try store.perform(act, by: "alice") }
    return store
  }

  static func grace(_ days: Int) -> SimulatedRules { SimulatedRules(gracePeriodDays: days) }

  struct Line: Sendable {
    let act: SimulatedAct
    /// Names of the notifications, each with the status that it states.
    let told: [String]
    /// Why gold is held or not, from alice.
    let reason: SimulatedStanding.Reason

    init(_ act: SimulatedAct, _ told: [String], _ reason: SimulatedStanding.Reason) {
      self.act = act
      self.told = told
      self.reason = reason
    }
  }

  struct Story: Sendable, CustomTestStringConvertible {
    let name: String
    var rules = SimulatedRules()
    let lines: [Line]
    var testDescription: String { name }
  }

  static let month = SimulatedAct.wait(30 * day)

  static let stories: [Story] = [
    Story(
      name: "renews, is switched off and ends",
      lines: [
        Line(.buy(gold), ["SUBSCRIBED/INITIAL_BUY 1"], .active), Line(month, ["DID_RENEW 1"], .active),
        Line(.wait(60 * day), ["DID_RENEW 1", "DID_RENEW 1"], .active),
        Line(.setRenewal(group, false), ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1"], .active),
        Line(.setRenewal(group, true), ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED 1"], .active),
        Line(.setRenewal(group, false), ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1"], .active),
        Line(month, ["EXPIRED/VOLUNTARY 2"], .expired),
        Line(.buy(gold), ["SUBSCRIBED/RESUBSCRIBE 1"], .active),
      ]),
    Story(
      name: "fails without grace, and is given up after sixty days",
      lines: [
        Line(.buy(gold), ["SUBSCRIBED/INITIAL_BUY 1"], .active), Line(.setPayment(false), [], .active),
        Line(month, ["DID_FAIL_TO_RENEW 3"], .billingRetry), Line(.wait(59 * day), [], .billingRetry),
        Line(.wait(day), ["EXPIRED/BILLING_RETRY 2"], .expired),
      ]),
    Story(
      name: "fails with grace, and recovers in retry", rules: grace(16),
      lines: [
        Line(.buy(gold), ["SUBSCRIBED/INITIAL_BUY 1"], .active), Line(.setPayment(false), [], .active),
        Line(month, ["DID_FAIL_TO_RENEW/GRACE_PERIOD 4"], .gracePeriod),
        Line(.wait(16 * day), ["GRACE_PERIOD_EXPIRED 3"], .billingRetry),
        Line(.setPayment(true), ["DID_RENEW/BILLING_RECOVERY 1"], .active), Line(.wait(29 * day), [], .active),
        Line(.wait(day), ["DID_RENEW 1"], .active),
      ]),
    Story(
      name: "recovers within grace, and renews on the old dates", rules: grace(16),
      lines: [
        Line(.buy(gold), ["SUBSCRIBED/INITIAL_BUY 1"], .active), Line(.setPayment(false), [], .active),
        Line(.wait(35 * day), ["DID_FAIL_TO_RENEW/GRACE_PERIOD 4"], .gracePeriod),
        Line(.setPayment(true), ["DID_RENEW/BILLING_RECOVERY 1"], .active),
        Line(.wait(25 * day), ["DID_RENEW 1"], .active),
      ]),
    Story(
      name: "gets no grace after a free trial, where only paid periods have it",
      rules: SimulatedRules(gracePeriodDays: 16, givesGraceAfterTrials: false),
      lines: [
        Line(.buy(gold, offer: SimulatedOffer(.introductory)), ["SUBSCRIBED/INITIAL_BUY 1"], .active),
        Line(.setPayment(false), [], .active), Line(.wait(7 * day), ["DID_FAIL_TO_RENEW 3"], .billingRetry),
      ]),
    Story(
      name: "is refunded, and the refund is taken back",
      lines: [
        Line(.buy(gold), ["SUBSCRIBED/INITIAL_BUY 1"], .active),
        Line(.requestRefund(gold), ["CONSUMPTION_REQUEST 1"], .active),
        Line(.declineRefund(gold), ["REFUND_DECLINED 1"], .active), Line(.refund(gold), ["REFUND 5"], .revoked),
        Line(.wait(5 * day), [], .revoked), Line(.reverseRefund(gold), ["REFUND_REVERSED 1"], .active),
        Line(month, ["EXPIRED/VOLUNTARY 2"], .expired),
        Line(.refund(gold, .prorated(percent: 40)), ["REFUND 2"], .revoked),
        Line(.reverseRefund(gold), ["REFUND_REVERSED 2"], .expired),
      ]),
    Story(
      name: "upgrades at once, downgrades at renewal",
      lines: [
        Line(.buy(silver), ["SUBSCRIBED/INITIAL_BUY 1"], .neverBought),
        Line(.buy(gold), ["DID_CHANGE_RENEWAL_PREF/UPGRADE 1"], .active),
        Line(.buy(silver), ["DID_CHANGE_RENEWAL_PREF/DOWNGRADE 1"], .active),
        Line(.buy(gold), ["DID_CHANGE_RENEWAL_PREF 1"], .active),
        Line(.buy(silver), ["DID_CHANGE_RENEWAL_PREF/DOWNGRADE 1"], .active), Line(month, ["DID_RENEW 1"], .expired),
        Line(.buy(gold), ["DID_CHANGE_RENEWAL_PREF/UPGRADE 1"], .active),
      ]),
    Story(
      name: "redeems offers",
      lines: [
        Line(.buy(silver), ["SUBSCRIBED/INITIAL_BUY 1"], .neverBought),
        Line(.redeem(SimulatedOffer(.promotional), silver), ["OFFER_REDEEMED 1"], .neverBought),
        Line(.redeem(SimulatedOffer(.offerCode), gold), ["OFFER_REDEEMED/UPGRADE 1"], .active),
        Line(.wait(6 * day), [], .active),
        Line(.redeem(SimulatedOffer(.promotional), silver), ["OFFER_REDEEMED/DOWNGRADE 1"], .active),
        Line(.wait(day), ["DID_RENEW 1"], .expired),
        Line(
          .setRenewal(group, false),
          [
            "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1"
          ], .expired), Line(month, ["EXPIRED/VOLUNTARY 2"], .expired),
        Line(.buy(gold, offer: SimulatedOffer(.winBack)), ["SUBSCRIBED/RESUBSCRIBE 1"], .active),
      ]),
    Story(
      name: "is told of a higher price, and does not answer",
      lines: [
        Line(.buy(gold), ["SUBSCRIBED/INITIAL_BUY 1"], .active),
        Line(.raisePrice(gold, to: 19_990, needsConsent: true), ["PRICE_INCREASE/PENDING 1"], .active),
        Line(month, ["EXPIRED/PRICE_INCREASE 2"], .expired),
      ]),
    Story(
      name: "agrees to a higher price",
      lines: [
        Line(.buy(gold), ["SUBSCRIBED/INITIAL_BUY 1"], .active),
        Line(.raisePrice(gold, to: 19_990, needsConsent: true), ["PRICE_INCREASE/PENDING 1"], .active),
        Line(.answerPriceIncrease(group, agrees: true), ["PRICE_INCREASE/ACCEPTED 1"], .active),
        Line(month, ["DID_RENEW 1"], .active),
        Line(.raisePrice(gold, to: 29_990, needsConsent: false), ["PRICE_INCREASE/ACCEPTED 1"], .active),
      ]),
    Story(
      name: "refuses a higher price",
      lines: [
        Line(.buy(gold), ["SUBSCRIBED/INITIAL_BUY 1"], .active),
        Line(.raisePrice(gold, to: 19_990, needsConsent: true), ["PRICE_INCREASE/PENDING 1"], .active),
        Line(
          .answerPriceIncrease(group, agrees: false), ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1"], .active),
        Line(month, ["EXPIRED/PRICE_INCREASE 2"], .expired),
      ]),
    Story(
      name: "is extended, and its product taken off sale",
      lines: [
        Line(.buy(gold), ["SUBSCRIBED/INITIAL_BUY 1"], .active),
        Line(.extendRenewal(group, days: 90), ["RENEWAL_EXTENDED 1"], .active), Line(.wait(119 * day), [], .active),
        Line(.setForSale(gold, false), [], .active), Line(.wait(day), ["EXPIRED/PRODUCT_NOT_FOR_SALE 2"], .expired),
      ]),
    Story(
      name: "buys anew while the old subscription waits for money, which comes later",
      lines: [
        Line(.buy(gold), ["SUBSCRIBED/INITIAL_BUY 1"], .active), Line(.setPayment(false), [], .active),
        Line(month, ["DID_FAIL_TO_RENEW 3"], .billingRetry),
        Line(.buyAnew(gold), ["SUBSCRIBED/INITIAL_BUY 1"], .active),
        Line(.setPayment(true), ["DID_RENEW/BILLING_RECOVERY 1"], .active),
        Line(month, ["DID_RENEW 1", "DID_RENEW 1"], .active),
      ]),
    Story(
      name: "switches renewal off while the store tries to collect",
      lines: [
        Line(.buy(gold), ["SUBSCRIBED/INITIAL_BUY 1"], .active), Line(.setPayment(false), [], .active),
        Line(month, ["DID_FAIL_TO_RENEW 3"], .billingRetry),
        Line(.setRenewal(group, false), ["EXPIRED/VOLUNTARY 2"], .expired),
      ]),
  ]

  @Test("T4: time, renewal, billing and revocation are played, each told as Apple tells it", arguments: stories)
  func t4Stories(story: Story) throws {
    var store = try Self.store(story.rules)
    for (number, line) in story.lines.enumerated() {
      let told = try store.perform(line.act, by: "alice").map { "\($0.name) \($0.status ?? 0)" }
      expectEqual(told, line.told, "line \(number)")
      try expectEqual(store.standing(of: Self.gold, for: "alice").reason, line.reason, "line \(number)")
    }
    #expect(store.events.allSatisfy { $0.customer == "alice" })
    let dates = store.events.map(\.signedDate)
    #expect(zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 }, "no two documents are of one moment")
  }

  // MARK: - Products that do not renew

  @Test func whatDoesNotRenewIsChargedOnce() throws {
    var store = try Self.store()
    for id in ["lifetime", "season", "coins", "coins"] {
      try expectEqual(store.perform(.buy(id), by: "alice").map(\.name), ["ONE_TIME_CHARGE"])
    }
    #expect(store.events.allSatisfy { $0.status == nil && $0.renewalInfo == nil })
    try expectEqual(store.heldProducts(of: "alice"), ["lifetime", "season"])
    #expect(try store.standing(of: "lifetime", for: "alice").until == nil)
    try store.advance(by: 90 * Self.day)
    try expectEqual(store.standing(of: "season", for: "alice").reason, .expired)
    try expectEqual(store.perform(.refund("lifetime"), by: "alice").map(\.name), ["REFUND"])
    try expectEqual(store.heldProducts(of: "alice"), [])
    try store.perform(.buy("lifetime"), by: "alice")
    try expectEqual(store.perform(.reverseRefund("lifetime"), by: "alice").map(\.name), ["REFUND_REVERSED"])
    try expectEqual(store.standing(of: "lifetime", for: "alice").since, TestPayload.usualSignedDate)
  }

  // MARK: - The family

  @Test func theFamilyHasWhatOneOfThemPays() throws {
    var store = try Self.store(Self.grace(3), .buy(Self.gold), .buy("lifetime"))
    try expectEqual(store.perform(.share(Self.gold, with: "bob"), by: "alice").map(\.customer), ["bob"])
    try store.perform(.share("lifetime", with: "bob"), by: "alice")
    try expectEqual(store.standing(of: Self.gold, for: "bob").reason, .family)
    expectEqual(store.events.last?.transaction["inAppOwnershipType"], "FAMILY_SHARED")
    let renewed = try store.advance(by: 30 * Self.day)
    #expect(renewed.map(\.name) == ["DID_RENEW", "DID_RENEW"] && renewed.map(\.customer) == ["alice", "bob"])
    #expect(renewed[0].transaction["transactionId"] != renewed[1].transaction["transactionId"])
    try store.perform(.setPayment(false), by: "alice")
    try store.advance(by: 31 * Self.day)
    try expectEqual(store.standing(of: Self.gold, for: "bob").reason, .gracePeriod)
    try store.perform(.setPayment(true), by: "alice")
    let stopped = try store.perform(.stopSharing(Self.gold, with: "bob"), by: "alice")
    #expect(stopped.map(\.name) == ["REVOKE"] && stopped[0].status == 5 && stopped[0].customer == "bob")
    expectEqual(stopped[0].transaction["revocationType"], "FAMILY_REVOKE")
    try expectEqual(store.heldProducts(of: "bob"), ["lifetime"])
    // A refund takes it from the whole family.
    let refunded = try store.perform(.refund("lifetime"), by: "alice")
    #expect(refunded.map(\.name) == ["REFUND", "REVOKE"] && refunded.map(\.customer) == ["alice", "bob"])
    #expect(try store.heldProducts(of: "bob") == [] && store.heldProducts(of: "alice") == [Self.gold])
  }

  @Test func aPlanThatCannotBeSharedEndsSharing() throws {
    var store = try Self.store(SimulatedRules(), .buy(Self.gold), .share(Self.gold, with: "bob"))
    try store.perform(.buy(Self.silver), by: "alice")
    let names = try store.advance(by: 30 * Self.day).map { "\($0.customer) \($0.name)" }
    expectEqual(names, ["bob REVOKE", "alice DID_RENEW"])
  }

  // MARK: - Members

  @Test func membersSayWhatHappened() throws {
    var store = try Self.store(Self.grace(16), .buy(Self.gold, offer: SimulatedOffer(.introductory, period: .weeks(2))))
    let bought = try #require(store.events.last)
    let expires = TestPayload.usualSignedDate + 14 * Self.day
    #expect(bought.transaction["offerType"] == 1 && bought.transaction["offerPeriod"] == "P2W")
    #expect(bought.transaction["offerDiscountType"] == "FREE_TRIAL" && bought.transaction["offerIdentifier"] == nil)
    #expect(bought.transaction["price"] == 0 && bought.transaction["expiresDate"] == .integer(expires))
    #expect(bought.renewalInfo?["renewalPrice"] == 9990 && bought.renewalInfo?["offerType"] == nil)
    try store.perform(.setPayment(false), by: "alice")
    let failed = try #require(try store.advance(by: 14 * Self.day).last)
    expectEqual(failed.renewalInfo?["gracePeriodExpiresDate"], .integer(expires + 16 * Self.day))
    #expect(
      failed.renewalInfo?["isInBillingRetryPeriod"] == true && failed.transaction["gracePeriodExpiresDate"] == nil)
    try store.perform(.setPayment(true), by: "alice")
    let recovered = try #require(store.events.last)
    expectEqual(recovered.transaction["expiresDate"], .integer(expires + 30 * Self.day))
    #expect(recovered.transaction["transactionReason"] == "RENEWAL" && recovered.transaction["price"] == 9990)
    expectEqual(recovered.transaction["originalTransactionId"], bought.transaction["transactionId"])
    #expect(recovered.renewalInfo?["gracePeriodExpiresDate"] == nil)
    let refunded = try #require(try store.perform(.refund(Self.gold, .prorated(percent: 25)), by: "alice").last)
    expectEqual(refunded.transaction["transactionId"], recovered.transaction["transactionId"])
    #expect(refunded.transaction["revocationPercentage"] == 25_000 && refunded.transaction["revocationReason"] == 0)
    expectEqual(refunded.transaction["revocationType"], "REFUND_PRORATED")
    let reversed = try #require(try store.perform(.reverseRefund(Self.gold), by: "alice").last)
    #expect(reversed.transaction["revocationDate"] == nil && reversed.transaction["revocationType"] == nil)
    expectEqual(reversed.renewalInfo?["autoRenewStatus"], 0)
  }

  @Test(arguments: SimulatedRules.UpgradeMark.allCases)
  func aPlanThatWasLeftIsMarkedAsTheRulesSay(mark: SimulatedRules.UpgradeMark) throws {
    var store = try Self.store(
      SimulatedRules(upgradeMark: mark), .buy(Self.silver), .wait(15 * Self.day), .buy(Self.gold))
    let history = try store.transactions(of: "alice")
    expectEqual(history.count, 2)
    expectEqual((history[0]["isUpgraded"] == true), (mark == .isUpgraded || mark == .both))
    expectEqual((history[0]["revocationType"] == "REFUND_PRORATED"), (mark == .refund || mark == .both))
    try expectEqual(store.standing(of: Self.silver, for: "alice").reason, .upgraded)
    try expectEqual(store.heldProducts(of: "alice"), [Self.gold])
    // The mark is not a refund that could be taken back.
    #expect(throws: SimulationError(.unregistered, "")) { try store.perform(.reverseRefund(Self.silver), by: "alice") }
  }

  @Test func aYearIsPaidMonthByMonthUnderACommitment() throws {
    var store = try Self.store(SimulatedRules(), .buy(Self.year, plan: .monthly))
    var all = store.events
    try store.perform(.setRenewal(Self.group, false), by: "alice")
    expectEqual(store.events.last?.renewalInfo?["commitmentInfo"]?["commitmentAutoRenewStatus"], 0)
    expectEqual(store.events.last?.renewalInfo?["autoRenewStatus"], 1, "the months that remain are paid")
    all += try store.advance(by: 366 * Self.day)
    let numbers = all.dropLast().map { $0.transaction["commitmentInfo"]?["billingPeriodNumber"] }
    expectEqual(numbers, (1...12).map { .integer($0) })
    expectEqual(all.last?.name, "EXPIRED/VOLUNTARY")
    let end = SimulatedPeriod.years(1).end(from: TestPayload.usualSignedDate)
    #expect(all.allSatisfy { $0.transaction["commitmentInfo"]?["commitmentExpiresDate"] == .integer(end) })
    #expect(all.last?.transaction["expiresDate"] == .integer(end) && all[0].transaction["price"] == 10_000)
    expectEqual(all[0].transaction["billingPlanType"], "MONTHLY")
    let upfront = try Self.store(SimulatedRules(), .buy(Self.year, plan: .upfront))
    expectEqual(upfront.events[0].transaction["billingPlanType"], "BILLED_UPFRONT")
    #expect(upfront.events[0].transaction["commitmentInfo"] == nil)
  }

  // MARK: - Identity

  @Test("T6: ids count up from the first, and dates are the store's own")
  func t6Deterministic() throws {
    let stores = try (0..<2).map { _ in
      try Self.store(Self.grace(3), .buy(Self.gold), .wait(95 * Self.day), .buy("coins"), .refund(Self.gold))
    }
    #expect(stores[0].events == stores[1].events && stores[0].events.count == 6)
    let ids = stores[0].events.map { $0.transaction["transactionId"] }
    expectEqual(ids, [1, 2, 3, 4, 5, 4].map { .text("41000000000000\($0)") })
    expectEqual(stores[0].events[0].transaction["purchaseDate"], .integer(TestPayload.usualSignedDate))
    expectEqual(Set(stores[0].events.map(\.notificationUUID)).count, 6)
    var other = SubscriptionSimulator(catalog: stores[0].catalog, seed: 2)
    let token = try other.addCustomerWithToken("alice")
    try other.perform(.buy(Self.gold), by: "alice")
    #expect(other.events[0].notificationUUID != stores[0].events[0].notificationUUID)
    expectEqual(other.events[0].transaction["appAccountToken"], .text(token))
  }

  @Test func aStepIsPrintedAsItIsWritten() {
    let written: [(SimulatedStep, String)] = [
      (
        SimulatedStep("alice", .refund("gold", back: 1, .prorated(percent: 7))),
        #"SimulatedStep("alice", .refund("gold", back: 1, .prorated(percent: 7)))"#
      ),
      (
        SimulatedStep("bob", .refund("gold", back: 0, .full)),
        #"SimulatedStep("bob", .refund("gold", back: 0, .full))"#
      ),
      (
        SimulatedStep(
          "alice",
          .buy(
            "gold",
            offer: Optional(
              SimulatedOffer(
                .winBack, id: "offer.4", payment: .payUpFront, period: .days(7), periodCount: 2, price: 990)),
            plan: Optional(SimulatedBillingPlan.monthly))),
        #"SimulatedStep("alice", .buy("gold", offer: Optional(SimulatedOffer(.winBack, id: "offer.4", "#
          + "payment: .payUpFront, period: .days(7), periodCount: 2, price: 990)), "
          + "plan: Optional(SimulatedBillingPlan.monthly)))"
      ),
      (SimulatedStep("alice", .wait(5)), #"SimulatedStep("alice", .wait(5))"#),
    ]
    for (step, text) in written { expectEqual(step.description, text) }
    #expect(SimulatedOffer(.introductory, period: .months(1)).debugDescription.contains("(.introductory, payment"))
    expectEqual(SimulatedPeriod(months: 1, days: 2).debugDescription, "SimulatedPeriod(months: 1, days: 2)")
  }

  @Test func periodsGoByTheCalendar() {
    let last = SimulatedPeriod.months(1)
    let leap: Int64 = 1_706_659_200_000  // 2024-01-31T00:00:00Z
    expectEqual(last.end(from: leap), 1_709_164_800_000, "2024-02-29")
    expectEqual(last.end(from: leap + 5, count: 3), 1_714_435_200_005, "2024-04-30, and the milliseconds stay")
    expectEqual(SimulatedPeriod.years(1).end(from: 1_709_164_800_000), 1_740_700_800_000, "2025-02-28")
    #expect(SimulatedPeriod.months(12).end(from: 0) == 31_536_000_000 && SimulatedPeriod.months(-4) == .months(1))
    expectEqual(SimulatedPeriod(months: 1, days: 2).end(from: leap), 1_709_164_800_000 + 2 * Self.day)
    #expect(SimulatedPeriod(months: -1, days: -1) == .days(1) && SimulatedPeriod(months: 1, days: 2).iso8601 == "P1M2D")
    expectEqual(SimulatedPeriod.weeks(2).end(from: 7), 14 * Self.day + 7)
    let texts: [(SimulatedPeriod, String)] = [
      (.days(3), "P3D"), (.weeks(2), "P2W"), (.months(6), "P6M"), (.years(1), "P1Y"), (.days(14), "P2W"),
    ]
    for (period, text) in texts { expectEqual(period.iso8601, text) }
  }
}
