// SPDX-License-Identifier: MIT

extension TestPayload {
  /// The moment at which payloads are signed unless told otherwise: 2025-10-09T08:53:20Z, in milliseconds.
  public static let usualSignedDate: Int64 = 1_760_000_000_000
  /// The bundle id of the invented app.
  public static let usualBundleID = "com.example.app"
  /// The App Store id of the invented app.
  public static let usualAppAppleID: Int64 = 6_400_123_456

  static let transactionOrder = MemberOrder([
    "transactionId", "originalTransactionId", "webOrderLineItemId", "bundleId", "productId",
    "subscriptionGroupIdentifier", "purchaseDate", "originalPurchaseDate", "expiresDate", "quantity", "type",
    "deviceVerification", "deviceVerificationNonce", "appAccountToken", "inAppOwnershipType", "signedDate",
    "revocationReason", "revocationDate", "revocationType", "revocationPercentage", "isUpgraded", "offerType",
    "offerIdentifier", "environment", "transactionReason", "storefront", "storefrontId", "price", "currency",
    "offerDiscountType", "appTransactionId", "offerPeriod", "billingPlanType", "commitmentInfo",
    "advancedCommerceInfo",
  ])

  static let renewalInfoOrder = MemberOrder([
    "expirationIntent", "originalTransactionId", "autoRenewProductId", "productId", "autoRenewStatus",
    "isInBillingRetryPeriod", "priceIncreaseStatus", "gracePeriodExpiresDate", "offerType", "offerIdentifier",
    "renewalPrice", "currency", "signedDate", "environment", "recentSubscriptionStartDate", "renewalDate",
    "offerDiscountType", "eligibleWinBackOfferIds", "appAccountToken", "appTransactionId", "offerPeriod",
    "renewalBillingPlanType", "commitmentInfo", "advancedCommerceInfo", "deviceVerification",
    "deviceVerificationNonce",
  ])

  /// A transaction: the first month of a subscription, bought in Production.
  public static func transaction(_ changes: KeyValuePairs<String, PayloadValue> = [:]) -> TestPayload {
    TestPayload(
      order: transactionOrder,
      values: [
        "transactionId": "410000000000001", "originalTransactionId": "410000000000001",
        "webOrderLineItemId": "410000000000002", "bundleId": .text(usualBundleID),
        "productId": "com.example.app.pro.monthly", "subscriptionGroupIdentifier": "21400001",
        "purchaseDate": 1_759_999_990_000, "originalPurchaseDate": 1_759_999_990_000,
        "expiresDate": 1_762_678_390_000, "quantity": 1, "type": "Auto-Renewable Subscription",
        "inAppOwnershipType": "PURCHASED", "signedDate": .integer(usualSignedDate), "environment": "Production",
        "transactionReason": "PURCHASE", "storefront": "USA", "storefrontId": "143441", "price": 9990,
        "currency": "USD", "appTransactionId": "704000000000000001",
      ], changes: changes)
  }

  /// A transaction with every member that Apple documents or writes.
  public static func fullTransaction(_ changes: KeyValuePairs<String, PayloadValue> = [:]) -> TestPayload {
    transaction([
      "deviceVerification": "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ",
      "deviceVerificationNonce": "0f0c6a2e-5b54-4a86-8f0f-1d9a3c7be001",
      "appAccountToken": "3f2a6c1e-8b0d-4c57-9a51-0d2b7e64c8f1",
      "revocationReason": 1, "revocationDate": 1_760_000_000_000, "revocationType": "REFUND_PRORATED",
      "revocationPercentage": 50_000, "isUpgraded": true, "offerType": 2, "offerIdentifier": "loyal.winter",
      "offerDiscountType": "PAY_AS_YOU_GO", "offerPeriod": "P1M", "billingPlanType": "MONTHLY",
      "commitmentInfo": [
        "billingPeriodNumber": 3, "totalBillingPeriods": 12, "commitmentExpiresDate": 1_791_535_990_000,
        "commitmentPrice": 119_880,
      ],
      "advancedCommerceInfo": [
        "descriptors": ["description": "Everything, monthly", "displayName": "Everything"],
        "estimatedTax": 1300,
        "items": [
          [
            "SKU": "sku.one", "description": "The first item", "displayName": "One",
            "offer": ["period": "P1M", "periodCount": 2, "price": 4990, "reason": "ACQUISITION"],
            "price": 8690,
            "refunds": [
              [
                "refundAmount": 4345, "refundDate": 1_760_000_000_000, "refundReason": "LEGAL",
                "refundType": "PRORATED",
              ]
            ],
            "revocationDate": 1_760_000_000_000,
          ]
        ],
        "period": "P1M", "requestReferenceId": "6c1f3a80-77b3-4c0e-9d5b-2f1a0c9e4d11", "taxCode": "C003-00-2",
        "taxExclusivePrice": 8690, "taxRate": "0.15",
      ],
    ]).with(changes)
  }

  /// A renewal info that belongs to ``transaction(_:)``.
  public static func renewalInfo(_ changes: KeyValuePairs<String, PayloadValue> = [:]) -> TestPayload {
    TestPayload(
      order: renewalInfoOrder,
      values: [
        "originalTransactionId": "410000000000001", "autoRenewProductId": "com.example.app.pro.monthly",
        "productId": "com.example.app.pro.monthly", "autoRenewStatus": 1, "renewalPrice": 9990, "currency": "USD",
        "signedDate": .integer(usualSignedDate), "environment": "Production",
        "recentSubscriptionStartDate": 1_759_999_990_000, "renewalDate": 1_762_678_390_000,
        "appTransactionId": "704000000000000001",
      ], changes: changes)
  }

  /// A renewal info with every member that Apple documents or writes.
  public static func fullRenewalInfo(_ changes: KeyValuePairs<String, PayloadValue> = [:]) -> TestPayload {
    renewalInfo([
      "expirationIntent": 2, "isInBillingRetryPeriod": true, "priceIncreaseStatus": 1,
      "gracePeriodExpiresDate": 1_764_060_790_000, "offerType": 4, "offerIdentifier": "come.back",
      "offerDiscountType": "PAY_UP_FRONT", "eligibleWinBackOfferIds": ["come.back", "come.back.2"],
      "appAccountToken": "3f2a6c1e-8b0d-4c57-9a51-0d2b7e64c8f1", "offerPeriod": "P3M",
      "renewalBillingPlanType": "BILLED_UPFRONT",
      "commitmentInfo": [
        "commitmentAutoRenewProductId": "com.example.app.pro.yearly", "commitmentAutoRenewStatus": 1,
        "commitmentRenewalBillingPlanType": "MONTHLY", "commitmentRenewalDate": 1_791_535_990_000,
        "commitmentRenewalPrice": 119_880,
      ],
      "advancedCommerceInfo": [
        "consistencyToken": "consistent-1",
        "descriptors": ["description": "Everything, monthly", "displayName": "Everything"],
        "items": [
          [
            "SKU": "sku.one", "description": "The first item", "displayName": "One",
            "offer": ["period": "P1W", "periodCount": 1, "price": 0, "reason": "RETENTION"], "price": 9990,
            "priceIncreaseInfo": ["dependentSKUs": ["sku.two"], "price": 11_990, "status": "PENDING"],
          ]
        ],
        "period": "P1M", "requestReferenceId": "6c1f3a80-77b3-4c0e-9d5b-2f1a0c9e4d11", "taxCode": "C003-00-2",
      ],
      "deviceVerification": "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ",
      "deviceVerificationNonce": "0f0c6a2e-5b54-4a86-8f0f-1d9a3c7be001",
    ]).with(changes)
  }
}
