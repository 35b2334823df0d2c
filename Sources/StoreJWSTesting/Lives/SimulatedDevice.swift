// SPDX-License-Identifier: MIT
#if OpenSSL
  internal import Synchronization

  /// What an app sees of the simulated store on one customer's device: signed transactions that arrive, that entitle now,
  /// that have ever been, and that nobody has finished.
  ///
  /// It behaves as StoreKit does where it matters to code that listens: updates that arrive before somebody listens are
  /// kept; a transaction comes back until it is finished; a purchase is returned to the buyer and not sent as an update;
  /// what happens in the store without the app, a renewal or a refund, arrives as an update.
  ///
  /// ```swift
  /// let device = try SimulatedDevice(of: "alice", in: store, signedBy: authority)
  /// let token = try device.purchase("com.example.app.pro.monthly")
  /// try device.perform(.wait(30 * SubscriptionSimulator.day))   // the renewal comes out of `updates`
  /// ```
  public final class SimulatedDevice: Sendable {
    /// A signed transaction, as StoreKit's `jwsRepresentation` has it, and which one it is.
    public struct SignedUpdate: Hashable, Sendable {
      /// The compact JWS.
      public let token: String
      /// `transactionId`
      public let transactionID: String
      /// `productId`
      public let productID: String
      /// `signedDate`, in milliseconds since 1970.
      public let signedDate: Int64
    }

    private struct State {
      var store: SubscriptionSimulator
      /// Everything that was signed for the device, by its token.
      var signed: [String: SignedUpdate] = [:]
      /// Transaction ids of those.
      var known: Set<String> = []
      var finished: Set<String> = []
      var isOffline = false

      mutating func register(_ updates: [SignedUpdate]) {
        for update in updates {
          signed[update.token] = update
          known.insert(update.transactionID)
        }
      }
    }

    /// The customer's name.
    public let customer: String
    /// What arrives without the app's doing, in its order; for one listener.
    public let updates: AsyncStream<SignedUpdate>
    private let arrivals: AsyncStream<SignedUpdate>.Continuation
    private let signer: TokenSigner
    private let state: Mutex<State>

    /// Makes a device. What has happened in the store before stands in the history and is no update.
    ///
    /// - Parameters:
    ///   - customer: whose device it is; registered if the store does not know the name.
    ///   - store: the store; the device keeps a copy of its own.
    ///   - authority: signs.
    public init(of customer: String, in store: SubscriptionSimulator, signedBy authority: TestAuthority) {
      var store = store
      try? store.addCustomer(customer)
      self.customer = customer
      signer = authority.signer()
      (updates, arrivals) = AsyncStream.makeStream()
      state = Mutex(State(store: store))
    }

    deinit { arrivals.finish() }

    /// Ends ``updates``, as the end of an app does.
    public func close() { arrivals.finish() }

    // MARK: - Acts

    /// The store as it is now: a copy, to look at.
    public var store: SubscriptionSimulator { state.withLock { $0.store } }

    /// Buys a product and returns the transaction, which is not sent as an update.
    ///
    /// - Throws: ``SimulationError``, ``MintingError``.
    @discardableResult
    public func purchase(
      _ product: String, offer: SimulatedOffer? = nil, plan: SimulatedBillingPlan? = nil
    ) throws -> SignedUpdate {
      let events = try act { store throws(SimulationError) in
        try store.perform(.buy(product, offer: offer, plan: plan), by: customer)
      }
      guard let bought = events.last else {
        throw SimulationError(.operationUnavailable, "the purchase of \(product) has no transaction")
      }
      for other in events.dropLast() { arrivals.yield(other) }
      return bought
    }

    /// Does an act of the customer's, or another's, in the store; what it changes for the customer arrives as updates.
    ///
    /// - Parameters:
    ///   - act: the act.
    ///   - other: who does it; the customer unless given.
    ///   - isDelivered: whether what changes arrives now; else it is only returned, for ``deliver(_:)``.
    /// - Returns: what changes for the customer.
    /// - Throws: ``SimulationError``, ``MintingError``.
    @discardableResult
    public func perform(
      _ act: SimulatedAct, by other: String? = nil, isDelivered: Bool = true
    ) throws -> [SignedUpdate] {
      let arrived = try self.act { store throws(SimulationError) in try store.perform(act, by: other ?? customer) }
      if isDelivered { for update in arrived { arrivals.yield(update) } }
      return arrived
    }

    /// Delivers once more what was signed for this device, an old revision too.
    ///
    /// - Throws: ``SimulationError`` `unregistered` for any other token.
    public func deliver(_ token: String) throws(SimulationError) {
      guard let known = state.withLock({ $0.signed[token] }) else {
        throw SimulationError(.unregistered, "the token was not signed for this device")
      }
      arrivals.yield(known)
    }

    /// Puts a product on sale that was not sold before.
    ///
    /// - Throws: ``SimulationError`` `alreadyDeclared`, `blankID`.
    public func addProduct(_ product: SimulatedProduct) throws(SimulationError) {
      try state.withLock { state throws(SimulationError) in try state.store.addProduct(product) }
    }

    /// Whether the token was signed for this device.
    public func hasSigned(_ token: String) -> Bool { state.withLock { $0.signed[token] != nil } }

    /// Takes the device off the network, or puts it back. Off it, questions to the store fail with
    /// `operationUnavailable`; updates are not affected.
    public func setOffline(_ isOffline: Bool) { state.withLock { $0.isOffline = isOffline } }

    private func act(
      _ body: (inout SubscriptionSimulator) throws(SimulationError) -> [SimulatedEvent]
    ) throws -> [SignedUpdate] {
      try state.withLock { state in
        var store = state.store
        let mine = try body(&store).filter { $0.customer == customer }
        let signed = try mine.map { try sign($0.transaction) }
        state.store = store
        state.register(signed)
        return signed
      }
    }

    // MARK: - Questions

    /// The transactions that entitle the customer at the present; see
    /// ``SubscriptionSimulator/currentEntitlements(of:)``.
    ///
    /// - Throws: ``SimulationError`` `operationUnavailable` off the network; ``MintingError``.
    public func currentEntitlements() throws -> [SignedUpdate] {
      try ask { store throws(SimulationError) in try store.currentEntitlements(of: customer) }
    }

    /// Every transaction of the customer as it stands at the present, oldest purchase first; of one product if it is
    /// given.
    ///
    /// - Throws: as ``currentEntitlements()``.
    public func history(of product: String? = nil) throws -> [SignedUpdate] {
      try ask { store throws(SimulationError) in try store.transactions(of: customer) }
        .filter { product == nil || $0.productID == product }
    }

    /// The transactions that were not finished, each as it stands at the present, oldest purchase first.
    ///
    /// - Throws: as ``currentEntitlements()``.
    public func unfinished() throws -> [SignedUpdate] {
      let finished = finishedIDs
      return try history().filter { !finished.contains($0.transactionID) }
    }

    /// Finishes a transaction.
    ///
    /// - Throws: ``SimulationError`` `unregistered` for one that the device has not seen.
    public func finish(_ transactionID: String) throws(SimulationError) {
      let isKnown = state.withLock { state in
        guard state.known.contains(transactionID) else { return false }
        state.finished.insert(transactionID)
        return true
      }
      if !isKnown { throw SimulationError(.unregistered, "the device has seen no transaction \(transactionID)") }
    }

    /// The ids of the transactions that were finished.
    public var finishedIDs: Set<String> { state.withLock { $0.finished } }

    private func ask(
      _ question: (inout SubscriptionSimulator) throws(SimulationError) -> [TestPayload]
    ) throws -> [SignedUpdate] {
      try state.withLock { state in
        if state.isOffline { throw SimulationError(.operationUnavailable, "the device is off the network") }
        let answer = try question(&state.store).map { try sign($0) }
        state.register(answer)
        return answer
      }
    }

    private func sign(_ payload: TestPayload) throws(MintingError) -> SignedUpdate {
      SignedUpdate(
        token: try signer.sign(payload), transactionID: payload.text("transactionId"),
        productID: payload.text("productId"), signedDate: payload.whole("signedDate"))
    }
  }

  extension TestPayload {
    fileprivate func text(_ name: String) -> String {
      if case .text(let text)? = self[name] { text } else { "" }
    }

    fileprivate func whole(_ name: String) -> Int64 {
      if case .number(let digits)? = self[name] { Int64(digits) ?? 0 } else { 0 }
    }
  }
#endif
