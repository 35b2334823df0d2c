// SPDX-License-Identifier: MIT
#if OpenSSL
  import StoreJWSTesting

  extension VectorCatalog {
    /// One token a kind: usual, full, empty, and unknown in every respect.
    static func addKinds(_ authority: TestAuthority, to collection: inout VectorCollection) throws(MintingError) {
      let kinds: [(name: String, kind: String, usual: TestPayload, full: TestPayload, unknown: TestPayload)] = [
        ("transaction", "transaction", .transaction(), .fullTransaction(), unknownTransaction),
        ("renewal-info", "renewalInfo", .renewalInfo(), .fullRenewalInfo(), unknownRenewalInfo),
        ("app-transaction", "appTransaction", .appTransaction(), .fullAppTransaction(), unknownAppTransaction),
      ]
      for (name, kind, usual, full, unknown) in kinds {
        let folder = "kinds/\(name)"
        collection.verified("\(folder).jws", kind: kind, "the members of an everyday one", try authority.sign(usual))
        collection.verified(
          "\(folder)-full.jws", kind: kind, "every member that is documented or was seen", try authority.sign(full))
        collection.verified(
          "\(folder)-unknown.jws", kind: kind, "unknown values in every enumeration, unknown members at every level",
          try authority.sign(unknown), notes: "nothing of it may be lost")
        collection.verified(
          "\(folder)-other-order.jws", kind: kind, "members sorted by name, which Apple does not do",
          try authority.sign(full.inOtherOrder))
        let date = kind == "appTransaction" ? "receiptCreationDate" : "signedDate"
        let bare = TestPayload(members: [PayloadMember(date, .integer(TestPayload.usualSignedDate))])
        collection.add(
          "\(folder)-bare.jws", try authority.sign(bare) + "\n",
          VectorEntry(
            what: "all optional members absent but the signing date", kind: kind, root: VectorCollection.root,
            verdict: .verified, notes: "the kind must be asked for: the payload does not show it"))
      }
      collection.verified(
        "kinds/realtime-request.jws", kind: "realtimeRequest", "all seven members",
        try authority.sign(TestPayload.realtimeRequest()))
      collection.verified(
        "kinds/realtime-request-unknown.jws", kind: "realtimeRequest", "an unknown environment, an unknown member",
        try authority.sign(TestPayload.realtimeRequest(["environment": "Moon", "mood": "good"])))
      let realtime = TestPayload.realtimeRequest()
      for member in realtime.members {
        collection.unreadable(
          "kinds/realtime-request-without-\(member.name).jws", kind: "realtimeRequest",
          "a required member is absent", code: "missingMember",
          try authority.sign(realtime.with([member.name: .absent])))
      }
      collection.add(
        "kinds/empty-object.jws", try authority.sign("{}") + "\n",
        VectorEntry(
          what: "a payload without members", kind: "unknown", root: VectorCollection.root, verdict: .refused,
          check: "signingDate", code: "signingDateMissing"))
    }

    private static let unknownTransaction = TestPayload.fullTransaction([
      "type": "Perpetual Subscription", "inAppOwnershipType": "BORROWED", "environment": "Moon",
      "transactionReason": "GIFT", "offerType": 99, "offerDiscountType": "BARTER", "revocationReason": 77,
      "revocationType": "REFUND_LATER", "billingPlanType": "WEEKLY", "storefront": "XQZ", "currency": "XQZ",
      "offerPeriod": "P9Y", "newText": "text", "newNumber": 12_345_678_901_234, "newNull": .null,
      "newList": [1, "two", .null, ["three": 3]],
      "commitmentInfo": ["billingPeriodNumber": 99, "newMember": true],
      "advancedCommerceInfo": [
        "descriptors": ["newDescriptor": "only this"],
        "items": [
          [
            "SKU": "sku.one", "offer": ["period": "P8D", "reason": "BOREDOM"],
            "refunds": [["refundReason": "MOOD", "refundType": "HALF", "newMember": 1]], "newMember": [:],
          ]
        ],
        "period": "P5M", "newMember": [],
      ],
    ])

    private static let unknownRenewalInfo = TestPayload.fullRenewalInfo([
      "expirationIntent": 66, "autoRenewStatus": 7, "priceIncreaseStatus": 8, "offerType": 99,
      "offerDiscountType": "BARTER", "environment": "Moon", "renewalBillingPlanType": "WEEKLY", "newText": "text",
      "commitmentInfo": ["commitmentAutoRenewStatus": 9, "newMember": true],
      "advancedCommerceInfo": [
        "items": [["priceIncreaseInfo": ["status": "POSTPONED", "newMember": 1]]], "newMember": .null,
      ],
    ])

    private static let unknownAppTransaction = TestPayload.fullAppTransaction([
      "receiptType": "Moon", "originalPlatform": "watchFridgeOS", "newMember": ["nested": ["deep": [1, 2, 3]]],
    ])
  }
#endif
