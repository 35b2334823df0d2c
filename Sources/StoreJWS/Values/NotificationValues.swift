// SPDX-License-Identifier: MIT

/// `notificationType`: what happened. Type and subtype in one sentence: ``ServerNotification/meaning``.
public struct NotificationType: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `SUBSCRIBED`: a subscription began: give access.
  public static let subscribed = NotificationType(rawValue: "SUBSCRIBED")
  /// `DID_CHANGE_RENEWAL_PREF`: the customer chose another plan of the group.
  public static let didChangeRenewalPreference = NotificationType(rawValue: "DID_CHANGE_RENEWAL_PREF")
  /// `DID_CHANGE_RENEWAL_STATUS`: automatic renewal was switched on or off; access stays as it is.
  public static let didChangeRenewalStatus = NotificationType(rawValue: "DID_CHANGE_RENEWAL_STATUS")
  /// `OFFER_REDEEMED`: an offer was redeemed by a customer who had subscribed before.
  public static let offerRedeemed = NotificationType(rawValue: "OFFER_REDEEMED")
  /// `DID_RENEW`: a subscription was renewed: access goes on.
  public static let didRenew = NotificationType(rawValue: "DID_RENEW")
  /// `EXPIRED`: a subscription ended: take access away.
  public static let expired = NotificationType(rawValue: "EXPIRED")
  /// `DID_FAIL_TO_RENEW`: a renewal could not be charged; Apple tries again.
  public static let didFailToRenew = NotificationType(rawValue: "DID_FAIL_TO_RENEW")
  /// `GRACE_PERIOD_EXPIRED`: the billing grace period is over: take access away; Apple still tries to collect.
  public static let gracePeriodExpired = NotificationType(rawValue: "GRACE_PERIOD_EXPIRED")
  /// `PRICE_INCREASE`: the customer was told of a higher price; access stays as it is.
  public static let priceIncrease = NotificationType(rawValue: "PRICE_INCREASE")
  /// `REFUND`: a purchase was refunded: take back what it gave.
  public static let refund = NotificationType(rawValue: "REFUND")
  /// `REFUND_DECLINED`: a refund was declined; access stays as it is.
  public static let refundDeclined = NotificationType(rawValue: "REFUND_DECLINED")
  /// `REFUND_REVERSED`: a refund was undone: give back what was taken.
  public static let refundReversed = NotificationType(rawValue: "REFUND_REVERSED")
  /// `CONSUMPTION_REQUEST`: a customer asked for a refund and Apple asks for facts; access stays as it is.
  public static let consumptionRequest = NotificationType(rawValue: "CONSUMPTION_REQUEST")
  /// `RENEWAL_EXTENDED`: a renewal date was moved into the future: access goes on until then.
  public static let renewalExtended = NotificationType(rawValue: "RENEWAL_EXTENDED")
  /// `RENEWAL_EXTENSION`: renewal dates of many subscribers are being moved.
  public static let renewalExtension = NotificationType(rawValue: "RENEWAL_EXTENSION")
  /// `REVOKE`: a purchase is no longer shared by the family: take access away.
  public static let revoke = NotificationType(rawValue: "REVOKE")
  /// `TEST`: a test that was asked for; nothing happened.
  public static let test = NotificationType(rawValue: "TEST")
  /// `EXTERNAL_PURCHASE_TOKEN`: a token for external purchases is to be reported.
  public static let externalPurchaseToken = NotificationType(rawValue: "EXTERNAL_PURCHASE_TOKEN")
  /// `ONE_TIME_CHARGE`: a product that does not renew was bought: give access.
  public static let oneTimeCharge = NotificationType(rawValue: "ONE_TIME_CHARGE")
  /// `RESCIND_CONSENT`: a guardian withdrew consent to a child's use of the app.
  public static let rescindConsent = NotificationType(rawValue: "RESCIND_CONSENT")
  /// `METADATA_UPDATE`: names or descriptions of an Advanced Commerce subscription changed; access stays as it is.
  public static let metadataUpdate = NotificationType(rawValue: "METADATA_UPDATE")
  /// `MIGRATION`: a subscription was moved to the Advanced Commerce API; access stays as it is.
  public static let migration = NotificationType(rawValue: "MIGRATION")
  /// `MIGRATE`: as MIGRATION, in the spelling of a changelog of 2025.
  public static let migrate = NotificationType(rawValue: "MIGRATE")
  /// `PRICE_CHANGE`: the price of an Advanced Commerce subscription changed; access stays as it is.
  public static let priceChange = NotificationType(rawValue: "PRICE_CHANGE")

  /// The values with names.
  public static let catalog = ValueCatalog<NotificationType>([
    (.subscribed, "a subscription began: give access"),
    (.didChangeRenewalPreference, "the customer chose another plan of the group"),
    (.didChangeRenewalStatus, "automatic renewal was switched on or off; access stays as it is"),
    (.offerRedeemed, "an offer was redeemed by a customer who had subscribed before"),
    (.didRenew, "a subscription was renewed: access goes on"),
    (.expired, "a subscription ended: take access away"),
    (.didFailToRenew, "a renewal could not be charged; Apple tries again"),
    (.gracePeriodExpired, "the billing grace period is over: take access away; Apple still tries to collect"),
    (.priceIncrease, "the customer was told of a higher price; access stays as it is"),
    (.refund, "a purchase was refunded: take back what it gave"),
    (.refundDeclined, "a refund was declined; access stays as it is"),
    (.refundReversed, "a refund was undone: give back what was taken"),
    (.consumptionRequest, "a customer asked for a refund and Apple asks for facts; access stays as it is"),
    (.renewalExtended, "a renewal date was moved into the future: access goes on until then"),
    (.renewalExtension, "renewal dates of many subscribers are being moved"),
    (.revoke, "a purchase is no longer shared by the family: take access away"),
    (.test, "a test that was asked for; nothing happened"),
    (.externalPurchaseToken, "a token for external purchases is to be reported"),
    (.oneTimeCharge, "a product that does not renew was bought: give access"),
    (.rescindConsent, "a guardian withdrew consent to a child's use of the app"),
    (.metadataUpdate, "names or descriptions of an Advanced Commerce subscription changed; access stays as it is"),
    (.migration, "a subscription was moved to the Advanced Commerce API; access stays as it is"),
    (.migrate, "as MIGRATION, in the spelling of a changelog of 2025"),
    (.priceChange, "the price of an Advanced Commerce subscription changed; access stays as it is"),
  ])
}

/// `subtype`: what happened, in more detail.
public struct NotificationSubtype: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `INITIAL_BUY`: for the first time.
  public static let initialBuy = NotificationSubtype(rawValue: "INITIAL_BUY")
  /// `RESUBSCRIBE`: again, after the subscription had ended.
  public static let resubscribe = NotificationSubtype(rawValue: "RESUBSCRIBE")
  /// `DOWNGRADE`: to a lower level, from the next renewal on.
  public static let downgrade = NotificationSubtype(rawValue: "DOWNGRADE")
  /// `UPGRADE`: to a higher level, at once.
  public static let upgrade = NotificationSubtype(rawValue: "UPGRADE")
  /// `AUTO_RENEW_ENABLED`: renewal was switched on.
  public static let autoRenewEnabled = NotificationSubtype(rawValue: "AUTO_RENEW_ENABLED")
  /// `AUTO_RENEW_DISABLED`: renewal was switched off.
  public static let autoRenewDisabled = NotificationSubtype(rawValue: "AUTO_RENEW_DISABLED")
  /// `VOLUNTARY`: the customer had switched renewal off.
  public static let voluntary = NotificationSubtype(rawValue: "VOLUNTARY")
  /// `BILLING_RETRY`: Apple gave up collecting.
  public static let billingRetry = NotificationSubtype(rawValue: "BILLING_RETRY")
  /// `PRICE_INCREASE`: the customer did not agree to a higher price.
  public static let priceIncrease = NotificationSubtype(rawValue: "PRICE_INCREASE")
  /// `GRACE_PERIOD`: within a billing grace period.
  public static let gracePeriod = NotificationSubtype(rawValue: "GRACE_PERIOD")
  /// `PENDING`: the customer has not answered.
  public static let pending = NotificationSubtype(rawValue: "PENDING")
  /// `ACCEPTED`: the customer agreed, or need not be asked.
  public static let accepted = NotificationSubtype(rawValue: "ACCEPTED")
  /// `BILLING_RECOVERY`: Apple collected at last.
  public static let billingRecovery = NotificationSubtype(rawValue: "BILLING_RECOVERY")
  /// `PRODUCT_NOT_FOR_SALE`: the product was no longer for sale.
  public static let productNotForSale = NotificationSubtype(rawValue: "PRODUCT_NOT_FOR_SALE")
  /// `SUMMARY`: finished for all subscribers.
  public static let summary = NotificationSubtype(rawValue: "SUMMARY")
  /// `FAILURE`: failed for one subscriber.
  public static let failure = NotificationSubtype(rawValue: "FAILURE")
  /// `UNREPORTED`: no report has come yet.
  public static let unreported = NotificationSubtype(rawValue: "UNREPORTED")
  /// `CREATED`: a token was made.
  public static let created = NotificationSubtype(rawValue: "CREATED")
  /// `ACTIVE_TOKEN_REMINDER`: a token is still in use.
  public static let activeTokenReminder = NotificationSubtype(rawValue: "ACTIVE_TOKEN_REMINDER")

  /// The values with names.
  public static let catalog = ValueCatalog<NotificationSubtype>([
    (.initialBuy, "for the first time"),
    (.resubscribe, "again, after the subscription had ended"),
    (.downgrade, "to a lower level, from the next renewal on"),
    (.upgrade, "to a higher level, at once"),
    (.autoRenewEnabled, "renewal was switched on"),
    (.autoRenewDisabled, "renewal was switched off"),
    (.voluntary, "the customer had switched renewal off"),
    (.billingRetry, "Apple gave up collecting"),
    (.priceIncrease, "the customer did not agree to a higher price"),
    (.gracePeriod, "within a billing grace period"),
    (.pending, "the customer has not answered"),
    (.accepted, "the customer agreed, or need not be asked"),
    (.billingRecovery, "Apple collected at last"),
    (.productNotForSale, "the product was no longer for sale"),
    (.summary, "finished for all subscribers"),
    (.failure, "failed for one subscriber"),
    (.unreported, "no report has come yet"),
    (.created, "a token was made"),
    (.activeTokenReminder, "a token is still in use"),
  ])
}

/// `consumptionRequestReason`: why the customer asked for a refund.
public struct ConsumptionRequestReason: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `UNINTENDED_PURCHASE`: did not mean to buy.
  public static let unintendedPurchase = ConsumptionRequestReason(rawValue: "UNINTENDED_PURCHASE")
  /// `FULFILLMENT_ISSUE`: did not get it, or it does not work.
  public static let fulfillmentIssue = ConsumptionRequestReason(rawValue: "FULFILLMENT_ISSUE")
  /// `UNSATISFIED_WITH_PURCHASE`: is not satisfied.
  public static let unsatisfiedWithPurchase = ConsumptionRequestReason(rawValue: "UNSATISFIED_WITH_PURCHASE")
  /// `LEGAL`: for legal reasons.
  public static let legal = ConsumptionRequestReason(rawValue: "LEGAL")
  /// `OTHER`: another reason.
  public static let other = ConsumptionRequestReason(rawValue: "OTHER")

  /// The values with names.
  public static let catalog = ValueCatalog<ConsumptionRequestReason>([
    (.unintendedPurchase, "did not mean to buy"),
    (.fulfillmentIssue, "did not get it, or it does not work"),
    (.unsatisfiedWithPurchase, "is not satisfied"),
    (.legal, "for legal reasons"),
    (.other, "another reason"),
  ])
}

/// `tokenType`: what a custom-link token is for. In no library of Apple; the values are those that StoreKit documents.
public struct ExternalPurchaseTokenType: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `ACQUISITION`: customers who were won through the App Store.
  public static let acquisition = ExternalPurchaseTokenType(rawValue: "ACQUISITION")
  /// `SERVICES`: services that the store gives.
  public static let services = ExternalPurchaseTokenType(rawValue: "SERVICES")
  /// `IN_APP`: purchases in the app.
  public static let inApp = ExternalPurchaseTokenType(rawValue: "IN_APP")
  /// `LINK_OUT`: purchases behind a link that leads out of the app.
  public static let linkOut = ExternalPurchaseTokenType(rawValue: "LINK_OUT")

  /// The values with names.
  public static let catalog = ValueCatalog<ExternalPurchaseTokenType>([
    (.acquisition, "customers who were won through the App Store"),
    (.services, "services that the store gives"),
    (.inApp, "purchases in the app"),
    (.linkOut, "purchases behind a link that leads out of the app"),
  ])
}
