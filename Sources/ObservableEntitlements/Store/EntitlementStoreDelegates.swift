// SPDX-License-Identifier: MIT
public import StoreJWS

/// What to do with a transaction, after the app has done what it had to.
public enum TransactionDecision: Hashable, Sendable {
  /// Finish it if the catalog says all there is to say of its product. A consumable, or a product that is not in the
  /// catalog, is worth only what the app makes of it: for those this is an error, and nothing is finished.
  case automatic
  /// Finish it: the app's own effect is stored.
  case finish
}

/// What to do with a subscription of a declared group whose product the catalog does not know.
public enum UnrecognizedDecision<Entitlement: Hashable & Sendable>: Hashable, Sendable {
  /// Grant nothing, and leave it for a build that knows it.
  case leaveUnfinished
  /// Grant nothing, and finish it.
  case finish
  /// Grant these, and finish it.
  case treatAs(Set<Entitlement>)
}

/// The app's say in the store. Each callback is awaited, one transaction at a time; a callback must not ask its own
/// store for anything that would wait for it, which is refused as `reentrant`.
public struct EntitlementStoreDelegates<Entitlement: Hashable & Sendable>: Sendable {
  /// Asked for every transaction that is delivered, exactly once for each revision that it accepts. Throwing leaves
  /// the transaction unfinished, so that it comes again.
  public var transaction: @Sendable (Verified<SignedTransaction>) async throws -> TransactionDecision
  /// Asked for subscriptions of a declared group whose product is not in the catalog, in place of ``transaction``. An
  /// answer holds for that revision until the store is closed; a thrown error is asked again.
  public var unrecognizedSubscription:
    @Sendable (Verified<SignedTransaction>) async throws -> UnrecognizedDecision<Entitlement>
  /// Told of every failure that no caller waits for: once each, one at a time, after the store's state shows it. At
  /// most 32 wait; a slow callback then holds up the store.
  public var didFail: @Sendable (EntitlementStoreFailure) async -> Void

  /// Makes delegates; what is not given is decided automatically, left unfinished, and ignored.
  public init(
    transaction: @escaping @Sendable (Verified<SignedTransaction>) async throws -> TransactionDecision = { _ in
      .automatic
    },
    unrecognizedSubscription:
      @escaping @Sendable (Verified<SignedTransaction>) async throws -> UnrecognizedDecision<Entitlement> = { _ in
        .leaveUnfinished
      },
    didFail: @escaping @Sendable (EntitlementStoreFailure) async -> Void = { _ in }
  ) {
    self.transaction = transaction
    self.unrecognizedSubscription = unrecognizedSubscription
    self.didFail = didFail
  }
}
