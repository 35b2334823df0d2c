// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import FoundationEssentials
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting
  import Testing

  @Suite struct TimelineTests {
    private let shop: Shop

    init() throws { shop = try Shop() }

    @Test func aLifeWithGraceUpgradeAndRefund() throws {
      var ledger = try shop.ledger(
        Shop.period(0),
        Shop.period(1, ["purchaseDate": .integer(Shop.day(33)), "expiresDate": .integer(Shop.day(63))]),
        Shop.period(
          2, product: Shop.team, signed: 70,
          [
            "purchaseDate": .integer(Shop.day(50)), "expiresDate": .integer(Shop.day(80)),
            "revocationDate": .integer(Shop.day(70)),
          ]))
      // The grace period outlives the renewal info that a later one replaces.
      ledger.record(
        try shop.renewalInfo(
          Shop.renewal(
            signed: 30.1,
            [
              "gracePeriodExpiresDate": .integer(Shop.day(46)), "isInBillingRetryPeriod": true,
              "renewalDate": .integer(Shop.day(30)),
            ])))
      ledger.record(try shop.renewalInfo(Shop.renewal(signed: 34)))
      let pieces = shop.timeline(ledger, at: 100).map { interval in
        [
          interval.entitlement.rawValue, interval.reason.rawValue, "\(day(interval.start))",
          interval.end.map { "\(day($0))" } ?? "", interval.endReason?.rawValue ?? "",
        ].joined(separator: " ")
      }
      expectEqual(
        pieces,
        [
          "pro active 0 30 expired", "pro gracePeriod 30 33 expired", "pro active 33 50 upgraded",
          "team active 50 70 revoked",
        ]
      )
      expectEqual(shop.resolve(ledger, at: 49)[.pro].since, Shop.date(0))
    }

    private func day(_ date: Date) -> Int {
      Int(((date.timeIntervalSince1970 - Shop.date(0).timeIntervalSince1970) / 86_400).rounded())
    }

    @Test func billingRetryGrantsWhereThePolicySaysSo() throws {
      var ledger = try shop.ledger(Shop.period(0))
      ledger.record(try shop.renewalInfo(Shop.renewal(signed: 30.1, ["isInBillingRetryPeriod": true])))
      expectEqual(shop.resolve(ledger, at: 40)[.pro].verdict, .no(.billingRetry))
      let generous = Shop.policy { $0.billingRetry = .grants(days: 20) }
      let answer = shop.resolve(ledger, at: 40, generous)[.pro]
      #expect(answer.verdict == .yes(.billingRetry) && answer.until == Shop.date(50))
      expectEqual(answer.renewal, .collecting(into: Shop.monthly))
      expectEqual(shop.resolve(ledger, at: 50, generous)[.pro].verdict, .no(.billingRetry))
      expectEqual(shop.resolve(ledger, at: 90, generous)[.pro].verdict, .no(.expired), "Apple gives up after 60 days")
    }

    @Test func whatItRenewsInto() throws {
      let table: [(KeyValuePairs<String, PayloadValue>, RenewalOutlook)] = [
        ([:], .renews(into: Shop.monthly, at: Shop.date(30))),
        (["autoRenewProductId": .text(Shop.basic)], .renews(into: Shop.basic, at: Shop.date(30))),
        (["autoRenewStatus": 0], .ends), (["autoRenewStatus": .absent], .unknown),
      ]
      for (change, expected) in table {
        var ledger = try shop.ledger(Shop.period(0))
        expectEqual(shop.resolve(ledger, at: 5)[.pro].renewal, .unknown)
        ledger.record(try shop.renewalInfo(Shop.renewal(signed: 1, change)))
        expectEqual(shop.resolve(ledger, at: 5)[.pro].renewal, expected)
      }
      // A renewal that did not come may have been into the other product: both are unknown.
      var ledger = try shop.ledger(Shop.period(0))
      ledger.record(try shop.renewalInfo(Shop.renewal(signed: 1, ["autoRenewProductId": .text(Shop.basic)])))
      try ledger.recordCompleteness(environment: .production, asOf: Shop.date(2))
      let later = shop.resolve(ledger, at: 31)
      #expect(later[.pro].verdict == .unknown(.renewalUnknown) && later[.basic].verdict == .unknown(.renewalUnknown))
      expectEqual(later[.team].verdict, .no(.neverBought))
    }

    @Test(arguments: [
      ("2024-01-31", "P1M", "2024-02-29"), ("2023-01-31", "P1M", "2023-02-28"), ("2024-02-29", "P1Y", "2025-02-28"),
      ("2024-12-15", "P2M", "2025-02-15"), ("2024-03-01", "P30D", "2024-03-31"), ("1999-12-31", "P1D", "2000-01-01"),
      ("2024-01-31", "P1M1D", "2024-03-01"), ("2000-01-01", "P100Y", "2100-01-01"),
    ])
    func durationsFollowTheCalendar(start: String, period: String, end: String) throws {
      func date(_ text: String) throws -> Date { try Date("\(text)T10:00:00Z", strategy: .iso8601) }
      let lasts = try #require(CatalogPeriod(iso8601: period))
      let catalog = try EntitlementCatalog<Access> { NonRenewing(Shop.seasonPass, lasts: lasts, grants: .season) }
      let bought = try date(start)
      let ledger = try shop.ledger(
        Shop.purchase(
          Shop.seasonPass, type: "Non-Renewing Subscription",
          [
            "purchaseDate": .integer(Int64(bought.timeIntervalSince1970 * 1000))
          ]))
      let answer = EntitlementResolver(catalog: catalog).resolve(ledger, at: bought)[.season]
      try expectEqual(answer.until, date(end))
    }
  }
#endif
