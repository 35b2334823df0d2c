// SPDX-License-Identifier: MIT

extension SubscriptionSimulator {
  // MARK: - First purchases

  mutating func buy(
    _ product: SimulatedProduct, _ offer: SimulatedOffer?, _ plan: SimulatedBillingPlan?, _ owner: Int
  ) throws(SimulationError) {
    guard !notForSale.contains(product.id) else {
      throw SimulationError(.operationUnavailable, "\(product.id) is not for sale")
    }
    guard customers[owner].paymentWorks else {
      throw SimulationError(.operationUnavailable, "the means of payment of \(customers[owner].name) do not work")
    }
    guard let group = product.group else { return try buySingle(product, offer, plan, owner) }
    if plan == .monthly, product.period != .years(1) {
      throw SimulationError(.operationUnavailable, "only a year can be paid monthly, and \(product.id) is none")
    }
    guard let index = own(group, owner) else {
      if let offer { try check(offer, for: owner, group) }
      let id = newTransactionID()
      lineages.append(SimulatedLineage(customer: owner, group: group, originalID: id, begun: now))
      return start(lineages.count - 1, id, product, offer, plan, "INITIAL_BUY")
    }
    switch lineages[index].phase {
    case .active, .grace: try change(index, to: product, offer, plan, isRedemption: false)
    case .retry:
      throw SimulationError(
        .operationUnavailable, "the subscription of group \(group) waits for money; buyAnew or setPayment go on")
    case .expired, .revoked, .single:
      if let offer { try check(offer, for: owner, group) }
      start(index, newTransactionID(), product, offer, plan, "RESUBSCRIBE")
    }
  }

  mutating func buyAnew(_ product: SimulatedProduct, _ owner: Int) throws(SimulationError) {
    let group = try self.group(of: product)
    guard let index = own(group, owner), case .retry = lineages[index].phase else {
      throw SimulationError(.operationUnavailable, "no subscription of group \(group) waits for money")
    }
    guard !notForSale.contains(product.id) else {
      throw SimulationError(.operationUnavailable, "\(product.id) is not for sale")
    }
    // Paid by other means: those of the old subscription may go on failing.
    let id = newTransactionID()
    lineages.append(SimulatedLineage(customer: owner, group: group, originalID: id, begun: now))
    start(lineages.count - 1, id, product, nil, nil, "INITIAL_BUY")
  }

  private mutating func buySingle(
    _ product: SimulatedProduct, _ offer: SimulatedOffer?, _ plan: SimulatedBillingPlan?, _ owner: Int
  ) throws(SimulationError) {
    guard offer == nil, plan == nil else {
      throw SimulationError(.kindMismatch, "\(product.id) does not renew, and has no offers and billing plans")
    }
    if product.kind == .nonConsumable, lineages.contains(where: { isOwned($0, product, owner) }) {
      throw SimulationError(.alreadyOwned, "\(customers[owner].name) owns \(product.id)")
    }
    let id = newTransactionID()
    add(single: product, id, owner, isFamilyShared: false)
    emit("ONE_TIME_CHARGE", nil, lineages.count - 1)
  }

  private func isOwned(_ lineage: SimulatedLineage, _ product: SimulatedProduct, _ owner: Int) -> Bool {
    lineage.customer == owner && !lineage.isFamilyShared
      && lineage.transactions.contains { $0.product == product && $0.revocation == nil }
  }

  mutating func add(single product: SimulatedProduct, _ id: String, _ owner: Int, isFamilyShared: Bool) {
    var lineage = SimulatedLineage(
      customer: owner, group: nil, originalID: id, begun: now, isFamilyShared: isFamilyShared)
    lineage.transactions = [
      SimulatedTransaction(
        id: id, webOrderLineItemID: nil, product: product, purchase: now, isRenewal: false, price: product.price)
    ]
    switch product.kind {
    case .nonConsumable:
      lineage.stretches = [
        ServiceStretch(transaction: 0, start: now, end: .max, reason: isFamilyShared ? .family : .lifetime)
      ]
    case .nonRenewing(let period):
      lineage.stretches = [ServiceStretch(transaction: 0, start: now, end: period.end(from: now), reason: .active)]
    case .consumable, .autoRenewable: break
    }
    lineages.append(lineage)
  }

  // MARK: - Finding subscriptions

  func group(of product: SimulatedProduct) throws(SimulationError) -> String {
    guard let group = product.group else {
      throw SimulationError(.kindMismatch, "expected a subscription, and \(product.id) does not renew")
    }
    return group
  }

  /// The subscription of a group that a customer pays for: one that gives service, else the newest.
  func own(_ group: String, _ owner: Int) -> Int? {
    let all = lineages.indices.filter {
      lineages[$0].customer == owner && lineages[$0].group == group && !lineages[$0].isFamilyShared
    }
    return all.last { lineages[$0].isServing } ?? all.last
  }

  /// The group's subscription, if it gives service.
  func serving(_ group: String, _ owner: Int) throws(SimulationError) -> Int {
    guard let index = own(group, owner), lineages[index].isServing else {
      throw SimulationError(
        .noneActive, "\(customers[owner].name) has no running subscription in group \(group)")
    }
    return index
  }

  /// The group's subscription, if a paid period runs.
  func active(_ group: String, _ owner: Int, for purpose: String) throws(SimulationError) -> Int {
    let index = try serving(group, owner)
    guard lineages[index].phase == .active else {
      throw SimulationError(.operationUnavailable, "\(purpose) is not possible in the grace period")
    }
    return index
  }

  // MARK: - Periods

  /// Begins a run of a subscription, the first or a later one.
  private mutating func start(
    _ index: Int, _ id: String, _ product: SimulatedProduct, _ offer: SimulatedOffer?, _ plan: SimulatedBillingPlan?,
    _ subtype: String
  ) {
    lineages[index].offer = offer.map { ($0, $0.payment == .payAsYouGo ? $0.periodCount : 1) }
    lineages[index].plan = plan
    lineages[index].renews = true
    lineages[index].recommits = true
    lineages[index].agreedPrice = nil
    begin(index, id, product, at: now, isRenewal: false)
    emitToAll("SUBSCRIBED", subtype, index)
  }

  /// Appends a paid period to a subscription and to those that the family has of it. Paid until `base` is over.
  mutating func begin(
    _ index: Int, _ id: String, _ product: SimulatedProduct, at purchase: Int64, from base: Int64? = nil,
    isRenewal: Bool
  ) {
    let terms = nextTerms(index, product, from: base ?? purchase, isRenewal: isRenewal)
    for place in family(index) {
      if place != index, !product.isFamilyShareable {
        endSharing(place)
        continue
      }
      let own = place == index ? id : newTransactionID()
      let last = lineages[place].transactions.last
      let transaction = SimulatedTransaction(
        id: own, webOrderLineItemID: webOrderLineItemID, product: product, purchase: purchase,
        expires: terms.expires, isRenewal: isRenewal, price: place == index ? terms.price : 0,
        offer: lineages[place].offer?.offer, plan: lineages[index].plan, commitment: terms.commitment)
      lineages[place].leave(at: purchase, for: product)
      lineages[place].transactions.append(transaction)
      lineages[place].stretches.append(
        ServiceStretch(
          transaction: lineages[place].transactions.count - 1, start: purchase, end: terms.expires,
          reason: lineages[place].isFamilyShared ? .family : .active))
      if last.flatMap(\.expires).map({ purchase - $0 > Self.day * SimulatedRules.collectingDays }) ?? true {
        lineages[place].runBegun = purchase
      }
      lineages[place].phase = .active
      lineages[place].nextProduct = product
      lineages[place].expirationIntent = nil
      lineages[place].priceIncrease = nil
      if place != index { lineages[place].renews = lineages[index].renews }
    }
    if let offer = lineages[index].offer {
      lineages[index].offer = offer.remaining > 1 ? (offer.offer, offer.remaining - 1) : nil
    }
  }

  private func nextTerms(
    _ index: Int, _ product: SimulatedProduct, from base: Int64, isRenewal: Bool
  ) -> (expires: Int64, price: Int64, commitment: SimulatedCommitment?) {
    let period = product.period ?? .months(1)
    let lineage = lineages[index]
    let price = lineage.agreedPrice ?? product.price
    if let (offer, _) = lineage.offer {
      switch offer.payment {
      case .payAsYouGo: return (period.end(from: base), offer.price, nil)
      case .freeTrial, .payUpFront:
        return (offer.period.end(from: base, count: offer.periodCount), offer.price, nil)
      }
    }
    guard lineage.plan == .monthly else { return (period.end(from: base), price, nil) }
    var commitment = SimulatedCommitment(number: 1, expires: SimulatedPeriod.years(1).end(from: base))
    if isRenewal, let before = lineage.transactions.last?.commitment, before.number < before.count {
      commitment = SimulatedCommitment(number: before.number + 1, expires: before.expires)
    }
    // The last month of a commitment ends with it, however the months' lengths add up.
    let isLast = commitment.number == commitment.count
    return (isLast ? commitment.expires : SimulatedPeriod.months(1).end(from: base), price / 12, commitment)
  }

  /// The subscription and those that members of the family have of it.
  func family(_ index: Int) -> [Int] { [index] + lineages.indices.filter { lineages[$0].sharedFrom == index } }
}

extension SimulatedLineage {
  /// One subscription has one plan at a time: what would run beyond the begin of another plan ends there.
  fileprivate mutating func leave(at moment: Int64, for product: SimulatedProduct) {
    for place in stretches.indices where stretches[place].end > moment {
      let stretch = stretches[place]
      if stretch.reason == .gracePeriod {
        // Money has come, or another plan was bought: grace is over, and the period before it had ended.
        stretches[place].end = max(stretch.start, moment)
      } else if transactions[stretch.transaction].product != product {
        stretches[place].end = max(stretch.start, moment)
        stretches[place].endReason = .upgraded
      }
    }
    for place in stretches.indices where stretches[place].endReason == .billingRetry {
      stretches[place].endReason = .expired
    }
  }
}
