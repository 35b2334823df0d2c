// SPDX-License-Identifier: MIT
internal import FoundationEssentials
internal import StoreJWS

/// How long Apple tries to collect, any grace period included.
private let collectingTime: Milliseconds = 60 * .day

extension Evaluation {
  /// A subscription through its renewals and changes of plan.
  mutating func add(subscription periods: inout [Period], _ facts: LineageFacts, _ environment: StoreEnvironment) {
    periods.sort(by: Period.precedes)
    let succession = Succession(periods)
    let graces = facts.graces.isEmpty ? [:] : facts.graces(of: periods)
    for index in periods.indices {
      let period = periods[index]
      let record = ledger.records[period.position]
      guard let start = period.start, let expires = period.expires else {
        refuseUndated(period, record, environment)
        continue
      }
      let isLast = index == periods.count - 1
      var course = Course(
        period: period, start: start, paidEnd: expires, environment: environment, isFamilyShared: record.isFamilyShared)
      if isLast { extend(&course, record, facts) }
      close(&course, record, followed: succession.followed[index], replaced: succession.replaced[index])
      let status = isLast ? self.status(facts, about: period, record, environment) : nil
      if let status { close(&course, record, status) }
      claim(course, from: start, to: course.end, course.paidReason, course.fact)
      course.serviceEnd = course.end
      // What is taken back after the paid period had ended leaves the grace that was given until then.
      if !course.isClosed || (course.end == course.paidEnd && course.closed > course.end) {
        addGrace(&course, graces[index], status, facts, followed: succession.followed[index], isLast: isLast)
      }
      if isLast {
        finish(course, record, status, facts, isSucceeded: succession.followed[index] != .max)
      } else {
        end(course, course.endReason)
      }
    }
  }

  /// One period on its way from what was paid to what holds.
  struct Course {
    let period: Period
    let start: Milliseconds
    /// The end of what was paid.
    var paidEnd: Milliseconds
    let environment: StoreEnvironment
    let isFamilyShared: Bool
    /// The end of the paid claim.
    var end: Milliseconds
    /// The end with any grace period.
    var serviceEnd: Milliseconds
    var endReason = EntitlementReason.expired
    /// An act has ended it, not the calendar.
    var isClosed = false
    /// The moment of that act; `.max` for none.
    var closed = Milliseconds.max
    var fact: EvidenceReference?

    init(
      period: Period, start: Milliseconds, paidEnd: Milliseconds, environment: StoreEnvironment, isFamilyShared: Bool
    ) {
      self.period = period
      self.start = start
      self.paidEnd = paidEnd
      self.environment = environment
      self.isFamilyShared = isFamilyShared
      end = paidEnd
      serviceEnd = paidEnd
    }

    var paidReason: EntitlementReason { isFamilyShared ? .family : .active }
  }

  // MARK: - Steps

  private mutating func refuseUndated(
    _ period: Period, _ record: LedgerTransaction, _ environment: StoreEnvironment
  ) {
    if period.standing == .ignored { return }
    let code: EntitlementFinding.Code = period.start == nil ? .purchaseDateMissing : .expiresDateMissing
    if period.standing == .grants {
      let name = period.start == nil ? "purchaseDate" : "expiresDate"
      findings.insert(EntitlementFinding(code, "expected a member \(name), found none", record))
    }
    // What is revoked or left behind grants nothing, dated or not.
    if record.revocation != nil || record.isUpgraded { return }
    doubts.append(
      Doubt(
        entitlements: period.entitlements,
        reason: period.standing == .unrecognized ? .unrecognizedProduct : .contradiction,
        record: period.position, environment: environment))
  }

  /// A newer renewal info of the same product that states a later date: an extension, or a renewal whose transaction
  /// has not come. It is paid in either case.
  private func extend(_ course: inout Course, _ record: LedgerTransaction, _ facts: LineageFacts) {
    guard let renewal = facts.renewal(about: course.period), let date = renewal.renewalDate, date > course.paidEnd,
      renewal.signed >= record.signed ?? .min, !renewal.isInBillingRetry, renewal.grace == nil,
      renewal.productID ?? course.period.productID == course.period.productID
    else { return }
    course.paidEnd = date
    course.end = date
    course.fact = EvidenceReference(id: renewal.evidence, kind: .signed)
  }

  private func close(
    _ course: inout Course, _ record: LedgerTransaction, followed: Milliseconds, replaced: Milliseconds
  ) {
    if record.isUpgraded {
      // Without the transaction that followed, only the refund of the rest says when; without that nobody knows, and then
      // it grants nothing at all.
      let left = followed == .max ? record.revocation ?? course.start : followed
      course.end = max(course.start, min(course.end, left))
      (course.endReason, course.isClosed, course.closed) = (.upgraded, true, left)
    } else if replaced < course.end {
      course.end = max(course.start, replaced)
      (course.endReason, course.isClosed, course.closed) = (.upgraded, true, replaced)
    }
    if let revocation = record.revocation {
      course.end = max(course.start, min(course.end, revocation))
      (course.endReason, course.isClosed, course.closed) = (.revoked, true, min(course.closed, revocation))
    }
  }

  /// A status that ends service, and is not older than the transaction it would overrule.
  private func close(_ course: inout Course, _ record: LedgerTransaction, _ status: StatusFact) {
    guard status.status == .expired || status.status == .revoked, status.asOf >= record.signed ?? .min else { return }
    if status.status == .revoked, !course.isClosed {
      (course.endReason, course.isClosed, course.closed) = (.revoked, true, status.asOf)
    }
    if status.asOf < course.end {
      course.end = max(course.start, status.asOf)
      course.isClosed = true
    }
    course.fact = EvidenceReference(id: status.evidence, kind: status.kind)
  }

  /// The newest status, if it speaks of this period: of its transaction, or of none that is known and later.
  private func status(
    _ facts: LineageFacts, about period: Period, _ record: LedgerTransaction, _ environment: StoreEnvironment
  ) -> StatusFact? {
    facts.status { status in
      if status.transactionID == period.transactionID { return true }
      let companion = TransactionKey(environment: record.environment?.rawValue ?? "", id: status.transactionID)
      return ledger.record(companion) == nil && status.asOf >= record.signed ?? .min
    }
  }

  private mutating func addGrace(
    _ course: inout Course, _ grace: GraceFact?, _ status: StatusFact?, _ facts: LineageFacts, followed: Milliseconds,
    isLast: Bool
  ) {
    var until = course.end
    var fact: EvidenceReference?
    if let grace, grace.until > course.end {
      until = min(grace.until, followed, course.closed)
      fact = EvidenceReference(id: grace.evidence, kind: .signed)
      if isLast {
        // A newer word on the same period takes the grace back from its moment on.
        if let renewal = facts.renewal(about: course.period), renewal.signed > grace.signed, renewal.grace == nil {
          until = min(until, renewal.signed)
        }
        if let status, status.asOf > grace.signed, [.expired, .billingRetry, .revoked].contains(status.status) {
          until = min(until, status.asOf)
        }
      }
    } else if isLast, !course.isClosed, let status, status.status == .gracePeriod,
      (facts.renewal(about: course.period)?.signed ?? .min) <= status.asOf
    {
      until = course.end.advanced(by: policy.longestGrace)
      fact = EvidenceReference(id: status.evidence, kind: status.kind)
    }
    guard until > course.end else { return }
    claim(course, from: course.end, to: until, .gracePeriod, fact)
    course.serviceEnd = until
    course.fact = fact
  }

  /// What holds after the last period that is known.
  private mutating func finish(
    _ course: Course, _ record: LedgerTransaction, _ status: StatusFact?, _ facts: LineageFacts, isSucceeded: Bool
  ) {
    let renewal = facts.renewal(about: course.period)
    touch(course.period.entitlements, max(renewal?.signed ?? .min, status?.asOf ?? .min))
    let complete = completeness(course.environment)
    if course.isClosed {
      let isLeftBehind = course.endReason == .upgraded && !isSucceeded
      if isLeftBehind, (complete ?? .min) < record.signed ?? .min, now >= course.end {
        // The customer moved to some other product of the group.
        return doubt(course, .successorUnknown, record.group.flatMap { catalog.grantedByGroup[$0] } ?? [])
      }
      return end(course, course.endReason)
    }
    let newest = Self.newest(renewal, status)
    let isCollecting = newest?.standing == .collecting
    if isCollecting, case .grants(let days) = policy.billingRetry {
      let until = course.paidEnd.advanced(by: Milliseconds(min(max(0, days), 366)) * .day)
      if until > course.serviceEnd {
        claim(course, from: course.serviceEnd, to: until, .billingRetry, newest?.evidence)
      }
    }
    var ended = course
    ended.fact = newest?.evidence ?? course.fact
    let isCertain: Bool
    let lastWord = newest.flatMap { $0.asOf >= course.serviceEnd ? $0 : nil }
    if let lastWord, lastWord.standing != .active {
      isCertain = true
    } else if let complete, complete >= course.serviceEnd, complete > lastWord?.asOf ?? .min {
      // A transaction history says nothing of grace periods.
      isCertain =
        course.serviceEnd > course.paidEnd || now >= course.paidEnd.advanced(by: policy.longestGrace)
    } else {
      isCertain = false
    }
    if isCertain {
      end(ended, isCollecting && now < course.paidEnd.advanced(by: collectingTime) ? .billingRetry : .expired)
    } else if now >= course.serviceEnd {
      // What was renewed into, as far as it is newer than the transaction, or what was to be.
      let renewed = facts.renewal.flatMap { $0.signed >= record.signed ?? .min ? $0.productID : nil }
      let next = [renewed, facts.renewal?.autoRenewProductID].compactMap { $0 }
        .compactMap { catalog.place(of: $0) }.flatMap { catalog.granted[$0] }
      doubt(course, .renewalUnknown, next)
    } else if course.period.standing != .grants {
      doubt(course, .renewalUnknown, [])
    }
  }

  private static func newest(
    _ renewal: RenewalFact?, _ status: StatusFact?
  ) -> (asOf: Milliseconds, standing: LineageFacts.Standing, evidence: EvidenceReference)? {
    if let status, status.asOf >= renewal?.signed ?? .min {
      let standing: LineageFacts.Standing? =
        switch status.status {
        case .active: .active
        case .expired, .revoked: .ended
        case .billingRetry, .gracePeriod: .collecting
        default: nil
        }
      if let standing {
        return (status.asOf, standing, EvidenceReference(id: status.evidence, kind: status.kind))
      }
    }
    guard let renewal else { return nil }
    return (renewal.signed, renewal.standing, EvidenceReference(id: renewal.evidence, kind: .signed))
  }

  // MARK: - Results

  private mutating func claim(
    _ course: Course, from start: Milliseconds, to end: Milliseconds, _ reason: EntitlementReason,
    _ fact: EvidenceReference?
  ) {
    guard course.period.standing == .grants, end > start, !course.period.entitlements.isEmpty else { return }
    claims.append(
      Claim(
        entitlements: course.period.entitlements, start: start, end: end, hasFixedEnd: course.isClosed, reason: reason,
        endReason: course.endReason, record: course.period.position, environment: course.environment, fact: fact))
  }

  private mutating func end(_ course: Course, _ reason: EntitlementReason) {
    switch course.period.standing {
    case .grants:
      endings.append(
        Ending(
          entitlements: course.period.entitlements, moment: course.serviceEnd, reason: reason,
          record: course.period.position, environment: course.environment, fact: course.fact))
    case .contradicts, .unrecognized:
      if now >= course.start, now < course.serviceEnd { doubt(course, .renewalUnknown, []) }
    case .ignored: break
    }
  }

  private mutating func doubt(_ course: Course, _ reason: EntitlementReason, _ more: [Int]) {
    if now < course.start { return }
    let reason: EntitlementReason =
      switch course.period.standing {
      case .grants: reason
      case .contradicts: .contradiction
      case .unrecognized: .unrecognizedProduct
      case .ignored: reason
      }
    if course.period.standing == .ignored, reason != .successorUnknown { return }
    var concerned = course.period.entitlements
    for place in more where !concerned.contains(place) { concerned.append(place) }
    doubts.append(
      Doubt(
        entitlements: concerned,
        reason: reason, record: course.period.position, environment: course.environment))
  }
}
