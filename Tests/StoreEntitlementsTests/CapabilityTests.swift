// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import FoundationEssentials
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// What a library on the device can do, row by row, from signed data.
  @Suite struct CapabilityTests {
    private let shop: Shop

    init() throws { shop = try Shop() }

    @Test func row01TypedGroupDeclaration() throws {
      expectEqual(shop.catalog.groupIDs, ["21400001", "21400002"])
      expectEqual(shop.catalog[Shop.team]?.kind, .autoRenewable(group: Shop.group))
      expectEqual(shop.catalog[Shop.team]?.entitlements, [Access.team])
    }

    @Test func row02ResultBuilderWithIfAndFor() throws {
      let sellsTeam = false
      let catalog = try EntitlementCatalog<Access> {
        SubscriptionGroup("1") {
          for plan in ["monthly", "yearly"] { AutoRenewable("pro.\(plan)", grants: .pro) }
          if sellsTeam { AutoRenewable("team", grants: .team) }
        }
      }
      expectEqual(catalog.products.map(\.id), ["pro.monthly", "pro.yearly"])
    }

    @Test func row03BlankGroupIDIsThrown() {
      do {
        _ = try EntitlementCatalog<Access> { SubscriptionGroup(" ") { AutoRenewable("a", grants: .pro) } }
        Issue.record("accepted")
      } catch {
        expectEqual(error.code, .blankID)
      }
    }

    @Test func row04ProductsAndEntitlementsManyToMany() throws {
      expectEqual(shop.catalog.products.filter { $0.entitlements.contains(.pro) }.count, 3)
      expectEqual(shop.catalog[Shop.lifetime]?.entitlements, [.pro, .noAds])
      let ledger = try shop.ledger(Shop.purchase(Shop.lifetime, type: "Non-Consumable"))
      expectEqual(shop.resolve(ledger, at: 1).entitled, [.pro, .noAds])
    }

    @Test func row05ManyGroupsAndAllFourKinds() throws {
      let ledger = try shop.ledger(
        Shop.period(0),
        Shop.period(
          0, product: Shop.news, original: "6000",
          [
            "transactionId": "6000", "subscriptionGroupIdentifier": "21400002",
          ]),
        Shop.purchase(Shop.seasonPass, type: "Non-Renewing Subscription", id: "7100"),
        Shop.purchase(Shop.lifetime, type: "Non-Consumable"), Shop.purchase(Shop.coins, type: "Consumable", id: "7200"))
      expectEqual(shop.resolve(ledger, at: 1).entitled, [.pro, .news, .season, .noAds])
      // A refund in one group does not touch the other.
      var refunded = ledger
      refunded.record(try shop.transaction(Shop.period(0, signed: 1, ["revocationDate": .integer(Shop.day(1))])))
      #expect(shop.resolve(refunded, at: 2).isEntitled(to: .news))
    }

    @Test(
      arguments: [
        ("type", "Consumable", "kindContradiction"), ("type", nil, "kindMissing"),
        ("subscriptionGroupIdentifier", "21400002", "groupContradiction"),
        ("subscriptionGroupIdentifier", nil, "groupMissing"), ("productId", nil, "productIDMissing"),
      ] as [(String, String?, String)])
    func row06MetadataContradictionsFailClosed(member: String, value: String?, code: String) throws {
      let payload = Shop.period(0).changed(member, value.map { .text($0) } ?? .absent)
      let result = shop.resolve(try shop.ledger(payload), at: 1)
      #expect(result.findings.map(\.code.rawValue) == [code] && result.entitled.isEmpty)
      expectEqual(result[.pro].verdict, .unknown(.contradiction))
      expectEqual(shop.catalog.classify(try shop.transaction(payload).payload), .contradiction(.init(rawValue: code)))
    }

    @Test func row06UndeclaredProductOfAGroupMustRenew() throws {
      let result = shop.resolve(try shop.ledger(Shop.period(0, product: "other", ["type": "Consumable"])), at: 1)
      expectEqual(result.findings.map(\.code), [.kindContradiction])
    }

    @Test func row07ClassificationIsPublic() throws {
      func classify(_ payload: TestPayload) throws -> ProductClassification<Access> {
        shop.catalog.classify(try shop.transaction(payload).payload)
      }
      guard case .declared(let product) = try classify(Shop.period(0)) else {
        Issue.record("not declared")
        return
      }
      expectEqual(product.id, Shop.monthly)
      try expectEqual(classify(Shop.period(0, product: "old", ["isUpgraded": true])), .retiredUpgraded)
      try expectEqual(classify(Shop.period(0, product: "new")), .unrecognized(group: Shop.group))
      try expectEqual(classify(Shop.period(0, product: "new", ["subscriptionGroupIdentifier": "9"])), .unmanaged)
    }

    @Test func row09TransactionsInATotalOrder() throws {
      let payloads = [
        Shop.period(1), Shop.period(0),
        Shop.period(0, product: Shop.basic, original: "2000", ["transactionId": "2000"]),
        Shop.period(0, original: "0999", ["transactionId": "0999"]),
      ]
      let expected = ["2000", "0999", "1000", "1001"]
      for order in [payloads, payloads.reversed()] {
        var ledger = CustomerLedger(customer: "1")
        for payload in order { ledger.record(try shop.transaction(payload)) }
        expectEqual(ledger.transactions.map(\.transactionID), expected)
      }
    }

    @Test func row10NilIsUnknownAndEmptyIsNone() throws {
      var ledger = CustomerLedger(customer: "1")
      #expect(shop.resolve(ledger, at: 1).activeEntitlements == nil)
      try ledger.recordCompleteness(environment: .production, asOf: Shop.date(1))
      expectEqual(shop.resolve(ledger, at: 1).activeEntitlements, [])
    }

    @Test func row11AvailabilityWithItsDate() throws {
      var ledger = CustomerLedger(customer: "1")
      expectEqual(shop.resolve(ledger, at: 1).availability, .noEvidence)
      ledger.record(try shop.transaction(Shop.period(0)))
      expectEqual(shop.resolve(ledger, at: 1).availability, .partial(asOf: Shop.date(0.01)))
      try ledger.recordCompleteness(environment: .production, asOf: Shop.date(1))
      expectEqual(shop.resolve(ledger, at: 1).availability, .complete(asOf: Shop.date(1)))
      let both = Shop.policy { $0.environments = [.production, .sandbox] }
      expectEqual(shop.resolve(ledger, at: 1, both).availability, .partial(asOf: Shop.date(0.01)))
    }

    @Test func row12ExactMembershipWithThreeStates() throws {
      let result = shop.resolve(try shop.ledger(Shop.period(0)), at: 1)
      #expect(result.isEntitled(to: .pro) && result[.pro].state == .entitled)
      #expect(!result.isEntitled(to: .news) && result[.news].state == .unknown)
    }

    @Test func row13NoOrderOfLevels() throws {
      let result = shop.resolve(try shop.ledger(Shop.period(0, product: Shop.team)), at: 1)
      expectEqual(result.entitled, [.team], "no tier includes another unless its product grants both")
    }

    @Test func row14AFailureKeepsTheLastAnswerAndAContradictionDoesNot() throws {
      var ledger = try shop.ledger(Shop.period(0))
      let before = shop.resolve(ledger, at: 1)
      let forged = try TestAuthority(seed: "stranger").sign(Shop.period(0, signed: 1))
      let page = try shop.history([try shop.authority.sign(Shop.period(1)), forged])
      #expect(throws: EntitlementError.self) {
        try ledger.record(completeHistory: [page], environment: .production, fetchedAt: Shop.date(1))
      }
      expectEqual(shop.resolve(ledger, at: 1), before, "nothing of a failed fetch is left behind")
      ledger.record(try shop.transaction(Shop.period(0, signed: 2, ["type": "Consumable"])))
      #expect(shop.resolve(ledger, at: 3).entitled.isEmpty)
    }

    @Test func row15FixedAnswers() {
      let fixed = CustomerEntitlements(overriding: [Access.team], in: shop.catalog)
      #expect(fixed.availability == .overridden && fixed.activeEntitlements == [.team] && fixed.findings.isEmpty)
      #expect(fixed[.pro].verdict == .no(.overridden) && fixed[.team].evidence.isEmpty)
    }

    @Test func row18HistoryIsAllOrNothingAndNewestFirst() throws {
      let tokens = try (0..<3).map { try shop.authority.sign(Shop.period($0)) }
      var ledger = CustomerLedger(customer: "1")
      let pages = [try shop.history([tokens[0], tokens[1]], hasMore: true), try shop.history([tokens[2]])]
      do {
        try ledger.record(completeHistory: [pages[0]], environment: .production, fetchedAt: Shop.date(61))
        Issue.record("half a history was taken for a whole one")
      } catch {
        #expect(error.code == .refusedEvidence && error.category == .truncated && ledger.isEmpty)
      }
      let summary = try ledger.record(completeHistory: pages, environment: .production, fetchedAt: Shop.date(61))
      #expect(summary.recordedCount == 3 && ledger.completeAsOf(.production) == Shop.date(61))
      expectEqual(ledger.history(of: Shop.monthly).map(\.transactionID), ["1002", "1001", "1000"])
    }

    @Test func row19RestoringIsRecordingTheHistoryAgain() throws {
      // The device asks the store again and says what became of it; a server records the history once more.
      var ledger = try shop.ledger(Shop.period(2), Shop.period(0))
      let tokens = try (0..<3).map { try shop.authority.sign(Shop.period($0)) }
      let summary = try ledger.record(
        completeHistory: [shop.history(tokens)], environment: .production, fetchedAt: Shop.date(61))
      #expect(summary.alreadyKnownCount == 2 && summary.recordedCount == 1)
      expectEqual(shop.resolve(ledger, at: 61)[.pro].since, Shop.date(0))
    }

    @Test func row20IdentityIsTheBytes() throws {
      let token = try shop.transaction(Shop.period(0))
      var ledger = CustomerLedger(customer: "1")
      #expect(ledger.record(token) == .recorded && ledger.record(token) == .alreadyKnown)
      expectEqual(ledger.transactions.first?.evidence, EvidenceID(of: token.characters))
      let revision = try shop.transaction(Shop.period(0, signed: 1))
      #expect(ledger.record(revision) == .recorded && ledger.transactions.count == 1)
    }

    @Test func row21WhatIsDoneIsRememberedDurably() throws {
      let token = try shop.transaction(Shop.period(0))
      var ledger = CustomerLedger(customer: "1")
      ledger.record(token)
      var stored = try CustomerLedger(trustedJSON: ledger.json)
      expectEqual(stored.record(token), .alreadyKnown)
    }

    @Test func row24UnrecognizedProductsByPolicy() throws {
      let ledger = try shop.ledger(Shop.period(0, product: "com.example.app.new"))
      let rule = Shop.policy {
        $0.unrecognizedProducts = .grant { $0.productID == "com.example.app.new" ? [.team, .basic] : [] }
      }
      expectEqual(shop.resolve(ledger, at: 1, rule).entitled, [.team, .basic])
      #expect(shop.resolve(ledger, at: 1).entitled.isEmpty)
      // While it runs, what the group grants is unknown even to a whole history; when it is over, it is not.
      var whole = ledger
      try whole.recordCompleteness(environment: .production, asOf: Shop.date(31))
      expectEqual(shop.resolve(whole, at: 1)[.pro].verdict, .unknown(.unrecognizedProduct))
      expectEqual(shop.resolve(whole, at: 31)[.pro].verdict, .no(.neverBought))
    }

    @Test func row25UpgradedGrantsNothingEvenIfDeclared() throws {
      for product in [Shop.monthly, "com.example.app.retired"] {
        let ledger = try shop.ledger(Shop.period(0, product: product, ["isUpgraded": true]))
        let grant = Shop.policy { $0.unrecognizedProducts = .grant { _ in [.pro] } }
        #expect(shop.resolve(ledger, at: 1, grant).entitled.isEmpty)
      }
    }

    @Test func row26EachFindingOnceAndABoundedNumber() throws {
      var ledger = CustomerLedger(customer: "1")
      for number in 0..<40 {
        let token = try shop.transaction(
          Shop.period(0, product: "new", original: "\(number)", ["transactionId": .text("\(number)")]))
        ledger.record(token)
        ledger.record(token)
      }
      let findings = shop.resolve(ledger, at: 1).findings
      #expect(findings.count == EntitlementFindings.limit && findings.omittedCount == 8)
      expectEqual(Set(findings.map(\.transactionID)).count, 32)
    }

    @Test func row29UnverifiedElementsAreLeftOutAndTheRestCounts() throws {
      let forged = try TestAuthority(seed: "stranger").sign(Shop.period(1))
      let page = try shop.history([forged, try shop.authority.sign(Shop.period(0))])
      var ledger = CustomerLedger(customer: "1")
      let summary = ledger.record(transactionsOf: page)
      #expect(summary.recordedCount == 1 && summary.refusedCount == 1)
      #expect(shop.resolve(ledger, at: 1).isEntitled(to: .pro))
    }

    @Test func row34EveryFieldOfTheSnapshotAndMore() throws {
      let token = try shop.transaction(.fullTransaction())
      var ledger = CustomerLedger(customer: "1")
      ledger.record(token)
      let record = try #require(CustomerLedger(trustedJSON: ledger.json).transactions.first)
      let payload = try #require(record.payload)
      #expect(payload == token.payload && record.json == token.payload.json)
      #expect(payload.revocationMilliPercent == 50_000 && payload.advancedCommerceInfo != nil)
      #expect(record.purchaseDate == payload.purchaseDate && record.signedDate == payload.signedDate)
      #expect(record.expiresDate == payload.expiresDate && record.revocationDate == payload.revocationDate)
    }

    @Test func row35StatusIsEvidenceNotOnlyATrigger() throws {
      var ledger = try shop.ledger(Shop.period(0))
      ledger.record(
        try shop.notification("EXPIRED", signed: 30.1, status: 2, transaction: Shop.period(0, signed: 30.1)))
      expectEqual(shop.resolve(ledger, at: 31)[.pro].verdict, .no(.expired))
    }

    @Test func row36RenewalIsPartOfTheAnswer() throws {
      var ledger = try shop.ledger(Shop.period(0))
      expectEqual(shop.resolve(ledger, at: 1)[.pro].renewal, .unknown)
      ledger.record(try shop.renewalInfo(Shop.renewal(signed: 1, ["autoRenewStatus": 0])))
      expectEqual(shop.resolve(ledger, at: 2)[.pro].renewal, .ends)
    }
  }
#endif
