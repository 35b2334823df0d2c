// SPDX-License-Identifier: MIT

/// `period` of an Advanced Commerce subscription, an ISO 8601 duration.
public struct AdvancedCommercePeriod: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `P1W`: one week.
  public static let oneWeek = AdvancedCommercePeriod(rawValue: "P1W")
  /// `P1M`: one month.
  public static let oneMonth = AdvancedCommercePeriod(rawValue: "P1M")
  /// `P2M`: two months.
  public static let twoMonths = AdvancedCommercePeriod(rawValue: "P2M")
  /// `P3M`: three months.
  public static let threeMonths = AdvancedCommercePeriod(rawValue: "P3M")
  /// `P6M`: six months.
  public static let sixMonths = AdvancedCommercePeriod(rawValue: "P6M")
  /// `P1Y`: one year.
  public static let oneYear = AdvancedCommercePeriod(rawValue: "P1Y")

  /// The values with names.
  public static let catalog = ValueCatalog<AdvancedCommercePeriod>([
    (.oneWeek, "one week"),
    (.oneMonth, "one month"),
    (.twoMonths, "two months"),
    (.threeMonths, "three months"),
    (.sixMonths, "six months"),
    (.oneYear, "one year"),
  ])
}

/// `period` of an Advanced Commerce offer, an ISO 8601 duration.
public struct AdvancedCommerceOfferPeriod: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `P3D`: three days.
  public static let threeDays = AdvancedCommerceOfferPeriod(rawValue: "P3D")
  /// `P1W`: one week.
  public static let oneWeek = AdvancedCommerceOfferPeriod(rawValue: "P1W")
  /// `P2W`: two weeks.
  public static let twoWeeks = AdvancedCommerceOfferPeriod(rawValue: "P2W")
  /// `P1M`: one month.
  public static let oneMonth = AdvancedCommerceOfferPeriod(rawValue: "P1M")
  /// `P2M`: two months.
  public static let twoMonths = AdvancedCommerceOfferPeriod(rawValue: "P2M")
  /// `P3M`: three months.
  public static let threeMonths = AdvancedCommerceOfferPeriod(rawValue: "P3M")
  /// `P6M`: six months.
  public static let sixMonths = AdvancedCommerceOfferPeriod(rawValue: "P6M")
  /// `P9M`: nine months.
  public static let nineMonths = AdvancedCommerceOfferPeriod(rawValue: "P9M")
  /// `P1Y`: one year.
  public static let oneYear = AdvancedCommerceOfferPeriod(rawValue: "P1Y")

  /// The values with names.
  public static let catalog = ValueCatalog<AdvancedCommerceOfferPeriod>([
    (.threeDays, "three days"),
    (.oneWeek, "one week"),
    (.twoWeeks, "two weeks"),
    (.oneMonth, "one month"),
    (.twoMonths, "two months"),
    (.threeMonths, "three months"),
    (.sixMonths, "six months"),
    (.nineMonths, "nine months"),
    (.oneYear, "one year"),
  ])
}

/// `reason` of an Advanced Commerce offer.
public struct AdvancedCommerceOfferReason: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `ACQUISITION`: to win a customer.
  public static let acquisition = AdvancedCommerceOfferReason(rawValue: "ACQUISITION")
  /// `WIN_BACK`: to win a customer back.
  public static let winBack = AdvancedCommerceOfferReason(rawValue: "WIN_BACK")
  /// `RETENTION`: to keep a customer.
  public static let retention = AdvancedCommerceOfferReason(rawValue: "RETENTION")

  /// The values with names.
  public static let catalog = ValueCatalog<AdvancedCommerceOfferReason>([
    (.acquisition, "to win a customer"),
    (.winBack, "to win a customer back"),
    (.retention, "to keep a customer"),
  ])
}

/// `refundReason` of an Advanced Commerce refund.
public struct AdvancedCommerceRefundReason: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `UNINTENDED_PURCHASE`: not meant to be bought.
  public static let unintendedPurchase = AdvancedCommerceRefundReason(rawValue: "UNINTENDED_PURCHASE")
  /// `FULFILLMENT_ISSUE`: not delivered as it should be.
  public static let fulfillmentIssue = AdvancedCommerceRefundReason(rawValue: "FULFILLMENT_ISSUE")
  /// `UNSATISFIED_WITH_PURCHASE`: the customer is not satisfied.
  public static let unsatisfiedWithPurchase = AdvancedCommerceRefundReason(rawValue: "UNSATISFIED_WITH_PURCHASE")
  /// `LEGAL`: for legal reasons.
  public static let legal = AdvancedCommerceRefundReason(rawValue: "LEGAL")
  /// `OTHER`: another reason.
  public static let other = AdvancedCommerceRefundReason(rawValue: "OTHER")
  /// `MODIFY_ITEMS_REFUND`: items were changed.
  public static let modifyItemsRefund = AdvancedCommerceRefundReason(rawValue: "MODIFY_ITEMS_REFUND")
  /// `SIMULATE_REFUND_DECLINE`: a test of a declined refund.
  public static let simulateRefundDecline = AdvancedCommerceRefundReason(rawValue: "SIMULATE_REFUND_DECLINE")

  /// The values with names.
  public static let catalog = ValueCatalog<AdvancedCommerceRefundReason>([
    (.unintendedPurchase, "not meant to be bought"),
    (.fulfillmentIssue, "not delivered as it should be"),
    (.unsatisfiedWithPurchase, "the customer is not satisfied"),
    (.legal, "for legal reasons"),
    (.other, "another reason"),
    (.modifyItemsRefund, "items were changed"),
    (.simulateRefundDecline, "a test of a declined refund"),
  ])
}

/// `refundType` of an Advanced Commerce refund.
public struct AdvancedCommerceRefundType: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `FULL`: in full.
  public static let full = AdvancedCommerceRefundType(rawValue: "FULL")
  /// `PRORATED`: in part, by time.
  public static let prorated = AdvancedCommerceRefundType(rawValue: "PRORATED")
  /// `CUSTOM`: an amount of the developer's choice.
  public static let custom = AdvancedCommerceRefundType(rawValue: "CUSTOM")

  /// The values with names.
  public static let catalog = ValueCatalog<AdvancedCommerceRefundType>([
    (.full, "in full"),
    (.prorated, "in part, by time"),
    (.custom, "an amount of the developer's choice"),
  ])
}

/// `status` of an Advanced Commerce price increase.
public struct AdvancedCommercePriceIncreaseStatus: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `SCHEDULED`: announced for later.
  public static let scheduled = AdvancedCommercePriceIncreaseStatus(rawValue: "SCHEDULED")
  /// `PENDING`: the customer has not answered.
  public static let pending = AdvancedCommercePriceIncreaseStatus(rawValue: "PENDING")
  /// `ACCEPTED`: the customer agreed.
  public static let accepted = AdvancedCommercePriceIncreaseStatus(rawValue: "ACCEPTED")

  /// The values with names.
  public static let catalog = ValueCatalog<AdvancedCommercePriceIncreaseStatus>([
    (.scheduled, "announced for later"),
    (.pending, "the customer has not answered"),
    (.accepted, "the customer agreed"),
  ])
}
