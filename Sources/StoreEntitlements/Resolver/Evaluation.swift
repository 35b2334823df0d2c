// SPDX-License-Identifier: MIT
internal import FoundationEssentials
internal import StoreJWS

/// A stretch of time in which a transaction grants something.
struct Claim {
  /// Places in the evaluation's entitlements.
  let entitlements: [Int]
  let start: Milliseconds
  /// `.max` for ever.
  let end: Milliseconds
  /// The end is an act, not a date that two clocks may see differently.
  var hasFixedEnd = false
  let reason: EntitlementReason
  let endReason: EntitlementReason
  /// Place in the ledger's records.
  let record: Int
  let environment: StoreEnvironment
  /// What it rests on beside the transaction.
  var fact: EvidenceReference?

  func covers(_ moment: Milliseconds, tolerance: Milliseconds) -> Bool {
    start.advanced(by: -tolerance) <= moment && (moment < end || (!hasFixedEnd && moment < end.advanced(by: tolerance)))
  }
}

/// A claim that is over, and is known to be.
struct Ending {
  let entitlements: [Int]
  let moment: Milliseconds
  let reason: EntitlementReason
  let record: Int
  let environment: StoreEnvironment
  var fact: EvidenceReference?
}

/// Why it cannot be said that something is not granted.
struct Doubt {
  let entitlements: [Int]
  let reason: EntitlementReason
  let record: Int
  let environment: StoreEnvironment
}

/// All claims, endings and doubts of one ledger at one moment.
struct Evaluation<Entitlement: Hashable & Sendable> {
  let ledger: CustomerLedger
  let catalog: EntitlementCatalog<Entitlement>
  let policy: EntitlementPolicy<Entitlement>
  let now: Milliseconds
  /// The catalog's, then those that only the policy grants.
  private(set) var entitlements: [Entitlement]
  var claims: [Claim] = []
  var endings: [Ending] = []
  var doubts: [Doubt] = []
  var findings: Set<EntitlementFinding> = []
  /// The newest evidence about each entitlement; `.min` for none.
  private(set) var asOf: [Milliseconds]
  /// The newest evidence at all; nil for none.
  private(set) var newest: Milliseconds?

  init(
    _ ledger: CustomerLedger, _ catalog: EntitlementCatalog<Entitlement>, _ policy: EntitlementPolicy<Entitlement>,
    now: Milliseconds
  ) {
    self.ledger = ledger
    self.catalog = catalog
    self.policy = policy
    self.now = now
    entitlements = catalog.entitlements
    asOf = [Milliseconds](repeating: .min, count: catalog.entitlements.count)
  }

  /// Up to when the history of a store is whole.
  func completeness(_ environment: StoreEnvironment) -> Milliseconds? {
    ledger.completeness[environment.rawValue]
  }

  /// Up to when the histories of all accepted stores are whole.
  var completeness: Milliseconds? {
    var earliest: Milliseconds?
    for environment in policy.environments {
      guard let asOf = completeness(environment) else { return nil }
      earliest = min(earliest ?? asOf, asOf)
    }
    return earliest
  }

  mutating func run() {
    for lineage in ledger.lineages where !lineage.members.isEmpty { add(lineage) }
  }

  /// Notes that there is evidence of a moment.
  mutating func touch(_ places: [Int], _ moment: Milliseconds?) {
    let moment = moment ?? .min
    newest = max(newest ?? moment, moment)
    for place in places where asOf[place] < moment { asOf[place] = moment }
  }

  // MARK: - Purchases

  private mutating func add(_ lineage: CustomerLedger.Lineage) {
    guard let environment = accepted(lineage) else { return }
    var periods: [Period] = []
    for position in lineage.members {
      let record = ledger.records[position]
      guard isOfThisApp(record) else { continue }
      let place = catalog.placeOrFinding(product: record.productID, type: record.productType, group: record.group)
      switch place {
      case .declared(let place):
        let granted = catalog.granted[place]
        touch(granted, record.signed)
        switch catalog.products[place].kind {
        case .consumable: break
        case .nonConsumable: add(single: record, position, granted, environment, lasts: nil)
        case .nonRenewing(let period): add(single: record, position, granted, environment, lasts: period)
        case .autoRenewable: periods.append(Period(record, position, granted, .grants))
        }
      case .contradiction(let code, let place):
        touch([], record.signed)
        findings.insert(EntitlementFinding(code, Self.contradiction(record), record))
        let concerned = place.map { catalog.granted[$0] } ?? record.group.flatMap { catalog.grantedByGroup[$0] } ?? []
        periods.append(Period(record, position, concerned, .contradicts))
      case .unrecognized(let group):
        touch([], record.signed)
        periods.append(unrecognized(record, position, group))
      case .unmanaged:
        touch([], record.signed)
        if record.productType == .autoRenewableSubscription { periods.append(Period(record, position, [], .ignored)) }
      }
    }
    if !periods.isEmpty { add(subscription: &periods, lineage.facts, environment) }
  }

  private mutating func accepted(_ lineage: CustomerLedger.Lineage) -> StoreEnvironment? {
    let stated = lineage.key.environment.isEmpty ? nil : StoreEnvironment(rawValue: lineage.key.environment)
    let first = lineage.members.map { ledger.records[$0] }.min(by: LedgerTransaction.precedes)
    guard let environment = policy.environment(of: stated) else {
      if let first {
        findings.insert(EntitlementFinding(.environmentMissing, "expected an environment, found none", first))
      }
      return nil
    }
    guard policy.environments.contains(environment) else {
      if let first {
        findings.insert(
          EntitlementFinding(
            .environmentNotAccepted, "evidence of the environment \(environment.rawValue) is not accepted", first))
      }
      return nil
    }
    return environment
  }

  private mutating func isOfThisApp(_ record: LedgerTransaction) -> Bool {
    guard let expected = policy.bundleIDs else { return true }
    guard let bundleID = record.bundleID else {
      findings.insert(EntitlementFinding(.bundleIDMissing, "expected a bundle id, found none", record))
      return false
    }
    guard expected.contains(bundleID) else {
      findings.insert(EntitlementFinding(.bundleIDMismatch, "the transaction is of the app \(bundleID)", record))
      return false
    }
    return true
  }

  private static func contradiction(_ record: LedgerTransaction) -> String {
    let kind = record.productType?.rawValue ?? "no kind"
    let group = record.group.map { "group \($0)" } ?? "no group"
    return
      "the transaction states \(kind) and \(group), which is not what the catalog says of \(record.productID ?? "it")"
  }

  private mutating func unrecognized(_ record: LedgerTransaction, _ position: Int, _ group: String) -> Period {
    let possible = catalog.grantedByGroup[group] ?? []
    // A plan that was left by an upgrade grants nothing, whatever it was.
    if record.isUpgraded { return Period(record, position, possible, .ignored) }
    switch policy.unrecognizedProducts {
    case .ignore: return Period(record, position, [], .ignored)
    case .leave:
      findings.insert(
        EntitlementFinding(
          .unrecognizedProduct, "product \(record.productID ?? "") of group \(group) is not in the catalog", record))
      return Period(record, position, possible, .unrecognized)
    case .grant(let rule):
      let places = rule(record).map { place(of: $0) }.sorted()
      touch(places, record.signed)
      return Period(record, position, places, places.isEmpty ? .ignored : .grants)
    }
  }

  private mutating func place(of entitlement: Entitlement) -> Int {
    if let place = entitlements.firstIndex(of: entitlement) { return place }
    entitlements.append(entitlement)
    asOf.append(.min)
    return entitlements.count - 1
  }

  /// A non-consumable, or with a period a non-renewing subscription: each purchase stands for itself.
  private mutating func add(
    single record: LedgerTransaction, _ position: Int, _ granted: [Int], _ environment: StoreEnvironment,
    lasts period: CatalogPeriod?
  ) {
    guard let start = record.purchase else {
      findings.insert(EntitlementFinding(.purchaseDateMissing, "expected a purchaseDate, found none", record))
      doubts.append(
        Doubt(entitlements: granted, reason: .contradiction, record: position, environment: environment))
      return
    }
    var end = period?.end(from: start) ?? .max
    var endReason = EntitlementReason.expired
    if record.isUpgraded { (end, endReason) = (start, .upgraded) }
    if let revocation = record.revocation { (end, endReason) = (max(start, min(end, revocation)), .revoked) }
    if end > start {
      let reason: EntitlementReason = record.isFamilyShared ? .family : period == nil ? .lifetime : .active
      claims.append(
        Claim(
          entitlements: granted, start: start, end: end, hasFixedEnd: endReason != .expired, reason: reason,
          endReason: endReason, record: position, environment: environment))
    }
    if end != .max {
      endings.append(
        Ending(entitlements: granted, moment: end, reason: endReason, record: position, environment: environment))
    }
  }
}
