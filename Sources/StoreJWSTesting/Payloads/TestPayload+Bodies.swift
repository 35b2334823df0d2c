// SPDX-License-Identifier: MIT

// Bodies that carry signed strings and have no signature of their own. Each takes the tokens that it carries.
extension TestPayload {
  /// The HTTP body of a notification or of a realtime request.
  public static func signedPayloadBody(_ token: String) -> TestPayload {
    TestPayload(members: [PayloadMember("signedPayload", .text(token))])
  }

  /// HistoryResponse.
  public static func transactionHistory(
    _ transactions: [String],
    _ changes: KeyValuePairs<String, PayloadValue> = [:]
  ) -> TestPayload {
    let order = MemberOrder(["revision", "bundleId", "appAppleId", "environment", "hasMore", "signedTransactions"])
    return TestPayload(
      order: order,
      values: [
        "revision": "1760000000000_410000000000001", "bundleId": .text(usualBundleID),
        "appAppleId": .integer(usualAppAppleID), "environment": "Production", "hasMore": false,
        "signedTransactions": .list(transactions.map { .text($0) }),
      ], changes: changes)
  }

  /// TransactionInfoResponse.
  public static func transactionInfo(_ transaction: String) -> TestPayload {
    TestPayload(members: [PayloadMember("signedTransactionInfo", .text(transaction))])
  }

  /// AppTransactionInfoResponse.
  public static func appTransactionInfo(_ appTransaction: String) -> TestPayload {
    TestPayload(members: [PayloadMember("signedAppTransactionInfo", .text(appTransaction))])
  }

  /// StatusResponse with one subscription group.
  public static func subscriptionStatuses(
    _ subscriptions: [(status: Int64, originalTransactionID: String, transaction: String, renewalInfo: String)],
    _ changes: KeyValuePairs<String, PayloadValue> = [:]
  ) -> TestPayload {
    let last = subscriptions.map { subscription -> PayloadValue in
      [
        "originalTransactionId": .text(subscription.originalTransactionID), "status": .integer(subscription.status),
        "signedRenewalInfo": .text(subscription.renewalInfo),
        "signedTransactionInfo": .text(subscription.transaction),
      ]
    }
    return TestPayload(
      order: MemberOrder(["environment", "appAppleId", "bundleId", "data"]),
      values: [
        "environment": "Production", "appAppleId": .integer(usualAppAppleID), "bundleId": .text(usualBundleID),
        "data": [["subscriptionGroupIdentifier": "21400001", "lastTransactions": .list(last)]],
      ], changes: changes)
  }

  /// OrderLookupResponse.
  public static func orderLookup(status: Int64 = 0, _ transactions: [String]) -> TestPayload {
    TestPayload(members: [
      PayloadMember("status", .integer(status)),
      PayloadMember("signedTransactions", .list(transactions.map { .text($0) })),
    ])
  }

  /// RefundHistoryResponse.
  public static func refundHistory(_ transactions: [String]) -> TestPayload {
    TestPayload(members: [
      PayloadMember("signedTransactions", .list(transactions.map { .text($0) })),
      PayloadMember("revision", "1760000000000_410000000000001"),
      PayloadMember("hasMore", false),
    ])
  }

  /// NotificationHistoryResponse; each notification was sent twice, the second time with success.
  public static func notificationHistory(_ notifications: [String]) -> TestPayload {
    TestPayload(members: [
      PayloadMember(
        "notificationHistory", .list(notifications.map { ["sendAttempts": sendAttempts, "signedPayload": .text($0)] })),
      PayloadMember("hasMore", true),
      PayloadMember("paginationToken", "page-2-410000000000001"),
    ])
  }

  /// CheckTestNotificationResponse.
  public static func testNotificationStatus(_ notification: String) -> TestPayload {
    TestPayload(members: [
      PayloadMember("signedPayload", .text(notification)), PayloadMember("sendAttempts", sendAttempts),
    ])
  }

  /// The answer of an Advanced Commerce endpoint (refund, cancel, revoke, change of price or metadata, migration).
  public static func advancedCommerceAnswer(transaction: String?, renewalInfo: String?) -> TestPayload {
    let strings = [("signedRenewalInfo", renewalInfo), ("signedTransactionInfo", transaction)]
    return TestPayload(members: strings.compactMap { name, token in token.map { PayloadMember(name, .text($0)) } })
  }

  private static let sendAttempts: PayloadValue = [
    ["attemptDate": 1_760_000_001_000, "sendAttemptResult": "TIMED_OUT"],
    ["attemptDate": 1_760_003_601_000, "sendAttemptResult": "SUCCESS"],
  ]
}
