// SPDX-License-Identifier: MIT

extension SubscriptionSimulator {
  // MARK: - Refunds

  mutating func requestRefund(_ product: SimulatedProduct, _ owner: Int) throws(SimulationError) {
    let (index, place) = try purchase(of: product, owner, back: 0) { $0.revocation == nil }
    emit("CONSUMPTION_REQUEST", nil, index, transaction: place, consumptionReason: "UNSATISFIED_WITH_PURCHASE")
  }

  mutating func declineRefund(_ product: SimulatedProduct, _ owner: Int) throws(SimulationError) {
    let (index, place) = try purchase(of: product, owner, back: 0) { $0.revocation == nil }
    emit("REFUND_DECLINED", nil, index, transaction: place)
  }

  mutating func refund(
    _ product: SimulatedProduct, _ back: Int, _ refund: SimulatedRefund, _ owner: Int
  ) throws(SimulationError) {
    guard refund.kind != .family else {
      throw SimulationError(.kindMismatch, "what the family shares is revoked with stopSharing")
    }
    let (index, place) = try purchase(of: product, owner, back: back) { _ in true }
    guard lineages[index].transactions[place].revocation == nil else {
      throw SimulationError(.operationUnavailable, "that purchase of \(product.id) is refunded already")
    }
    let isLast = place == lineages[index].transactions.count - 1
    revoke(index, place, refund)
    emit("REFUND", nil, index, transaction: place)
    if isLast {
      for member in family(index).dropFirst() { endSharing(member) }
    }
  }

  /// Takes a transaction back; if it is the one that counts, the subscription is over.
  private mutating func revoke(_ index: Int, _ place: Int, _ refund: SimulatedRefund) {
    lineages[index].transactions[place].revocation = .init(date: now, refund: refund)
    guard place == lineages[index].transactions.count - 1 else { return }
    switch lineages[index].phase {
    case .active:
      lineages[index].phase = .revoked
    case .grace, .retry:
      lineages[index].phase = .revoked
      // Grace that was cut short does not come back, whatever becomes of the refund.
      for stretch in lineages[index].stretches.indices
      where lineages[index].stretches[stretch].reason == .gracePeriod && lineages[index].stretches[stretch].end > now {
        lineages[index].stretches[stretch].end = now
      }
      lineages[index].setLastEndReason(.expired)
    case .single, .expired, .revoked: break
    }
    lineages[index].renews = false
    lineages[index].priceIncrease = nil
  }

  mutating func reverseRefund(_ product: SimulatedProduct, _ owner: Int) throws(SimulationError) {
    var newest: (index: Int, place: Int, date: Int64)?
    for index in lineages.indices where lineages[index].customer == owner && !lineages[index].isFamilyShared {
      for (place, transaction) in lineages[index].transactions.enumerated() where transaction.product == product {
        guard let revocation = transaction.revocation, lineages[index].isRefund(place),
          revocation.date >= newest?.date ?? .min
        else { continue }
        newest = (index, place, revocation.date)
      }
    }
    guard let (index, place, date) = newest else {
      throw SimulationError(.unregistered, "no refund of \(product.id) is known")
    }
    let expires = lineages[index].transactions[place].expires
    if let expires, date >= expires,
      lineages[index].stretches.contains(where: { $0.transaction == place && $0.reason == .gracePeriod })
    {
      throw SimulationError(
        .operationUnavailable, "what the reversal of a refund within a grace period gives back is not documented")
    }
    lineages[index].transactions[place].revocation = nil
    if place == lineages[index].transactions.count - 1, lineages[index].phase == .revoked, let expires {
      // Renewal stays off: the customer had left.
      lineages[index].phase = now < expires ? .active : .expired
      if now >= expires { lineages[index].expirationIntent = 5 }
    }
    emit("REFUND_REVERSED", nil, index, transaction: place)
  }

  /// The purchase of a product that is so many back, of those that count, by purchase date.
  private func purchase(
    of product: SimulatedProduct, _ owner: Int, back: Int, where isMeant: (SimulatedTransaction) -> Bool
  ) throws(SimulationError) -> (index: Int, place: Int) {
    var found: [(index: Int, place: Int, date: Int64)] = []
    for index in lineages.indices where lineages[index].customer == owner && !lineages[index].isFamilyShared {
      for (place, transaction) in lineages[index].transactions.enumerated()
      where transaction.product == product && isMeant(transaction) {
        found.append((index, place, transaction.purchase))
      }
    }
    found.sort { $0.date < $1.date }
    guard back >= 0, back < found.count else {
      throw SimulationError(
        .unregistered, "\(customers[owner].name) has no such purchase of \(product.id)")
    }
    let meant = found[found.count - 1 - back]
    return (meant.index, meant.place)
  }

  // MARK: - The family

  mutating func share(_ product: SimulatedProduct, _ owner: Int, _ member: Int) throws(SimulationError) {
    guard product.isFamilyShareable, owner != member else {
      throw SimulationError(.operationUnavailable, "\(product.id) cannot be shared so")
    }
    let isSingle = product.group == nil
    let index: Int
    if let group = product.group {
      index = try active(group, owner, for: "sharing anew")
      guard lineages[index].transactions.last?.product == product else {
        throw SimulationError(.noneActive, "\(customers[owner].name) does not subscribe to \(product.id)")
      }
    } else {
      guard let found = lineages.indices.last(where: { isOwned(lineages[$0], product, owner) }) else {
        throw SimulationError(.noneActive, "\(customers[owner].name) does not own \(product.id)")
      }
      index = found
    }
    guard !lineages.contains(where: { $0.customer == member && $0.sharedFrom == index }) else {
      throw SimulationError(.alreadyOwned, "\(product.id) is shared with \(customers[member].name) already")
    }
    let id = newTransactionID()
    if isSingle {
      add(single: product, id, member, isFamilyShared: true)
    } else {
      addShare(of: index, id, member)
    }
    lineages[lineages.count - 1].sharedFrom = index
    emit(isSingle ? "ONE_TIME_CHARGE" : "SUBSCRIBED", isSingle ? nil : "INITIAL_BUY", lineages.count - 1)
  }

  private mutating func addShare(of index: Int, _ id: String, _ member: Int) {
    guard let paid = lineages[index].transactions.last else { return }
    var lineage = SimulatedLineage(
      customer: member, group: lineages[index].group, originalID: id, begun: now, isFamilyShared: true)
    lineage.transactions = [
      SimulatedTransaction(
        id: id, webOrderLineItemID: webOrderLineItemID, product: paid.product, purchase: now, expires: paid.expires,
        isRenewal: false, price: 0, plan: paid.plan, commitment: paid.commitment)
    ]
    lineage.stretches = [ServiceStretch(transaction: 0, start: now, end: paid.expires ?? now, reason: .family)]
    lineage.phase = .active
    lineage.renews = lineages[index].renews
    lineage.nextProduct = lineages[index].nextProduct
    lineages.append(lineage)
  }

  mutating func stopSharing(_ product: SimulatedProduct, _ owner: Int, _ member: Int) throws(SimulationError) {
    let shared = lineages.indices.last { index in
      let lineage = lineages[index]
      guard lineage.customer == member, let payer = lineage.sharedFrom, lineages[payer].customer == owner else {
        return false
      }
      return lineage.transactions.last?.product == product
    }
    guard let shared else {
      throw SimulationError(
        .noneActive, "\(customers[owner].name) does not share \(product.id) with \(customers[member].name)")
    }
    endSharing(shared)
  }

  /// A member of the family loses what another pays for.
  mutating func endSharing(_ index: Int) {
    lineages[index].sharedFrom = nil
    guard lineages[index].phase != .expired, let last = lineages[index].transactions.indices.last else { return }
    revoke(index, last, .familyRevoke)
    emit("REVOKE", nil, index)
  }

  private func isOwned(_ lineage: SimulatedLineage, _ product: SimulatedProduct, _ owner: Int) -> Bool {
    lineage.customer == owner && !lineage.isFamilyShared && lineage.transactions.last?.product == product
      && lineage.transactions.last?.revocation == nil
  }
}

extension SimulatedLineage {
  /// Whether the revocation of a transaction is a refund of its own and not the mark of a change of plan.
  fileprivate func isRefund(_ place: Int) -> Bool {
    !stretches.contains {
      $0.transaction == place && $0.endReason == .upgraded && $0.end == transactions[place].revocation?.date
    }
  }
}
