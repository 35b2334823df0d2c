// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import FoundationEssentials
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting
  import Testing

  @Suite struct LedgerTests {
    private let shop: Shop

    init() throws { shop = try Shop() }

    /// A ledger with something in every slot.
    private func fullLedger() throws -> CustomerLedger {
      var ledger = try shop.ledger(
        Shop.period(0), Shop.period(1), Shop.purchase(Shop.lifetime, type: "Non-Consumable"), customer: "Zoë \"1\"")
      ledger.record(
        try shop.notification(
          "DID_FAIL_TO_RENEW", "GRACE_PERIOD", signed: 60.1, status: 4, transaction: Shop.period(1, signed: 60.1),
          renewalInfo: Shop.renewal(
            signed: 60.1,
            [
              "gracePeriodExpiresDate": .integer(Shop.day(76)), "renewalDate": .integer(Shop.day(60)),
              "isInBillingRetryPeriod": true,
            ])))
      ledger.record(
        try shop.statuses([
          (
            4, Shop.period(1, signed: 61),
            Shop.renewal(
              signed: 61,
              [
                "gracePeriodExpiresDate": .integer(Shop.day(76)), "isInBillingRetryPeriod": true,
              ])
          )
        ]), fetchedAt: Shop.date(61))
      try ledger.recordCompleteness(environment: .production, asOf: Shop.date(61))
      return ledger
    }

    @Test func serialisesAndComesBack() throws {
      let ledger = try fullLedger()
      let json = ledger.json
      let back = try CustomerLedger(trustedJSON: json)
      #expect(back == ledger && back.json == json && back.customer == "Zoë \"1\"")
      for day in [10.0, 62, 75, 80] { expectEqual(shop.resolve(back, at: day), shop.resolve(ledger, at: day)) }
      expectEqual(shop.timeline(back, at: 62), shop.timeline(ledger, at: 62))
      #expect(json.count < 6000, "four kilobytes and a half for three transactions with all that is about them")
      let empty = CustomerLedger(customer: "")
      #expect(try CustomerLedger(trustedJSON: empty.json) == empty && empty.isEmpty)
    }

    @Test func whatIsNoLedgerIsRefused() throws {
      let table: [(String, String)] = [
        ("", "unexpectedEnd"), ("[]", "typeMismatch"), ("{}", "notALedger"),
        (#"{"format":"storeEntitlementsLedger","version":1}"#, "notALedger"),
        (#"{"format":"other","version":1,"customer":"a"}"#, "notALedger"),
        (#"{"format":"storeEntitlementsLedger","version":2,"customer":"a"}"#, "unsupportedVersion"),
        (#"{"format":"storeEntitlementsLedger","customer":"a"}"#, "unsupportedVersion"),
        (#"{"transactions":[{"evidence":"00","payload":{}}]}"#, "invalidEvidenceID"),
        (#"{"transactions":[{"payload":{}}]}"#, "missingMember"), (#"{"statuses":[{}]}"#, "missingMember"),
      ]
      for (json, code) in table {
        do {
          _ = try CustomerLedger(trustedJSON: Array(json.utf8))
          Issue.record("accepted \(json)")
        } catch {
          expectEqual(error.code.rawValue, code, "\(json): \(error)")
        }
      }
      let zeros = String(repeating: "0", count: 64)
      do {
        _ = try CustomerLedger(
          trustedJSON: Array(#"{"transactions":[{"evidence":"\#(zeros)","payload":{"quantity":"1"}}]}"#.utf8))
        Issue.record("accepted")
      } catch {
        #expect(error.code.rawValue == "typeMismatch" && error.offset == 118, "\(error)")
      }
    }

    @Test func everyPrefixIsRefused() throws {
      let json = try shop.ledger(Shop.period(0)).json
      for length in json.indices {
        #expect(throws: EntitlementError.self, "\(length)") { try CustomerLedger(trustedJSON: Array(json[..<length])) }
      }
    }

    @Test func ledgersOfTwoCustomersDoNotMerge() throws {
      var one = CustomerLedger(customer: "1")
      do {
        try one.merge(CustomerLedger(customer: "2"))
        Issue.record("merged")
      } catch {
        expectEqual(error.code, .differentCustomer)
      }
    }

    @Test func anUnsignedStatusCountsOnlyWhereTheCallerFetchedIt() throws {
      let body = try shop.statuses([(5, Shop.period(0), Shop.renewal(signed: 1))])
      var received = CustomerLedger(customer: "1")
      received.record(body, fetchedAt: nil)
      expectEqual(shop.resolve(received, at: 2)[.pro].verdict, .yes(.active), "anybody could have written the status")
      var fetched = CustomerLedger(customer: "1")
      fetched.record(body, fetchedAt: Shop.date(1))
      let answer = shop.resolve(fetched, at: 2)[.pro]
      #expect(answer.verdict == .no(.revoked) && answer.evidence.map(\.kind) == [.signed, .fetched])
      // A signed word of the same moment outranks it.
      fetched.record(
        try shop.notification("DID_RENEW", signed: 1, status: 1, transaction: Shop.period(0)))
      expectEqual(shop.resolve(fetched, at: 2)[.pro].verdict, .yes(.active))
    }

    @Test func aFetchedStatusOfAnotherPeriodHidesNoSignedOneOfThis() throws {
      var ledger = try shop.ledger(Shop.period(0), Shop.period(1))
      ledger.record(
        try shop.notification("EXPIRED", signed: 60.1, status: 2, transaction: Shop.period(1, signed: 60.1)))
      ledger.record(
        try shop.statuses([(1, Shop.period(0, signed: 61), Shop.renewal(signed: 0.5))]), fetchedAt: Shop.date(61))
      expectEqual(shop.resolve(ledger, at: 62)[.pro].verdict, .no(.expired))
    }

    @Test func aStatusWithoutAVerifiedTransactionIsAFinding() throws {
      var ledger = CustomerLedger(customer: "1")
      let alone = ledger.record(try shop.notification("EXPIRED", signed: 31, status: 2, transaction: nil))
      #expect(alone.findings.map(\.code) == [.transactionNotVerified] && ledger.isEmpty)
    }

    @Test func aRenewalInfoWithoutItsTransactionGrantsNothing() throws {
      var ledger = CustomerLedger(customer: "1")
      expectEqual(ledger.record(try shop.renewalInfo(Shop.renewal(signed: 1))), .recorded)
      expectEqual(shop.resolve(ledger, at: 2)[.pro].verdict, .unknown(.noEvidence))
      guard
        case .unusable(let finding) = ledger.record(
          try shop.renewalInfo(Shop.renewal(signed: 2, ["originalTransactionId": .absent])))
      else {
        Issue.record("recorded")
        return
      }
      expectEqual(finding.code, .originalTransactionIDMissing)
    }

    @Test func aRevisionMayMoveToAnotherSubscription() throws {
      let moved = Shop.period(0, original: "2000", signed: 2)
      for ledger in [try shop.ledger(Shop.period(0), moved), try shop.ledger(moved, Shop.period(0))] {
        expectEqual(ledger.transactions.map(\.originalTransactionID), ["2000"])
        expectEqual(shop.timeline(ledger, at: 3).count, 1)
      }
    }

    @Test func datesOutOfRangeAreRefused() {
      var ledger = CustomerLedger(customer: "1")
      for seconds in [1e300, -1e300, .infinity, .nan] {
        #expect(throws: EntitlementError.self) {
          try ledger.recordCompleteness(environment: .production, asOf: Date(timeIntervalSince1970: seconds))
        }
        let result = shop.resolve(ledger, at: 0)
        expectEqual(result.availability, .noEvidence)
        _ = EntitlementResolver(catalog: shop.catalog).resolve(ledger, at: Date(timeIntervalSince1970: seconds))
      }
    }

    @Test func extremeNumbersInPayloadsDoNotTrap() throws {
      let numbers: [PayloadValue] = [.verbatim("1e300"), .verbatim("-1e300"), .verbatim("9007199254740991"), 0, -1]
      for number in numbers {
        for member in ["purchaseDate", "expiresDate", "revocationDate"] {
          let ledger = try shop.ledger(
            Shop.period(0).with(["isUpgraded": true]), Shop.period(1).changed(member, number))
          for day in [-1.0, 1, 40, 100] {
            _ = shop.resolve(ledger, at: day)
            _ = shop.timeline(ledger, at: day)
          }
          try expectEqual(CustomerLedger(trustedJSON: ledger.json), ledger)
        }
      }
      // A revocation whose date nobody can count is a revocation.
      let revoked = try shop.ledger(Shop.period(0, ["revocationDate": .verbatim("1e300")]))
      expectEqual(shop.resolve(revoked, at: 1)[.pro].verdict, .no(.revoked))
    }
  }

  extension TestPayload {
    func changed(_ name: String, _ value: PayloadValue) -> TestPayload {
      var copy = self
      copy[name] = value
      return copy
    }
  }
#endif
