// SPDX-License-Identifier: MIT

/// Something that happened to a customer's purchase, as the store tells a server of it: the notification and the strings
/// inside it, before they are signed.
public struct SimulatedEvent: Hashable, Sendable {
  /// The customer's name.
  public let customer: String
  /// `signedDate` of the notification and of the strings in it, in milliseconds since 1970.
  public let signedDate: Int64
  /// `notificationType`
  public let type: String
  /// `subtype`
  public let subtype: String?
  /// `notificationUUID`
  public let notificationUUID: String
  /// `status`; nil for purchases that do not renew.
  public let status: Int64?
  /// What `signedTransactionInfo` holds.
  public let transaction: TestPayload
  /// What `signedRenewalInfo` holds; nil for purchases that do not renew.
  public let renewalInfo: TestPayload?
  let data: TestPayload

  /// Type and subtype in short, for comparisons: `DID_RENEW/BILLING_RECOVERY`.
  public var name: String { type + (subtype.map { "/" + $0 } ?? "") }
}

extension SubscriptionSimulator {
  /// Sends a notification about a subscription and one to every member of the family who shares it.
  mutating func emitToAll(_ type: String, _ subtype: String?, _ index: Int) {
    for place in family(index) { emit(type, subtype, place) }
  }

  /// Sends a notification about a transaction, the newest of its lineage unless another is given.
  mutating func emit(
    _ type: String, _ subtype: String?, _ index: Int, transaction: Int? = nil, consumptionReason: String? = nil
  ) {
    let lineage = lineages[index]
    guard let place = transaction ?? lineage.transactions.indices.last else { return }
    let moment = tick()
    events.append(
      SimulatedEvent(
        customer: customers[lineage.customer].name, signedDate: moment, type: type, subtype: subtype,
        notificationUUID: newUUID(), status: lineage.status,
        transaction: payload(lineage, lineage.transactions[place], signed: moment),
        renewalInfo: renewalInfo(lineage, signed: moment),
        data: .notificationData([
          "appAppleId": appAppleID, "bundleId": .text(rules.bundleID), "environment": .text(rules.environment),
          "status": lineage.status.map { .integer($0) } ?? .absent,
          "consumptionRequestReason": consumptionReason.map { .text($0) } ?? .absent,
        ])))
  }

  var appAppleID: PayloadValue { rules.environment == "Production" ? .integer(rules.appAppleID) : .absent }

  // MARK: - Payloads

  func payload(
    _ lineage: SimulatedLineage, _ transaction: SimulatedTransaction, signed: Int64
  ) -> TestPayload {
    let customer = customers[lineage.customer]
    let product = transaction.product
    var payload = TestPayload.transaction([
      "transactionId": .text(transaction.id), "originalTransactionId": .text(lineage.originalID),
      "webOrderLineItemId": transaction.webOrderLineItemID.map { .text($0) } ?? .absent,
      "bundleId": .text(rules.bundleID), "productId": .text(product.id),
      "subscriptionGroupIdentifier": product.group.map { .text($0) } ?? .absent,
      "purchaseDate": .integer(transaction.purchase), "originalPurchaseDate": .integer(lineage.begun),
      "expiresDate": transaction.expires.map { .integer($0) } ?? .absent,
      "quantity": .integer(transaction.quantity), "type": .text(product.kind.typeName),
      "appAccountToken": customer.appAccountToken.map { .text($0) } ?? .absent,
      "inAppOwnershipType": lineage.isFamilyShared ? "FAMILY_SHARED" : "PURCHASED", "signedDate": .integer(signed),
      "environment": .text(rules.environment), "transactionReason": transaction.isRenewal ? "RENEWAL" : "PURCHASE",
      "storefront": .text(rules.storefront), "storefrontId": .text(rules.storefrontID),
      "price": .integer(transaction.price), "currency": .text(rules.currency),
      "appTransactionId": .text(customer.appTransactionID),
      "isUpgraded": transaction.isUpgraded ? true : .absent,
      "billingPlanType": transaction.plan.map { .text($0.rawValue) } ?? .absent,
    ])
    if let revocation = transaction.revocation {
      payload["revocationDate"] = .integer(revocation.date)
      payload["revocationReason"] = revocation.refund.isForAppIssue ? 1 : 0
      payload["revocationType"] = .text(revocation.refund.kind.rawValue)
      payload["revocationPercentage"] = .integer(revocation.refund.percentage)
    }
    if let offer = transaction.offer { Self.describe(offer, &payload) }
    if let commitment = transaction.commitment {
      payload["commitmentInfo"] = [
        "billingPeriodNumber": .integer(commitment.number), "totalBillingPeriods": .integer(commitment.count),
        "commitmentExpiresDate": .integer(commitment.expires),
        "commitmentPrice": .integer(transaction.price * commitment.count),
      ]
    }
    return payload
  }

  func renewalInfo(_ lineage: SimulatedLineage, signed: Int64) -> TestPayload? {
    guard lineage.group != nil, let last = lineage.transactions.last else { return nil }
    let customer = customers[lineage.customer]
    let next = lineage.nextProduct ?? last.product
    let price = lineage.priceIncrease?.price ?? (next == last.product ? lineage.agreedPrice : nil) ?? next.price
    var payload = TestPayload.renewalInfo([
      "expirationIntent": lineage.expirationIntent.map { .integer($0) } ?? .absent,
      "originalTransactionId": .text(lineage.originalID), "autoRenewProductId": .text(next.id),
      "productId": .text(last.product.id), "autoRenewStatus": lineage.renews ? 1 : 0,
      "priceIncreaseStatus": lineage.priceIncrease.map { $0.hasConsent ? 1 : 0 } ?? .absent,
      "renewalPrice": .integer(lineage.offer?.offer.price ?? price), "currency": .text(rules.currency),
      "signedDate": .integer(signed), "environment": .text(rules.environment),
      "recentSubscriptionStartDate": .integer(lineage.runBegun),
      "renewalDate": last.expires.map { .integer($0) } ?? .absent,
      "appAccountToken": customer.appAccountToken.map { .text($0) } ?? .absent,
      "appTransactionId": .text(customer.appTransactionID),
      "renewalBillingPlanType": lineage.plan.map { .text($0.rawValue) } ?? .absent,
    ])
    switch lineage.phase {
    case .grace(let until):
      payload["gracePeriodExpiresDate"] = .integer(until)
      payload["isInBillingRetryPeriod"] = true
    case .retry: payload["isInBillingRetryPeriod"] = true
    case .expired where lineage.expirationIntent == 2: payload["isInBillingRetryPeriod"] = false
    case .single, .active, .expired, .revoked: break
    }
    if let (offer, _) = lineage.offer { Self.describe(offer, &payload) }
    if let commitment = last.commitment {
      payload["commitmentInfo"] = [
        "commitmentAutoRenewProductId": .text(next.id), "commitmentAutoRenewStatus": lineage.recommits ? 1 : 0,
        "commitmentRenewalBillingPlanType": "MONTHLY", "commitmentRenewalDate": .integer(commitment.expires),
        "commitmentRenewalPrice": .integer(price),
      ]
    }
    return payload
  }

  private static func describe(_ offer: SimulatedOffer, _ payload: inout TestPayload) {
    payload["offerType"] = .integer(offer.kind.rawValue)
    payload["offerIdentifier"] = offer.id.map { .text($0) } ?? .absent
    payload["offerDiscountType"] = .text(offer.payment.rawValue)
    payload["offerPeriod"] = .text(offer.period.iso8601)
  }
}
