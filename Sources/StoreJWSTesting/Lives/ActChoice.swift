// SPDX-License-Identifier: MIT

/// Draws acts for random lives: of a few products, and mostly such as can be done.
struct ActChoice {
  private let products: [SimulatedProduct]
  private let customers: [String]
  private var random: SeededRandom

  init(catalog: SimulatedCatalog, customers: [String], random: SeededRandom) {
    var random = random
    // A life of two or three products has more in it than one that tries everything once.
    let first = catalog.products[random.below(catalog.products.count)]
    let group = first.group.map { catalog.products(in: $0) } ?? [first]
    var products = [first, group[random.below(group.count)], group[random.below(group.count)]]
    if random.below(2) == 0 { products.append(catalog.products[random.below(catalog.products.count)]) }
    self.products = products
    self.customers = customers
    self.random = random
  }

  mutating func next(in store: SubscriptionSimulator) -> SimulatedStep {
    let customer = customers[random.below(3) > 0 ? 0 : random.below(customers.count)]
    return SimulatedStep(customer, act(store))
  }

  private mutating func act(_ store: SubscriptionSimulator) -> SimulatedAct {
    let drawn = products[random.below(products.count)]
    let product = drawn.id
    if store.events.isEmpty { return .buy(product, offer: offer(oneIn: 3), plan: plan()) }
    let group = drawn.group ?? products.lazy.compactMap(\.group).first ?? ""
    // Rare acts that only something rarer makes possible get a turn when it has happened.
    if store.lineages.contains(where: { $0.priceIncrease?.hasConsent == false }), random.below(3) == 0 {
      return .answerPriceIncrease(group, agrees: random.below(2) == 0)
    }
    if store.lineages.contains(where: { $0.sharedFrom != nil }), random.below(8) == 0 {
      return .stopSharing(product, with: member())
    }
    switch random.below(44) {
    case 0..<15: return .wait(wait(store))
    case 15..<21: return .buy(product, offer: offer(oneIn: 4), plan: plan())
    case 21: return .buyAnew(product)
    case 22, 23: return .redeem(offer(), product)
    case 24, 25: return .setRenewal(group, random.below(2) == 0)
    case 26...30: return .setPayment(store.customers.contains { !$0.paymentWorks } && random.below(3) == 0)
    case 31, 32: return .raisePrice(product, to: drawn.price * 2, needsConsent: random.below(3) > 0)
    case 33: return .extendRenewal(group, days: 1 + random.below(90))
    case 34: return random.below(2) == 0 ? .setForSale(product, random.below(3) > 0) : .requestRefund(product)
    case 35: return .declineRefund(product)
    case 36, 37: return .refund(product, back: random.below(3) == 0 ? 1 : 0, refund())
    case 38, 39: return .reverseRefund(product)
    case 40...42: return .share(product, with: member())
    default: return .stopSharing(product, with: member())
    }
  }

  private mutating func wait(_ store: SubscriptionSimulator) -> Int64 {
    let day = SubscriptionSimulator.day
    if let due = store.nextDueDate, random.below(2) == 0 {
      return max(0, due - store.now + [-1, 0, 1, day / 24][random.below(4)])
    }
    return switch random.below(5) {
    case 0: Int64(random.below(3_600_000))
    case 1: Int64(random.below(3)) * day + Int64(random.below(86_400_000))
    case 4: Int64(random.below(90)) * day
    default: Int64(random.below(31)) * day + Int64(random.below(86_400_000))
    }
  }

  /// Anybody but the first customer, who does most.
  private mutating func member() -> String {
    customers[customers.count < 2 ? 0 : 1 + random.below(customers.count - 1)]
  }

  private mutating func refund() -> SimulatedRefund {
    random.below(2) == 0 ? .full : .prorated(percent: 1 + random.below(99))
  }

  private mutating func offer(oneIn chances: Int) -> SimulatedOffer? { random.below(chances) == 0 ? offer() : nil }

  private mutating func offer() -> SimulatedOffer {
    let periods: [SimulatedPeriod] = [.days(3), .weeks(1), .months(1), .months(3)]
    return SimulatedOffer(
      SimulatedOffer.Kind.allCases[random.below(4)], payment: SimulatedOffer.Payment.allCases[random.below(3)],
      period: periods[random.below(4)], periodCount: 1 + random.below(3), price: 1990)
  }

  private mutating func plan() -> SimulatedBillingPlan? {
    random.below(4) == 0 ? SimulatedBillingPlan.allCases[random.below(2)] : nil
  }
}
