// SPDX-License-Identifier: MIT

#if OpenSSL
  import FoundationEssentials
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting

  /// Where the evidence comes from.
  enum Source: CaseIterable {
    /// All notifications.
    case notifications
    /// The whole history and the statuses, asked for now.
    case answers
    /// Both.
    case both
    /// Of all notifications those that no later one supersedes: the last about each transaction and each subscription.
    case newest

    var hasNotifications: Bool { self != .answers }
    var hasAnswers: Bool { self == .answers || self == .both }
    /// Whether it tells of all that has been: an answer of today does not tell of the grace of last month.
    var tellsThePast: Bool { self == .notifications || self == .both }
  }

  /// One customer at one moment.
  struct Examination {
    let examiner: LifeExaminer
    var store: SubscriptionSimulator
    let customer: String
    private(set) var ledger: CustomerLedger

    init(examiner: LifeExaminer, store: SubscriptionSimulator, customer: String) {
      self.examiner = examiner
      self.store = store
      self.customer = customer
      ledger = CustomerLedger(customer: customer)
    }

    /// Records the evidence, shuffled, some of it twice.
    mutating func record(
      _ source: Source, _ told: [NotificationEvidence], using random: inout SeededRandom
    ) throws {
      var acts: [(inout CustomerLedger) throws -> Void] = []
      if source.hasNotifications {
        for notification in told { acts.append { $0.record(notification) } }
      }
      if source.hasAnswers {
        let verifier = examiner.verifier
        // Two questions are not one moment: nothing may fall due between them, or they tell of two states.
        if let due = store.nextDueDate, due - store.now < 10 { try store.advance(by: 10) }
        let statuses = try verifier.subscriptionStatuses(
          body: try store.statusAnswer(of: customer, signedBy: examiner.signer))
        let asked = Date(milliseconds: store.now)
        acts.append { $0.record(statuses, fetchedAt: asked) }
        let pages = try store.transactionHistory(of: customer, pageSize: 5, signedBy: examiner.signer).map {
          try verifier.transactionHistory(body: $0)
        }
        let answered = Date(milliseconds: store.now)
        acts.append { try $0.record(completeHistory: pages, environment: .production, fetchedAt: answered) }
      }
      for act in (acts + acts.filter { _ in Int.random(in: 0..<6, using: &random) == 0 }).shuffled(using: &random) {
        try act(&ledger)
      }
      // What was stored is what was known.
      if store.events.count % 8 == 0 { ledger = try CustomerLedger(trustedJSON: ledger.json) }
    }

    func disagreement(
      _ source: Source, _ depth: LifeExaminer.Depth, _ tally: inout LifeExaminer.Tally,
      using random: inout SeededRandom
    ) -> String? {
      let now = resolve(store.now)
      for product in store.catalog.products where product.kind != .consumable {
        guard let truth = try? store.standing(of: product.id, for: customer) else { return "no truth" }
        tally.answers += 1
        tally.reasons[truth.reason, default: 0] += 1
        let answer = now[product.id]
        if let difference = difference(answer, truth, source) {
          return "\(product.id) at \(store.now): \(difference)"
        }
      }
      if !source.tellsThePast || grantsRetry { return nil }
      let moments = moments(depth, using: &random)
      for moment in moments {
        let then = resolve(moment)
        var isHeldAtAll = false
        for product in store.catalog.products where product.kind != .consumable {
          guard let truth = try? store.standing(of: product.id, for: customer, at: moment) else { return "no truth" }
          tally.answers += 1
          isHeldAtAll = isHeldAtAll || truth.isHeld
          if then.isEntitled(to: product.id) != truth.isHeld {
            return "\(product.id) in hindsight at \(moment): \(then[product.id].brief), store says \(truth.brief)"
          }
        }
        if then.isEntitled(to: LifeExaminer.access) != isHeldAtAll {
          return "access at \(moment): \(then[LifeExaminer.access].brief), store says \(isHeldAtAll)"
        }
      }
      return nil
    }

    private func moments(_ depth: LifeExaminer.Depth, using random: inout SeededRandom) -> [Int64] {
      let start = TestPayload.usualSignedDate
      let dates: [Date?] = ledger.transactions.flatMap { [$0.purchaseDate, $0.expiresDate, $0.revocationDate] }
      let turns: Set<Int64> = Set(dates.compactMap { $0?.milliseconds })
      let edges: [Int64] = turns.flatMap { [$0 - 1, $0] }.filter { $0 >= start && $0 <= store.now }.sorted()
      if case .all = depth { return edges }
      var some = edges.shuffled(using: &random).prefix(1)
      some.append(Int64.random(in: start...store.now, using: &random))
      return Array(some)
    }

    /// Some apps go on serving while the store tries to collect.
    private var grantsRetry: Bool { store.events.count % 5 == 0 }
    private static let retryDays = 30

    private func resolve(_ moment: Int64) -> CustomerEntitlements<String> {
      let policy = EntitlementPolicy<String>(
        billingRetry: grantsRetry ? .grants(days: Self.retryDays) : .doesNotGrant, clockToleranceSeconds: 0,
        longestGracePeriodDays: store.rules.gracePeriodDays)
      return EntitlementResolver(catalog: examiner.catalog, policy: policy)
        .resolve(ledger, at: Date(milliseconds: moment))
    }

    private func difference(
      _ answer: EntitlementAnswer<String>, _ truth: SimulatedStanding, _ source: Source
    ) -> String? {
      if truth.reason == .billingRetry, grantsRetry { return differenceInRetry(answer, truth) }
      var isSame = answer.state == (truth.isHeld ? .entitled : .notEntitled)
      switch truth.reason {
      case .neverBought where !source.hasAnswers:
        isSame = answer.state == .unknown && answer.reason == .noEvidence
      case .upgraded: isSame = isSame && (answer.reason == .upgraded || answer.reason == .revoked)
      default: isSame = isSame && answer.reason.rawValue == truth.reason.rawValue
      }
      if grantsRetry {
        // What is granted while the store collects joins periods that the store itself has apart.
        if truth.isHeld { isSame = isSame && answer.until?.milliseconds == truth.until }
      } else if source.tellsThePast || store.rules.gracePeriodDays == 0 {
        isSame = isSame && answer.since?.milliseconds == truth.since && answer.until?.milliseconds == truth.until
      } else {
        // Nothing tells of a grace period that is over: neither that service ended with it, nor that
        // it joins two paid periods.
        isSame = isSame && answer.since?.milliseconds ?? 0 >= truth.since ?? 0
        if truth.isHeld { isSame = isSame && answer.until?.milliseconds == truth.until }
      }
      return isSame ? nil : "resolver says \(answer.brief), store says \(truth.brief)"
    }
  }

  extension Examination {
    private func differenceInRetry(_ answer: EntitlementAnswer<String>, _ truth: SimulatedStanding) -> String? {
      let paidEnd =
        ledger.transactions.first { $0.transactionID == truth.transactionID }?.expiresDate?.milliseconds ?? 0
      let end = max(truth.until ?? 0, paidEnd + Int64(Self.retryDays) * SubscriptionSimulator.day)
      var isSame = answer.reason == .billingRetry
      if store.now < end {
        isSame = isSame && answer.state == .entitled && answer.until?.milliseconds == end
      } else {
        isSame = isSame && answer.state == .notEntitled
      }
      return isSame ? nil : "resolver, which grants in retry, says \(answer.brief), store says \(truth.brief)"
    }
  }

  extension EntitlementAnswer {
    var brief: String {
      "\(state), \(reason), since \(since?.milliseconds ?? 0), until \(until?.milliseconds ?? 0), \(transactionID ?? "-")"
    }
  }

  extension SimulatedStanding {
    var brief: String {
      "\(isHeld ? "held" : "not held"), \(reason), since \(since ?? 0), until \(until ?? 0), \(transactionID ?? "-")"
    }
  }

  extension Date {
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
  }
#endif
