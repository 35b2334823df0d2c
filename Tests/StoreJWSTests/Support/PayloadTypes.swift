// SPDX-License-Identifier: MIT

import StoreJWS
import StrictJSON

/// Every type that reads a JSON object of Apple's.
enum PayloadTypes {
  static let signed: [any SignedPayload.Type] = [
    SignedTransaction.self, RenewalInfo.self, ServerNotification.self, AppTransaction.self, RealtimeRequest.self,
  ]

  static let bodies: [any SignedStringBody.Type] = BodyKind.allCases.compactMap(\.type)

  static let parts: [any PayloadObject.Type] = [
    TransactionCommitmentInfo.self, RenewalCommitmentInfo.self, AdvancedCommerceTransactionInfo.self,
    AdvancedCommerceTransactionItem.self, AdvancedCommerceRenewalInfo.self, AdvancedCommerceRenewalItem.self,
    AdvancedCommerceDescriptors.self, AdvancedCommerceOffer.self, AdvancedCommerceRefund.self,
    AdvancedCommercePriceIncreaseInfo.self, NotificationData.self, NotificationSummary.self,
    ExternalPurchaseToken.self, NotificationAppData.self, SubscriptionGroupStatuses.self, LastTransaction.self,
    NotificationHistoryItem.self, SendAttempt.self,
  ]

  static let documents: [any StoreDocument.Type] = signed + bodies

  static let all: [any PayloadObject.Type] = documents + parts

  static let byName = [String: any PayloadObject.Type](all.map { ("\($0)", $0) }) { first, _ in first }

  /// Every open enumeration: its name, its raw values as text, and what each means.
  static let catalogs: [String: [(raw: String, meaning: String)]] = {
    var catalogs: [String: [(raw: String, meaning: String)]] = [:]
    func add<Value: OpenValue>(_ type: Value.Type) {
      catalogs["\(type)"] = Array(zip(type.catalog.values.map(\.description), type.catalog.meanings)).map { ($0, $1) }
    }
    add(StoreEnvironment.self)
    add(ProductType.self)
    add(OwnershipType.self)
    add(TransactionReason.self)
    add(PurchasePlatform.self)
    add(RevocationReason.self)
    add(RevocationType.self)
    add(OfferType.self)
    add(OfferDiscountType.self)
    add(AutoRenewStatus.self)
    add(ExpirationIntent.self)
    add(PriceIncreaseStatus.self)
    add(SubscriptionStatus.self)
    add(BillingPlanType.self)
    add(AdvancedCommercePeriod.self)
    add(AdvancedCommerceOfferPeriod.self)
    add(AdvancedCommerceOfferReason.self)
    add(AdvancedCommerceRefundReason.self)
    add(AdvancedCommerceRefundType.self)
    add(AdvancedCommercePriceIncreaseStatus.self)
    add(NotificationType.self)
    add(NotificationSubtype.self)
    add(ConsumptionRequestReason.self)
    add(ExternalPurchaseTokenType.self)
    add(OrderLookupStatus.self)
    add(SendAttemptResult.self)
    return catalogs
  }()
}
