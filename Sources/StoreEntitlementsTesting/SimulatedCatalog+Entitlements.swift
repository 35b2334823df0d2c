// SPDX-License-Identifier: MIT
#if OpenSSL
  public import StoreEntitlements
  internal import StoreJWS
  public import StoreJWSTesting

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

  extension SubscriptionSimulator {
    /// Whether the running subscription of a group will renew.
    ///
    /// - Throws: ``SimulationError`` `noneActive` if none runs.
    func renews(in group: String, _ customer: String) throws(SimulationError) -> Bool {
      var copy = self
      let statuses = try copy.subscriptionStatuses(of: customer)
      guard let running = statuses.last(where: { $0.group == group && $0.status == 1 }) else {
        throw SimulationError(.noneActive, "no subscription of group \(group) runs")
      }
      return running.renewalInfo["autoRenewStatus"] == 1
    }

    /// The wait until something has fallen due.
    ///
    /// - Throws: ``SimulationError`` `noneActive` if nothing will.
    func waitForNextEvent() throws(SimulationError) -> SimulatedAct {
      guard let due = nextDueDate else { throw SimulationError(.noneActive, "nothing falls due") }
      return .wait(max(0, due - now))
    }

    /// The product, if the store sells it in that group.
    ///
    /// - Throws: ``SimulationError`` `undeclared`, `groupMismatch`.
    func product(_ id: String, in group: String?) throws(SimulationError) -> SimulatedProduct {
      guard let known = catalog[id] else {
        throw SimulationError(.undeclared, "neither the catalog nor the test declares \(id)")
      }
      guard known.group == group else {
        let words = [group, known.group].map { $0.map { "group \($0)" } ?? "no group" }
        throw SimulationError(.groupMismatch, "expected \(id) to be of \(words[0]), found \(words[1])")
      }
      return known
    }
  }

  extension EntitlementCatalog {
    /// A subscription of a declared group that the catalog does not declare.
    ///
    /// - Throws: ``SimulationError`` `groupMismatch` for a group that is not declared.
    func unrecognizedSubscription(
      _ product: String, in group: String
    ) throws(SimulationError) -> SimulatedProduct {
      guard groupIDs.contains(group) else {
        throw SimulationError(.groupMismatch, "the catalog does not declare group \(group)")
      }
      return .autoRenewable(product, in: group)
    }
  }

  extension EntitlementPolicy {
    /// The same, with the simulated store's environment accepted in any case.
    func accepting(_ rules: SimulatedRules) -> EntitlementPolicy {
      var policy = self
      policy.environments.insert(StoreEnvironment(rawValue: rules.environment))
      return policy
    }
  }

  extension Duration {
    /// Milliseconds, the rest cut off; -1, which no wait accepts, for more than there can be.
    var wholeMilliseconds: Int64 {
      let (whole, overflow) = components.seconds.multipliedReportingOverflow(by: 1000)
      return overflow ? -1 : whole + components.attoseconds / 1_000_000_000_000_000
    }
  }
#endif
