// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import StoreJWS

extension CustomerLedger {
  /// Records a transaction.
  @discardableResult
  public mutating func record(_ transaction: Verified<SignedTransaction>) -> EvidenceOutcome {
    let evidence = EvidenceID(of: transaction.characters)
    guard let record = LedgerTransaction(transaction.payload, evidence: evidence) else {
      return .unusable(
        EntitlementFinding(
          .transactionIDMissing, "expected a transactionId, found none", productID: transaction.payload.productID,
          evidence: evidence))
    }
    switch place(record) {
    case .recorded: return .recorded
    case .alreadyKnown: return .alreadyKnown
    case .superseded: return .superseded
    }
  }

  /// Records a renewal info. It names no app, so it counts only together with a transaction of the same original id.
  @discardableResult
  public mutating func record(_ renewalInfo: Verified<RenewalInfo>) -> EvidenceOutcome {
    let payload = renewalInfo.payload
    let evidence = EvidenceID(of: renewalInfo.characters)
    guard let original = payload.originalTransactionID else {
      return .unusable(
        EntitlementFinding(
          .originalTransactionIDMissing, "expected an originalTransactionId, found none",
          productID: payload.productID, evidence: evidence))
    }
    let fact = RenewalFact(payload, evidence: evidence)
    let key = LineageKey(environment: payload.environment?.rawValue ?? "", originalTransactionID: original)
    if facts(key)?.renewal == fact { return .alreadyKnown }
    return note(key) { $0.add(fact) } ? .recorded : .superseded
  }

  /// Records a notification: the transaction and the renewal info in it, and the status that it states or implies.
  ///
  /// Parts that are not verified are left out and counted.
  @discardableResult
  public mutating func record(_ notification: NotificationEvidence) -> RecordingSummary {
    var summary = RecordingSummary()
    summary.refusedCount = notification.refused.count
    if let transaction = notification.transaction { summary.count(record(transaction)) }
    if let renewalInfo = notification.renewalInfo { summary.count(record(renewalInfo)) }
    guard let status = notification.payload.impliedStatus else { return summary }
    let evidence = EvidenceID(of: notification.notification.characters)
    guard let transaction = notification.transaction?.payload,
      let record = LedgerTransaction(transaction, evidence: evidence)
    else {
      summary.findings.append(
        EntitlementFinding(
          .transactionNotVerified, "a notification states a status, and no verified transaction says of what",
          evidence: evidence))
      return summary
    }
    let stated = notification.payload.signedDate.flatMap { Milliseconds($0) } ?? .min
    summary.count(
      noteStatus(
        StatusFact(
          status: status, asOf: max(stated, record.signed ?? .min), kind: .signed,
          transactionID: record.transactionID, evidence: evidence), of: record.lineage))
    return summary
  }

  /// Records what an answer says of one subscription.
  ///
  /// - Parameters:
  ///   - subscription: one subscription of a body.
  ///   - fetchedAt: when the caller itself fetched the answer from Apple. Only then is the unsigned status used, as
  ///     evidence of the lower kind; nil leaves it out.
  @discardableResult
  public mutating func record(_ subscription: SubscriptionEvidence, fetchedAt: Date?) -> RecordingSummary {
    var summary = RecordingSummary()
    summary.refusedCount = subscription.strings.count { !$0.isVerified }
    if let transaction = subscription.transaction { summary.count(record(transaction)) }
    if let renewalInfo = subscription.renewalInfo { summary.count(record(renewalInfo)) }
    guard let status = subscription.unsignedStatus, let fetched = fetchedAt.flatMap({ Milliseconds($0) }) else {
      return summary
    }
    guard let transaction = subscription.transaction,
      let record = LedgerTransaction(transaction.payload, evidence: EvidenceID(of: transaction.characters))
    else {
      summary.findings.append(
        EntitlementFinding(
          .transactionNotVerified, "a status stands beside no verified transaction, which would say of what"))
      return summary
    }
    summary.count(
      noteStatus(
        StatusFact(
          status: status, asOf: max(fetched, record.signed ?? .min), kind: .fetched,
          transactionID: record.transactionID, evidence: record.evidence), of: record.lineage))
    return summary
  }

  /// Records every subscription of a status answer; see ``record(_:fetchedAt:)-(SubscriptionEvidence,_)``.
  @discardableResult
  public mutating func record(
    _ statuses: BodyEvidence<SubscriptionStatusesBody>, fetchedAt: Date?
  ) -> RecordingSummary {
    var summary = RecordingSummary()
    for subscription in statuses.subscriptions { summary.add(record(subscription, fetchedAt: fetchedAt)) }
    return summary
  }

  /// Records the verified transactions of any body that holds some: a history page, an order, a refund history. Strings
  /// that are not verified are left out and counted.
  @discardableResult
  public mutating func record(transactionsOf body: BodyEvidence<some SignedStringBody>) -> RecordingSummary {
    var summary = RecordingSummary()
    summary.refusedCount = body.refused.count
    for transaction in body.transactions { summary.count(record(transaction)) }
    return summary
  }

  /// Records a transaction or renewal info that was found in some document. Strings of other kinds are of no use here, and the
  /// outcome says so; a notification is recorded whole, with ``record(_:)-(NotificationEvidence)``.
  @discardableResult
  public mutating func record(_ string: ExaminedString) -> EvidenceOutcome {
    if let transaction = string.transaction { return record(transaction) }
    if let renewalInfo = string.renewalInfo { return record(renewalInfo) }
    return .unusable(
      EntitlementFinding(
        .noEvidenceOfPurchase, "a document of kind \(string.examination.kind.rawValue) is no evidence of a purchase",
        evidence: EvidenceID(of: string.examination.characters)))
  }

  private mutating func noteStatus(_ fact: StatusFact, of key: LineageKey) -> EvidenceOutcome {
    let known = facts(key)
    if known?.signedStatus == fact || known?.fetchedStatus == fact { return .alreadyKnown }
    return note(key) { $0.add(fact) } ? .recorded : .superseded
  }
}

// MARK: - Whole histories

extension CustomerLedger {
  /// Records the whole, unfiltered transaction history of a customer, and that it was whole at a moment. From then on a
  /// product without a transaction is known not to have been bought.
  ///
  /// - Parameters:
  ///   - pages: every page, the last one with `hasMore` false.
  ///   - environment: the store that was asked.
  ///   - fetchedAt: when the caller fetched the first of them.
  /// - Throws: `refusedEvidence` if a string is not verified or the last page says that there is more;
  ///   `dateOutOfRange`. Nothing is recorded then.
  @discardableResult
  public mutating func record(
    completeHistory pages: [BodyEvidence<TransactionHistoryBody>], environment: StoreEnvironment, fetchedAt: Date
  ) throws(EntitlementError) -> RecordingSummary {
    if let refused = pages.lazy.flatMap(\.refused).first {
      throw EntitlementError(
        code: .refusedEvidence, category: .notTrusted,
        message: "a history is whole only if all of it is verified; \(refused.path) is not")
    }
    if pages.last?.unsigned.hasMore != false {
      throw EntitlementError(
        code: .refusedEvidence, category: .truncated, message: "the last page does not say that there are no more")
    }
    var changed = self
    try changed.recordCompleteness(environment: environment, asOf: fetchedAt)
    var summary = RecordingSummary()
    for page in pages { summary.add(changed.record(transactionsOf: page)) }
    self = changed
    return summary
  }

  /// Says that all purchases up to a moment are in the ledger: the caller's word, where it keeps every transaction.
  ///
  /// - Throws: `dateOutOfRange`.
  public mutating func recordCompleteness(environment: StoreEnvironment, asOf: Date) throws(EntitlementError) {
    guard let moment = Milliseconds(asOf) else {
      throw EntitlementError(code: .dateOutOfRange, category: .unsupported, message: "the date is out of range")
    }
    noteComplete(environment.rawValue, asOf: moment)
  }
}

extension ServerNotification {
  /// The status that the notification states, else the one that its type implies.
  var impliedStatus: SubscriptionStatus? {
    if let status = data?.status { return status }
    return switch (notificationType, subtype) {
    case (.didFailToRenew, .gracePeriod): .gracePeriod
    case (.didFailToRenew, _), (.gracePeriodExpired, _): .billingRetry
    case (.expired, _): .expired
    default: nil
    }
  }
}
