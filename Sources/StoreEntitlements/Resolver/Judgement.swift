// SPDX-License-Identifier: MIT
internal import FoundationEssentials
internal import StoreJWS

/// Makes answers of claims, endings and doubts.
struct Judgement<Entitlement: Hashable & Sendable> {
  private let evaluation: Evaluation<Entitlement>
  private var claims: [[Int]]
  private var endings: [Int?]
  private var doubts: [Int?]

  init(_ evaluation: Evaluation<Entitlement>) {
    self.evaluation = evaluation
    let count = evaluation.entitlements.count
    claims = [[Int]](repeating: [], count: count)
    endings = [Int?](repeating: nil, count: count)
    doubts = endings
    for (index, claim) in evaluation.claims.enumerated() {
      for place in claim.entitlements { claims[place].append(index) }
    }
    for (index, ending) in evaluation.endings.enumerated() where ending.moment <= evaluation.now {
      for place in ending.entitlements where endings[place].map({ isLater(ending, evaluation.endings[$0]) }) ?? true {
        endings[place] = index
      }
    }
    for (index, doubt) in evaluation.doubts.enumerated() {
      for place in doubt.entitlements where doubts[place].map({ isGraver(doubt, evaluation.doubts[$0]) }) ?? true {
        doubts[place] = index
      }
    }
  }

  var entitlements: CustomerEntitlements<Entitlement> {
    var active: Set<String> = []
    for claim in evaluation.claims where claim.covers(evaluation.now, tolerance: evaluation.policy.tolerance) {
      if let product = evaluation.ledger.records[claim.record].productID { active.insert(product) }
    }
    let answers = evaluation.entitlements.indices.map { answer($0) }
    return CustomerEntitlements(
      availability: availability, answers: answers, findings: EntitlementFindings(evaluation.findings),
      activeProductIDs: active)
  }

  private var availability: CustomerEntitlements<Entitlement>.Availability {
    if let complete = evaluation.completeness { return .complete(asOf: complete.date) }
    guard let newest = evaluation.newest else { return .noEvidence }
    return .partial(asOf: newest == .min ? nil : newest.date)
  }

  // MARK: - One answer

  private func answer(_ place: Int) -> EntitlementAnswer<Entitlement> {
    let (entitlement, now) = (evaluation.entitlements[place], evaluation.now)
    var answer: EntitlementAnswer<Entitlement>
    var asOf = evaluation.asOf[place]
    if let winner = winner(place) {
      answer = EntitlementAnswer(entitlement, .entitled, winner.reason)
      answer.since = since(place, winner).date
      answer.until = winner.end == .max ? nil : winner.end.date
      answer.renewal = outlook(winner)
      describe(&answer, winner.record, winner.environment, winner.fact)
    } else if let doubt = doubts[place].map({ evaluation.doubts[$0] }) {
      answer = EntitlementAnswer(entitlement, .unknown, doubt.reason)
      describe(&answer, doubt.record, doubt.environment, nil)
    } else if let ending = endings[place].map({ evaluation.endings[$0] }) {
      answer = EntitlementAnswer(entitlement, .notEntitled, ending.reason)
      answer.until = ending.moment.date
      if ending.reason == .billingRetry {
        let record = evaluation.ledger.records[ending.record]
        let renewal = evaluation.ledger.facts(record.lineage)?.renewal
        answer.renewal = .collecting(into: renewal?.autoRenewProductID ?? renewal?.productID)
      }
      describe(&answer, ending.record, ending.environment, ending.fact)
    } else if let future = claims[place].map({ evaluation.claims[$0] }).filter({ $0.start > now }).min(by: isEarlier) {
      answer = EntitlementAnswer(entitlement, .notEntitled, .notYetBegun)
      describe(&answer, future.record, future.environment, future.fact)
    } else if evaluation.completeness != nil {
      answer = EntitlementAnswer(entitlement, .notEntitled, .neverBought)
    } else {
      answer = EntitlementAnswer(entitlement, .unknown, .noEvidence)
    }
    if answer.state == .notEntitled, let complete = evaluation.completeness { asOf = max(asOf, complete) }
    answer.asOf = asOf == .min ? nil : asOf.date
    if let age = evaluation.policy.maximumAge, answer.state != .unknown, asOf < now.advanced(by: -age) {
      answer.state = .unknown
      answer.reason = .evidenceTooOld
    }
    return answer
  }

  /// For ever beats dated, a later end beats an earlier one, the App Store beats test stores; the rest only makes the
  /// choice the same on every machine.
  private func winner(_ place: Int) -> Claim? {
    var best: Claim?
    for index in claims[place] {
      let claim = evaluation.claims[index]
      guard claim.covers(evaluation.now, tolerance: evaluation.policy.tolerance) else { continue }
      guard let other = best else {
        best = claim
        continue
      }
      if isBetter(claim, other) { best = claim }
    }
    return best
  }

  private func isBetter(_ claim: Claim, _ other: Claim) -> Bool {
    if claim.end != other.end { return claim.end > other.end }
    let isProduction = claim.environment == .production
    if isProduction != (other.environment == .production) { return isProduction }
    if claim.start != other.start { return claim.start < other.start }
    return isBefore(claim.record, other.record)
  }

  /// The begin of the unbroken run of claims that the winner is in. Renewals may be charged a little late: gaps within
  /// the tolerance are none.
  private func since(_ place: Int, _ winner: Claim) -> Milliseconds {
    let (now, tolerance) = (evaluation.now, evaluation.policy.tolerance)
    let begun = claims[place].map { evaluation.claims[$0] }.filter { $0.start <= max(now, winner.start) }
      .sorted { $0.start < $1.start }
    var start = winner.start
    var end = Milliseconds.min
    for claim in begun {
      if end == .min || claim.start > end.advanced(by: tolerance) { start = claim.start }
      end = max(end, claim.end)
    }
    return start
  }

  private func outlook(_ claim: Claim) -> RenewalOutlook {
    let record = evaluation.ledger.records[claim.record]
    guard record.productType == .autoRenewableSubscription else { return .doesNotApply }
    guard let renewal = evaluation.ledger.facts(record.lineage)?.renewal else { return .unknown }
    let product = renewal.autoRenewProductID ?? renewal.productID
    if claim.reason == .gracePeriod || claim.reason == .billingRetry { return .collecting(into: product) }
    switch renewal.autoRenewStatus {
    case .off?: return .ends
    case .on?:
      let date = claim.end == .max ? nil : claim.end.date
      return renewal.priceIncreaseStatus == .pending
        ? .awaitsConsent(into: product, at: date) : .renews(into: product, at: date)
    default: return .unknown
    }
  }

  private func describe(
    _ answer: inout EntitlementAnswer<Entitlement>, _ position: Int, _ environment: StoreEnvironment,
    _ fact: EvidenceReference?
  ) {
    let record = evaluation.ledger.records[position]
    answer.productID = record.productID
    answer.transactionID = record.transactionID
    answer.isFamilyShared = record.isFamilyShared
    answer.environment = environment
    answer.evidence = [EvidenceReference(id: record.evidence, kind: .signed)]
    if let fact, fact != answer.evidence[0] { answer.evidence.append(fact) }
  }

  // MARK: - Orders that do not depend on arrival

  private func isBefore(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (evaluation.ledger.records[left], evaluation.ledger.records[right])
    if left.transactionID != right.transactionID { return left.transactionID < right.transactionID }
    return (left.environment?.rawValue ?? "") < (right.environment?.rawValue ?? "")
  }

  private func isEarlier(_ left: Claim, _ right: Claim) -> Bool {
    left.start != right.start ? left.start < right.start : isBefore(left.record, right.record)
  }

  private func isLater(_ left: Ending, _ right: Ending) -> Bool {
    left.moment != right.moment ? left.moment > right.moment : isBefore(left.record, right.record)
  }

  private func isGraver(_ left: Doubt, _ right: Doubt) -> Bool {
    let ranks: [EntitlementReason] = [.contradiction, .unrecognizedProduct, .renewalUnknown, .successorUnknown]
    let (leftRank, rightRank) = (ranks.firstIndex(of: left.reason) ?? 9, ranks.firstIndex(of: right.reason) ?? 9)
    return leftRank != rightRank ? leftRank < rightRank : isBefore(left.record, right.record)
  }
}

// MARK: - The timeline

extension Evaluation {
  /// The claims as intervals, by entitlement and begin.
  var intervals: [EntitlementInterval<Entitlement>] {
    let pieces = claims.flatMap { claim in claim.entitlements.map { (place: $0, claim: claim) } }
    let sorted = pieces.sorted { left, right in
      if left.place != right.place { return left.place < right.place }
      if left.claim.start != right.claim.start { return left.claim.start < right.claim.start }
      if left.claim.end != right.claim.end { return left.claim.end < right.claim.end }
      let (leftRecord, rightRecord) = (ledger.records[left.claim.record], ledger.records[right.claim.record])
      return (leftRecord.transactionID, left.claim.environment.rawValue)
        < (rightRecord.transactionID, right.claim.environment.rawValue)
    }
    return sorted.map { place, claim in
      let record = ledger.records[claim.record]
      var evidence = [EvidenceReference(id: record.evidence, kind: .signed)]
      if let fact = claim.fact, fact != evidence[0] { evidence.append(fact) }
      return EntitlementInterval(
        entitlement: entitlements[place], start: claim.start.date, end: claim.end == .max ? nil : claim.end.date,
        reason: claim.reason, endReason: claim.end == .max ? nil : claim.endReason, productID: record.productID,
        transactionID: record.transactionID, environment: claim.environment, evidence: evidence)
    }
  }
}
