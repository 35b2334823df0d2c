// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import FoundationEssentials
  import JOSE
  import OpenSSLSignatures
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// The second half of the cases that other libraries got wrong.
  @Suite struct LaterEdgeCaseTests {
    private let shop: Shop

    init() throws { shop = try Shop() }

    @Test("15: sandbox evidence does not grant in production, and both are kept apart")
    func case15Environments() throws {
      let sandbox = Shop.period(0, ["environment": "Sandbox", "expiresDate": .integer(Shop.day(60))])
      let ledger = try shop.ledger(sandbox, Shop.period(0))
      expectEqual(ledger.transactions.count, 2, "one id in two stores is two transactions")
      let production = shop.resolve(ledger, at: 10)
      #expect(production[.pro].environment == .production && production[.pro].until == Shop.date(30))
      expectEqual(production.findings.map(\.code), [.environmentNotAccepted])
      let both = shop.resolve(ledger, at: 40, Shop.policy { $0.environments = [.production, .sandbox] })
      #expect(both[.pro].verdict == .yes(.active) && both[.pro].environment == .sandbox && both.findings.isEmpty)
      // A token of 2021 names no store.
      let old = try shop.ledger(Shop.period(0, ["environment": .absent]))
      expectEqual(shop.resolve(old, at: 1)[.pro].verdict, .unknown(.noEvidence))
      expectEqual(shop.resolve(old, at: 1).findings.map(\.code), [.environmentMissing])
      let assumed = shop.resolve(old, at: 1, Shop.policy { $0.missingEnvironment = .assume(.production) })
      expectEqual(assumed[.pro].verdict, .yes(.active))
    }

    @Test("16: Xcode's tokens are not Apple's")
    func case16XcodeTokens() throws {
      let xcode = try TestAuthority.xcodeLike()
      let token = try xcode.sign(Shop.period(0, ["environment": "Xcode"]), header: .xcode)
      #expect(throws: StoreError.self) { try shop.verifier.transaction(token) }
      // Even where a developer trusts the certificate, the store is Xcode and the policy must say so.
      let trusting = try StoreVerifier(
        policy: VerificationPolicy(),
        chainChecker: AppStoreChainChecker(anchors: try TrustAnchors(file: xcode.root)),
        signatureChecker: ES256Checker())
      guard let verified = try? trusting.transaction(token) else { return }
      var ledger = CustomerLedger(customer: "developer")
      ledger.record(verified)
      expectEqual(shop.resolve(ledger, at: 1)[.pro].state, .unknown)
      expectEqual(shop.resolve(ledger, at: 1, Shop.policy { $0.environments = [.xcode] })[.pro].state, .entitled)
    }

    @Test("17: a transaction without a bundle id is refused by who expects one")
    func case17BundleIDMissing() throws {
      let payload = Shop.period(0, ["bundleId": .absent])
      do {
        _ = try shop.transaction(payload)
        Issue.record("accepted")
      } catch let error as StoreError {
        expectEqual(error.code.rawValue, "bundleIDMissing")
      }
      let lenient = try Shop.verifier(shop.authority, bundleIDs: nil)
      var ledger = CustomerLedger(customer: "customer 1")
      ledger.record(try lenient.transaction(try shop.authority.sign(payload)))
      expectEqual(shop.resolve(ledger, at: 1)[.pro].verdict, .yes(.active))
      let strict = shop.resolve(ledger, at: 1, Shop.policy { $0.bundleIDs = [TestPayload.usualBundleID] })
      #expect(strict[.pro].state == .unknown && strict.findings.map(\.code) == [.bundleIDMissing])
      ledger.record(try lenient.transaction(try shop.authority.sign(Shop.period(0, signed: 1, ["bundleId": "other"]))))
      let other = shop.resolve(ledger, at: 1, Shop.policy { $0.bundleIDs = [TestPayload.usualBundleID] })
      expectEqual(other.findings.map(\.code), [.bundleIDMismatch])
    }

    @Test("18: an app transaction is no transaction")
    func case18AppTransaction() throws {
      let token = try shop.authority.sign(.appTransaction())
      do {
        _ = try shop.verifier.transaction(token)
        Issue.record("accepted")
      } catch {
        expectEqual(error.code, .kindMismatch)
      }
      var ledger = CustomerLedger(customer: "customer 1")
      let body = try shop.verifier.appTransactionInfo(body: Array(TestPayload.appTransactionInfo(token).json.utf8))
      let outcomes = body.examined.strings.map { ledger.record($0) }
      guard case .unusable(let finding)? = outcomes.first else {
        Issue.record("\(outcomes)")
        return
      }
      #expect(finding.code == .noEvidenceOfPurchase && ledger.isEmpty)
      // Nor is a transaction that has no id: its revisions could not be told from others.
      guard
        case .unusable(let nameless) = ledger.record(
          try shop.transaction(Shop.period(0, ["transactionId": .absent])))
      else {
        Issue.record("recorded")
        return
      }
      #expect(nameless.code == .transactionIDMissing && ledger.isEmpty)
    }

    @Test("19: an empty answer is unknown, not none")
    func case19UnknownIsNotEmpty() throws {
      var ledger = CustomerLedger(customer: "customer 1")
      let nothing = shop.resolve(ledger, at: 1)
      #expect(nothing.activeEntitlements == nil && nothing.availability == .noEvidence)
      expectEqual(nothing.answers.map(\.verdict), Access.allCases.map { _ in .unknown(.noEvidence) })
      #expect(Access.allCases.allSatisfy { !nothing.isEntitled(to: $0) })
      // The renewal is missing from what was fetched.
      ledger.record(try shop.transaction(Shop.period(0)))
      expectEqual(shop.resolve(ledger, at: 31)[.pro].verdict, .unknown(.renewalUnknown))
      // A whole history knows, if there is no grace period that it could not mention.
      try ledger.record(
        completeHistory: [shop.history([try shop.authority.sign(Shop.period(0, signed: 31))])],
        environment: .production, fetchedAt: Shop.date(31))
      let known = shop.resolve(ledger, at: 31)
      #expect(known.activeEntitlements == [] && known.availability == .complete(asOf: Shop.date(31)))
      #expect(known[.pro].verdict == .no(.expired) && known[.news].verdict == .no(.neverBought))
      let graceful = Shop.policy { $0.longestGracePeriodDays = 16 }
      expectEqual(shop.resolve(ledger, at: 31, graceful)[.pro].verdict, .unknown(.renewalUnknown))
      expectEqual(shop.resolve(ledger, at: 46, graceful)[.pro].verdict, .no(.expired))
    }

    @Test("20: evidence is told apart by its bytes, not by the transaction id")
    func case20DeduplicationByBytes() throws {
      let bought = try shop.transaction(Shop.period(0))
      let refunded = try shop.transaction(Shop.period(0, signed: 5, ["revocationDate": .integer(Shop.day(5))]))
      var ledger = CustomerLedger(customer: "customer 1")
      #expect(ledger.record(bought) == .recorded && ledger.record(bought) == .alreadyKnown)
      #expect(ledger.record(refunded) == .recorded && ledger.record(bought) == .superseded)
      expectEqual(shop.resolve(ledger, at: 6)[.pro].verdict, .no(.revoked))
      #expect(EvidenceID(of: bought.characters) != EvidenceID(of: refunded.characters))
    }

    @Test("21: at the very millisecond of the expiry the period is over; the tolerance is the caller's")
    func case21ExactExpiry() throws {
      let ledger = try shop.ledger(Shop.period(0))
      let millisecond = 1.0 / 86_400_000
      expectEqual(shop.resolve(ledger, at: 30 - millisecond)[.pro].state, .entitled)
      expectEqual(shop.resolve(ledger, at: 30)[.pro].state, .unknown)
      expectEqual(shop.resolve(ledger, at: 0)[.pro].state, .entitled)
      expectEqual(shop.resolve(ledger, at: -millisecond)[.pro].verdict, .no(.notYetBegun))
      let tolerant = Shop.policy { $0.clockToleranceSeconds = 60 }
      let minute = 60.0 / 86_400
      expectEqual(shop.resolve(ledger, at: 30 + minute - millisecond, tolerant)[.pro].state, .entitled)
      expectEqual(shop.resolve(ledger, at: 30 + minute, tolerant)[.pro].state, .unknown)
      expectEqual(shop.resolve(ledger, at: -minute, tolerant)[.pro].state, .entitled)
      #expect(shop.resolve(ledger, at: -minute - millisecond, tolerant)[.pro].state != .entitled)
      // Not for acts: a refund is a refund.
      let refunded = try shop.ledger(Shop.period(0, signed: 5, ["revocationDate": .integer(Shop.day(5))]))
      expectEqual(shop.resolve(refunded, at: 5, tolerant)[.pro].verdict, .no(.revoked))
    }

    @Test("22: an answer says as of when, and until when")
    func case22EvidenceAge() throws {
      var ledger = try shop.ledger(Shop.period(0))
      let answer = shop.resolve(ledger, at: 29)[.pro]
      #expect(answer.asOf == Shop.date(0.01) && answer.until == Shop.date(30))
      expectEqual(shop.resolve(ledger, at: 29).availability, .partial(asOf: Shop.date(0.01)))
      ledger.record(try shop.renewalInfo(Shop.renewal(signed: 12)))
      expectEqual(shop.resolve(ledger, at: 29)[.pro].asOf, Shop.date(12))
      // A status of then does not outlive the period of then.
      ledger.record(
        try shop.statuses([(1, Shop.period(0, signed: 20), Shop.renewal(signed: 20))]), fetchedAt: Shop.date(20))
      expectEqual(shop.resolve(ledger, at: 31)[.pro].verdict, .unknown(.renewalUnknown))
      let fresh = Shop.policy { $0.maximumEvidenceAgeSeconds = 3 * 86_400 }
      expectEqual(shop.resolve(ledger, at: 22, fresh)[.pro].state, .entitled)
      expectEqual(shop.resolve(ledger, at: 24, fresh)[.pro].verdict, .unknown(.evidenceTooOld))
    }

    @Test("23: a decision: an extension is a newer revision, or a newer renewal info with a later date")
    func case23Extension() throws {
      let revision = Shop.period(0, signed: 10, ["expiresDate": .integer(Shop.day(45))])
      for ledger in [try shop.ledger(Shop.period(0), revision), try shop.ledger(revision, Shop.period(0))] {
        expectEqual(shop.resolve(ledger, at: 40)[.pro].until, Shop.date(45))
      }
      var ledger = try shop.ledger(Shop.period(0))
      ledger.record(try shop.renewalInfo(Shop.renewal(signed: 10, ["renewalDate": .integer(Shop.day(45))])))
      let answer = shop.resolve(ledger, at: 40)[.pro]
      #expect(answer.verdict == .yes(.active) && answer.until == Shop.date(45) && answer.evidence.count == 2)
      // Of another product it would say nothing about this one.
      var other = try shop.ledger(Shop.period(0))
      other.record(
        try shop.renewalInfo(
          Shop.renewal(signed: 10, ["renewalDate": .integer(Shop.day(45)), "productId": .text(Shop.team)])))
      expectEqual(shop.resolve(other, at: 40)[.pro].state, .unknown)
    }

    @Test("23: a decision: consent to a price increase changes the outlook, not the access")
    func case23PriceIncreaseConsent() throws {
      for (status, expected) in [
        (0, RenewalOutlook.awaitsConsent(into: Shop.monthly, at: Shop.date(30))),
        (1, .renews(into: Shop.monthly, at: Shop.date(30))),
      ] {
        var ledger = try shop.ledger(Shop.period(0))
        ledger.record(
          try shop.renewalInfo(Shop.renewal(signed: 10, ["priceIncreaseStatus": .integer(Int64(status))])))
        let answer = shop.resolve(ledger, at: 20)[.pro]
        #expect(answer.verdict == .yes(.active) && answer.renewal == expected && answer.until == Shop.date(30))
      }
    }

    @Test("24: each member of the family loses what was revoked for that member")
    func case24FamilyRevocation() throws {
      let buyer = try shop.ledger(Shop.period(0), customer: "buyer")
      let shared = Shop.period(
        0, original: "5000",
        [
          "transactionId": "5000", "inAppOwnershipType": "FAMILY_SHARED",
        ])
      var member = try shop.ledger(shared, customer: "member")
      expectEqual(shop.resolve(member, at: 5)[.pro].verdict, .yes(.family))
      member.record(
        try shop.notification(
          "REVOKE", signed: 10, status: 5,
          transaction: shared.with([
            "revocationDate": .integer(Shop.day(10)), "revocationType": "FAMILY_REVOKE",
            "signedDate": .integer(Shop.day(10)),
          ])))
      let answer = shop.resolve(member, at: 11)[.pro]
      #expect(answer.verdict == .no(.revoked) && answer.isFamilyShared && answer.until == Shop.date(10))
      expectEqual(shop.resolve(buyer, at: 11)[.pro].verdict, .yes(.active))
      #expect(throws: EntitlementError.self) { try buyer.merging(member) }
    }

    @Test("25: a decision: an upgrade ends the old period, marked, revoked, both or neither")
    func case25Upgrade() throws {
      let old = Shop.period(0, product: Shop.basic)
      let new = Shop.period(
        1, product: Shop.team,
        [
          "purchaseDate": .integer(Shop.day(12)), "expiresDate": .integer(Shop.day(42)),
          "signedDate": .integer(Shop.day(12)),
        ])
      let marks: [(KeyValuePairs<String, PayloadValue>, EntitlementReason)] = [
        ([:], .upgraded), (["isUpgraded": true], .upgraded),
        (
          [
            "revocationDate": .integer(Shop.day(12)), "revocationType": "REFUND_PRORATED",
            "revocationPercentage": 60_000,
          ],
          .revoked
        ),
        (["isUpgraded": true, "revocationDate": .integer(Shop.day(12))], .revoked),
      ]
      for (mark, reason) in marks {
        let left = old.with(mark).with(["signedDate": .integer(Shop.day(12.1))])
        for ledger in [try shop.ledger(old, left, new), try shop.ledger(new, left, old)] {
          let result = shop.resolve(ledger, at: 13)
          #expect(result[.basic].verdict == .no(reason) && result[.basic].until == Shop.date(12))
          #expect(result[.team].verdict == .yes(.active) && result[.team].since == Shop.date(12))
          expectEqual(shop.resolve(ledger, at: 11)[.basic].state, .entitled)
        }
      }
      // The successor has not come: the old plan grants nothing, and what follows is unknown.
      let alone = try shop.ledger(old.with(["isUpgraded": true, "signedDate": .integer(Shop.day(12.1))]))
      expectEqual(shop.resolve(alone, at: 13)[.basic].verdict, .unknown(.successorUnknown))
    }

    @Test("26: a product that this build does not know")
    func case26UnknownProduct() throws {
      let ledger = try shop.ledger(Shop.period(0, product: "com.example.app.winback"))
      let left = shop.resolve(ledger, at: 1)
      #expect(
        left[.pro].verdict == .unknown(.unrecognizedProduct) && left.findings.map(\.code) == [.unrecognizedProduct])
      expectEqual(left[.news].verdict, .unknown(.noEvidence), "another group is not concerned")
      let ignored = shop.resolve(ledger, at: 1, Shop.policy { $0.unrecognizedProducts = .ignore })
      #expect(ignored[.pro].verdict == .unknown(.noEvidence) && ignored.findings.isEmpty)
      let granted = shop.resolve(ledger, at: 1, Shop.policy { $0.unrecognizedProducts = .grant { _ in [.pro] } })
      #expect(granted[.pro].verdict == .yes(.active) && granted.activeProductIDs == ["com.example.app.winback"])
    }

    @Test("27: several transactions of one product entitle, each by itself")
    func case27SeveralTransactionsPerProduct() throws {
      let first = Shop.period(0)
      let second = Shop.period(
        0, original: "9000",
        [
          "transactionId": "9000", "purchaseDate": .integer(Shop.day(10)), "expiresDate": .integer(Shop.day(40)),
        ])
      var ledger = try shop.ledger(first, second)
      expectEqual(shop.resolve(ledger, at: 20)[.pro].until, Shop.date(40))
      ledger.record(
        try shop.transaction(
          second.with([
            "revocationDate": .integer(Shop.day(15)), "signedDate": .integer(Shop.day(15)),
          ])))
      let answer = shop.resolve(ledger, at: 20)[.pro]
      #expect(answer.verdict == .yes(.active) && answer.transactionID == "1000" && answer.until == Shop.date(30))
      expectEqual(shop.timeline(ledger, at: 20).count, 2)
    }

    @Test("28: a decision: a commitment is served by the paid billing period, not to its end")
    func case28Commitment() throws {
      let payload = Shop.period(
        0,
        [
          "billingPlanType": "MONTHLY",
          "commitmentInfo": [
            "billingPeriodNumber": 1, "totalBillingPeriods": 12, "commitmentExpiresDate": .integer(Shop.day(360)),
            "commitmentPrice": 119_880,
          ],
        ])
      var ledger = try shop.ledger(payload)
      ledger.record(
        try shop.renewalInfo(
          Shop.renewal(
            signed: 5,
            [
              "autoRenewStatus": 1,
              "commitmentInfo": ["commitmentAutoRenewStatus": 0, "commitmentRenewalDate": .integer(Shop.day(360))],
            ])))
      let answer = shop.resolve(ledger, at: 10)[.pro]
      #expect(answer.verdict == .yes(.active) && answer.until == Shop.date(30))
      expectEqual(answer.renewal, .renews(into: Shop.monthly, at: Shop.date(30)))
      expectEqual(shop.resolve(ledger, at: 31)[.pro].verdict, .unknown(.renewalUnknown))
      expectEqual(ledger.transactions.first?.payload?.commitmentInfo?.commitmentExpiresDate, Shop.date(360))
    }

    @Test("an older revision that names no store is of the same transaction as a newer one that does")
    func revisionsWithoutAStore() throws {
      let old = Shop.purchase(Shop.lifetime, type: "Non-Consumable", ["environment": .absent])
      let refunded = Shop.purchase(
        Shop.lifetime, type: "Non-Consumable", signed: 20, ["revocationDate": .integer(Shop.day(19))])
      let policy = Shop.policy { $0.missingEnvironment = .assume(.production) }
      for evidence in [[old, refunded], [refunded, old]] {
        let ledger = try shop.ledger(evidence[0], evidence[1])
        expectEqual(shop.resolve(ledger, at: 30, policy)[.pro].verdict, .no(.revoked))
        expectEqual(shop.timeline(ledger, at: 30, policy).map(\.end), [Shop.date(19), Shop.date(19)])
      }
      // So it is with subscriptions: what is known of one is known of the other.
      var ledger = try shop.ledger(Shop.period(0, ["environment": .absent]))
      ledger.record(
        try shop.renewalInfo(
          Shop.renewal(signed: 30.1, ["environment": "Production", "autoRenewStatus": 0, "expirationIntent": 1])))
      expectEqual(shop.resolve(ledger, at: 31, policy)[.pro].verdict, .no(.expired))
    }

    @Test("a renewal info that says neither lapsed nor in retry is of a subscription that goes on")
    func renewalsWhoseTransactionHasNotCome() throws {
      let usual: KeyValuePairs<String, PayloadValue> = [
        "autoRenewStatus": 1, "isInBillingRetryPeriod": .absent, "expirationIntent": .absent,
        "gracePeriodExpiresDate": .absent,
      ]
      var ledger = try shop.ledger(Shop.period(0))
      ledger.record(try shop.renewalInfo(Shop.renewal(signed: 30.1, usual)))
      expectEqual(shop.resolve(ledger, at: 29)[.pro].verdict, .yes(.active))
      expectEqual(shop.resolve(ledger, at: 31)[.pro].verdict, .unknown(.renewalUnknown))
      // The same after a change of product: neither product is certainly gone.
      ledger = try shop.ledger(Shop.period(0))
      let changed = Shop.renewal(signed: 30.1, usual).with([
        "productId": .text(Shop.team), "autoRenewProductId": .text(Shop.team), "renewalDate": .integer(Shop.day(60)),
      ])
      ledger.record(try shop.renewalInfo(changed))
      expectEqual(shop.resolve(ledger, at: 31)[.team].verdict, .unknown(.renewalUnknown))
      expectEqual(shop.resolve(ledger, at: 31)[.pro].verdict, .unknown(.renewalUnknown))
      // A complete history from after that word is the last one.
      var whole = try shop.ledger(Shop.period(0))
      whole.record(try shop.renewalInfo(Shop.renewal(signed: 30.1, usual)))
      try whole.recordCompleteness(environment: .production, asOf: Shop.date(60))
      expectEqual(shop.resolve(whole, at: 61)[.pro].verdict, .no(.expired))
      // A renewal info of before the change of product says nothing of after it.
      var moved = try shop.ledger(Shop.period(0), Shop.period(1, product: Shop.basic))
      moved.record(
        try shop.renewalInfo(Shop.renewal(signed: 10, usual).with(["autoRenewProductId": .text(Shop.basic)])))
      expectEqual(shop.resolve(moved, at: 100)[.pro].verdict, .no(.expired))
      // Switched off, or with a reason, it has ended.
      for ending: KeyValuePairs<String, PayloadValue> in [["autoRenewStatus": 0], ["expirationIntent": 4]] {
        var ended = try shop.ledger(Shop.period(0))
        ended.record(try shop.renewalInfo(Shop.renewal(signed: 30.1, usual).with(ending)))
        expectEqual(shop.resolve(ended, at: 31)[.pro].verdict, .no(.expired))
      }
    }

    @Test("after a complete history an upgrade whose successor has not come leaves the whole group open")
    func successorsThatAreNotKnown() throws {
      var ledger = CustomerLedger(customer: "customer 1")
      try ledger.record(
        completeHistory: [shop.history([shop.authority.sign(Shop.period(0, product: Shop.basic))])],
        environment: .production, fetchedAt: Shop.date(5))
      ledger.record(try shop.transaction(Shop.period(0, product: Shop.basic, signed: 10, ["isUpgraded": true])))
      let answers = shop.resolve(ledger, at: 11)
      for access in [Access.basic, .pro, .team] {
        expectEqual(answers[access].verdict, .unknown(.successorUnknown), "\(access)")
      }
      expectEqual(answers[.news].verdict, .no(.neverBought))
    }
  }
#endif
