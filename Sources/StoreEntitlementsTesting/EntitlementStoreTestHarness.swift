// SPDX-License-Identifier: MIT
#if OpenSSL
  internal import FoundationEssentials
  public import ObservableEntitlements
  internal import OpenSSLSignatures
  public import StoreEntitlements
  internal import StoreJWS
  public import StoreJWSTesting

  /// An `EntitlementStore` of production on a simulated device: for tests of view models and services that use one.
  ///
  /// Every act returns after the store has published what it leads to; a test needs no pauses. Get one from
  /// ``withEntitlementStoreTestHarness(_:delegates:policy:rules:_:)``.
  @MainActor
  public final class EntitlementStoreTestHarness<Entitlement: Hashable & Sendable> {
    /// The customer's name in the simulated store.
    public nonisolated let customer = "customer"
    /// The store under test.
    public let store: EntitlementStore<Entitlement>
    /// What the store listens to. An act that a test does on it by itself arrives when it arrives.
    public let device: SimulatedDevice

    init(
      _ catalog: EntitlementCatalog<Entitlement>, delegates: EntitlementStoreDelegates<Entitlement>,
      policy: EntitlementPolicy<Entitlement>, rules: SimulatedRules
    ) throws {
      let authority = try TestAuthority.forHarness()
      let shop = SubscriptionSimulator(catalog: try SimulatedCatalog(selling: catalog), rules: rules)
      let device = SimulatedDevice(of: customer, in: shop, signedBy: authority)
      self.device = device
      store = EntitlementStore(
        catalog: catalog, policy: policy.accepting(rules), verifier: try authority.verifier(rules),
        source: DeviceSource(device), delegates: delegates,
        now: { Date(millisecondsSince1970: device.store.now) })
    }

    // MARK: - Acts

    /// Buys a product and has the store process it. Of a subscription, the last one in its group is replaced at once.
    ///
    /// - Parameters:
    ///   - product: the product id.
    ///   - group: the subscription group that the product is expected to be of; nil for one that is of none.
    ///   - offer: the offer that it is bought with.
    /// - Returns: what became of it.
    /// - Throws: ``SimulationError`` `undeclared`, `groupMismatch`, and why it cannot be bought; what the store throws.
    @discardableResult
    public func purchase(
      _ product: String, in group: String? = nil, offer: SimulatedOffer? = nil
    ) async throws -> ProcessingOutcome {
      _ = try device.store.product(product, in: group)
      return try await store.process(try device.purchase(product, offer: offer).token)
    }

    /// Does an act of the customer's in the simulated store, and has the store process what arrives of it, in its order.
    ///
    /// - Parameters:
    ///   - act: the act.
    ///   - isDelivered: whether what changes arrives now; else it is in the result, for ``deliver(_:)``.
    /// - Throws: ``SimulationError``; what the store throws, after all has been delivered.
    @discardableResult
    public func perform(_ act: SimulatedAct, isDelivered: Bool = true) async throws -> [SimulatedDevice.SignedUpdate] {
      let arrived = try device.perform(act, isDelivered: false)
      guard isDelivered else { return arrived }
      var failure: EntitlementStoreError?
      for update in arrived {
        do throws(EntitlementStoreError) { try await store.process(update.token) } catch { failure = failure ?? error }
      }
      // Time may have ended something of which no transaction tells.
      do throws(EntitlementStoreError) { try await store.refresh() } catch { failure = failure ?? error }
      if let failure { throw failure }
      return arrived
    }

    /// Has the store process what was signed before, once more or for the first time; an old revision too.
    ///
    /// - Throws: ``SimulationError`` `unregistered` for anything else; what the store throws.
    @discardableResult
    public func deliver(_ update: SimulatedDevice.SignedUpdate) async throws -> ProcessingOutcome {
      guard device.hasSigned(update.token) else {
        throw SimulationError(.unregistered, "the token was not signed for this harness's device")
      }
      return try await store.process(update.token)
    }

    /// The running subscription of a group is switched off and ends with its period.
    ///
    /// - Throws: ``SimulationError`` `noneActive`; as ``perform(_:isDelivered:)``.
    public func expireActiveSubscription(in group: String) async throws {
      if try device.store.renews(in: group, customer) { try await perform(.setRenewal(group, false)) }
      try await advanceToNextEvent()
    }

    /// The renewal of a group's subscription fails: with a grace period if the rules give one.
    ///
    /// - Throws: as ``expireActiveSubscription(in:)``.
    public func failRenewal(in group: String) async throws {
      _ = try device.store.renews(in: group, customer)
      try await perform(.setPayment(false))
      try await advanceToNextEvent()
    }

    /// A subscription of a declared group that the catalog does not declare; from now on it can be bought.
    ///
    /// - Returns: the product.
    /// - Throws: ``SimulationError`` `alreadyDeclared`, `groupMismatch`.
    @discardableResult
    public func makeUnrecognizedSubscription(
      _ product: String, in group: String
    ) throws(SimulationError) -> SimulatedProduct {
      let made = try store.catalog.unrecognizedSubscription(product, in: group)
      try device.addProduct(made)
      return made
    }

    /// Lets time pass; what falls due happens, and the store asks anew what is owned.
    ///
    /// - Throws: ``SimulationError`` `durationOutOfRange`; as ``perform(_:isDelivered:)``.
    public func advance(by duration: Duration) async throws { try await perform(.wait(duration.wholeMilliseconds)) }

    /// Lets time pass until something has fallen due.
    ///
    /// - Throws: ``SimulationError`` `noneActive` if nothing will; as ``perform(_:isDelivered:)``.
    public func advanceToNextEvent() async throws {
      try await perform(try device.store.waitForNextEvent())
    }

    func close() async {
      device.close()
      await store.close()
    }
  }

  /// Runs a test with an `EntitlementStore` on a new customer's device: ready, and with nothing owned.
  ///
  /// ```swift
  /// try await withEntitlementStoreTestHarness(catalog) { harness in
  ///   let model = PaywallModel(store: harness.store)
  ///   try await harness.purchase("com.example.app.pro.monthly", in: "21400001")
  ///   #expect(model.isUnlocked)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - catalog: what is sold and what it grants; see ``withEntitlementTestHarness(_:policy:rules:isolation:_:)``.
  ///   - delegates: the app's say.
  ///   - policy: the store's; without a tolerance for differing clocks unless given, as here there is one clock.
  ///   - rules: the simulated store's.
  ///   - body: the test, on the main actor as the store is. When it returns or throws, the store is closed and has come
  ///     to rest.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws; ``SimulationError`` or ``MintingError`` if there can be no such store.
  @MainActor
  public func withEntitlementStoreTestHarness<Entitlement: Hashable & Sendable, Result>(
    _ catalog: EntitlementCatalog<Entitlement>,
    delegates: EntitlementStoreDelegates<Entitlement> = EntitlementStoreDelegates(),
    policy: EntitlementPolicy<Entitlement> = EntitlementPolicy(clockToleranceSeconds: 0),
    rules: SimulatedRules = SimulatedRules(),
    _ body: @MainActor (EntitlementStoreTestHarness<Entitlement>) async throws -> Result
  ) async throws -> Result {
    let harness = try EntitlementStoreTestHarness(catalog, delegates: delegates, policy: policy, rules: rules)
    do {
      try await harness.store.refresh()
      let result = try await body(harness)
      await harness.close()
      return result
    } catch {
      await harness.close()
      throw error
    }
  }

  extension TestAuthority {
    static func forHarness() throws(MintingError) -> TestAuthority {
      try TestAuthority(seed: "harness", curves: .p256Throughout) { plan in
        // A test may let years pass.
        plan.leaf.notAfter = plan.intermediate.notAfter
      }
    }
  }

  extension TestAuthority {
    /// A verifier that trusts this authority and nobody else.
    func verifier(_ rules: SimulatedRules) throws -> StoreVerifier {
      try StoreVerifier(
        policy: VerificationPolicy(bundleIDs: [rules.bundleID]),
        chainChecker: AppStoreChainChecker(anchors: try TrustAnchors(file: root)), signatureChecker: ES256Checker())
    }
  }
#endif
