// SPDX-License-Identifier: MIT
public import StoreJWS

/// What the evidence does not decide and the app does.
public struct EntitlementPolicy<Entitlement: Hashable & Sendable>: Sendable {
  /// Whether a subscription goes on granting while Apple tries to collect, after any grace period.
  public enum BillingRetry: Hashable, Sendable {
    /// It does not, as Apple's own entitlements do not.
    case doesNotGrant
    /// It does, until so many days after the paid period; Apple tries for 60.
    case grants(days: Int)
  }

  /// What a subscription of a declared group grants whose product is not in the catalog: an old plan, or one that is
  /// newer than this build.
  public enum UnrecognizedProducts: Sendable {
    /// Nothing, but what the group's products grant is unknown while it runs, and there is a finding.
    case leave
    /// Nothing, and it is as if it were not there.
    case ignore
    /// What the function says; an empty set is as ``ignore``. The function must be pure: it is asked each time.
    case grant(@Sendable (LedgerTransaction) -> Set<Entitlement>)
  }

  /// What evidence without a store is taken for: tokens of 2021 and early 2022 name none.
  public enum MissingEnvironment: Hashable, Sendable {
    /// It is not accepted.
    case refuse
    /// It is taken to be of this store.
    case assume(StoreEnvironment)
  }

  /// The stores whose evidence counts. Servers that serve App Review and TestFlight add the sandbox.
  public var environments: Set<StoreEnvironment>
  /// What evidence without a store is taken for.
  public var missingEnvironment: MissingEnvironment
  /// The apps whose transactions count; nil leaves that to the verifier.
  public var bundleIDs: Set<String>?
  /// Whether billing retry grants.
  public var billingRetry: BillingRetry
  /// What unrecognised products grant.
  public var unrecognizedProducts: UnrecognizedProducts
  /// How far the clocks here and at Apple may differ, in seconds, 0 or more: grants begin so much earlier and end so
  /// much later. Not applied to revocations and upgrades.
  public var clockToleranceSeconds: Int64
  /// The longest billing grace period of the app, in days: 3, 16 or 28 by App Store Connect, 0 for none. For so long
  /// after an expiry a transaction history alone does not prove that service has ended, and a grace period that Apple states
  /// without an end lasts at most so long.
  public var longestGracePeriodDays: Int
  /// How old the newest evidence may be before an answer becomes unknown, in seconds; nil for no bound.
  public var maximumEvidenceAgeSeconds: Int64?

  /// Makes a policy.
  public init(
    environments: Set<StoreEnvironment> = [.production],
    missingEnvironment: MissingEnvironment = .refuse,
    bundleIDs: Set<String>? = nil,
    billingRetry: BillingRetry = .doesNotGrant,
    unrecognizedProducts: UnrecognizedProducts = .leave,
    clockToleranceSeconds: Int64 = 60,
    longestGracePeriodDays: Int = 28,
    maximumEvidenceAgeSeconds: Int64? = nil
  ) {
    self.environments = environments
    self.missingEnvironment = missingEnvironment
    self.bundleIDs = bundleIDs
    self.billingRetry = billingRetry
    self.unrecognizedProducts = unrecognizedProducts
    self.clockToleranceSeconds = clockToleranceSeconds
    self.longestGracePeriodDays = longestGracePeriodDays
    self.maximumEvidenceAgeSeconds = maximumEvidenceAgeSeconds
  }

  var tolerance: Milliseconds { Self.milliseconds(max(0, clockToleranceSeconds)) }

  var maximumAge: Milliseconds? { maximumEvidenceAgeSeconds.map { Self.milliseconds(max(0, $0)) } }

  var longestGrace: Milliseconds { Milliseconds(min(max(0, longestGracePeriodDays), 366)) * .day }

  private static func milliseconds(_ seconds: Int64) -> Milliseconds {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    return overflow ? .max : product
  }

  /// The store of evidence that states one or none; nil where none may be assumed.
  package func environment(of stated: StoreEnvironment?) -> StoreEnvironment? {
    if let stated { return stated }
    if case .assume(let environment) = missingEnvironment { return environment }
    return nil
  }
}
