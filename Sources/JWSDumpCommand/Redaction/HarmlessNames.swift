// SPDX-License-Identifier: MIT

/// Members of receipts, verifyReceipt answers and version 1 notifications that identify nobody: these documents have no list of
/// all members, so what is not here is hidden.
enum HarmlessNames {
  /// Whether a member may be shown: dates in all their spellings, products, apps, states.
  static func contain(_ name: String) -> Bool {
    var name = name.replacing("-", with: "_")
    for ending in ["_ms", "_pst", "_formatted"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
    for ending in ["_formatted"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
    return names.contains(name)
  }

  /// Objects, and lists of them, whose members these are.
  static let containers: Set<String> = [
    "receipt", "in_app", "latest_receipt_info", "latest_expired_receipt_info", "pending_renewal_info",
    "unified_receipt", "unsigned",
  ]

  private static let names: Set<String> = [
    // Apps and versions.
    "bid", "bvrs", "bundle_id", "adam_id", "app_item_id", "app_version", "application_version",
    "original_application_version", "original_app_version", "version_external_identifier", "developer_id",
    "fulfilment_tool_version", "age_rating", "platform", "environment", "receipt_type",
    // Products and purchases.
    "product_id", "product_type", "item_id", "quantity", "subscription_group_identifier", "promotional_offer_id",
    "offer_code_ref_name", "is_trial_period", "is_in_intro_offer_period", "is_upgraded", "in_app_ownership_type",
    "auto_renew_product_id", "auto_renew_adam_id", "auto_renew_status", "expiration_intent",
    "is_in_billing_retry_period", "price_consent_status", "price_increase_status", "cancellation_reason",
    // Dates.
    "purchase_date", "original_purchase_date", "expires_date", "cancellation_date", "creation_date",
    "receipt_creation_date", "request_date", "expiration_date", "preorder_date", "transaction_date",
    "grace_period_expires_date", "auto_renew_status_change_date", "retry_until_date",
    // States of answers and notifications.
    "status", "is_retryable", "exception", "notification_type", "signing_status", "pod",
    // Signed payloads of no known kind.
    "bundleId", "productId", "purchaseDate", "originalPurchaseDate", "expiresDate", "signedDate", "type",
    "storefront", "storefrontId", "currency", "price",
  ]
}
