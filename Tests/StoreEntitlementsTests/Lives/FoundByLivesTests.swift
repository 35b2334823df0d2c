// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import FoundationEssentials
  import StoreEntitlements
  import StoreJWSTesting
  import Testing

  /// What random lives once found, each in the smallest case.
  @Suite struct FoundByLivesTests {
    private let shop: Shop

    init() throws { shop = try Shop() }

    @Test("a refund within the grace period leaves the grace that was given before it")
    func aRefundWithinGraceLeavesTheGraceBeforeIt() throws {
      let refunded = Shop.period(0, signed: 35.1, ["revocationDate": .integer(Shop.day(35))])
      var ledger = try shop.ledger(Shop.period(0))
      ledger.record(
        try shop.notification(
          "DID_FAIL_TO_RENEW", "GRACE_PERIOD", signed: 30.1, status: 4, transaction: Shop.period(0, signed: 30.1),
          renewalInfo: Shop.renewal(
            signed: 30.1, ["isInBillingRetryPeriod": true, "gracePeriodExpiresDate": .integer(Shop.day(46))])))
      ledger.record(
        try shop.notification(
          "REFUND", signed: 35.1, status: 5, transaction: refunded,
          renewalInfo: Shop.renewal(signed: 35.1, ["autoRenewStatus": 0])))
      expectEqual(shop.resolve(ledger, at: 34)[.pro].verdict, .yes(.gracePeriod))
      let answer = shop.resolve(ledger, at: 36)[.pro]
      #expect(answer.verdict == .no(.revoked) && answer.until == Shop.date(35))
      expectEqual(shop.timeline(ledger, at: 36).map(\.end), [Shop.date(30), Shop.date(35)])
      // A refund after the grace period does not lengthen it, one before the expiry leaves none.
      for (revoked, end) in [(50.0, 46.0), (29, 29)] {
        var other = try shop.ledger(
          Shop.period(0, signed: 51, ["revocationDate": .integer(Shop.day(revoked))]))
        other.record(
          try shop.renewalInfo(
            Shop.renewal(
              signed: 30.1, ["isInBillingRetryPeriod": true, "gracePeriodExpiresDate": .integer(Shop.day(46))])))
        expectEqual(shop.resolve(other, at: 51)[.pro].until, Shop.date(end), "\(revoked)")
      }
    }

    @Test("a plan that was left and refunded was held until then, though what followed is not known")
    func aLeftPlanEndsWithTheRefundOfItsRest() throws {
      let left = Shop.period(
        0, signed: 12.1, ["isUpgraded": true, "revocationDate": .integer(Shop.day(12))])
      let ledger = try shop.ledger(left)
      expectEqual(shop.resolve(ledger, at: 11)[.pro].verdict, .yes(.active))
      let answer = shop.resolve(ledger, at: 13)[.pro]
      #expect(answer.verdict == .no(.revoked) && answer.until == Shop.date(12))
    }
  }
#endif
