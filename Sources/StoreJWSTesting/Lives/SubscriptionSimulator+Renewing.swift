// SPDX-License-Identifier: MIT

extension SubscriptionSimulator {
  /// What happens to a subscription when its time has come.
  mutating func fallDue(_ index: Int, at due: Int64) {
    switch lineages[index].phase {
    case .active: renewOrEnd(index, at: due)
    case .grace:
      for place in family(index) {
        lineages[place].phase = .retry(until: collectingEnd(place))
        lineages[place].setLastEndReason(.billingRetry)
      }
      emitToAll("GRACE_PERIOD_EXPIRED", nil, index)
    case .retry: end(index, intent: 2, "BILLING_RETRY")
    case .single, .expired, .revoked: break
    }
  }

  private mutating func renewOrEnd(_ index: Int, at due: Int64) {
    let lineage = lineages[index]
    let product = lineage.nextProduct ?? lineage.transactions.last?.product
    let commitment = lineage.transactions.last?.commitment
    let isCommitted = commitment.map { $0.number < $0.count } ?? false
    if !isCommitted {
      if lineage.priceIncrease?.hasConsent == false { return end(index, intent: 3, "PRICE_INCREASE") }
      if !lineage.renews || !lineage.recommits { return end(index, intent: 1, "VOLUNTARY") }
      if product.map({ notForSale.contains($0.id) }) ?? true { return end(index, intent: 4, "PRODUCT_NOT_FOR_SALE") }
    }
    guard let product, customers[lineage.customer].paymentWorks else { return fail(index, at: due) }
    renew(index, product, at: due)
    emitToAll("DID_RENEW", nil, index)
  }

  private mutating func renew(_ index: Int, _ product: SimulatedProduct, at purchase: Int64, from base: Int64? = nil) {
    if let increase = lineages[index].priceIncrease, increase.hasConsent {
      lineages[index].agreedPrice = increase.price
    }
    if product != lineages[index].transactions.last?.product { lineages[index].agreedPrice = nil }
    begin(index, newTransactionID(), product, at: purchase, from: base, isRenewal: true)
  }

  private mutating func fail(_ index: Int, at due: Int64) {
    let wasFree = lineages[index].transactions.last.map { $0.price == 0 } ?? false
    let hasGrace = rules.grace > 0 && (rules.givesGraceAfterTrials || !wasFree)
    for place in family(index) {
      if hasGrace, let last = lineages[place].transactions.indices.last {
        lineages[place].phase = .grace(until: due + rules.grace)
        lineages[place].stretches.append(
          ServiceStretch(transaction: last, start: due, end: due + rules.grace, reason: .gracePeriod))
      } else {
        lineages[place].phase = .retry(until: collectingEnd(place))
        lineages[place].setLastEndReason(.billingRetry)
      }
    }
    emitToAll("DID_FAIL_TO_RENEW", hasGrace ? "GRACE_PERIOD" : nil, index)
  }

  private func collectingEnd(_ index: Int) -> Int64 {
    (lineages[index].transactions.last?.expires ?? now) + SimulatedRules.collectingDays * Self.day
  }

  mutating func end(_ index: Int, intent: Int64, _ subtype: String) {
    for place in family(index) {
      lineages[place].phase = .expired
      lineages[place].renews = false
      lineages[place].expirationIntent = intent
      lineages[place].setLastEndReason(.expired)
    }
    emitToAll("EXPIRED", subtype, index)
  }

  // MARK: - Money

  mutating func setPayment(_ works: Bool, _ owner: Int) {
    customers[owner].paymentWorks = works
    guard works else { return }
    for index in lineages.indices where lineages[index].customer == owner && lineages[index].sharedFrom == nil {
      guard let product = lineages[index].nextProduct else { continue }
      switch lineages[index].phase {
      case .grace:
        // Paid within the grace period: the dates of renewal stay as they were.
        renew(index, product, at: now, from: lineages[index].transactions.last?.expires)
      case .retry: renew(index, product, at: now)
      case .single, .active, .expired, .revoked: continue
      }
      emitToAll("DID_RENEW", "BILLING_RECOVERY", index)
    }
  }
}

extension SimulatedLineage {
  /// Why service has ended, of the stretch that ended last.
  mutating func setLastEndReason(_ reason: SimulatedStanding.Reason) {
    for place in stretches.indices where stretches[place].endReason == .billingRetry {
      stretches[place].endReason = .expired
    }
    guard let last = stretches.indices.last else { return }
    stretches[last].endReason = reason
  }
}
