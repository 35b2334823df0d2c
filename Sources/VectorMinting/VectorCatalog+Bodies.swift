// SPDX-License-Identifier: MIT
#if OpenSSL
  import StoreJWSTesting

  extension VectorCatalog {
    /// Bodies without a signature of their own, and the signed strings in them.
    static func addBodies(_ authority: TestAuthority, to collection: inout VectorCollection) throws(MintingError) {
      let transaction = try authority.sign(TestPayload.transaction())
      let renewal = try authority.sign(
        TestPayload.transaction(["transactionId": "410000000000007", "transactionReason": "RENEWAL"]))
      let renewalInfo = try authority.sign(TestPayload.renewalInfo())
      let appTransaction = try authority.sign(TestPayload.appTransaction())
      let notification = try authority.notification("TEST", transaction: nil, renewalInfo: nil)
      let forged = try TestAuthority(seed: "somebody else").sign(TestPayload.transaction())
      let strings: KeyValuePairs<String, VectorEntry.Verdict> = [
        "$.signedTransactions[0]": .verified, "$.signedTransactions[1]": .verified,
      ]
      let status: KeyValuePairs<String, VectorEntry.Verdict> = [
        "$.data[0].lastTransactions[0].signedRenewalInfo": .verified,
        "$.data[0].lastTransactions[0].signedTransactionInfo": .verified,
      ]
      let bodies: [(String, String, TestPayload, KeyValuePairs<String, VectorEntry.Verdict>)] = [
        ("transaction-history", "HistoryResponse", .transactionHistory([transaction, renewal]), strings),
        (
          "transaction-history-one-forged", "HistoryResponse whose second string is another authority's",
          .transactionHistory([transaction, forged]),
          ["$.signedTransactions[0]": .verified, "$.signedTransactions[1]": .refused]
        ),
        ("transaction-history-empty", "HistoryResponse without transactions", .transactionHistory([]), [:]),
        (
          "transaction-info", "TransactionInfoResponse", .transactionInfo(transaction),
          ["$.signedTransactionInfo": .verified]
        ),
        (
          "app-transaction-info", "AppTransactionInfoResponse", .appTransactionInfo(appTransaction),
          ["$.signedAppTransactionInfo": .verified]
        ),
        (
          "subscription-statuses", "StatusResponse; the status beside the strings is unsigned",
          .subscriptionStatuses([(1, "410000000000001", transaction, renewalInfo)]), status
        ),
        ("order-lookup", "OrderLookupResponse", .orderLookup([transaction, renewal]), strings),
        ("refund-history", "RefundHistoryResponse", .refundHistory([transaction, renewal]), strings),
        (
          "notification-history", "NotificationHistoryResponse", .notificationHistory([notification]),
          ["$.notificationHistory[0].signedPayload": .verified]
        ),
        (
          "test-notification-status", "CheckTestNotificationResponse", .testNotificationStatus(notification),
          ["$.signedPayload": .verified]
        ),
        (
          "advanced-commerce-refund", "RequestRefundResponse",
          .advancedCommerceAnswer(transaction: transaction, renewalInfo: renewalInfo),
          ["$.signedRenewalInfo": .verified, "$.signedTransactionInfo": .verified]
        ),
      ]
      for (name, what, body, parts) in bodies {
        collection.add(
          "bodies/\(name).json", body.json + "\n",
          VectorEntry(
            what: what, kind: "apiResponse", root: VectorCollection.root, verdict: .notRun, parts: parts))
      }
      collection.add(
        "bodies/notification.json", TestPayload.signedPayloadBody(notification).json + "\n",
        VectorEntry(
          what: "the HTTP body of a notification", kind: "notification", root: VectorCollection.root,
          verdict: .verified, notes: "it is the notification itself"))
      collection.add(
        "bodies/notification-version-1.json", notificationVersion1.json + "\n",
        VectorEntry(
          what: "a notification of version 1, which is not signed", kind: "notificationV1", verdict: .notRun))
    }

    private static let notificationVersion1 = TestPayload(members: [
      PayloadMember("notification_type", "DID_RENEW"),
      PayloadMember("environment", "PROD"),
      PayloadMember("bid", .text(TestPayload.usualBundleID)),
      PayloadMember("auto_renew_status", "true"),
      PayloadMember("auto_renew_product_id", "com.example.app.pro.monthly"),
      PayloadMember("original_transaction_id", 410_000_000_000_001),
      PayloadMember(
        "unified_receipt",
        ["status": 0, "environment": "Production", "latest_receipt_info": [], "pending_renewal_info": []]),
    ])

    /// What people put around tokens before they hand them on.
    static func addWrappings(_ authority: TestAuthority, to collection: inout VectorCollection) throws(MintingError) {
      let tokens = [
        try authority.sign(TestPayload.transaction()), try authority.sign(TestPayload.renewalInfo()),
        try authority.sign(TestPayload.appTransaction()),
      ]
      let one = tokens[0]
      let verified = { (what: String, notes: String?) in
        VectorEntry(
          what: what, kind: "transaction", root: VectorCollection.root, verdict: .verified, notes: notes)
      }
      collection.add("wrappings/quoted.txt", "\"\(one)\"\n", verified("quotes around it", "said in the notes"))
      collection.add("wrappings/bearer.txt", "Bearer \(one)\n", verified("a Bearer prefix", "said in the notes"))
      collection.add("wrappings/no-newline.jws", one, verified("no newline at the end", nil))
      collection.add(
        "wrappings/folded.txt",
        stride(from: 0, to: one.utf8.count, by: 76).map { start in
          String(one.dropFirst(start).prefix(76))
        }.joined(separator: "\n") + "\n", verified("wrapped at 76 characters", "said in the notes"))
      collection.add(
        "wrappings/lines.txt", tokens[0] + "\r\n" + tokens[1] + "\r\n\r\n" + tokens[2] + "\n",
        VectorEntry(
          what: "three tokens and a blank line, two ends of line with carriage return", root: VectorCollection.root,
          verdict: .verified, parts: ["1": .verified, "2": .verified, "3": .unreadable, "4": .verified],
          notes: "in order; the blank line has a record in ndjson only"))
      // ContentInfo (RFC 5652 §3) with id-signedData over nothing much: enough to look like a receipt.
      let receipt = DERNode.sequence([
        .objectIdentifier("1.2.840.113549.1.7.2"),
        .tagged(0, [.sequence([.integer(1), .set([]), .octetString([UInt8](repeating: 0x2A, count: 300))])]),
      ])
      let text = PEMText.encode(receipt.encoded, label: "X").split(separator: "\n").dropFirst().dropLast().joined()
      collection.add(
        "wrappings/receipt-shaped.b64", text + "\n",
        VectorEntry(
          what: "base64 of a CMS ContentInfo (begins with MII): an older receipt's shape, no token",
          verdict: .unreadable, notes: "the reader says what it is instead of counting segments"))
    }
  }
#endif
