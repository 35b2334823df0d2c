// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import StoreJWS

/// What is known of one customer's purchases: a value, fed with verified evidence in any order and any number of times.
///
/// Whose purchases they are, the caller says: a token proves that somebody bought, not who presents it. Of each
/// transaction the newest revision by signing date is kept, of each subscription the newest renewal info and status, so
/// arrival order, repetition and the order of merges make no difference.
public struct CustomerLedger: Sendable {
  /// Who the customer is, in the caller's own terms.
  public let customer: String
  private(set) var records: [LedgerTransaction] = []
  private var positions: [TransactionKey: Int] = [:]
  private(set) var lineages: [Lineage] = []
  private var lineagePositions: [LineageKey: Int] = [:]
  private(set) var completeness: [String: Milliseconds] = [:]

  /// A subscription or purchase through its renewals.
  struct Lineage: Sendable {
    let key: LineageKey
    var facts = LineageFacts()
    /// Places in `records`, in the order of arrival.
    var members: [Int] = []
  }

  /// An empty ledger: nothing is known of the customer, which is not the same as that nothing was bought.
  public init(customer: String) {
    self.customer = customer
  }

  /// Whether nothing at all has been recorded.
  public var isEmpty: Bool { records.isEmpty && completeness.isEmpty && lineages.allSatisfy(\.facts.isEmpty) }

  /// The newest revision of every transaction, by product id (bytes), purchase date, transaction id and evidence.
  public var transactions: [LedgerTransaction] { records.sorted(by: LedgerTransaction.precedes) }

  /// A product's transactions, newest purchase first.
  public func history(of productID: String) -> [LedgerTransaction] {
    transactions.reversed().filter { $0.productID == productID }
  }

  /// Up to when the whole history of a store is known, as the caller has said; nil if it is not.
  public func completeAsOf(_ environment: StoreEnvironment) -> Date? { completeness[environment.rawValue]?.date }

  // MARK: - Slots

  enum Placement { case recorded, alreadyKnown, superseded }

  mutating func place(_ record: LedgerTransaction) -> Placement {
    guard let position = positions[record.key] else {
      positions[record.key] = records.count
      lineages[lineagePosition(record.lineage)].members.append(records.count)
      records.append(record)
      return .recorded
    }
    let known = records[position]
    if known.evidence == record.evidence, known == record { return .alreadyKnown }
    guard record.supersedes(known) else { return .superseded }
    if known.lineage != record.lineage {
      lineages[lineagePosition(known.lineage)].members.removeAll { $0 == position }
      lineages[lineagePosition(record.lineage)].members.append(position)
    }
    records[position] = record
    return .recorded
  }

  /// Changes what is known of a subscription, and says whether that changed anything.
  mutating func note(_ key: LineageKey, _ change: (inout LineageFacts) -> Void) -> Bool {
    let position = lineagePosition(key)
    let before = lineages[position].facts
    change(&lineages[position].facts)
    return lineages[position].facts != before
  }

  func facts(_ key: LineageKey) -> LineageFacts? { lineagePositions[key].map { lineages[$0].facts } }

  func record(_ key: TransactionKey) -> LedgerTransaction? { positions[key].map { records[$0] } }

  mutating func noteComplete(_ environment: String, asOf: Milliseconds) {
    completeness[environment] = max(asOf, completeness[environment] ?? asOf)
  }

  private mutating func lineagePosition(_ key: LineageKey) -> Int {
    if let position = lineagePositions[key] { return position }
    lineagePositions[key] = lineages.count
    lineages.append(Lineage(key: key))
    return lineages.count - 1
  }

  /// The subscriptions of which something beside transactions is known, in a stable order.
  var sortedFacts: [(key: LineageKey, facts: LineageFacts)] {
    lineages.filter { !$0.facts.isEmpty }.map { ($0.key, $0.facts) }.sorted { $0.key < $1.key }
  }
}

extension CustomerLedger: Equatable {
  /// Whether the same is known of the same customer, however it came in.
  public static func == (left: CustomerLedger, right: CustomerLedger) -> Bool {
    guard left.customer == right.customer, left.completeness == right.completeness,
      left.records.count == right.records.count
    else { return false }
    for record in left.records where right.record(record.key) != record { return false }
    let (leftFacts, rightFacts) = (left.sortedFacts, right.sortedFacts)
    return leftFacts.count == rightFacts.count
      && zip(leftFacts, rightFacts).allSatisfy { $0.key == $1.key && $0.facts == $1.facts }
  }
}

// MARK: - Merging

extension CustomerLedger {
  /// Takes over what another ledger of the same customer knows. Associative, commutative and idempotent.
  ///
  /// - Throws: `differentCustomer`.
  public mutating func merge(_ other: CustomerLedger) throws(EntitlementError) {
    guard other.customer == customer else {
      throw EntitlementError(
        code: .differentCustomer, category: .unsupported,
        message: "expected a ledger of customer \(customer), found one of \(other.customer)")
    }
    for record in other.records { _ = place(record) }
    for lineage in other.lineages where !lineage.facts.isEmpty { _ = note(lineage.key) { $0.merge(lineage.facts) } }
    for (environment, asOf) in other.completeness { noteComplete(environment, asOf: asOf) }
  }

  /// What both ledgers know together; see ``merge(_:)``.
  ///
  /// - Throws: `differentCustomer`.
  public func merging(_ other: CustomerLedger) throws(EntitlementError) -> CustomerLedger {
    var merged = self
    try merged.merge(other)
    return merged
  }
}

extension CustomerLedger {
  /// The same knowledge, with evidence that names no store put to the one that a policy assumes, if it does: a revision without a
  /// store and a later one with it are of one transaction.
  package func assuming<Entitlement>(_ policy: EntitlementPolicy<Entitlement>) -> CustomerLedger {
    guard let environment = policy.environment(of: nil), lineages.contains(where: { $0.key.environment.isEmpty }) else {
      return self
    }
    var copy = CustomerLedger(customer: customer)
    copy.completeness = completeness
    for var record in records {
      record.environment = record.environment ?? environment
      _ = copy.place(record)
    }
    for lineage in lineages where !lineage.facts.isEmpty {
      var key = lineage.key
      if key.environment.isEmpty {
        key = LineageKey(environment: environment.rawValue, originalTransactionID: key.originalTransactionID)
      }
      _ = copy.note(key) { $0.merge(lineage.facts) }
    }
    return copy
  }

  /// The same knowledge under another customer; only for a reader that learns the name late.
  func renamed(_ customer: String) -> CustomerLedger {
    var copy = CustomerLedger(customer: customer)
    (copy.records, copy.positions, copy.lineages) = (records, positions, lineages)
    (copy.lineagePositions, copy.completeness) = (lineagePositions, completeness)
    return copy
  }
}
