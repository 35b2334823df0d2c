// SPDX-License-Identifier: MIT
import Expectations
import StoreJWSTesting
import Testing

/// What cannot be done is refused with a code, and changes nothing.
@Suite struct SimulationErrorTests {
  typealias Support = SubscriptionSimulatorTests
  private static let day = SubscriptionSimulator.day

  struct Refusal: Sendable, CustomTestStringConvertible {
    let before: [SimulatedAct]
    let act: SimulatedAct
    let code: SimulationError.Code
    var grace = 0
    var testDescription: String { "\(act): \(code.rawValue)" }

    init(_ before: [SimulatedAct], _ act: SimulatedAct, _ code: SimulationError.Code, grace: Int = 0) {
      self.before = before
      self.act = act
      self.code = code
      self.grace = grace
    }
  }

  static let refusals: [Refusal] = {
    let (gold, silver, year, group) = (Support.gold, Support.silver, Support.year, Support.group)
    let month = SimulatedAct.wait(30 * day)
    let unpaid: [SimulatedAct] = [.buy(gold), .setPayment(false), month]
    return [
      Refusal([], .buy("platinum"), .undeclared), Refusal([], .wait(-1), .durationOutOfRange),
      Refusal([], .wait(SubscriptionSimulator.longestWait + 1), .durationOutOfRange),
      Refusal([.setPayment(false)], .buy(gold), .operationUnavailable),
      Refusal([.setForSale(gold, false)], .buy(gold), .operationUnavailable),
      Refusal([], .setForSale(gold, true), .operationUnavailable), Refusal([.buy(gold)], .buy(gold), .alreadyOwned),
      Refusal([.buy("lifetime")], .buy("lifetime"), .alreadyOwned),
      Refusal([], .buy("coins", offer: SimulatedOffer(.offerCode)), .kindMismatch),
      Refusal([], .buy(gold, plan: .monthly), .operationUnavailable),
      Refusal([.buy(year, plan: .monthly)], .buy(gold), .operationUnavailable),
      Refusal([.buy(silver)], .buy(gold, plan: .upfront), .operationUnavailable),
      Refusal(unpaid, .buy(gold), .operationUnavailable), Refusal([.buy(gold)], .buyAnew(gold), .operationUnavailable),
      Refusal([], .buyAnew("coins"), .kindMismatch),
      Refusal([], .redeem(SimulatedOffer(.promotional), gold), .noneActive),
      Refusal([.buy(gold)], .redeem(SimulatedOffer(.introductory), gold), .offerUnavailable),
      Refusal([.buy(gold)], .redeem(SimulatedOffer(.winBack), gold), .offerUnavailable),
      Refusal([], .buy(gold, offer: SimulatedOffer(.promotional)), .offerUnavailable),
      Refusal([], .buy(gold, offer: SimulatedOffer(.winBack)), .offerUnavailable),
      Refusal([], .setRenewal(group, false), .noneActive),
      Refusal([], .setRenewal("no such group", false), .noneActive),
      Refusal([.buy(gold)], .setRenewal(group, true), .operationUnavailable),
      Refusal(unpaid, .setRenewal(group, false), .operationUnavailable, grace: 16),
      Refusal(unpaid + [.setPayment(true), .setPayment(false), month], .buy(silver), .operationUnavailable, grace: 16),
      Refusal([], .raisePrice(gold, to: 20_000, needsConsent: true), .noneActive),
      Refusal([.buy(gold)], .raisePrice(gold, to: 10, needsConsent: true), .noneActive),
      Refusal([], .raisePrice("coins", to: 20_000, needsConsent: true), .kindMismatch),
      Refusal([.buy(gold)], .answerPriceIncrease(group, agrees: true), .operationUnavailable),
      Refusal([], .answerPriceIncrease(group, agrees: true), .noneActive),
      Refusal([.buy(gold)], .extendRenewal(group, days: 91), .durationOutOfRange),
      Refusal([.buy(gold)], .extendRenewal(group, days: 0), .durationOutOfRange),
      Refusal([], .extendRenewal(group, days: 1), .noneActive),
      Refusal(
        [.buy(gold), .extendRenewal(group, days: 1), .extendRenewal(group, days: 1)], .extendRenewal(group, days: 1),
        .operationUnavailable), Refusal(unpaid, .extendRenewal(group, days: 1), .operationUnavailable, grace: 3),
      Refusal([.buy(year, plan: .monthly)], .extendRenewal(group, days: 1), .operationUnavailable),
      Refusal([], .refund(gold), .unregistered), Refusal([.buy(gold)], .refund(gold, back: 1), .unregistered),
      Refusal([.buy(gold)], .refund(gold, back: -1), .unregistered),
      Refusal([.buy(gold), .refund(gold)], .refund(gold), .operationUnavailable),
      Refusal([.buy(gold), .refund(gold)], .requestRefund(gold), .unregistered),
      Refusal([.buy(gold)], .reverseRefund(gold), .unregistered),
      Refusal(unpaid + [.refund(gold)], .reverseRefund(gold), .operationUnavailable, grace: 16),
      Refusal([.buy(silver)], .share(silver, with: "bob"), .operationUnavailable),
      Refusal([.buy(gold)], .share(gold, with: "alice"), .operationUnavailable),
      Refusal([.buy(gold)], .share(gold, with: "carol"), .unregistered),
      Refusal([], .share(gold, with: "bob"), .noneActive),
      Refusal([.buy(gold)], .share(year, with: "bob"), .noneActive),
      Refusal([], .share("lifetime", with: "bob"), .noneActive),
      Refusal([.buy(gold), .share(gold, with: "bob")], .share(gold, with: "bob"), .alreadyOwned),
      Refusal([.buy(gold)], .stopSharing(gold, with: "bob"), .noneActive),
    ]
  }()

  @Test("T8: what is impossible is refused with a code", arguments: refusals)
  func t8Refusals(refusal: Refusal) throws {
    var store = try Support.store(Support.grace(refusal.grace))
    for act in refusal.before { try store.perform(act, by: "alice") }
    let before = store
    let error = #expect(throws: SimulationError.self) { try store.perform(refusal.act, by: "alice") }
    expectEqual(error?.code, refusal.code, "\(error?.description ?? "-")")
    #expect(error?.message.isEmpty == false && error?.description.hasPrefix(refusal.code.rawValue) == true)
    #expect(store.events == before.events && store.now == before.now)
    for product in store.catalog.products {
      for customer in store.customerNames {
        try expectEqual(
          store.standing(of: product.id, for: customer), before.standing(of: product.id, for: customer)
        )
      }
    }
  }

  @Test("T8: names and declarations are checked")
  func t8Declarations() throws {
    let code = { (make: () throws -> Void) in
      do throws {
        try make()
        return nil as SimulationError.Code?
      } catch { return (error as? SimulationError)?.code }
    }
    expectEqual(code { _ = try SimulatedCatalog([]) }, .emptyCatalog)
    expectEqual(code { _ = try SimulatedCatalog([.consumable(" ")]) }, .blankID)
    expectEqual(code { _ = try SimulatedCatalog([.autoRenewable("a", in: "")]) }, .blankID)
    expectEqual(code { _ = try SimulatedCatalog([.consumable("a"), .nonConsumable("a")]) }, .alreadyDeclared)
    var store = try Support.store()
    expectEqual(code { try store.addCustomer("alice") }, .alreadyDeclared)
    expectEqual(code { try store.perform(.buy(Support.gold), by: "carol") }, .unregistered)
    expectEqual(code { _ = try store.standing(of: Support.gold, for: "carol") }, .unregistered)
    expectEqual(code { _ = try store.standing(of: "platinum", for: "alice") }, .undeclared)
    expectEqual(code { _ = try store.subscriptionStatuses(of: "carol") }, .unregistered)
    let categories: [(SimulationError.Code, SimulationError.Category)] = [
      (.emptyCatalog, .malformed), (.groupMismatch, .malformed), (.undeclared, .unavailable),
      (.noneActive, .unavailable), (.operationUnavailable, .unsupported), (.alreadyOwned, .unsupported),
    ]
    for (code, category) in categories { expectEqual(SimulationError(code, "x").category, category) }
  }
}
