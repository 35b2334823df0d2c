// SPDX-License-Identifier: MIT

/// A list of acts that decides all that a simulated store will send: small enough to print, exact enough to run again.
public struct SimulatedLife: Hashable, Sendable {
  /// Decides ids.
  public var seed: UInt64
  /// What is sold.
  public var catalog: SimulatedCatalog
  /// The app, and what Apple leaves open.
  public var rules: SimulatedRules
  /// The customers, in the order of their registration.
  public var customers: [String]
  /// What happens.
  public var steps: [SimulatedStep]

  /// Makes a life of these steps.
  public init(
    seed: UInt64 = 1, catalog: SimulatedCatalog, rules: SimulatedRules = SimulatedRules(),
    customers: [String] = ["alice", "bob"], steps: [SimulatedStep] = []
  ) {
    self.seed = seed
    self.catalog = catalog
    self.rules = rules
    self.customers = customers
    self.steps = steps
  }

  /// A store with the customers registered, in which nothing has happened. A customer named twice is registered once.
  public func store() -> SubscriptionSimulator {
    var store = SubscriptionSimulator(catalog: catalog, seed: seed, rules: rules)
    for customer in customers { try? store.addCustomer(customer) }
    return store
  }

  /// The store after all steps; those that cannot be done are passed over.
  ///
  /// - Parameter observe: is called with the store as it is after each step that was done.
  public func lived(_ observe: (SubscriptionSimulator) -> Void = { _ in }) -> SubscriptionSimulator {
    var store = store()
    for step in steps where (try? store.perform(step.act, by: step.customer)) != nil { observe(store) }
    return store
  }
}

extension SimulatedLife: CustomStringConvertible {
  /// The steps as they would be written in a test, one a line, under a line with the seed and the rules that are not the
  /// usual ones.
  public var description: String {
    "seed \(seed), \(rules.gracePeriodDays) days of grace, left plans marked \(rules.upgradeMark.rawValue)\n"
      + steps.map { "  \($0.description),\n" }.joined()
  }
}

// MARK: - Random lives

extension SimulatedLife {
  /// A life that a seed decides: acts that can be done, and waits between them that often end right at, before or after
  /// the moment at which something falls due.
  ///
  /// - Parameters:
  ///   - seed: decides everything.
  ///   - catalog: what is sold.
  ///   - customers: who lives; the first ones are more active.
  ///   - stepCount: how many steps there will be, at most.
  ///   - longest: the time that all waits take together at most, in milliseconds: a year and a half unless given.
  public static func random(
    seed: UInt64, selling catalog: SimulatedCatalog, customers: [String] = ["alice", "bob"], stepCount: Int = 16,
    longest: Int64 = 540 * SubscriptionSimulator.day
  ) -> SimulatedLife {
    var random = SeededRandom(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x51)
    var rules = SimulatedRules()
    rules.gracePeriodDays = [0, 3, 16, 28][random.below(4)]
    rules.givesGraceAfterTrials = random.below(4) > 0
    rules.upgradeMark = SimulatedRules.UpgradeMark.allCases[random.below(4)]
    var life = SimulatedLife(seed: seed, catalog: catalog, rules: rules, customers: customers)
    var choice = ActChoice(catalog: catalog, customers: customers, random: random)
    var store = life.store()
    let start = store.now
    // Some acts are impossible where they are drawn; the bound ends a life in which nothing is possible any more.
    for _ in 0..<(stepCount * 6) where life.steps.count < stepCount {
      let step = choice.next(in: store)
      if case .wait(let time) = step.act, store.now - start + time > longest { continue }
      guard (try? store.perform(step.act, by: step.customer)) != nil else { continue }
      life.steps.append(step)
    }
    return life
  }
}
