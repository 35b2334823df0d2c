// SPDX-License-Identifier: MIT
#if OpenSSL
  import StoreJWSTesting

  extension VectorCatalog {
    /// Values of single members that trip readers.
    static func addFields(_ authority: TestAuthority, to collection: inout VectorCollection) throws(MintingError) {
      let good: [(name: String, what: String, changes: KeyValuePairs<String, PayloadValue>)] = [
        ("price-pln", "49990 milliunits are 49.99 PLN", ["price": 49_990, "currency": "PLN", "storefront": "POL"]),
        ("price-jpy", "1500000 milliunits are 1500 JPY", ["price": 1_500_000, "currency": "JPY", "storefront": "JPN"]),
        ("price-not-exact-in-binary", "70 milliunits are 0.07, exactly", ["price": 70]),
        ("price-beyond-32-bits", "25 million INR", ["price": 25_000_000_000, "currency": "INR"]),
        ("price-zero", "a free trial", ["price": 0, "offerType": 1, "offerDiscountType": "FREE_TRIAL"]),
        (
          "ids-beyond-2-to-53", "ids that a binary fraction cannot hold",
          ["transactionId": "9007199254740993", "originalTransactionId": "18446744073709551615"]
        ),
        (
          "family-shared-offer", "a family member's share of a subscription under an offer",
          [
            "inAppOwnershipType": "FAMILY_SHARED", "offerType": 1, "offerDiscountType": "FREE_TRIAL",
            "offerPeriod": "P1W", "newMember": ["kept": [true, .null]],
          ]
        ),
        (
          "revoked-before-expiry", "refunded although it would run on: nothing may be used from then on",
          ["revocationDate": 1_759_999_995_000, "revocationReason": 0, "revocationType": "REFUND_FULL"]
        ),
        (
          "account-token-no-uuid", "appAccountToken is text that is no UUID, and is kept",
          ["appAccountToken": "user-42"]
        ),
        ("sandbox", "bought in the sandbox", ["environment": "Sandbox"]),
        (
          "without-environment", "tokens of 2021 have none: an expectation on it fails with its own code",
          ["environment": .absent]
        ),
        ("without-bundle-id", "an expectation on it fails with its own code", ["bundleId": .absent]),
        ("null-members", "null is not absent", ["offerIdentifier": .null, "appAccountToken": .null, "price": .null]),
        ("local-testing", "environment LocalTesting under a trusted root", ["environment": "LocalTesting"]),
        (
          "text-of-all-kinds", "text with quotes, controls and characters beyond the first plane",
          ["offerIdentifier": .text("a\"b\\c/d\u{1}\u{7F}é\u{202E}漢😀"), "productId": "com.example.app.ünï"]
        ),
        (
          "escaped-text", "all characters escaped",
          ["productId": .verbatim(#""\u0063om.ex\u0061mple\/app\ud83d\ude00""#)]
        ),
      ]
      for (name, what, changes) in good {
        collection.verified("fields/\(name).jws", kind: "transaction", what, try authority.sign(.transaction(changes)))
      }
      let wrongTypes: [(name: String, what: String, changes: KeyValuePairs<String, PayloadValue>)] = [
        ("price-is-text", "price is a string", ["price": "9990"]),
        ("date-is-text", "purchaseDate is a string", ["purchaseDate": "2025-10-09T08:53:10Z"]),
        ("id-is-number", "transactionId is a number", ["transactionId": 410_000_000_000_001]),
        ("flag-is-number", "isUpgraded is 1", ["isUpgraded": 1]),
        ("object-is-list", "commitmentInfo is an array", ["commitmentInfo": []]),
      ]
      for (name, what, changes) in wrongTypes {
        collection.unreadable(
          "fields/\(name).jws", kind: "transaction", what, code: "typeMismatch",
          try authority.sign(.transaction(changes)))
      }
      collection.unreadable(
        "fields/price-has-fraction.jws", kind: "transaction", "price is 9990.5", code: "typeMismatch",
        try authority.sign(.transaction(["price": .number("9990.5")])))
      collection.unreadable(
        "fields/duplicate-member.jws", kind: "transaction", "productId occurs twice", code: "duplicateMember",
        try authority.sign(TestPayload.transaction().repeating("productId", "com.example.app.other")))
      collection.unreadable(
        "fields/duplicate-member-escaped.jws", kind: "transaction", "productId occurs twice, once escaped",
        code: "duplicateMember",
        try authority.sign(
          String(TestPayload.transaction().json.dropLast()) + #","pr\u006fductId":"com.example.app.other"}"#))
    }
  }
#endif
