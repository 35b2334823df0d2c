// SPDX-License-Identifier: MIT
#if OpenSSL
  internal import FoundationEssentials
  public import StoreEntitlements
  public import StoreJWS
  public import StoreJWSTesting
  internal import Synchronization

  /// One customer, a simulated store, and the pipeline of production between them: what the store tells is signed, goes
  /// through a `StoreVerifier` into a ledger, and comes out of the resolver as what the customer may use.
  ///
  /// Every act returns after the answer that it leads to has been published; a test needs no pauses. Get one from
  /// ``withEntitlementTestHarness(_:policy:rules:isolation:_:)``.
  public final class EntitlementTestHarness<Entitlement: Hashable & Sendable>: Sendable {
    /// Something that the store has told of the customer, signed.
    public struct Delivery: Hashable, Sendable {
      /// What happened.
      public let event: SimulatedEvent
      /// The body of the request in which a server is told.
      public let body: [UInt8]
    }

    private struct State {
      var store: SubscriptionSimulator
      var ledger: CustomerLedger
      var signed: Set<Delivery> = []
      var isClosed = false

      func requireOpen() throws(SimulationError) {
        if isClosed { throw SimulationError(.operationUnavailable, "the harness is closed") }
      }
    }

    /// The customer's name in store and ledger.
    public let customer = "customer"
    /// What is sold and what it grants.
    public let catalog: EntitlementCatalog<Entitlement>
    /// Answers.
    public let resolver: EntitlementResolver<Entitlement>
    /// Verifies what the harness signs, and nothing else.
    public let verifier: StoreVerifier
    /// Signs.
    public let authority: TestAuthority
    /// Every answer that was published, the first of them that there is nothing; for one listener. Ends with the scope.
    public let updates: AsyncStream<CustomerEntitlements<Entitlement>>
    private let publication: AsyncStream<CustomerEntitlements<Entitlement>>.Continuation
    private let state: Mutex<State>

    init(
      _ catalog: EntitlementCatalog<Entitlement>, policy: EntitlementPolicy<Entitlement>, rules: SimulatedRules
    ) throws {
      self.catalog = catalog
      authority = try TestAuthority.forHarness()
      var store = SubscriptionSimulator(catalog: try SimulatedCatalog(selling: catalog), rules: rules)
      try store.addCustomer(customer)
      verifier = try authority.verifier(rules)
      let policy = policy.accepting(rules)
      resolver = EntitlementResolver(catalog: catalog, policy: policy)
      // The customer is new: what is not in the ledger was not bought.
      var ledger = CustomerLedger(customer: customer)
      for environment in policy.environments {
        try ledger.recordCompleteness(environment: environment, asOf: Date(millisecondsSince1970: store.now))
      }
      (updates, publication) = AsyncStream.makeStream()
      state = Mutex(State(store: store, ledger: ledger))
      publication.yield(entitlements)
    }

    // MARK: - Looking

    /// What the customer may use at the store's present.
    public var entitlements: CustomerEntitlements<Entitlement> {
      let (ledger, now) = state.withLock { ($0.ledger, $0.store.now) }
      return resolver.resolve(ledger, at: Date(millisecondsSince1970: now))
    }

    /// The store as it is now: a copy, to look at.
    public var store: SubscriptionSimulator { state.withLock { $0.store } }

    /// The ledger as it is now.
    public var ledger: CustomerLedger { state.withLock { $0.ledger } }

    /// What the store itself says of a product.
    ///
    /// - Throws: ``SimulationError`` `undeclared`.
    public func standing(of product: String) throws(SimulationError) -> SimulatedStanding {
      try store.standing(of: product, for: customer)
    }

    // MARK: - Acting

    /// Does an act of the customer's in the store, and delivers what the store tells of it.
    ///
    /// - Parameters:
    ///   - act: the act.
    ///   - isDelivered: whether what is told arrives now; else it is in the result, for ``deliver(_:)``.
    /// - Returns: what the store tells of the customer.
    /// - Throws: ``SimulationError``, after the scope has ended `operationUnavailable`; ``MintingError``, `StoreError`.
    @discardableResult
    public func perform(_ act: SimulatedAct, isDelivered: Bool = true) throws -> [Delivery] {
      return try state.withLock { state throws in
        try state.requireOpen()
        var store = state.store
        let events = try store.perform(act, by: customer).filter { $0.customer == customer }
        var told: [Delivery] = []
        for event in events { told.append(Delivery(event: event, body: try event.body(signedBy: authority))) }
        if isDelivered { for delivery in told { state.ledger.record(try verifier.notification(body: delivery.body)) } }
        state.store = store
        state.signed.formUnion(told)
        publish(state)
        return told
      }
    }

    /// Delivers what the store has told before, once more or for the first time; an old revision too.
    ///
    /// - Throws: ``SimulationError`` `unregistered` for anything else, `operationUnavailable` after the scope has ended;
    ///   `StoreError`.
    public func deliver(_ delivery: Delivery) throws {
      try state.withLock { state throws in
        try state.requireOpen()
        guard state.signed.contains(delivery) else {
          throw SimulationError(.unregistered, "the store of this harness has not told that")
        }
        state.ledger.record(try verifier.notification(body: delivery.body))
        publish(state)
      }
    }

    /// Within the lock, so that answers come out in the order in which they came about.
    private func publish(_ state: borrowing State) {
      publication.yield(resolver.resolve(state.ledger, at: Date(millisecondsSince1970: state.store.now)))
    }

    /// Puts a product on sale that the catalog does not declare.
    func sell(_ product: SimulatedProduct) throws(SimulationError) {
      try state.withLock { state throws(SimulationError) in
        try state.requireOpen()
        try state.store.addProduct(product)
      }
    }

    func close() {
      state.withLock { $0.isClosed = true }
      publication.finish()
    }
  }

  /// Runs a test with a new customer of a simulated store, who owns nothing and is known to.
  ///
  /// ```swift
  /// try await withEntitlementTestHarness(catalog) { harness in
  ///   try harness.purchase("com.example.app.pro.monthly", in: "21400001")
  ///   #expect(harness.entitlements.isEntitled(to: .pro))
  ///   try harness.expireActiveSubscription(in: "21400001")
  ///   #expect(harness.entitlements.activeEntitlements == [])
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - catalog: what is sold and what it grants. Subscriptions are sold by the month, all on one level of their group,
  ///     so that a later purchase in a group replaces the one before at once.
  ///   - policy: the resolver's; without a tolerance for differing clocks unless given, as here there is one clock. The
  ///     store's environment is accepted in any case.
  ///   - rules: the simulated store's.
  ///   - isolation: where `body` runs: where the caller does, a main-actor test on the main actor.
  ///   - body: the test. When it returns or throws, the harness is closed: acts throw `operationUnavailable`, updates
  ///     end.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws; ``SimulationError`` or ``MintingError`` if there can be no such store.
  public func withEntitlementTestHarness<Entitlement: Hashable & Sendable, Result>(
    _ catalog: EntitlementCatalog<Entitlement>,
    policy: EntitlementPolicy<Entitlement> = EntitlementPolicy(clockToleranceSeconds: 0),
    rules: SimulatedRules = SimulatedRules(),
    isolation: isolated (any Actor)? = #isolation,
    _ body: (EntitlementTestHarness<Entitlement>) async throws -> Result
  ) async throws -> Result {
    let harness = try EntitlementTestHarness(catalog, policy: policy, rules: rules)
    defer { harness.close() }
    return try await body(harness)
  }

  extension Date {
    init(millisecondsSince1970 milliseconds: Int64) {
      self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
  }
#endif
