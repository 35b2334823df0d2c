// SPDX-License-Identifier: MIT

extension TestPayload {
  static let appTransactionOrder = MemberOrder([
    "receiptType", "appAppleId", "bundleId", "applicationVersion", "versionExternalIdentifier",
    "receiptCreationDate", "requestDate", "originalPurchaseDate", "originalApplicationVersion",
    "deviceVerification", "deviceVerificationNonce", "preorderDate", "appTransactionId", "originalPlatform",
  ])

  /// An app transaction; `receiptType` is its environment, `receiptCreationDate` its signing date.
  public static func appTransaction(_ changes: KeyValuePairs<String, PayloadValue> = [:]) -> TestPayload {
    TestPayload(
      order: appTransactionOrder,
      values: [
        "receiptType": "Production", "appAppleId": .integer(usualAppAppleID), "bundleId": .text(usualBundleID),
        "applicationVersion": "42", "versionExternalIdentifier": 861_000_001,
        "receiptCreationDate": .integer(usualSignedDate), "requestDate": .integer(usualSignedDate),
        "originalPurchaseDate": 1_700_000_000_000, "originalApplicationVersion": "7",
        "deviceVerification": "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ",
        "deviceVerificationNonce": "0f0c6a2e-5b54-4a86-8f0f-1d9a3c7be001",
        "appTransactionId": "704000000000000001", "originalPlatform": "iOS",
      ], changes: changes)
  }

  /// An app transaction with every member that Apple documents or writes.
  public static func fullAppTransaction(_ changes: KeyValuePairs<String, PayloadValue> = [:]) -> TestPayload {
    appTransaction(["preorderDate": 1_690_000_000_000]).with(changes)
  }

  /// A realtime request of the Retention Messaging API; all seven members are required.
  public static func realtimeRequest(_ changes: KeyValuePairs<String, PayloadValue> = [:]) -> TestPayload {
    let order = MemberOrder([
      "originalTransactionId", "appAppleId", "productId", "userLocale", "requestIdentifier", "environment",
      "signedDate",
    ])
    return TestPayload(
      order: order,
      values: [
        "originalTransactionId": "410000000000001", "appAppleId": .integer(usualAppAppleID),
        "productId": "com.example.app.pro.monthly", "userLocale": "en-US",
        "requestIdentifier": "5d9c2c0b-6d1e-4d0b-8c13-70a4d0a1b2c3", "environment": "Production",
        "signedDate": .integer(usualSignedDate),
      ], changes: changes)
  }

  /// A notification of version 2, without its object: `data`, `summary`, `externalPurchaseToken` or `appData`.
  public static func notification(
    _ type: String,
    subtype: String? = nil,
    _ changes: KeyValuePairs<String, PayloadValue> = [:]
  ) -> TestPayload {
    let order = MemberOrder([
      "notificationType", "subtype", "notificationUUID", "data", "summary", "externalPurchaseToken", "appData",
      "version", "signedDate",
    ])
    return TestPayload(
      order: order,
      values: [
        "notificationType": .text(type), "subtype": subtype.map { .text($0) } ?? .absent,
        "notificationUUID": "8e0f6d5a-2c4b-4b7e-9f3d-1a2b3c4d5e6f", "version": "2.0",
        "signedDate": .integer(usualSignedDate),
      ], changes: changes)
  }

  /// The object `data` of a notification, without signed strings.
  public static func notificationData(_ changes: KeyValuePairs<String, PayloadValue> = [:]) -> TestPayload {
    let order = MemberOrder([
      "appAppleId", "bundleId", "bundleVersion", "environment", "signedTransactionInfo", "signedRenewalInfo",
      "status", "consumptionRequestReason",
    ])
    return TestPayload(
      order: order,
      values: [
        "appAppleId": .integer(usualAppAppleID), "bundleId": .text(usualBundleID), "bundleVersion": "42",
        "environment": "Production",
      ], changes: changes)
  }

  /// The object `summary` of a notification.
  public static func notificationSummary(_ changes: KeyValuePairs<String, PayloadValue> = [:]) -> TestPayload {
    let order = MemberOrder([
      "requestIdentifier", "environment", "appAppleId", "bundleId", "productId", "storefrontCountryCodes",
      "failedCount", "succeededCount",
    ])
    return TestPayload(
      order: order,
      values: [
        "requestIdentifier": "9b1d7c55-0e4f-4a55-b3a2-6f0e2d9c8b7a", "environment": "Production",
        "appAppleId": .integer(usualAppAppleID), "bundleId": .text(usualBundleID),
        "productId": "com.example.app.pro.monthly", "storefrontCountryCodes": ["USA", "FRA", "JPN"],
        "failedCount": 3, "succeededCount": 4000,
      ], changes: changes)
  }

  /// The object `externalPurchaseToken` of a notification; there is no environment but the id's prefix.
  public static func externalPurchaseToken(_ changes: KeyValuePairs<String, PayloadValue> = [:]) -> TestPayload {
    let order = MemberOrder([
      "externalPurchaseId", "tokenCreationDate", "appAppleId", "bundleId", "tokenType", "tokenExpirationDate",
    ])
    return TestPayload(
      order: order,
      values: [
        "externalPurchaseId": "b7a1f0a2-93c5-4b8c-8d1a-55e6f7a8b9c0", "tokenCreationDate": 1_759_900_000_000,
        "appAppleId": .integer(usualAppAppleID), "bundleId": .text(usualBundleID),
      ], changes: changes)
  }

  /// The object `appData` of a notification, without its signed string.
  public static func notificationAppData(_ changes: KeyValuePairs<String, PayloadValue> = [:]) -> TestPayload {
    TestPayload(
      order: MemberOrder(["appAppleId", "bundleId", "environment", "signedAppTransactionInfo"]),
      values: [
        "appAppleId": .integer(usualAppAppleID), "bundleId": .text(usualBundleID), "environment": "Production",
      ], changes: changes)
  }
}
