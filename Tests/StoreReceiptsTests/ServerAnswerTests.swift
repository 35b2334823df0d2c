// SPDX-License-Identifier: MIT

import Expectations
import Foundation
import JOSE
import StoreJWS
import StoreJWSTesting
import StoreReceipts
import StrictJSON
import Testing

@Suite("Server answers")
struct ServerAnswerTests {
  private func answer(_ json: String) throws(ReceiptError) -> VerifyReceiptAnswer {
    try VerifyReceiptAnswer(json: Array(json.utf8))
  }

  @Test("The newer family, with every drift of types")
  func newer() throws {
    let receipt = Base64.encode(ReceiptParts.unsigned(ReceiptPayload.app(renewals: 1).encoded).encoded)
    let answer = try answer(
      """
      {"status":0,"environment":"PROD","is_retryable":1,"latest_receipt":"\(receipt)",
      "receipt":{"receipt_type":"ProductionSandbox","bundle_id":"com.example.app","application_version":7,
      "original_application_version":"1.0","adam_id":0,"app_item_id":"12","download_id":null,
      "receipt_creation_date":"2026-03-01 12:00:00 Etc/GMT","request_date_ms":1772366400000,
      "in_app":[{"quantity":"1","product_id":"a","transaction_id":7,"is_trial_period":"true"}]},
      "latest_receipt_info":{"product_id":"b","transaction_id":"8","original_transaction_id":7,"purchase_date_ms":"1000",
      "expires_date":"2019-04-21 09:04:26 Etc/GMT","cancellation_date_ms":2000,"is_upgraded":"true","quantity":2,
      "is_in_intro_offer_period":false,"in_app_ownership_type":"FAMILY_SHARED","web_order_line_item_id":""},
      "pending_renewal_info":[{"auto_renew_status":"1","auto_renew_product_id":"b","expiration_intent":"2",
      "is_in_billing_retry_period":"1","grace_period_expires_date_ms":"5000"}],"new_member":[1,2]}
      """)
    expectEqual(answer.family, .appReceipt)
    #expect(answer.status?.rawValue == 0 && answer.environment == "Production" && answer.isRetryable == true)
    let inner = try #require(answer.receipt)
    #expect(inner.receiptType == "ProductionSandbox" && inner.bundleID == "com.example.app" && inner.appVersion == "7")
    #expect(inner.appItemID == 12 && inner.downloadID == nil && inner.originalAppVersion == "1.0")
    #expect(inner.creationDateMilliseconds == 1_772_366_400_000 && inner.requestDateMilliseconds == 1_772_366_400_000)
    #expect(inner.purchases.map(\.transactionID) == ["7"] && inner.purchases.first?.isTrialPeriod == true)
    let item = try #require(answer.latestReceiptInfo.first)
    #expect(
      item.productID == "b" && item.transactionID == "8" && item.originalTransactionID == "7" && item.quantity == 2)
    #expect(item.purchaseDateMilliseconds == 1_000 && item.expiresDateMilliseconds == 1_555_837_466_000)
    #expect(item.cancellationDateMilliseconds == 2_000 && item.isUpgraded == true)
    #expect(item.isIntroductoryOfferPeriod == false && item.isTrialPeriod == nil && item.webOrderLineItemID == nil)
    let renewal = try #require(answer.pendingRenewals.first)
    #expect(renewal.willRenew == true && renewal.autoRenewProductID == "b" && renewal.expirationIntent == 2)
    #expect(renewal.isInBillingRetryPeriod == true && renewal.gracePeriodExpiresDateMilliseconds == 5_000)
    expectEqual(answer.transactionIDs, ["8", "7"])
    expectEqual(answer.value["new_member"], .array([.number("1"), .number("2")]))
    expectEqual(answer.embeddedReceipts.map(\.path), ["$.latest_receipt"])
    guard case .app(let embedded) = try answer.embeddedReceipts.first?.document() else {
      Issue.record("no receipt inside")
      return
    }
    expectEqual(embedded.purchases.count, 1)
  }

  @Test("The older family")
  func older() throws {
    let answer = try answer(
      """
      {"status":21006,"auto_renew_status":0,"auto_renew_product_id":"p","expiration_intent":"1",
      "receipt":{"bid":"com.example.app","bvrs":"3","transaction_id":"1","expires_date":"1448346881000"},
      "latest_expired_receipt_info":{"transaction_id":"2","expires_date":"1448346882000"}}
      """)
    #expect(answer.family == .transactionReceipt && answer.status?.carriesReceipt == true)
    #expect(answer.receipt == nil && answer.transaction?.bundleID == "com.example.app")
    expectEqual(answer.transaction?.expiresDateMilliseconds, 1_448_346_881_000)
    expectEqual(answer.items.map(\.transactionID), ["2", "1"])
    #expect(answer.pendingRenewals.map(\.willRenew) == [false] && answer.pendingRenewals.first?.expirationIntent == 1)
  }

  @Test("Status codes, and what to do")
  func statuses() throws {
    let table: [(Int64, Bool?, ReceiptStatus.Advice)] = [
      (0, nil, .final), (21_000, nil, .fixRequest), (21_002, nil, .retryFewTimes), (21_003, nil, .final),
      (21_004, nil, .fixRequest), (21_005, nil, .retry), (21_006, nil, .final), (21_007, nil, .askSandbox),
      (21_008, nil, .askProduction), (21_009, nil, .retry), (21_010, nil, .final), (21_199, true, .retry),
      (21_100, false, .final), (21_150, nil, .retryFewTimes), (99_999, nil, .final), (99_999, true, .retry),
    ]
    for (code, flag, advice) in table {
      expectEqual(ReceiptStatus(rawValue: code).advice(isRetryable: flag), advice, "\(code)")
      #expect(!ReceiptStatus(rawValue: code).meaning.isEmpty)
    }
    try expectEqual(answer(#"{"status":21199,"is-retryable":false}"#).advice, .final)
    try expectEqual(answer(#"{"status":21199,"is_retryable":"true"}"#).advice, .retry)
    try expectEqual(answer(#"{"status":"21005"}"#).family, .none)
  }

  @Test("Version 1 notifications keep their secret")
  func notifications() throws {
    let json = """
      {"notification_type":"DID_RENEW","environment":"PROD","password":"s3cret","bid":"com.example.app","bvrs":"1",
      "auto_renew_status":"true","auto_renew_status_change_date_ms":"9000","original_transaction_id":5,
      "unified_receipt":{"status":0,"environment":"Production","latest_receipt":"MII","latest_receipt_info":[
      {"transaction_id":"6","original_transaction_id":"5"}],"pending_renewal_info":[]}}
      """
    let notification = try NotificationV1(json: Array(json.utf8))
    #expect(notification.type == "DID_RENEW" && notification.environment == "Production")
    #expect(notification.bundleID == "com.example.app" && notification.willRenew == true)
    expectEqual(notification.autoRenewStatusChangeDateMilliseconds, 9_000)
    expectEqual(notification.transactionIDs, ["5", "6"])
    #expect(notification.hasSharedSecret("s3cret") && !notification.hasSharedSecret("s3creT"))
    #expect(!notification.hasSharedSecret(""))
    var writer = JSONWriter()
    notification.withoutSecret.write(to: &writer)
    #expect(!String(decoding: writer.bytes, as: UTF8.self).contains("s3cret"))
    expectEqual(notification.embeddedReceipts.map(\.path), ["$.unified_receipt.latest_receipt"])
    let flat = try NotificationV1(
      json: Array(
        #"{"notification_type":"CANCEL","latest_receipt":"ewo","latest_receipt_info":{"transaction_id":"1"}}"#.utf8))
    #expect(flat.embeddedReceipts.map(\.path) == ["$.latest_receipt"] && flat.transactionIDs == ["1"])
    #expect(!flat.hasSharedSecret("x"))
  }

  @Test("What is no answer")
  func refused() {
    let table: [(String, Refusal)] = [
      ("", Refusal("unexpectedEnd", 0)), ("[]", Refusal("typeMismatch", 0)), ("{}", Refusal(.notAReceipt, 0)),
      (#"{"status":404}"#, Refusal(.notAReceipt, 0)), (#"{"status":0,"status":1}"#, Refusal("duplicateMember")),
      (#"{"notification_type":"X","status":0}"#, Refusal(.notAReceipt, 0)),
    ]
    for (json, expected) in table {
      expectEqual(refusal { () throws(ReceiptError) in try answer(json) }, expected, "\(json)")
    }
    expectEqual(
      refusal { () throws(ReceiptError) in try NotificationV1(json: Array(#"{"status":0}"#.utf8)) },
      Refusal(.notAReceipt, 0)
    )
  }

  @Test("One purchase view over every source")
  func purchases() throws {
    let moment = Date(timeIntervalSince1970: 1_489_307_596)
    let signed = SignedTransaction(
      transactionID: "1", originalTransactionID: "1", bundleID: "com.example.app", productID: "p", purchaseDate: moment,
      productType: .autoRenewableSubscription, environment: .sandbox)
    let fromToken = StorePurchase(unverified: signed)
    #expect(fromToken.evidence.source == .signedTransaction && !fromToken.evidence.isVerified && !fromToken.isRevoked)
    #expect(fromToken.purchaseDate == moment && fromToken.productType == .autoRenewableSubscription)

    var payload = ReceiptPayload.app()
    payload.addPurchase(.purchase(productID: "p", transactionID: "1", cancelledAt: "2026-03-01T11:30:00Z"))
    payload.addPurchase(.purchase(productID: "q", transactionID: "2", cancelledAt: "yesterday"))
    let receipt = try AppReceipt(der: ReceiptParts.unsigned(payload.encoded).encoded)
    let fromReceipt = StorePurchase.purchases(ofUnverified: receipt)
    #expect(fromReceipt.count == 2 && fromReceipt.allSatisfy(\.isRevoked))
    #expect(fromReceipt.allSatisfy { $0.environment == .sandbox && $0.bundleID == "com.example.app" })
    #expect(fromReceipt.first { $0.productID == "q" }?.revocationDate == nil)

    let info = TransactionReceiptParts.purchaseInfo(appItemID: "7")
    let text = "{ purchase-info = \"\(Base64.encode(Array(info.utf8)))\"; }"
    let fromTransaction = StorePurchase(unverified: try TransactionReceipt(text: Array(text.utf8)))
    #expect(fromTransaction.purchaseDate == moment && fromTransaction.environment == .production)
    expectEqual(fromTransaction.expiresDate, moment.addingTimeInterval(2_592_000))

    let answer = try answer(
      #"{"status":0,"environment":"Sandbox","receipt":{"bundle_id":"b","in_app":[{"transaction_id":"1","product_id":"p","is_upgraded":"true"}]}}"#
    )
    let fromAnswer = StorePurchase.purchases(ofUnsigned: answer)
    #expect(fromAnswer.map(\.productID) == ["p"] && fromAnswer.map(\.isUpgraded) == [true])
    #expect(fromAnswer.first?.originalTransactionID == "1" && fromAnswer.first?.environment == .sandbox)
    expectEqual(fromAnswer.first?.evidence.isVerified, false)
  }
}
