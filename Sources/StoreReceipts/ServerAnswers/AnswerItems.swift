// SPDX-License-Identifier: MIT

public import StrictJSON

/// One transaction in a server answer: an item of `in_app` or `latest_receipt_info`, or the flat object of the older
/// family. Nobody signed it.
public struct AnswerItem: AnswerObject {
  /// The object as it came.
  public let value: JSONValue

  /// Wraps an object.
  public init(_ value: JSONValue) {
    self.value = value
  }

  /// `quantity`
  public var quantity: Int64? { integer("quantity") }
  /// `product_id`
  public var productID: String? { text("product_id") }
  /// `transaction_id`
  public var transactionID: String? { text("transaction_id") }
  /// `original_transaction_id`
  public var originalTransactionID: String? { text("original_transaction_id") }
  /// `web_order_line_item_id`
  public var webOrderLineItemID: String? { text("web_order_line_item_id") }
  /// `purchase_date`, in milliseconds since 1970-01-01T00:00:00Z.
  public var purchaseDateMilliseconds: Int64? { milliseconds("purchase_date") }
  /// `original_purchase_date`, in milliseconds since 1970-01-01T00:00:00Z.
  public var originalPurchaseDateMilliseconds: Int64? { milliseconds("original_purchase_date") }
  /// `expires_date`, in milliseconds since 1970-01-01T00:00:00Z; the older family has the number in the member itself.
  public var expiresDateMilliseconds: Int64? { milliseconds("expires_date") }
  /// `cancellation_date`, in milliseconds since 1970-01-01T00:00:00Z.
  public var cancellationDateMilliseconds: Int64? { milliseconds("cancellation_date") }
  /// `cancellation_reason`: 0 other, 1 a problem in the app.
  public var cancellationReason: Int64? { integer("cancellation_reason") }
  /// `is_trial_period`
  public var isTrialPeriod: Bool? { flag("is_trial_period") }
  /// `is_in_intro_offer_period`
  public var isIntroductoryOfferPeriod: Bool? { flag("is_in_intro_offer_period") }
  /// `is_upgraded`
  public var isUpgraded: Bool? { flag("is_upgraded") }
  /// `in_app_ownership_type`: `PURCHASED` or `FAMILY_SHARED`.
  public var ownershipType: String? { text("in_app_ownership_type") }
  /// `subscription_group_identifier`
  public var subscriptionGroupID: String? { text("subscription_group_identifier") }
  /// `promotional_offer_id`
  public var promotionalOfferID: String? { text("promotional_offer_id") }
  /// `offer_code_ref_name`
  public var offerCodeReferenceName: String? { text("offer_code_ref_name") }
  /// `app_account_token`
  public var appAccountToken: String? { text("app_account_token") }
  /// `bid`, in the older family.
  public var bundleID: String? { text("bid") }
}

/// One entry of `pending_renewal_info`, or the same members at the top of the older family's answer.
public struct AnswerRenewal: AnswerObject {
  /// The object as it came.
  public let value: JSONValue

  /// Wraps an object.
  public init(_ value: JSONValue) {
    self.value = value
  }

  /// `product_id`, the product now.
  public var productID: String? { text("product_id") }
  /// `auto_renew_product_id`, the product after the next renewal.
  public var autoRenewProductID: String? { text("auto_renew_product_id") }
  /// `original_transaction_id`; absent in older answers.
  public var originalTransactionID: String? { text("original_transaction_id") }
  /// `auto_renew_status`: it will renew.
  public var willRenew: Bool? { flag("auto_renew_status") }
  /// `expiration_intent`: 1 cancelled, 2 billing error, 3 refused a price increase, 4 product gone, 5 other.
  public var expirationIntent: Int64? { integer("expiration_intent") }
  /// `is_in_billing_retry_period`
  public var isInBillingRetryPeriod: Bool? { flag("is_in_billing_retry_period") }
  /// `grace_period_expires_date`, in milliseconds since 1970-01-01T00:00:00Z; until then there is access.
  public var gracePeriodExpiresDateMilliseconds: Int64? { milliseconds("grace_period_expires_date") }
  /// `price_consent_status`: 0 not yet, 1 agreed.
  public var priceConsentStatus: Int64? { integer("price_consent_status") }
  /// `price_increase_status`
  public var priceIncreaseStatus: Int64? { integer("price_increase_status") }
  /// `promotional_offer_id`, for the next renewal.
  public var promotionalOfferID: String? { text("promotional_offer_id") }
  /// `offer_code_ref_name`, for the next renewal.
  public var offerCodeReferenceName: String? { text("offer_code_ref_name") }
}

/// The `receipt` of an answer of the newer family: an app receipt as JSON.
public struct AnswerReceipt: AnswerObject {
  /// The object as it came.
  public let value: JSONValue

  /// Wraps an object.
  public init(_ value: JSONValue) {
    self.value = value
  }

  /// `receipt_type`, for instance `ProductionSandbox`.
  public var receiptType: String? { text("receipt_type") }
  /// `bundle_id`, in the older family `bid`.
  public var bundleID: String? { text("bundle_id") ?? text("bid") }
  /// `application_version`, in the older family `bvrs`.
  public var appVersion: String? { text("application_version") ?? text("bvrs") }
  /// `original_application_version`
  public var originalAppVersion: String? { text("original_application_version") }
  /// `app_item_id`; 0 in the sandbox.
  public var appItemID: Int64? { integer("app_item_id") ?? integer("adam_id") }
  /// `download_id`; 0 in the sandbox.
  public var downloadID: Int64? { integer("download_id") }
  /// `version_external_identifier`; 0 in the sandbox.
  public var versionExternalID: Int64? { integer("version_external_identifier") }
  /// `receipt_creation_date`, in milliseconds since 1970-01-01T00:00:00Z.
  public var creationDateMilliseconds: Int64? { milliseconds("receipt_creation_date") }
  /// `request_date`, in milliseconds since 1970-01-01T00:00:00Z: the moment of the answer.
  public var requestDateMilliseconds: Int64? { milliseconds("request_date") }
  /// `original_purchase_date`, in milliseconds since 1970-01-01T00:00:00Z.
  public var originalPurchaseDateMilliseconds: Int64? { milliseconds("original_purchase_date") }
  /// `expiration_date` of volume purchases, in milliseconds since 1970-01-01T00:00:00Z.
  public var expirationDateMilliseconds: Int64? { milliseconds("expiration_date") }
  /// `preorder_date`, in milliseconds since 1970-01-01T00:00:00Z.
  public var preorderDateMilliseconds: Int64? { milliseconds("preorder_date") }
  /// `in_app`; may be empty although there are purchases in `latest_receipt_info`.
  public var purchases: [AnswerItem] { objects("in_app").map(AnswerItem.init) }
}
