// SPDX-License-Identifier: MIT
#if OpenSSL
  public import StoreEntitlements
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
      let known = try self.known(product)
      guard known.group == group else {
        throw SimulationError(
          .groupMismatch, "expected \(product) to be of \(Self.words(group)), found \(Self.words(known.group))")
      }
      let told = try perform(.buy(product, offer: offer))
      guard let last = told.last, let bought = try verifier.notification(body: last.body).transaction else {
        throw SimulationError(.operationUnavailable, "the purchase of \(product) was not told")
      }
      return bought
    }

    private func known(_ product: String) throws(SimulationError) -> SimulatedProduct {
      guard let known = store.catalog[product] else {
        throw SimulationError(.undeclared, "neither the catalog nor the test declares \(product)")
      }
      return known
    }

    private static func words(_ group: String?) -> String { group.map { "group \($0)" } ?? "no group" }

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
      guard catalog.groupIDs.contains(group) else {
        throw SimulationError(.groupMismatch, "the catalog does not declare group \(group)")
      }
      let made = SimulatedProduct.autoRenewable(product, in: group)
      try sell(made)
      return made
    }

    // MARK: - The end of a subscription

    /// The running subscription of a group is switched off and ends with its period.
    ///
    /// - Throws: ``SimulationError`` `noneActive`; as ``perform(_:isDelivered:)``.
    public func expireActiveSubscription(in group: String) throws {
      if try lastRenewalInfo(in: group).autoRenewStatus == .on { try perform(.setRenewal(group, false)) }
      try advanceToNextEvent()
    }

    /// The running subscription of a group renews.
    ///
    /// - Throws: ``SimulationError`` `noneActive`, `operationUnavailable` where renewal is switched off; as
    ///   ``perform(_:isDelivered:)``.
    public func renewActiveSubscription(in group: String) throws {
      guard try lastRenewalInfo(in: group).autoRenewStatus == .on else {
        throw SimulationError(.operationUnavailable, "renewal is switched off in group \(group)")
      }
      try advanceToNextEvent()
    }

    /// The renewal of a group's subscription fails: with a grace period if the rules give one.
    ///
    /// - Throws: as ``renewActiveSubscription(in:)``.
    public func failRenewal(in group: String) throws {
      _ = try lastRenewalInfo(in: group)
      try perform(.setPayment(false))
      try advanceToNextEvent()
    }

    private func lastRenewalInfo(in group: String) throws -> RenewalInfo {
      var store = self.store
      let statuses = try store.subscriptionStatuses(of: customer)
      guard let running = statuses.last(where: { $0.group == group && $0.status == 1 }) else {
        throw SimulationError(.noneActive, "no subscription of group \(group) runs")
      }
      return try verifier.renewalInfo(try authority.sign(running.renewalInfo)).payload
    }

    // MARK: - Time

    /// Lets time pass; what falls due happens and is delivered.
    ///
    /// - Throws: ``SimulationError`` `durationOutOfRange`; as ``perform(_:isDelivered:)``.
    @discardableResult
    public func advance(by duration: Duration) throws -> [Delivery] {
      let (seconds, attoseconds) = duration.components
      let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
      return try perform(.wait(overflow ? -1 : whole + attoseconds / 1_000_000_000_000_000))
    }

    /// Lets time pass until something has fallen due.
    ///
    /// - Throws: ``SimulationError`` `noneActive` if nothing will; as ``perform(_:isDelivered:)``.
    @discardableResult
    public func advanceToNextEvent() throws -> [Delivery] {
      let store = self.store
      guard let due = store.nextDueDate else { throw SimulationError(.noneActive, "nothing falls due") }
      return try perform(.wait(max(0, due - store.now)))
    }
  }

  extension SimulatedCatalog {
    /// What an entitlement catalog declares, for sale: subscriptions by the month and on one level.
    ///
    /// - Throws: as ``SimulatedCatalog/init(_:)``.
    public init<Entitlement>(selling catalog: EntitlementCatalog<Entitlement>) throws(SimulationError) {
      try self.init(
        catalog.products.map { product in
          switch product.kind {
          case .autoRenewable(let group): .autoRenewable(product.id, in: group)
          case .nonConsumable: .nonConsumable(product.id)
          case .nonRenewing(let period): .nonRenewing(product.id, lasts: SimulatedPeriod(period))
          case .consumable: .consumable(product.id)
          }
        })
    }
  }

  extension SimulatedPeriod {
    /// The period of a non-renewing subscription in a catalog.
    public init(_ period: CatalogPeriod) {
      self.init(months: period.years * 12 + period.months, days: period.days)
    }
  }
#endif
