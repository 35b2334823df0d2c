// SPDX-License-Identifier: MIT
#if OpenSSL
  internal import StoreEntitlements
  public import StoreJWS
  public import StoreJWSTesting

  extension EntitlementTestHarness {
    // MARK: - Purchases

    /// Buys a product. Of a subscription, the last one in its group is replaced at once.
    ///
    /// - Parameters:
    ///   - product: the product id.
    ///   - group: the subscription group that the product is expected to be of; nil for one that is of none.
    ///   - offer: the offer that it is bought with.
    /// - Returns: the transaction, verified.
    /// - Throws: ``SimulationError`` `undeclared`, `groupMismatch`, and as ``perform(_:isDelivered:)``.
    @discardableResult
    public func purchase(
      _ product: String, in group: String? = nil, offer: SimulatedOffer? = nil
    ) throws -> Verified<SignedTransaction> {
      _ = try store.product(product, in: group)
      let told = try perform(.buy(product, offer: offer))
      guard let last = told.last, let bought = try verifier.notification(body: last.body).transaction else {
        throw SimulationError(.operationUnavailable, "the purchase of \(product) was not told")
      }
      return bought
    }

    /// A subscription of a declared group that the catalog does not declare, as a plan that is newer than the code, or
    /// retired; from now on it can be bought.
    ///
    /// - Returns: the product.
    /// - Throws: ``SimulationError`` `alreadyDeclared` for a product that is declared, `groupMismatch` for a group that is
    ///   not.
    @discardableResult
    public func makeUnrecognizedSubscription(
      _ product: String, in group: String
    ) throws(SimulationError) -> SimulatedProduct {
      let made = try catalog.unrecognizedSubscription(product, in: group)
      try sell(made)
      return made
    }

    // MARK: - The end of a subscription

    /// The running subscription of a group is switched off and ends with its period.
    ///
    /// - Throws: ``SimulationError`` `noneActive`; as ``perform(_:isDelivered:)``.
    public func expireActiveSubscription(in group: String) throws {
      if try store.renews(in: group, customer) { try perform(.setRenewal(group, false)) }
      try advanceToNextEvent()
    }

    /// The running subscription of a group renews.
    ///
    /// - Throws: ``SimulationError`` `noneActive`, `operationUnavailable` where renewal is switched off; as
    ///   ``perform(_:isDelivered:)``.
    public func renewActiveSubscription(in group: String) throws {
      guard try store.renews(in: group, customer) else {
        throw SimulationError(.operationUnavailable, "renewal is switched off in group \(group)")
      }
      try advanceToNextEvent()
    }

    /// The renewal of a group's subscription fails: with a grace period if the rules give one.
    ///
    /// - Throws: as ``renewActiveSubscription(in:)``.
    public func failRenewal(in group: String) throws {
      _ = try store.renews(in: group, customer)
      try perform(.setPayment(false))
      try advanceToNextEvent()
    }

    // MARK: - Time

    /// Lets time pass; what falls due happens and is delivered.
    ///
    /// - Throws: ``SimulationError`` `durationOutOfRange`; as ``perform(_:isDelivered:)``.
    @discardableResult
    public func advance(by duration: Duration) throws -> [Delivery] {
      return try perform(.wait(duration.wholeMilliseconds))
    }

    /// Lets time pass until something has fallen due.
    ///
    /// - Throws: ``SimulationError`` `noneActive` if nothing will; as ``perform(_:isDelivered:)``.
    @discardableResult
    public func advanceToNextEvent() throws -> [Delivery] {
      return try perform(try store.waitForNextEvent())
    }
  }
#endif
