// SPDX-License-Identifier: MIT

import Expectations
import StoreJWS
import Testing

/// Which app a notification belongs to, and what it means.
@Suite struct NotificationTests {
  private func notification(_ json: String) throws -> ServerNotification {
    try ServerNotification(json: Array(json.utf8))
  }

  @Test(arguments: ["data", "summary", "appData"])
  func theAppIsFoundInEachShape(shape: String) throws {
    let value = try notification(
      "{\"signedDate\":5,\"\(shape)\":{\"bundleId\":\"b\",\"appAppleId\":7,\"environment\":\"Sandbox\"}}")
    expectEqual(value.shapes.map(\.rawValue), [shape])
    expectEqual(
      value.claims,
      PayloadClaims(
        signingMilliseconds: 5, bundleID: .value("b"), appAppleID: .value(7), environment: .value(.sandbox))
    )
  }

  @Test(arguments: [
    ("\"SANDBOX_1\"", StoreEnvironment.sandbox), ("\"SANDBOX\"", .sandbox), ("\"sandbox_1\"", .production),
    ("\"1-SANDBOX\"", .production), ("\"\"", .production), ("null", nil),
  ])
  func anExternalPurchaseTokenTellsItsStoreByItsID(id: String, environment: StoreEnvironment?) throws {
    let value = try notification("{\"externalPurchaseToken\":{\"externalPurchaseId\":\(id),\"bundleId\":\"b\"}}")
    expectEqual(value.environment, environment)
    expectEqual(value.claims.environment, (environment.map { .value($0) } ?? .absent))
    #expect(value.claims.bundleID == .value("b") && value.claims.appAppleID == .absent)
  }

  @Test func aNotificationWithoutAShapeClaimsNothing() throws {
    let claims = try notification("{\"notificationType\":\"TEST\"}").claims
    expectEqual(
      claims, PayloadClaims(signingMilliseconds: nil, bundleID: .absent, appAppleID: .absent, environment: .absent)
    )
  }

  @Test func theFirstOfSeveralShapesSpeaks() throws {
    let value = try notification("{\"appData\":{\"bundleId\":\"z\"},\"summary\":{\"bundleId\":\"s\"},\"data\":{}}")
    expectEqual(value.shapes, [.data, .summary, .appData])
    #expect(value.bundleID == nil)
  }

  @Test func everyTypeAndSubtypeHasAMeaning() {
    var sentences: Set<String> = []
    for type in NotificationType.catalog.values {
      for subtype in type.usualSubtypes {
        let sentence = type.meaning(with: subtype)
        #expect(sentence != nil && sentence != type.meaning, "\(type) \(subtype)")
        sentences.insert(sentence ?? "")
      }
      #expect(type.meaning(with: nil) != nil, "\(type)")
    }
    expectEqual(sentences.count, 23)
  }

  @Test(arguments: [
    (NotificationType.didFailToRenew, NotificationSubtype?.some(.gracePeriod), "keep access"),
    (.didFailToRenew, nil, "may be taken away"), (.expired, .voluntary, "take access away"),
    (.didRenew, .billingRecovery, "give access again"), (.refund, nil, "take back"), (.revoke, nil, "take access away"),
    (.gracePeriodExpired, nil, "take access away"), (.refundReversed, nil, "give back"),
    (.subscribed, .resubscribe, "give access"), (.didChangeRenewalStatus, .autoRenewDisabled, "until"),
  ])
  func theMeaningSaysWhatToDo(type: NotificationType, subtype: NotificationSubtype?, words: String) throws {
    let sentence = try #require(type.meaning(with: subtype))
    #expect(sentence.contains(words), "\(sentence)")
  }

  @Test func anUnusualSubtypeIsNamed() {
    expectEqual(NotificationType.refund.meaning(with: .summary)?.hasSuffix("(finished for all subscribers)"), true)
    expectEqual(
      NotificationType.refund.meaning(with: NotificationSubtype(rawValue: "NEW"))?.hasSuffix("(subtype NEW)"), true
    )
    #expect(NotificationType(rawValue: "NEW").meaning(with: .summary) == nil)
  }
}
