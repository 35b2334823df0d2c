// SPDX-License-Identifier: MIT

/// What a customer, the family, or the store does, or that time passes.
///
/// Acts name products and groups, never ids of transactions: a list of them stays a list of acts whatever is taken out
/// of it.
public enum SimulatedAct: Hashable, Sendable {
  /// Time passes, in milliseconds; what falls due meanwhile happens, in its order.
  case wait(Int64)
  /// Buys a product: a first purchase, a return after the end, or another plan of a running subscription.
  case buy(String, offer: SimulatedOffer? = nil, plan: SimulatedBillingPlan? = nil)
  /// Buys a subscription under a new original transaction id while an old one of the group cannot be collected for.
  case buyAnew(String)
  /// Redeems an offer during a running subscription: for its next period, or with another plan.
  case redeem(SimulatedOffer, String)
  /// Switches renewal of the group's subscription on or off.
  case setRenewal(String, Bool)
  /// The means of payment work from now on, or not; what waits for money is paid at once.
  case setPayment(Bool)
  /// The store tells subscribers of a product of a higher price; those who must agree lose it if they do not.
  case raisePrice(String, to: Int64, needsConsent: Bool)
  /// Answers a price increase of the group's subscription.
  case answerPriceIncrease(String, agrees: Bool)
  /// The developer puts off the renewal of the group's subscription by 1 to 90 days, at most twice in 365 days.
  case extendRenewal(String, days: Int)
  /// The developer takes a product off sale, or puts it back.
  case setForSale(String, Bool)
  /// Asks for a refund of the newest purchase of a product; the store asks the developer what was consumed.
  case requestRefund(String)
  /// The store declines the refund.
  case declineRefund(String)
  /// The store refunds a purchase of a product: the newest, or one that many purchases back.
  case refund(String, back: Int = 0, SimulatedRefund = .full)
  /// The store takes the newest refund of a product back.
  case reverseRefund(String)
  /// Shares a product, and all that follows on it in its group, with a member of the family.
  case share(String, with: String)
  /// Stops sharing a product with a member of the family.
  case stopSharing(String, with: String)
}

/// How much is refunded, and why.
public struct SimulatedRefund: Hashable, Sendable {
  /// `revocationType`.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// All.
    case full = "REFUND_FULL"
    /// A part.
    case prorated = "REFUND_PRORATED"
    /// Nothing: the family does not share it any longer.
    case family = "FAMILY_REVOKE"
  }

  /// `revocationType`.
  public let kind: Kind
  /// `revocationPercentage`: thousandths of a percent, 100,000 for all.
  public let percentage: Int64
  /// `revocationReason`: whether the app had an issue.
  public let isForAppIssue: Bool

  init(kind: Kind, percentage: Int64, isForAppIssue: Bool = false) {
    self.kind = kind
    self.percentage = percentage
    self.isForAppIssue = isForAppIssue
  }

  /// All of it.
  public static let full = SimulatedRefund(kind: .full, percentage: 100_000)
  /// All of it, because of an issue in the app.
  public static let appIssue = SimulatedRefund(kind: .full, percentage: 100_000, isForAppIssue: true)
  /// A share of it, in percent from 1 to 99.
  public static func prorated(percent: Int) -> SimulatedRefund {
    SimulatedRefund(kind: .prorated, percentage: Int64(min(max(1, percent), 99)) * 1000)
  }
  static let familyRevoke = SimulatedRefund(kind: .family, percentage: 100_000)
}

extension SimulatedRefund: CustomDebugStringConvertible {
  /// The refund as it would be written in a test.
  public var debugDescription: String {
    switch kind {
    case .full: isForAppIssue ? ".appIssue" : ".full"
    case .prorated: ".prorated(percent: \(percentage / 1000))"
    case .family: ".familyRevoke"
    }
  }
}

/// An act and who does it.
public struct SimulatedStep: Hashable, Sendable, CustomStringConvertible {
  /// The customer's name; of no matter where only time passes.
  public let customer: String
  /// The act.
  public let act: SimulatedAct

  /// Makes a step.
  public init(_ customer: String, _ act: SimulatedAct) {
    self.customer = customer
    self.act = act
  }

  /// As it would be written in a test.
  public var description: String { "SimulatedStep(\"\(customer)\", .\(act))" }
}
