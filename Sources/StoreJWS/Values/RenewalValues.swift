// SPDX-License-Identifier: MIT

/// `autoRenewStatus`: whether the subscription will renew.
public struct AutoRenewStatus: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: Int

  /// Wraps any value, known or not.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// `0`: will not renew.
  public static let off = AutoRenewStatus(rawValue: 0)
  /// `1`: will renew.
  public static let on = AutoRenewStatus(rawValue: 1)

  /// The values with names.
  public static let catalog = ValueCatalog<AutoRenewStatus>([
    (.off, "will not renew"),
    (.on, "will renew"),
  ])
}

/// `expirationIntent`: why a subscription lapsed.
public struct ExpirationIntent: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: Int

  /// Wraps any value, known or not.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// `1`: the customer cancelled.
  public static let customerCancelled = ExpirationIntent(rawValue: 1)
  /// `2`: billing failed.
  public static let billingError = ExpirationIntent(rawValue: 2)
  /// `3`: the customer did not agree to a price increase.
  public static let priceIncreaseRefused = ExpirationIntent(rawValue: 3)
  /// `4`: the product was not for sale at renewal.
  public static let productUnavailable = ExpirationIntent(rawValue: 4)
  /// `5`: another reason.
  public static let other = ExpirationIntent(rawValue: 5)

  /// The values with names.
  public static let catalog = ValueCatalog<ExpirationIntent>([
    (.customerCancelled, "the customer cancelled"),
    (.billingError, "billing failed"),
    (.priceIncreaseRefused, "the customer did not agree to a price increase"),
    (.productUnavailable, "the product was not for sale at renewal"),
    (.other, "another reason"),
  ])
}

/// `priceIncreaseStatus`: the customer's answer to a price increase.
public struct PriceIncreaseStatus: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: Int

  /// Wraps any value, known or not.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// `0`: the customer has not answered.
  public static let pending = PriceIncreaseStatus(rawValue: 0)
  /// `1`: the customer agreed, or was told and need not agree.
  public static let agreed = PriceIncreaseStatus(rawValue: 1)

  /// The values with names.
  public static let catalog = ValueCatalog<PriceIncreaseStatus>([
    (.pending, "the customer has not answered"),
    (.agreed, "the customer agreed, or was told and need not agree"),
  ])
}

/// `status`: where a subscription stands.
public struct SubscriptionStatus: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: Int

  /// Wraps any value, known or not.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// `1`: active.
  public static let active = SubscriptionStatus(rawValue: 1)
  /// `2`: expired.
  public static let expired = SubscriptionStatus(rawValue: 2)
  /// `3`: in billing retry: expired, Apple still tries to collect.
  public static let billingRetry = SubscriptionStatus(rawValue: 3)
  /// `4`: in the billing grace period: access goes on while Apple tries to collect.
  public static let gracePeriod = SubscriptionStatus(rawValue: 4)
  /// `5`: revoked: refunded or no longer shared.
  public static let revoked = SubscriptionStatus(rawValue: 5)

  /// The values with names.
  public static let catalog = ValueCatalog<SubscriptionStatus>([
    (.active, "active"),
    (.expired, "expired"),
    (.billingRetry, "in billing retry: expired, Apple still tries to collect"),
    (.gracePeriod, "in the billing grace period: access goes on while Apple tries to collect"),
    (.revoked, "revoked: refunded or no longer shared"),
  ])
}

/// `billingPlanType`, `renewalBillingPlanType`, `commitmentRenewalBillingPlanType`: how a year is paid.
public struct BillingPlanType: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `BILLED_UPFRONT`: paid at once.
  public static let billedUpfront = BillingPlanType(rawValue: "BILLED_UPFRONT")
  /// `MONTHLY`: paid month by month under a commitment.
  public static let monthly = BillingPlanType(rawValue: "MONTHLY")

  /// The values with names.
  public static let catalog = ValueCatalog<BillingPlanType>([
    (.billedUpfront, "paid at once"),
    (.monthly, "paid month by month under a commitment"),
  ])
}
