// SPDX-License-Identifier: MIT
internal import FoundationEssentials
internal import StoreJWS

/// What is known of a subscription beside its transactions. Each slot keeps the newest fact, so that facts may come in
/// any order.
struct LineageFacts: Equatable, Sendable {
  /// The newest renewal info.
  var renewal: RenewalFact?
  /// The grace periods that renewal infos have stated, by their end: they outlive the renewal info, for the timeline.
  var graces: [Milliseconds: GraceFact] = [:]
  /// The newest status inside a signature.
  var signedStatus: StatusFact?
  /// The newest status that the caller fetched.
  var fetchedStatus: StatusFact?

  var isEmpty: Bool { renewal == nil && graces.isEmpty && signedStatus == nil && fetchedStatus == nil }

  /// The newest status among those that a question admits; of one moment the signed one.
  func status(where isAdmitted: (StatusFact) -> Bool) -> StatusFact? {
    let signed = signedStatus.flatMap { isAdmitted($0) ? $0 : nil }
    guard let fetched = fetchedStatus, isAdmitted(fetched) else { return signed }
    return fetched.asOf > signed?.asOf ?? .min ? fetched : signed ?? fetched
  }

  mutating func add(_ fact: RenewalFact) {
    if let grace = fact.grace { add(grace) }
    if renewal.map({ fact.supersedes($0) }) ?? true { renewal = fact }
  }

  mutating func add(_ fact: GraceFact) {
    if graces[fact.until].map({ fact.supersedes($0) }) ?? true { graces[fact.until] = fact }
  }

  mutating func add(_ fact: StatusFact) {
    switch fact.kind {
    case .signed: if signedStatus.map({ fact.supersedes($0) }) ?? true { signedStatus = fact }
    case .fetched: if fetchedStatus.map({ fact.supersedes($0) }) ?? true { fetchedStatus = fact }
    }
  }

  mutating func merge(_ other: LineageFacts) {
    if let renewal = other.renewal { add(renewal) }
    for grace in other.graces.values { add(grace) }
    if let status = other.signedStatus { add(status) }
    if let status = other.fetchedStatus { add(status) }
  }
}

/// A renewal info.
struct RenewalFact: Equatable, Sendable {
  let evidence: EvidenceID
  let signed: Milliseconds
  let grace: GraceFact?
  let isInBillingRetry: Bool
  /// Apple has said why it lapsed.
  let hasLapsed: Bool
  let autoRenewStatus: AutoRenewStatus?
  let autoRenewProductID: String?
  let productID: String?
  let renewalDate: Milliseconds?
  let priceIncreaseStatus: PriceIncreaseStatus?
  let json: [UInt8]

  init(_ payload: RenewalInfo, evidence: EvidenceID) {
    self.evidence = evidence
    signed = payload.signedDate.flatMap { Milliseconds($0) } ?? .min
    isInBillingRetry = payload.isInBillingRetryPeriod == true
    hasLapsed = payload.expirationIntent != nil
    autoRenewStatus = payload.autoRenewStatus
    autoRenewProductID = payload.autoRenewProductID
    productID = payload.productID
    renewalDate = payload.renewalDate.flatMap { Milliseconds($0) }
    priceIncreaseStatus = payload.priceIncreaseStatus
    let until = payload.gracePeriodExpiresDate.flatMap { Milliseconds($0) }
    grace = until.map { [signed, renewalDate] in
      GraceFact(until: $0, signed: signed, renewalDate: renewalDate, evidence: evidence)
    }
    json = payload.json
  }

  /// Where the subscription stood. One that is to renew, is not being collected for and has not lapsed goes on: the transaction of
  /// its renewal, or of its change to another product, has only not come.
  var standing: LineageFacts.Standing {
    if isInBillingRetry { return .collecting }
    return autoRenewStatus == .on && !hasLapsed ? .active : .ended
  }

  func supersedes(_ other: RenewalFact) -> Bool {
    if signed != other.signed { return signed > other.signed }
    if evidence != other.evidence { return evidence > other.evidence }
    return other.json.lexicographicallyPrecedes(json)
  }
}

/// A billing grace period.
struct GraceFact: Equatable, Sendable {
  let until: Milliseconds
  let signed: Milliseconds
  let renewalDate: Milliseconds?
  let evidence: EvidenceID

  func supersedes(_ other: GraceFact) -> Bool {
    if signed != other.signed { return signed > other.signed }
    if renewalDate != other.renewalDate { return (renewalDate ?? .min) > (other.renewalDate ?? .min) }
    return evidence > other.evidence
  }
}

/// Where a subscription stood.
struct StatusFact: Equatable, Sendable {
  let status: SubscriptionStatus
  let asOf: Milliseconds
  let kind: EvidenceKind
  /// The transaction that stood beside it: the period that it speaks of.
  let transactionID: String
  let evidence: EvidenceID

  func supersedes(_ other: StatusFact) -> Bool {
    if asOf != other.asOf { return asOf > other.asOf }
    if evidence != other.evidence { return evidence > other.evidence }
    if transactionID != other.transactionID { return transactionID > other.transactionID }
    return status.rawValue > other.status.rawValue
  }
}
