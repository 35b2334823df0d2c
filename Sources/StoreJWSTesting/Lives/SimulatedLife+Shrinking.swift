// SPDX-License-Identifier: MIT

extension SimulatedLife {
  /// A life as small as it gets that still fails: steps are taken out, half of them at a time, then fewer; what remains
  /// is made plainer, and so are the rules; and all that again until nothing more can go.
  ///
  /// No single step can be taken out of the result without the failure going away, unless the budget ends first.
  ///
  /// - Parameters:
  ///   - budget: how many lives are tried at most.
  ///   - fails: whether a life shows the failure; asked about this life first, which is returned as it is if it does not.
  public func shrunk(budget: Int = 2000, while fails: (SimulatedLife) throws -> Bool) rethrows -> SimulatedLife {
    guard try fails(self) else { return self }
    var (best, left, isSmaller) = (self, budget, true)
    func take(_ candidate: SimulatedLife) throws -> Bool {
      guard left > 0, candidate != best else { return false }
      left -= 1
      guard try fails(candidate) else { return false }
      (best, isSmaller) = (candidate, true)
      return true
    }
    while isSmaller, left > 0 {
      isSmaller = false
      var chunk = max(1, best.steps.count / 2)
      while true {
        // From the end: what comes later depends on what came before, and goes more easily.
        var end = best.steps.count
        while end > 0 {
          let start = max(0, end - chunk)
          var candidate = best
          candidate.steps.removeSubrange(start..<end)
          _ = try take(candidate)
          end = start
        }
        if chunk == 1 { break }
        chunk /= 2
      }
      for place in best.steps.indices {
        for plainer in best.steps[place].plainer {
          var candidate = best
          candidate.steps[place] = plainer
          if try take(candidate) { break }
        }
      }
      // One wait instead of two: where neither can go, one of them can take the other's time.
      for place in best.steps.indices.reversed() {
        guard let joined = best.joiningWait(at: place) else { continue }
        _ = try take(joined)
      }
      for plainer in best.withPlainerSurroundings { _ = try take(plainer(best)) }
    }
    return best
  }

  /// The life with a wait's time added to the next wait.
  private func joiningWait(at place: Int) -> SimulatedLife? {
    guard place < steps.count, case .wait(let first) = steps[place].act else { return nil }
    for later in steps.indices[(place + 1)...] {
      guard case .wait(let second) = steps[later].act else { continue }
      var joined = self
      joined.steps[later] = SimulatedStep(steps[later].customer, .wait(first + second))
      joined.steps.remove(at: place)
      return joined
    }
    return nil
  }

  private var withPlainerSurroundings: [(SimulatedLife) -> SimulatedLife] {
    [
      { life in
        var life = life
        life.rules = SimulatedRules()
        return life
      },
      { life in
        var life = life
        life.rules.gracePeriodDays = 0
        return life
      },
      { life in
        var life = life
        life.rules.upgradeMark = .isUpgraded
        return life
      },
      { life in
        var life = life
        life.seed = 1
        return life
      },
      { life in
        var life = life
        // Time passes for all, so that nobody need be there only to wait.
        let waits = life.steps.map { if case .wait = $0.act { true } else { false } }
        guard let actor = zip(life.steps, waits).first(where: { !$1 })?.0.customer else { return life }
        for (place, isWait) in waits.enumerated() where isWait {
          life.steps[place] = SimulatedStep(actor, life.steps[place].act)
        }
        return life
      },
      { life in
        var life = life
        life.customers.removeAll { name in !life.steps.contains { $0.names(name) } }
        return life
      },
    ]
  }
}

extension SimulatedStep {
  func names(_ customer: String) -> Bool {
    switch act {
    case .share(_, with: let member), .stopSharing(_, with: let member): self.customer == customer || member == customer
    default: self.customer == customer
    }
  }

  /// The same step with less in it, the plainest first.
  var plainer: [SimulatedStep] {
    let day = SubscriptionSimulator.day
    let acts: [SimulatedAct] =
      switch act {
      case .wait(let time):
        [0, day, time / day * day, time / 2, time / 3_600_000 * 3_600_000, time - 1].filter { 0 <= $0 && $0 < time }
          .map { .wait($0) }
      case .buy(let id, let offer, let plan):
        (offer != nil || plan != nil ? [.buy(id)] : []) + (offer != nil && plan != nil ? [.buy(id, offer: offer)] : [])
      case .redeem(let offer, let id):
        offer == SimulatedOffer(offer.kind) ? [] : [.redeem(SimulatedOffer(offer.kind), id)]
      case .refund(let id, let back, let refund):
        (back > 0 ? [.refund(id, back: 0, refund)] : []) + (refund != .full ? [.refund(id, back: back, .full)] : [])
      case .extendRenewal(let group, let days): days > 1 ? [.extendRenewal(group, days: 1)] : []
      case .raisePrice(let id, let price, let needsConsent):
        needsConsent ? [.raisePrice(id, to: price, needsConsent: false)] : []
      default: []
      }
    return acts.map { SimulatedStep(customer, $0) }
  }
}
