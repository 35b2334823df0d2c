// SPDX-License-Identifier: MIT
public import FoundationEssentials
internal import StoreJWS

/// Answers what a customer may use: a pure function of ledger, catalog, moment and policy.
///
/// A moment in the past is judged with all that is known today: a refund of yesterday does not undo last week, and a
/// period that was extended was always that long.
public struct EntitlementResolver<Entitlement: Hashable & Sendable>: Sendable {
  /// Which products there are, and what each grants.
  public let catalog: EntitlementCatalog<Entitlement>
  /// What the evidence does not decide.
  public let policy: EntitlementPolicy<Entitlement>

  /// Makes a resolver.
  public init(
    catalog: EntitlementCatalog<Entitlement>, policy: EntitlementPolicy<Entitlement> = EntitlementPolicy()
  ) {
    self.catalog = catalog
    self.policy = policy
  }

  /// What the customer may use at a moment, and why. The cost grows with the transactions of the ledger, not faster.
  public func resolve(_ ledger: CustomerLedger, at moment: Date) -> CustomerEntitlements<Entitlement> {
    Judgement(evaluation(of: ledger, at: moment)).entitlements
  }

  /// The stretches of time in which each entitlement was held and, as far as the evidence goes, will be: by entitlement
  /// in the catalog's order, then by begin. Stretches of several products may overlap.
  ///
  /// - Parameter moment: the present: whether billing retry and grace periods without an end have run out is judged
  ///   then.
  public func timeline(of ledger: CustomerLedger, at moment: Date) -> [EntitlementInterval<Entitlement>] {
    evaluation(of: ledger, at: moment).intervals
  }

  private func evaluation(of ledger: CustomerLedger, at moment: Date) -> Evaluation<Entitlement> {
    var evaluation = Evaluation(ledger.assuming(policy), catalog, policy, now: Self.clamped(moment))
    evaluation.run()
    return evaluation
  }

  private static func clamped(_ moment: Date) -> Milliseconds {
    // A date that cannot be counted in milliseconds is before or after everything.
    Milliseconds(moment) ?? (moment.timeIntervalSince1970 > 0 ? .max / 2 : .min / 2)
  }
}
