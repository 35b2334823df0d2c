// SPDX-License-Identifier: MIT

/// `offerType`: the kind of offer that applies.
public struct OfferType: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: Int

  /// Wraps any value, known or not.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// `1`: introductory offer.
  public static let introductory = OfferType(rawValue: 1)
  /// `2`: promotional offer.
  public static let promotional = OfferType(rawValue: 2)
  /// `3`: offer code.
  public static let offerCode = OfferType(rawValue: 3)
  /// `4`: win-back offer.
  public static let winBack = OfferType(rawValue: 4)

  /// The values with names.
  public static let catalog = ValueCatalog<OfferType>([
    (.introductory, "introductory offer"),
    (.promotional, "promotional offer"),
    (.offerCode, "offer code"),
    (.winBack, "win-back offer"),
  ])
}

/// `offerDiscountType`: how an offer is paid.
public struct OfferDiscountType: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `FREE_TRIAL`: free trial.
  public static let freeTrial = OfferDiscountType(rawValue: "FREE_TRIAL")
  /// `PAY_AS_YOU_GO`: reduced price each period.
  public static let payAsYouGo = OfferDiscountType(rawValue: "PAY_AS_YOU_GO")
  /// `PAY_UP_FRONT`: reduced price paid once for several periods.
  public static let payUpFront = OfferDiscountType(rawValue: "PAY_UP_FRONT")
  /// `ONE_TIME`: one-time reduced price.
  public static let oneTime = OfferDiscountType(rawValue: "ONE_TIME")

  /// The values with names.
  public static let catalog = ValueCatalog<OfferDiscountType>([
    (.freeTrial, "free trial"),
    (.payAsYouGo, "reduced price each period"),
    (.payUpFront, "reduced price paid once for several periods"),
    (.oneTime, "one-time reduced price"),
  ])
}
