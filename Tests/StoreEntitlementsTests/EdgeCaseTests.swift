// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import FoundationEssentials
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// The first half of the cases that other libraries got wrong, each with minted and verified evidence.
  @Suite struct EdgeCaseTests {
    private let shop: Shop

    init() throws { shop = try Shop() }

    @Test("1: a customer in the grace period keeps access after the expiry")
    func case01GraceIsNotUndoneByTheExpiry() throws {
      var ledger = try shop.ledger(Shop.period(0))
      ledger.record(
        try shop.renewalInfo(
          Shop.renewal(
            signed: 30.1,
            ["isInBillingRetryPeriod": true, "gracePeriodExpiresDate": .integer(Shop.day(46))])))
      let answer = shop.resolve(ledger, at: 40)[.pro]
      expectEqual(answer.verdict, .yes(.gracePeriod))
      #expect(answer.until == Shop.date(46) && answer.since == Shop.date(0))
      expectEqual(answer.renewal, .collecting(into: Shop.monthly))
      #expect(answer.evidence.count == 2 && answer.evidence.allSatisfy { $0.kind == .signed })
      // Whether the money came before the grace period ended, nothing signed says.
      expectEqual(shop.resolve(ledger, at: 46)[.pro].verdict, .unknown(.renewalUnknown))
      ledger.record(try shop.renewalInfo(Shop.renewal(signed: 46.1, ["isInBillingRetryPeriod": true])))
      expectEqual(shop.resolve(ledger, at: 47)[.pro].verdict, .no(.billingRetry))
    }

    @Test("2: the grace date counts, not the retry flag")
    func case02GraceWithRetryFlagFalse() throws {
      var ledger = try shop.ledger(Shop.period(0))
      ledger.record(
        try shop.renewalInfo(
          Shop.renewal(
            signed: 30.1, ["isInBillingRetryPeriod": false, "gracePeriodExpiresDate": .integer(Shop.day(33))])))
      expectEqual(shop.resolve(ledger, at: 32)[.pro].verdict, .yes(.gracePeriod))
      #expect(shop.resolve(ledger, at: 33)[.pro].state != .entitled)
    }

    @Test("3: a grace period without a date rests on status or subtype", arguments: [4, nil] as [Int64?])
    func case03GraceWithoutADate(status: Int64?) throws {
      var ledger = CustomerLedger(customer: "customer 1")
      ledger.record(
        try shop.notification(
          "DID_FAIL_TO_RENEW", "GRACE_PERIOD", signed: 30.1, status: status, transaction: Shop.period(0, signed: 30.1),
          renewalInfo: Shop.renewal(signed: 30.1, ["gracePeriodExpiresDate": .null, "isInBillingRetryPeriod": true])))
      let policy = Shop.policy { $0.longestGracePeriodDays = 16 }
      let answer = shop.resolve(ledger, at: 40, policy)[.pro]
      expectEqual(answer.verdict, .yes(.gracePeriod))
      expectEqual(answer.until, Shop.date(46), "it lasts as long as the app's own setting")
      expectEqual(shop.resolve(ledger, at: 46, policy)[.pro].verdict, .unknown(.renewalUnknown))
      ledger.record(
        try shop.notification(
          "GRACE_PERIOD_EXPIRED", signed: 33, status: status == nil ? nil : 3, transaction: Shop.period(0, signed: 33),
          renewalInfo: Shop.renewal(signed: 33, ["isInBillingRetryPeriod": true])))
      expectEqual(shop.resolve(ledger, at: 40, policy)[.pro].verdict, .no(.billingRetry))
    }

    @Test("4: an old subscription recovers while a new one runs")
    func case04RecoveryOnTheOldOriginalID() throws {
      var ledger = try shop.ledger(Shop.period(0))
      ledger.record(try shop.renewalInfo(Shop.renewal(signed: 30.1, ["isInBillingRetryPeriod": true])))
      expectEqual(shop.resolve(ledger, at: 35)[.pro].verdict, .no(.billingRetry))
      // On day 40 the customer buys anew, under another original id; on day 50 Apple collects for the old one.
      let anew = Shop.period(
        0, original: "2000",
        [
          "transactionId": "2000", "purchaseDate": .integer(Shop.day(40)), "expiresDate": .integer(Shop.day(70)),
          "signedDate": .integer(Shop.day(40)),
        ])
      let recovered = Shop.period(
        1, signed: 50,
        [
          "purchaseDate": .integer(Shop.day(50)), "expiresDate": .integer(Shop.day(80)),
        ])
      ledger.record(try shop.transaction(anew))
      expectEqual(shop.resolve(ledger, at: 45)[.pro].transactionID, "2000")
      ledger.record(try shop.transaction(recovered))
      let answer = shop.resolve(ledger, at: 60)[.pro]
      #expect(answer.verdict == .yes(.active) && answer.transactionID == "1001" && answer.until == Shop.date(80))
      // The new one ends with a refund: the recovered one is not touched.
      ledger.record(
        try shop.transaction(
          anew.with([
            "revocationDate": .integer(Shop.day(55)), "signedDate": .integer(Shop.day(55)),
          ])))
      expectEqual(shop.resolve(ledger, at: 60)[.pro].verdict, .yes(.active))
    }

    @Test("5: a failure that is told after the recovery changes nothing")
    func case05FailureToldAfterTheRecovery() throws {
      let recovered = try shop.notification(
        "DID_RENEW", "BILLING_RECOVERY", signed: 31, status: 1, transaction: Shop.period(1, signed: 31),
        renewalInfo: Shop.renewal(signed: 31))
      let failed = try shop.notification(
        "DID_FAIL_TO_RENEW", signed: 30.2, status: 3, transaction: Shop.period(0, signed: 30.2),
        renewalInfo: Shop.renewal(signed: 30.2, ["isInBillingRetryPeriod": true]))
      // As reported: it may also be signed later, with status 1 and the old period in it.
      let failedLate = try shop.notification(
        "DID_FAIL_TO_RENEW", signed: 31.5, status: 1, transaction: Shop.period(0, signed: 31.5))
      for late in [failed, failedLate] {
        var ledger = CustomerLedger(customer: "customer 1")
        ledger.record(recovered)
        let before = shop.resolve(ledger, at: 32)[.pro]
        ledger.record(late)
        let after = shop.resolve(ledger, at: 32)[.pro]
        #expect(after.verdict == .yes(.active) && after.until == before.until)
        #expect(after.transactionID == before.transactionID && after.renewal == before.renewal)
        expectEqual(after.renewal, .renews(into: Shop.monthly, at: Shop.date(60)))
      }
    }

    @Test("6: a refund comes under the same transaction id and ends a lifetime purchase")
    func case06RefundedLifetime() throws {
      let bought = Shop.purchase(Shop.lifetime, type: "Non-Consumable")
      var ledger = try shop.ledger(bought)
      let answer = shop.resolve(ledger, at: 1)[.noAds]
      #expect(answer.verdict == .yes(.lifetime) && answer.until == nil && answer.renewal == .doesNotApply)
      let refunded = bought.with([
        "revocationDate": .integer(Shop.day(2)), "revocationReason": 0, "signedDate": .integer(Shop.day(2.1)),
      ])
      expectEqual(ledger.record(try shop.transaction(refunded)), .recorded)
      let after = shop.resolve(ledger, at: 3)
      #expect(after[.noAds].verdict == .no(.revoked) && after[.pro].verdict == .no(.revoked))
      expectEqual(after[.noAds].until, Shop.date(2))
      expectEqual(shop.resolve(ledger, at: 1)[.noAds].verdict, .yes(.lifetime), "before the refund it was held")
    }

    @Test("7: a refund that is reversed gives access back, in any order of arrival")
    func case07RefundReversed() throws {
      let bought = Shop.purchase(Shop.lifetime, type: "Non-Consumable")
      let revisions = try [
        bought, bought.with(["revocationDate": .integer(Shop.day(2)), "signedDate": .integer(Shop.day(2.1))]),
        bought.with(["signedDate": .integer(Shop.day(5))]),
      ].map { try shop.transaction($0) }
      for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        var ledger = CustomerLedger(customer: "customer 1")
        for index in order { ledger.record(revisions[index]) }
        let answer = shop.resolve(ledger, at: 6)[.pro]
        #expect(answer.verdict == .yes(.lifetime) && answer.since == Shop.date(0), "\(order)")
        expectEqual(ledger.transactions.count, 1)
      }
    }

    @Test("8: of two revocation dates that of the newer revision counts")
    func case08RevocationDatesDiffer() throws {
      let told = Shop.period(0, signed: 10, ["revocationDate": .integer(Shop.day(10))])
      let queried = Shop.period(0, signed: 12, ["revocationDate": .integer(Shop.day(9))])
      for ledger in [try shop.ledger(told, queried), try shop.ledger(queried, told)] {
        let answer = shop.resolve(ledger, at: 13)[.pro]
        #expect(answer.verdict == .no(.revoked) && answer.until == Shop.date(9))
      }
    }

    @Test("9: one product's expiry does not take what another grants")
    func case09OtherProductGrants() throws {
      var ledger = try shop.ledger(
        Shop.period(0), Shop.purchase(Shop.lifetime, type: "Non-Consumable", bought: 5))
      ledger.record(
        try shop.notification(
          "EXPIRED", "VOLUNTARY", signed: 30.1, status: 2, transaction: Shop.period(0, signed: 30.1)))
      let answer = shop.resolve(ledger, at: 31)[.pro]
      #expect(answer.verdict == .yes(.lifetime) && answer.productID == Shop.lifetime && answer.since == Shop.date(0))
    }

    @Test("10: every item of a status answer counts, not the first")
    func case10FamilyStatusArray() throws {
      let family = Shop.period(
        0, original: "3000",
        [
          "transactionId": "3000", "inAppOwnershipType": "FAMILY_SHARED", "expiresDate": .integer(Shop.day(60)),
        ])
      let items: [(status: Int64, transaction: TestPayload, renewalInfo: TestPayload)] = [
        (2, Shop.period(0, signed: 31), Shop.renewal(signed: 31, ["autoRenewStatus": 0])),
        (1, family, Shop.renewal(signed: 31, original: "3000")),
      ]
      for order in [items, items.reversed()] {
        var ledger = CustomerLedger(customer: "customer 1")
        let summary = ledger.record(try shop.statuses(order), fetchedAt: Shop.date(31))
        #expect(summary.recordedCount == 6 && summary.refusedCount == 0)
        let answer = shop.resolve(ledger, at: 32)[.pro]
        #expect(answer.verdict == .yes(.family) && answer.isFamilyShared && answer.transactionID == "3000")
      }
    }

    @Test("11: the yearly plan that was left for a monthly one does not go on to its far expiry")
    func case11MidTermSwitch() throws {
      let yearly = Shop.period(0, product: Shop.yearly, ["expiresDate": .integer(Shop.day(365))])
      let monthly = Shop.period(1, product: Shop.basic)
      let upgraded = yearly.with(["isUpgraded": true, "signedDate": .integer(Shop.day(31))])
      let revoked = yearly.with(["revocationDate": .integer(Shop.day(30)), "signedDate": .integer(Shop.day(31))])
      // Whether the mark has come or not.
      for old in [yearly, upgraded, revoked] {
        for ledger in [try shop.ledger(old, monthly), try shop.ledger(monthly, old)] {
          let result = shop.resolve(ledger, at: 40)
          expectEqual(result[.pro].verdict, .no(old == revoked ? .revoked : .upgraded))
          expectEqual(result[.pro].until, Shop.date(30))
          expectEqual(result[.basic].verdict, .yes(.active))
          expectEqual(result.activeProductIDs, [Shop.basic])
        }
      }
    }

    @Test("12: what the group grants is not taken for what a product grants")
    func case12ProductOfAGroup() throws {
      let ledger = try shop.ledger(Shop.period(0))
      let result = shop.resolve(ledger, at: 1)
      expectEqual(result.activeProductIDs, [Shop.monthly])
      #expect(!result.activeProductIDs.contains(Shop.team) && !result.isEntitled(to: .team))
      #expect(ledger.history(of: Shop.team).isEmpty && ledger.history(of: Shop.monthly).count == 1)
    }

    @Test("13: a non-renewing subscription ends by the catalog's duration")
    func case13NonRenewing() throws {
      let pass = Shop.purchase(Shop.seasonPass, type: "Non-Renewing Subscription")
      let ledger = try shop.ledger(pass)
      let answer = shop.resolve(ledger, at: 89.99)[.season]
      #expect(answer.verdict == .yes(.active) && answer.until == Shop.date(90) && answer.renewal == .doesNotApply)
      expectEqual(shop.resolve(ledger, at: 90)[.season].verdict, .no(.expired))
      // An end in the payload, which Apple does not write, does not overrule the catalog.
      let odd = try shop.ledger(pass.with(["expiresDate": .integer(Shop.day(900))]))
      expectEqual(shop.resolve(odd, at: 91)[.season].verdict, .no(.expired))
    }

    @Test("14: a consumable never entitles")
    func case14Consumables() throws {
      var ledger = try shop.ledger(Shop.purchase(Shop.coins, type: "Consumable"))
      #expect(shop.resolve(ledger, at: 1).entitled.isEmpty)
      #expect(shop.resolve(ledger, at: 1).activeEntitlements == nil, "what else there is, is unknown")
      try ledger.recordCompleteness(environment: .production, asOf: Shop.date(1))
      expectEqual(shop.resolve(ledger, at: 1).activeEntitlements, [])
      #expect(shop.resolve(ledger, at: 1).findings.isEmpty)
    }
  }
#endif
