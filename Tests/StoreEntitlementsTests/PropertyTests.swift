// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import FoundationEssentials
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// Arrival order, repetition and the order of merges make no difference, whatever the evidence.
  @Suite struct PropertyTests {
    private let shop: Shop
    /// Acts that put one piece of evidence into a ledger.
    private let pieces: [@Sendable (inout CustomerLedger) -> Void]
    private static let moments = [-1.0, 5, 13, 29, 31, 45, 61, 70, 90, 120]

    init() throws {
      shop = try Shop()
      pieces = try Self.pieces(shop)
    }

    private static func pieces(_ shop: Shop) throws -> [@Sendable (inout CustomerLedger) -> Void] {
      let lifetime = Shop.purchase(Shop.lifetime, type: "Non-Consumable", bought: 3)
      let transactions = try [
        Shop.period(0), Shop.period(0, signed: 12, ["isUpgraded": true]),
        Shop.period(
          1, product: Shop.team,
          [
            "purchaseDate": .integer(Shop.day(12)), "expiresDate": .integer(Shop.day(42)),
            "signedDate": .integer(Shop.day(12)),
          ]),
        Shop.period(2, product: Shop.team, signed: 60.5),
        Shop.period(
          2, product: Shop.team, signed: 61,
          [
            "revocationDate": .integer(Shop.day(60.9))
          ]), Shop.period(2, product: Shop.team, signed: 64),
        // Two revisions of one moment that disagree.
        Shop.period(3, product: Shop.basic, original: "4000", signed: 95),
        Shop.period(3, product: Shop.basic, original: "4000", signed: 95, ["revocationDate": .integer(Shop.day(94))]),
        lifetime, lifetime.with(["signedDate": .integer(Shop.day(20)), "revocationDate": .integer(Shop.day(19))]),
        lifetime.with(["signedDate": .integer(Shop.day(25))]),
        Shop.purchase(Shop.seasonPass, type: "Non-Renewing Subscription", id: "7100"),
        Shop.purchase(Shop.coins, type: "Consumable", id: "7200"),
        // Of another group than the catalog says.
        Shop.period(1, product: Shop.news, original: "6000", ["transactionId": "6000"]),
        Shop.period(0, product: "com.example.app.retired", original: "8000", ["transactionId": "8000"]),
        Shop.period(0, ["environment": "Sandbox"]),
      ].map { try shop.transaction($0) }
      let renewals = try [
        Shop.renewal(
          signed: 42.1,
          [
            "gracePeriodExpiresDate": .integer(Shop.day(58)), "isInBillingRetryPeriod": true,
            "autoRenewProductId": .text(Shop.team),
          ]), Shop.renewal(signed: 59, ["isInBillingRetryPeriod": true]),
        Shop.renewal(signed: 65, ["autoRenewStatus": 0]),
      ].map { try shop.renewalInfo($0) }
      let notifications = try [
        shop.notification(
          "DID_FAIL_TO_RENEW", "GRACE_PERIOD", signed: 42.1, status: 4,
          transaction: Shop.period(
            1, product: Shop.team, signed: 42.1,
            [
              "purchaseDate": .integer(Shop.day(12)), "expiresDate": .integer(Shop.day(42)),
            ])),
        shop.notification(
          "EXPIRED", "VOLUNTARY", signed: 90.1, status: 2, transaction: Shop.period(2, product: Shop.team, signed: 90.1)
        ),
      ]
      let statuses = try shop.statuses([
        (1, Shop.period(2, product: Shop.team, signed: 66), Shop.renewal(signed: 66))
      ])
      var pieces: [@Sendable (inout CustomerLedger) -> Void] = []
      for transaction in transactions { pieces.append { $0.record(transaction) } }
      for renewal in renewals { pieces.append { $0.record(renewal) } }
      for notification in notifications { pieces.append { $0.record(notification) } }
      pieces.append { $0.record(statuses, fetchedAt: Shop.date(66)) }
      pieces.append { try? $0.recordCompleteness(environment: .production, asOf: Shop.date(50)) }
      return pieces
    }

    private func ledger(_ order: some Sequence<Int>) -> CustomerLedger {
      var ledger = CustomerLedger(customer: "customer 1")
      for index in order { pieces[index](&ledger) }
      return ledger
    }

    private func expectSame(_ left: CustomerLedger, _ right: CustomerLedger, _ comment: String) {
      #expect(left == right && left.json == right.json, "\(comment)")
      let policy = Shop.policy { $0.environments = [.production, .sandbox] }
      for moment in Self.moments {
        expectEqual(shop.resolve(left, at: moment), shop.resolve(right, at: moment), "\(comment), day \(moment)")
        expectEqual(shop.resolve(left, at: moment, policy), shop.resolve(right, at: moment, policy))
        expectEqual(shop.timeline(left, at: moment), shop.timeline(right, at: moment))
      }
    }

    @Test func theEvidenceIsOfEverySort() {
      let whole = ledger(pieces.indices)
      #expect(pieces.count == 23 && whole.transactions.count == 10)
      let verdicts = Set(Self.moments.flatMap { shop.resolve(whole, at: $0).answers.map(\.reason) })
      let expected: Set<EntitlementReason> = [
        .active, .lifetime, .gracePeriod, .expired, .revoked, .contradiction, .unrecognizedProduct, .neverBought,
        .notYetBegun,
      ]
      #expect(verdicts.isSuperset(of: expected), "\(verdicts)")
    }

    @Test func arrivalOrderMakesNoDifference() {
      let reference = ledger(pieces.indices)
      var random = SeededRandom(seed: 1)
      expectSame(ledger(pieces.indices.reversed()), reference, "reversed")
      for round in 0..<40 {
        expectSame(ledger(pieces.indices.shuffled(using: &random)), reference, "round \(round)")
      }
    }

    @Test func repetitionMakesNoDifference() {
      let reference = ledger(pieces.indices)
      var random = SeededRandom(seed: 2)
      for round in 0..<20 {
        let more = (0..<pieces.count).map { _ in Int.random(in: pieces.indices, using: &random) }
        expectSame(ledger((Array(pieces.indices) + more).shuffled(using: &random)), reference, "round \(round)")
      }
    }

    @Test func mergingIsAssociativeCommutativeAndIdempotent() throws {
      let reference = ledger(pieces.indices)
      var random = SeededRandom(seed: 3)
      for round in 0..<20 {
        // Three overlapping parts that are the whole together.
        var parts: [[Int]] = [[], [], []]
        for index in pieces.indices {
          let part = Int.random(in: 0..<3, using: &random)
          parts[part].append(index)
          if Bool.random(using: &random) { parts[(part + 1) % 3].append(index) }
        }
        let (a, b, c) = (ledger(parts[0]), ledger(parts[1]), ledger(parts[2]))
        let left = try a.merging(b).merging(c)
        let right = try a.merging(b.merging(c))
        #expect(left == right && left == reference, "round \(round)")
        #expect(try a.merging(b) == b.merging(a) && a.merging(a) == a && left.merging(b) == left)
        try expectEqual(a.merging(b).json, b.merging(a).json)
        expectSame(try c.merging(a).merging(b), reference, "round \(round)")
        let stored = try CustomerLedger(trustedJSON: b.json)
        try expectEqual(a.merging(stored), a.merging(b))
      }
    }

    @Test func anEarlierRevisionOfAKnownTransactionChangesNothing() throws {
      let reference = ledger(pieces.indices)
      let changes: [KeyValuePairs<String, PayloadValue>] = [
        ["revocationDate": .integer(Shop.day(1))], ["isUpgraded": true], ["expiresDate": .integer(Shop.day(999))],
        ["productId": .text(Shop.news)], ["originalTransactionId": "1234"], ["type": "Consumable"],
        ["purchaseDate": .integer(Shop.day(-50))], ["inAppOwnershipType": "FAMILY_SHARED"],
      ]
      var count = 0
      for record in reference.transactions {
        for change in changes {
          let earlier = TestPayload.transaction([
            "transactionId": .text(record.transactionID), "originalTransactionId": .text(record.originalTransactionID),
            "environment": .text(record.environment?.rawValue ?? ""), "signedDate": .integer(Shop.day(-1)),
          ]).with(change)
          var ledger = reference
          expectEqual(ledger.record(try shop.transaction(earlier)), .superseded)
          expectEqual(ledger, reference)
          for moment in Self.moments {
            expectEqual(shop.resolve(ledger, at: moment), shop.resolve(reference, at: moment))
          }
          count += 1
        }
      }
      expectEqual(count, 80)
    }

    @Test func noAnswerIsEverYesWithoutAClaimInTheTimeline() {
      var random = SeededRandom(seed: 4)
      for _ in 0..<30 {
        let part = ledger(pieces.indices.shuffled(using: &random).prefix(Int.random(in: 1...12, using: &random)))
        for moment in Self.moments {
          let held = Set(
            shop.timeline(part, at: moment).filter { interval in
              interval.start <= Shop.date(moment) && interval.end.map { Shop.date(moment) < $0 } ?? true
            }.map(\.entitlement))
          expectEqual(shop.resolve(part, at: moment).entitled, held)
        }
      }
    }
  }

  /// Numbers that are the same in every run (SplitMix64).
  struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }
#endif
