// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import StoreJWS

/// Whether a customer may use something. Unknown is not no, and never yes.
public enum EntitlementState: String, Hashable, Sendable, CaseIterable {
  /// The evidence grants it.
  case entitled
  /// The evidence says that it is not, or no longer, granted.
  case notEntitled
  /// The evidence does not decide.
  case unknown
}

/// Why an answer is what it is.
public enum EntitlementReason: String, Hashable, Sendable, CaseIterable {
  /// A paid period runs.
  case active
  /// Bought once, for ever.
  case lifetime
  /// A paid period runs, bought by a member of the family.
  case family
  /// The paid period is over; service goes on while Apple collects.
  case gracePeriod
  /// Apple tries to collect. Entitled only where the policy says so.
  case billingRetry
  /// The paid period is over.
  case expired
  /// Refunded, or no longer shared by the family.
  case revoked
  /// The customer moved on to another product, which does not grant this.
  case upgraded
  /// What grants it begins later than the moment asked about.
  case notYetBegun
  /// The whole history is known, and nothing in it grants this.
  case neverBought
  /// There is no evidence about it, and the history is not known to be whole.
  case noEvidence
  /// The paid period is over, and nothing signed since says whether it was renewed.
  case renewalUnknown
  /// The product that was left by an upgrade is known; the product that followed is not.
  case successorUnknown
  /// An unrecognised product of the group runs and may grant it.
  case unrecognizedProduct
  /// Evidence contradicts the catalog.
  case contradiction
  /// The newest evidence is older than the policy allows.
  case evidenceTooOld
  /// The caller fixed the answer.
  case overridden
}

/// What comes after the current period.
public enum RenewalOutlook: Hashable, Sendable {
  /// Nothing renews: a lifetime purchase, a non-renewing subscription, or no subscription at all.
  case doesNotApply
  /// No renewal info is known.
  case unknown
  /// It will renew into a product; the date, where the evidence states one.
  case renews(into: String?, at: Date?)
  /// It will renew only if the customer agrees to a higher price.
  case awaitsConsent(into: String?, at: Date?)
  /// Renewal is switched off.
  case ends
  /// Apple tries to collect for the renewal.
  case collecting(into: String?)
}

/// What a customer may do with one entitlement at one moment, and why.
public struct EntitlementAnswer<Entitlement: Hashable & Sendable>: Hashable, Sendable {
  /// The entitlement.
  public let entitlement: Entitlement
  /// Yes, no or unknown.
  public internal(set) var state: EntitlementState
  /// Why.
  public internal(set) var reason: EntitlementReason
  /// Entitled: since when without a gap.
  public internal(set) var since: Date?
  /// Entitled: until when, as far as the evidence goes, nil for ever; else when it ended.
  public internal(set) var until: Date?
  /// What comes next.
  public internal(set) var renewal: RenewalOutlook = .doesNotApply
  /// The product that decided.
  public internal(set) var productID: String?
  /// The transaction that decided.
  public internal(set) var transactionID: String?
  /// Whether the family shares it.
  public internal(set) var isFamilyShared = false
  /// The store.
  public internal(set) var environment: StoreEnvironment?
  /// What the answer rests on; the first is the transaction that decided.
  public internal(set) var evidence: [EvidenceReference] = []
  /// The moment of the newest evidence about this entitlement: things may have changed since.
  public internal(set) var asOf: Date?

  init(_ entitlement: Entitlement, _ state: EntitlementState, _ reason: EntitlementReason) {
    self.entitlement = entitlement
    self.state = state
    self.reason = reason
  }
}

/// A stretch of time in which an entitlement was held, from its begin up to but without its end.
public struct EntitlementInterval<Entitlement: Hashable & Sendable>: Hashable, Sendable {
  /// The entitlement.
  public let entitlement: Entitlement
  /// Its begin.
  public let start: Date
  /// Its end, as far as the evidence goes; nil for none.
  public let end: Date?
  /// Why it was held: active, family, lifetime, grace period or billing retry.
  public let reason: EntitlementReason
  /// Why it ended, where it did; nil for none.
  public let endReason: EntitlementReason?
  /// The product.
  public let productID: String?
  /// The transaction.
  public let transactionID: String
  /// The store.
  public let environment: StoreEnvironment
  /// The evidence.
  public let evidence: [EvidenceReference]
}
