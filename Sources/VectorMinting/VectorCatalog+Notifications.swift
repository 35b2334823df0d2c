// SPDX-License-Identifier: MIT
#if OpenSSL
  import StoreJWSTesting

  extension VectorCatalog {
    /// Which subtypes come with which type, as far as Apple documents it; nil: without subtype.
    private static let subscriptionTypes: [(type: String, subtypes: [String?])] = [
      ("SUBSCRIBED", ["INITIAL_BUY", "RESUBSCRIBE"]),
      ("DID_CHANGE_RENEWAL_PREF", ["UPGRADE", "DOWNGRADE", nil]),
      ("DID_CHANGE_RENEWAL_STATUS", ["AUTO_RENEW_ENABLED", "AUTO_RENEW_DISABLED"]),
      ("OFFER_REDEEMED", ["INITIAL_BUY", "RESUBSCRIBE", "UPGRADE", "DOWNGRADE", nil]),
      ("DID_RENEW", ["BILLING_RECOVERY", nil]),
      ("EXPIRED", ["VOLUNTARY", "BILLING_RETRY", "PRICE_INCREASE", "PRODUCT_NOT_FOR_SALE", nil]),
      ("DID_FAIL_TO_RENEW", ["GRACE_PERIOD", nil]),
      ("PRICE_INCREASE", ["PENDING", "ACCEPTED"]),
      ("GRACE_PERIOD_EXPIRED", [nil]), ("RENEWAL_EXTENDED", [nil]), ("REVOKE", [nil]),
      ("METADATA_UPDATE", [nil]), ("MIGRATION", [nil]), ("PRICE_CHANGE", [nil]),
      ("REFUND_REVERSED", [nil]), ("REFUND_DECLINED", [nil]), ("REFUND", [nil]),
    ]

    /// One token a type and subtype, and the four shapes.
    static func addNotifications(_ authority: TestAuthority, to collection: inout VectorCollection) throws(MintingError)
    {
      for (type, subtypes) in subscriptionTypes {
        for subtype in subtypes {
          let (transaction, renewalInfo, status) = subscription(type: type, subtype: subtype)
          add(
            type, subtype, ["$.data.signedTransactionInfo": .verified, "$.data.signedRenewalInfo": .verified],
            try authority.notification(
              type, subtype: subtype, transaction: transaction, renewalInfo: renewalInfo, data: ["status": status],
              ["notificationUUID": .text(uuid(type, subtype))]),
            to: &collection)
        }
      }
      let consumable = TestPayload.transaction([
        "webOrderLineItemId": .absent, "productId": "com.example.app.coins.100", "type": "Consumable",
        "subscriptionGroupIdentifier": .absent, "expiresDate": .absent, "quantity": 2, "price": 1990,
      ])
      for (type, data) in [
        ("ONE_TIME_CHARGE", [:]),
        ("CONSUMPTION_REQUEST", ["consumptionRequestReason": "UNINTENDED_PURCHASE"] as KeyValuePairs),
      ] as [(String, KeyValuePairs<String, PayloadValue>)] {
        add(
          type, nil, ["$.data.signedTransactionInfo": .verified],
          try authority.notification(
            type, transaction: consumable, renewalInfo: nil, data: data, ["notificationUUID": .text(uuid(type, nil))]),
          to: &collection)
      }
      add(
        "TEST", nil, [:], try authority.notification("TEST", transaction: nil, renewalInfo: nil), to: &collection)
      add(
        "RENEWAL_EXTENSION", "SUMMARY", [:],
        try authority.sign(
          .notification("RENEWAL_EXTENSION", subtype: "SUMMARY", ["summary": TestPayload.notificationSummary().value])),
        to: &collection)
      add(
        "RENEWAL_EXTENSION", "FAILURE",
        ["$.data.signedTransactionInfo": .verified, "$.data.signedRenewalInfo": .verified],
        try authority.notification("RENEWAL_EXTENSION", subtype: "FAILURE"), to: &collection)
      for subtype in ["UNREPORTED", "CREATED", "ACTIVE_TOKEN_REMINDER"] {
        let token = TestPayload.externalPurchaseToken([
          "externalPurchaseId": "SANDBOX_b7a1f0a2-93c5-4b8c-8d1a-55e6f7a8b9c0",
          "tokenType": subtype == "UNREPORTED" ? .absent : "SERVICES",
          "tokenExpirationDate": subtype == "UNREPORTED" ? .absent : 1_790_000_000_000,
        ])
        add(
          "EXTERNAL_PURCHASE_TOKEN", subtype, [:],
          try authority.sign(
            .notification("EXTERNAL_PURCHASE_TOKEN", subtype: subtype, ["externalPurchaseToken": token.value])),
          to: &collection)
      }
      let appData = TestPayload.notificationAppData([
        "signedAppTransactionInfo": .text(try authority.sign(TestPayload.appTransaction()))
      ])
      add(
        "RESCIND_CONSENT", nil, ["$.appData.signedAppTransactionInfo": .verified],
        try authority.sign(.notification("RESCIND_CONSENT", ["appData": appData.value])), to: &collection)
      try addOddNotifications(authority, to: &collection)
    }

    private static func addOddNotifications(
      _ authority: TestAuthority,
      to collection: inout VectorCollection
    ) throws(MintingError) {
      let both: KeyValuePairs<String, VectorEntry.Verdict> = [
        "$.data.signedTransactionInfo": .verified, "$.data.signedRenewalInfo": .verified,
      ]
      add(
        "UNKNOWN_TYPE", "UNKNOWN_SUBTYPE", both,
        try authority.notification(
          "TAKEN_TO_THE_MOON", subtype: "BY_ROCKET", data: ["status": 42, "newMember": ["deep": 1]],
          ["newMember": "kept", "newObject": ["a": [1, 2]]]),
        to: &collection)
      let forged = try TestAuthority(seed: "somebody else").sign(TestPayload.transaction())
      let data = TestPayload.notificationData([
        "signedTransactionInfo": .text(forged),
        "signedRenewalInfo": .text(try authority.sign(TestPayload.renewalInfo())),
        "status": 1,
      ])
      collection.add(
        "notifications/odd/inner-transaction-forged.jws",
        try authority.sign(.notification("DID_RENEW", ["data": data.value])) + "\n",
        VectorEntry(
          what: "envelope and renewal info are good, the transaction comes from another authority",
          kind: "notification", root: VectorCollection.root, verdict: .verified,
          parts: ["$.data.signedTransactionInfo": .refused, "$.data.signedRenewalInfo": .verified],
          notes: "the state as a whole must not count as verified for the transaction"))
      for (name, what, transaction) in [
        ("bundle-differs", "the inner transaction names another app", ["bundleId": "com.example.other"]),
        ("environment-differs", "the inner transaction is of the sandbox", ["environment": "Sandbox"]),
        ("original-differs", "the inner strings name different subscriptions", ["originalTransactionId": "99"]),
      ] as [(String, String, KeyValuePairs<String, PayloadValue>)] {
        collection.add(
          "notifications/odd/\(name).jws",
          try authority.notification("DID_RENEW", transaction: .transaction(transaction)) + "\n",
          VectorEntry(
            what: what, kind: "notification", root: VectorCollection.root, verdict: .refused, check: "consistency",
            parts: both))
      }
      collection.add(
        "notifications/odd/inner-string-broken.jws",
        try authority.notification(
          "DID_RENEW", renewalInfo: nil, data: ["signedTransactionInfo": "not.a token"]) + "\n",
        VectorEntry(
          what: "the inner string is no token", kind: "notification", root: VectorCollection.root, verdict: .verified,
          parts: ["$.data.signedTransactionInfo": .unreadable]))
    }

    private static func add(
      _ type: String,
      _ subtype: String?,
      _ parts: KeyValuePairs<String, VectorEntry.Verdict>,
      _ token: String,
      to collection: inout VectorCollection
    ) {
      let name = subtype.map { "\(type).\($0)" } ?? type
      collection.add(
        "notifications/\(name).jws", token + "\n",
        VectorEntry(
          what: "notification \(name)", kind: "notification", root: VectorCollection.root, verdict: .verified,
          parts: parts))
    }

    private static func uuid(_ type: String, _ subtype: String?) -> String {
      let digits = (type + (subtype ?? "")).utf8.reduce(UInt64(5381)) { $0 &* 33 ^ UInt64($1) }
      let hex = String(digits | 1 << 63, radix: 16)
      return "\(hex.prefix(8))-0000-4000-8000-\(hex.suffix(8))0000"
    }

    /// Inner payloads and status that fit the event, as far as that is known.
    private static func subscription(
      type: String,
      subtype: String?
    ) -> (TestPayload, TestPayload, PayloadValue) {
      switch (type, subtype) {
      case ("EXPIRED", _), ("GRACE_PERIOD_EXPIRED", _):
        let intent: PayloadValue = subtype == "VOLUNTARY" ? 1 : subtype == "PRICE_INCREASE" ? 3 : 2
        return (
          .transaction(["expiresDate": 1_759_999_999_000, "purchaseDate": 1_757_321_599_000]),
          .renewalInfo(["expirationIntent": intent, "autoRenewStatus": 0, "isInBillingRetryPeriod": false]), 2
        )
      case ("DID_FAIL_TO_RENEW", _):
        let grace: PayloadValue = subtype == nil ? .absent : 1_761_382_399_000
        return (
          .transaction(["expiresDate": 1_759_999_999_000, "purchaseDate": 1_757_321_599_000]),
          .renewalInfo(["isInBillingRetryPeriod": true, "gracePeriodExpiresDate": grace]), subtype == nil ? 3 : 4
        )
      case ("REFUND", _), ("REVOKE", _):
        let type: PayloadValue = type == "REVOKE" ? "FAMILY_REVOKE" : "REFUND_FULL"
        return (
          .transaction(["revocationDate": 1_759_999_999_000, "revocationReason": 0, "revocationType": type]),
          .renewalInfo(["autoRenewStatus": 0]), 5
        )
      case ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED"):
        return (.transaction(), .renewalInfo(["autoRenewStatus": 0]), 1)
      case ("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE"):
        return (.transaction(), .renewalInfo(["autoRenewProductId": "com.example.app.basic.monthly"]), 1)
      case ("PRICE_INCREASE", _):
        return (.transaction(), .renewalInfo(["priceIncreaseStatus": subtype == "ACCEPTED" ? 1 : 0]), 1)
      case ("OFFER_REDEEMED", _):
        let offer: KeyValuePairs<String, PayloadValue> = [
          "offerType": 3, "offerIdentifier": "SUMMER", "offerDiscountType": "FREE_TRIAL", "offerPeriod": "P1M",
        ]
        return (.transaction(["price": 0]).with(offer), .renewalInfo().with(offer), 1)
      case ("DID_RENEW", _):
        return (.transaction(["transactionReason": "RENEWAL", "transactionId": "410000000000007"]), .renewalInfo(), 1)
      default: return (.transaction(), .renewalInfo(), 1)
      }
    }
  }
#endif
