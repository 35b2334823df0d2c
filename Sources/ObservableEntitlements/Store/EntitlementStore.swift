// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import Observation
public import StoreEntitlements
public import StoreJWS

/// One observable place that knows what is owned.
///
/// It listens to its source from the moment it is made, verifies every token, lets the app act on it, finishes it only
/// afterwards, and publishes what is owned. Transactions are handled one at a time, in the order in which they came.
@Observable @MainActor
public final class EntitlementStore<Entitlement: Hashable & Sendable> {
  /// Which products there are, and what each grants.
  public nonisolated let catalog: EntitlementCatalog<Entitlement>
  /// What the evidence does not decide: stores, grace period, tolerance. ``EntitlementStoreDelegates`` decide over
  /// unrecognised products here.
  public nonisolated let policy: EntitlementPolicy<Entitlement>
  var availability: EntitlementAvailability<Entitlement>

  /// How many revisions are remembered as completed, the newest ones, for as long as the store lives. An older one that
  /// is delivered again is handled again: keep effects idempotent.
  public nonisolated static var rememberedRevisionCount: Int { 512 }

  @ObservationIgnored let verifier: StoreVerifier?
  @ObservationIgnored let source: (any EvidenceSource)?
  @ObservationIgnored let now: @Sendable () -> Date
  @ObservationIgnored var delegates: EntitlementStoreDelegates<Entitlement>
  @ObservationIgnored var phase = Phase.open
  /// What is known of each transaction: an older revision must not bring back what a newer one took.
  @ObservationIgnored var ledger = CustomerLedger(customer: "")
  @ObservationIgnored var revisions = RevisionCache<RevisionProgress>(
    capacity: EntitlementStore.rememberedRevisionCount)
  @ObservationIgnored var decisions = RevisionCache<UnrecognizedDecision<Entitlement>>(capacity: 512)
  /// Failures of the work at hand that no caller gets; sent when its state is published.
  @ObservationIgnored var collected: [EntitlementStoreFailure] = []
  /// Transactions whose newest revision contradicts the catalog.
  @ObservationIgnored var contradictions: [TransactionKey: EntitlementStoreError] = [:]
  @ObservationIgnored var tail: Task<Void, Never>?
  @ObservationIgnored var listener: Task<Void, Never>?
  @ObservationIgnored var closing: Task<Void, Never>?
  @ObservationIgnored var pendingRefresh: PendingRefresh?
  @ObservationIgnored var dispatcher: FailureDispatcher?

  enum Phase { case open, closing, closed }

  /// Makes a store and starts to listen and to load.
  ///
  /// - Parameters:
  ///   - catalog: which products there are, and what each grants.
  ///   - policy: what the evidence does not decide.
  ///   - verifier: verifies every token that the source gives.
  ///   - source: where tokens come from.
  ///   - delegates: the app's say.
  ///   - now: the present moment.
  public init(
    catalog: EntitlementCatalog<Entitlement>,
    policy: EntitlementPolicy<Entitlement> = EntitlementPolicy(),
    verifier: StoreVerifier,
    source: some EvidenceSource,
    delegates: EntitlementStoreDelegates<Entitlement> = EntitlementStoreDelegates(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.catalog = catalog
    self.policy = policy
    self.verifier = verifier
    self.source = source
    self.delegates = delegates
    self.now = now
    availability = .loading
    start(source.updates)
  }

  /// Makes a store whose answers are fixed, for previews and demonstrations: it has no source, and what needs one throws
  /// `overridden`.
  public init(overriding entitlements: Set<Entitlement>, in catalog: EntitlementCatalog<Entitlement>) {
    self.catalog = catalog
    policy = EntitlementPolicy()
    verifier = nil
    source = nil
    delegates = EntitlementStoreDelegates()
    now = { Date() }
    availability = .overridden(entitlements)
  }

  isolated deinit {
    // A store that was not closed: work at hand goes on, nothing more is listened to.
    listener?.cancel()
  }

  // MARK: - Answers

  /// How far the answers can be relied on.
  public var status: EntitlementStoreStatus {
    switch availability {
    case .loading: .loading
    case .failed(let error): .failed(error)
    case .ready: .ready
    case .overridden: .overridden
    }
  }

  /// The verified transactions that entitle, by product id, purchase date, transaction id and token; nil while unknown
  /// and where the answers are fixed.
  public var transactions: [Verified<SignedTransaction>]? {
    if case .ready(let snapshot) = availability { snapshot.transactions } else { nil }
  }

  /// What is owned: nil is unknown, the empty set is known to be nothing.
  public var activeEntitlements: Set<Entitlement>? {
    switch availability {
    case .loading, .failed: nil
    case .ready(let snapshot): snapshot.active
    case .overridden(let entitlements): entitlements
    }
  }

  /// When the source was asked for what is now published; nil while unknown and where the answers are fixed.
  public var asOf: Date? {
    if case .ready(let snapshot) = availability { snapshot.date } else { nil }
  }

  /// Whether exactly this is owned; false also while that is unknown, which ``state(of:)`` tells apart.
  public func isEntitled(to entitlement: Entitlement) -> Bool { state(of: entitlement) == .entitled }

  /// Whether exactly this is owned, or unknown.
  public func state(of entitlement: Entitlement) -> EntitlementState {
    activeEntitlements.map { $0.contains(entitlement) ? .entitled : .notEntitled } ?? .unknown
  }
}
