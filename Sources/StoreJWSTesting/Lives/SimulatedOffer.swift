// SPDX-License-Identifier: MIT

/// An offer of a subscription.
public struct SimulatedOffer: Hashable, Sendable {
  /// The kinds, by Apple's `offerType`.
  public enum Kind: Int64, Hashable, Sendable, CaseIterable {
    /// For customers who are new to the group.
    case introductory = 1
    /// For customers who subscribe or did.
    case promotional = 2
    /// For anybody with a code.
    case offerCode = 3
    /// For customers who left.
    case winBack = 4
  }

  /// How it is paid, by Apple's `offerDiscountType`.
  public enum Payment: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case freeTrial = "FREE_TRIAL"
    /// A lower price in each of so many of the product's own periods.
    case payAsYouGo = "PAY_AS_YOU_GO"
    /// One price for all of the offer's periods together.
    case payUpFront = "PAY_UP_FRONT"
  }

  /// The kind.
  public let kind: Kind
  /// `offerIdentifier`; introductory offers have none.
  public let id: String?
  /// How it is paid.
  public let payment: Payment
  /// One of its periods. Of ``Payment/payAsYouGo`` the product's own period counts instead.
  public let period: SimulatedPeriod
  /// How many periods.
  public let periodCount: Int
  /// In thousandths of the currency's unit: of a period that is paid as you go, else of all.
  public let price: Int64

  /// Makes an offer; fewer periods than one count as one, more than twelve as twelve.
  public init(
    _ kind: Kind, id: String? = nil, payment: Payment = .freeTrial, period: SimulatedPeriod = .weeks(1),
    periodCount: Int = 1, price: Int64 = 0
  ) {
    self.kind = kind
    self.id = kind == .introductory ? nil : id ?? "offer.\(kind.rawValue)"
    self.payment = payment
    self.period = period
    self.periodCount = min(max(1, periodCount), 12)
    self.price = payment == .freeTrial ? 0 : price
  }
}

/// How a year is paid, by Apple's `billingPlanType`.
public enum SimulatedBillingPlan: String, Hashable, Sendable, CaseIterable {
  /// At once.
  case upfront = "BILLED_UPFRONT"
  /// Month by month, under a commitment for twelve of them.
  case monthly = "MONTHLY"
}

// MARK: - As written in a test

extension SimulatedOffer: CustomDebugStringConvertible {
  /// The offer as it would be written in a test.
  public var debugDescription: String {
    let name = id.map { "id: \"\($0)\", " } ?? ""
    return "SimulatedOffer(.\(kind), \(name)payment: .\(payment), period: \(period.debugDescription), "
      + "periodCount: \(periodCount), price: \(price))"
  }
}

extension SimulatedPeriod: CustomDebugStringConvertible {
  /// The period as it would be written in a test.
  public var debugDescription: String {
    months > 0 && days > 0
      ? "SimulatedPeriod(months: \(months), days: \(days))" : months > 0 ? ".months(\(months))" : ".days(\(days))"
  }
}

extension SimulatedBillingPlan: CustomDebugStringConvertible {
  /// The plan as it would be written in a test.
  public var debugDescription: String { "SimulatedBillingPlan." + (self == .monthly ? "monthly" : "upfront") }
}
