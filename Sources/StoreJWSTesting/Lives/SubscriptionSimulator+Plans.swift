// SPDX-License-Identifier: MIT

extension SubscriptionSimulator {
  // MARK: - Another plan

  /// Another plan of a running subscription: a higher level at once, a lower one at the next renewal; within a level at
  /// once if the plans are of one length, else at the next renewal.
  mutating func change(
    _ index: Int, to product: SimulatedProduct, _ offer: SimulatedOffer?, _ plan: SimulatedBillingPlan?,
    isRedemption: Bool
  ) throws(SimulationError) {
    let lineage = lineages[index]
    guard let current = lineage.transactions.last?.product else { return }
    if let commitment = lineage.transactions.last?.commitment, commitment.number < commitment.count {
      throw SimulationError(.operationUnavailable, "what a change of plan does within a commitment is not documented")
    }
    if plan != nil {
      throw SimulationError(.operationUnavailable, "what a change of billing plan does is not documented")
    }
    if let offer { try check(offer, for: lineage.customer, lineage.group ?? "") }
    let isUpgrade = product.level < current.level
    let isAtOnce =
      product != current && (isUpgrade || (product.level == current.level && product.period == current.period))
    if isAtOnce { return upgrade(index, to: product, offer, isUpgrade: isUpgrade, isRedemption: isRedemption) }
    guard case .active = lineage.phase else {
      throw SimulationError(
        .operationUnavailable, "another plan at the next renewal cannot be chosen in the grace period")
    }
    let isBack = product == current
    if isBack, !isRedemption, lineage.nextProduct == current {
      throw SimulationError(.alreadyOwned, "\(customers[lineage.customer].name) subscribes to \(product.id)")
    }
    let wasOn = lineage.renews
    for place in family(index) {
      lineages[place].nextProduct = product
      lineages[place].renews = true
    }
    lineages[index].plan = nil
    lineages[index].recommits = true
    if !isBack { lineages[index].priceIncrease = nil }
    lineages[index].offer = offer.map { ($0, $0.payment == .payAsYouGo ? $0.periodCount : 1) }
    let subtype = isBack ? nil : "DOWNGRADE"
    emitToAll(isRedemption ? "OFFER_REDEEMED" : "DID_CHANGE_RENEWAL_PREF", subtype, index)
    if !wasOn { emitToAll("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", index) }
  }

  private mutating func upgrade(
    _ index: Int, to product: SimulatedProduct, _ offer: SimulatedOffer?, isUpgrade: Bool, isRedemption: Bool
  ) {
    // Members who cannot have the new plan lose the old one; they do not move on.
    for place in family(index) where place == index || product.isFamilyShareable { markLeft(place) }
    lineages[index].offer = offer.map { ($0, $0.payment == .payAsYouGo ? $0.periodCount : 1) }
    lineages[index].plan = nil
    lineages[index].recommits = true
    lineages[index].renews = true
    lineages[index].agreedPrice = nil
    begin(index, newTransactionID(), product, at: now, isRenewal: false)
    emitToAll(
      isRedemption ? "OFFER_REDEEMED" : "DID_CHANGE_RENEWAL_PREF", isRedemption && !isUpgrade ? nil : "UPGRADE", index)
  }

  /// Marks the transaction of a period that another plan cuts short.
  private mutating func markLeft(_ index: Int) {
    guard lineages[index].phase == .active, let last = lineages[index].transactions.indices.last else { return }
    let transaction = lineages[index].transactions[last]
    if rules.upgradeMark == .isUpgraded || rules.upgradeMark == .both {
      lineages[index].transactions[last].isUpgraded = true
    }
    guard rules.upgradeMark == .refund || rules.upgradeMark == .both, let expires = transaction.expires else { return }
    let rest = Double(expires - now) / Double(max(1, expires - transaction.purchase))
    lineages[index].transactions[last].revocation = .init(
      date: now, refund: .prorated(percent: Int(rest * 100)))
  }

  // MARK: - Offers

  mutating func redeem(
    _ offer: SimulatedOffer, _ product: SimulatedProduct, _ owner: Int
  ) throws(SimulationError) {
    let index = try serving(try group(of: product), owner)
    guard offer.kind == .promotional || offer.kind == .offerCode else {
      throw SimulationError(.offerUnavailable, "the offer is not for customers who subscribe")
    }
    guard customers[owner].paymentWorks else {
      throw SimulationError(.operationUnavailable, "the means of payment of \(customers[owner].name) do not work")
    }
    try change(index, to: product, offer, nil, isRedemption: true)
  }

  func check(_ offer: SimulatedOffer, for owner: Int, _ group: String) throws(SimulationError) {
    let earlier = lineages.filter { $0.customer == owner && $0.group == group && !$0.isFamilyShared }
    let isAllowed =
      switch offer.kind {
      case .introductory: earlier.isEmpty
      case .promotional: !earlier.isEmpty
      case .offerCode: true
      case .winBack: !earlier.isEmpty && !earlier.contains(where: \.isServing)
      }
    guard isAllowed else {
      throw SimulationError(.offerUnavailable, "\(customers[owner].name) may not have an offer of kind \(offer.kind)")
    }
  }

  // MARK: - Renewal

  mutating func setRenewal(_ group: String, _ isOn: Bool, _ owner: Int) throws(SimulationError) {
    guard let index = own(group, owner), lineages[index].phase != .expired, lineages[index].phase != .revoked else {
      throw SimulationError(.noneActive, "\(customers[owner].name) has no running subscription in group \(group)")
    }
    let lineage = lineages[index]
    let isCommitted = lineage.transactions.last?.commitment != nil
    guard (isCommitted ? lineage.recommits : lineage.renews) != isOn else {
      throw SimulationError(.operationUnavailable, "renewal is \(isOn ? "on" : "off") already")
    }
    switch lineage.phase {
    case .active: break
    case .retry:
      for place in family(index) { lineages[place].renews = isOn }
      return end(index, intent: 1, "VOLUNTARY")
    default:
      throw SimulationError(
        .operationUnavailable, "what switching renewal off within a grace period does is not documented")
    }
    // Under a commitment the months that remain are paid in any case.
    if isCommitted { lineages[index].recommits = isOn } else { lineages[index].renews = isOn }
    for place in family(index) where place != index { lineages[place].renews = lineages[index].renews }
    emitToAll("DID_CHANGE_RENEWAL_STATUS", isOn ? "AUTO_RENEW_ENABLED" : "AUTO_RENEW_DISABLED", index)
  }

  mutating func setForSale(_ product: SimulatedProduct, _ isForSale: Bool) throws(SimulationError) {
    guard notForSale.contains(product.id) == isForSale else {
      throw SimulationError(.operationUnavailable, "\(product.id) is \(isForSale ? "" : "not ")for sale already")
    }
    if isForSale { notForSale.remove(product.id) } else { notForSale.insert(product.id) }
  }

  // MARK: - Price

  mutating func raisePrice(
    _ product: SimulatedProduct, _ price: Int64, _ needsConsent: Bool
  ) throws(SimulationError) {
    _ = try group(of: product)
    let told = lineages.indices.filter { index in
      let lineage = lineages[index]
      return lineage.sharedFrom == nil && !lineage.isFamilyShared && lineage.phase == .active && lineage.renews
        && lineage.nextProduct == product && lineage.priceIncrease == nil
        && lineage.transactions.last?.commitment == nil && lineage.offer == nil
        && price > lineage.agreedPrice ?? product.price
    }
    guard !told.isEmpty else {
      throw SimulationError(.noneActive, "no renewing subscription of \(product.id) has a lower price")
    }
    for index in told {
      lineages[index].priceIncrease = .init(price: price, hasConsent: !needsConsent)
      emit("PRICE_INCREASE", needsConsent ? "PENDING" : "ACCEPTED", index)
    }
  }

  mutating func answerPriceIncrease(_ group: String, _ agrees: Bool, _ owner: Int) throws(SimulationError) {
    let index = try serving(group, owner)
    guard lineages[index].phase == .active, lineages[index].renews, lineages[index].priceIncrease?.hasConsent == false
    else { throw SimulationError(.operationUnavailable, "no price increase waits for an answer") }
    if agrees {
      lineages[index].priceIncrease?.hasConsent = true
      emit("PRICE_INCREASE", "ACCEPTED", index)
    } else {
      for place in family(index) { lineages[place].renews = false }
      emitToAll("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", index)
    }
  }

  // MARK: - Extension

  mutating func extendRenewal(_ group: String, _ days: Int, _ owner: Int) throws(SimulationError) {
    guard (1...90).contains(days) else {
      throw SimulationError(.durationOutOfRange, "expected 1 to 90 days, found \(days)")
    }
    let index = try active(group, owner, for: "an extension")
    let year = lineages[index].extensions.filter { now - $0 < 365 * Self.day }
    guard year.count < 2 else {
      throw SimulationError(.operationUnavailable, "the subscription was extended twice within 365 days")
    }
    guard lineages[index].transactions.last?.commitment == nil else {
      throw SimulationError(.operationUnavailable, "what an extension does to a commitment is not documented")
    }
    lineages[index].extensions.append(now)
    for place in family(index) {
      guard let last = lineages[place].transactions.indices.last,
        let expires = lineages[place].transactions[last].expires
      else { continue }
      let later = expires + Int64(days) * Self.day
      lineages[place].transactions[last].expires = later
      for stretch in lineages[place].stretches.indices where lineages[place].stretches[stretch].transaction == last {
        lineages[place].stretches[stretch].end = later
      }
    }
    emitToAll("RENEWAL_EXTENDED", nil, index)
  }
}
