// SPDX-License-Identifier: MIT
#if OpenSSL
  import StoreJWSTesting

  extension VectorCatalog {
    /// Tokens whose signature fits and whose certificates do not; the whole set of chains is minted by the tests.
    static func addChains(_ authority: TestAuthority, to collection: inout VectorCollection) throws(MintingError) {
      let payload = TestPayload.transaction()
      let forger = try TestKey(.p384, seed: "forger", label: "intermediate")
      let forged = try Self.authority { plan throws(MintingError) in
        plan.leafSigner = forger
        try plan.setLeafKey(TestKey(seed: "forger", label: "leaf"))
      }
      collection.refused(
        "chains/leaf-forged.jws", "the leaf names x5c[1] as its issuer and is signed by somebody else",
        check: "chainTrust", code: "leafSignature", try forged.sign(payload),
        notes: "x5c[1] and x5c[2] are the genuine ones")
      let stranger = try TestAuthority(seed: "somebody else")
      collection.refused(
        "chains/another-root.jws", "a chain that is whole, under another root of the same name", check: "chainTrust",
        code: "intermediateSignature",
        try stranger.sign(payload))
      let marks: [(name: String, what: String, code: String, change: (inout ChainPlan) -> Void)] = [
        (
          "leaf-without-mark", "the leaf lacks 1.2.840.113635.100.6.11.1", "leafPurpose",
          { $0.leaf.removeExtension(CertificateExtension.Identifier.receiptSigning) }
        ),
        (
          "intermediate-without-mark", "the intermediate lacks 1.2.840.113635.100.6.2.1", "intermediatePurpose",
          { $0.intermediate.removeExtension(CertificateExtension.Identifier.developerRelations) }
        ),
      ]
      for (name, what, code, change) in marks {
        let unmarked = try Self.authority { plan throws(MintingError) in change(&plan) }
        collection.refused(
          "chains/\(name).jws", what, check: "certificatePurpose", code: code, try unmarked.sign(payload))
      }
      for (name, what, count) in [("of-two", "the root is left out", 2), ("of-one", "the leaf alone", 1)] {
        collection.refused(
          "chains/\(name).jws", what, check: "chainLength", code: "chainLength",
          try authority.sign(payload, header: TokenHeader(certificates: .firstOfAuthority(count))))
      }
      collection.refused(
        "chains/of-four.jws", "the root twice", check: "chainLength", code: "chainLength",
        try authority.sign(payload, header: TokenHeader(certificates: .these(authority.chain + [authority.root]))))
      collection.refused(
        "chains/leaf-no-certificate.jws", "x5c[0] holds octets that are no certificate", check: "chainTrust",
        code: "certificateMalformed",
        try authority.sign(
          payload,
          header: TokenHeader(certificates: .these([[0x30, 0x03, 0x02, 0x01, 0x01]] + authority.chain.dropFirst()))))
      collection.verified(
        "chains/third-is-another.jws", kind: "transaction", "x5c[2] is a stranger's root; it is never trusted",
        try authority.sign(
          payload,
          header: TokenHeader(certificates: .these([authority.leaf, authority.intermediate, stranger.root]))),
        notes: "reported as a note")
    }

    /// The signing date and the lifetime of the leaf.
    static func addDates(_ authority: TestAuthority, to collection: inout VectorCollection) throws(MintingError) {
      // 2022-01-01 to 2024-01-01, both at 00:00:00Z.
      let early = try Self.authority { plan throws(MintingError) in
        plan.leaf.notBefore = 1_640_995_200
        plan.leaf.notAfter = 1_704_067_200
      }
      collection.verified(
        "dates/leaf-expired-since.jws", kind: "transaction", "signed 2023-06-15; the leaf ended 2024-01-01",
        try early.sign(.transaction(["signedDate": 1_686_830_400_000])),
        notes: "refused (validityTime) when judged now")
      collection.refused(
        "dates/signed-after-leaf-end.jws", "signed 2025-10-09; the leaf ended 2024-01-01", check: "validityTime",
        code: "leafExpired",
        try early.sign(.transaction()))
      collection.refused(
        "dates/signed-before-leaf-begin.jws", "signed 2021-12-31T23:59:59.999Z; the leaf began a millisecond later",
        check: "validityTime", code: "leafNotYetValid",
        try early.sign(.transaction(["signedDate": 1_640_995_199_999])))
      let edges: [(name: String, what: String, date: PayloadValue)] = [
        ("first-second", "signed in the leaf's first millisecond", 1_640_995_200_000),
        ("last-second", "signed in the last millisecond of the leaf's last second", 1_704_067_200_999),
        ("fraction", "the signing date has a fraction", .number("1686830400000.7297")),
        ("exponent", "the signing date is written with an exponent", .number("1.6868304E12")),
      ]
      for (name, what, date) in edges {
        collection.verified(
          "dates/\(name).jws", kind: "transaction", what, try early.sign(.transaction(["signedDate": date])))
      }
      collection.refused(
        "dates/second-after.jws", "signed in the second after the leaf's last", check: "validityTime",
        code: "leafExpired",
        try early.sign(.transaction(["signedDate": 1_704_067_201_000])))
      let dateless: [(name: String, what: String, date: PayloadValue)] = [
        ("absent", "no signing date", .absent), ("null", "the signing date is null", .null),
      ]
      for (name, what, date) in dateless {
        collection.refused(
          "dates/\(name).jws", what, check: "signingDate", code: "signingDateMissing",
          try authority.sign(.transaction(["signedDate": date])),
          notes: "not silently judged now; verifies when the caller gives a date")
      }
      collection.refused(
        "dates/far-future.jws", "the signing date is 1e300", check: "signingDate", code: "signingDateOutOfRange",
        try authority.sign(.transaction(["signedDate": .number("1e300")])))
      collection.refused(
        "dates/negative.jws", "a signing date before 1970", check: "validityTime", code: "leafNotYetValid",
        try authority.sign(.transaction(["signedDate": -1])))
    }

    /// Documents that Xcode's local store would sign; the manifest's root is that very certificate.
    static func addXcode(_ xcode: TestAuthority, to collection: inout VectorCollection) throws(MintingError) {
      let dates: KeyValuePairs<String, PayloadValue> = [
        "environment": "Xcode", "transactionId": "0", "originalTransactionId": "0", "webOrderLineItemId": "0",
        "subscriptionGroupIdentifier": "5C1D0A7E", "purchaseDate": .number("1759999990049.7297"),
        "originalPurchaseDate": .number("1759999990049.7297"), "expiresDate": .number("1762678390049.7297"),
        "signedDate": .number("1760000000056.485"), "isUpgraded": false, "appTransactionId": .absent,
        "price": .absent, "currency": .absent,
      ]
      let what = "one self-signed certificate, fractional dates, escaped slashes, members in no order"
      let notes = "with any other root: refused as signed by Xcode and not by Apple; the origin stays Xcode"
      func add(_ name: String, kind: String, _ what: String, _ token: String) {
        collection.add(
          "xcode/\(name).jws", token + "\n",
          VectorEntry(what: what, kind: kind, root: VectorCollection.xcode, verdict: .verified, notes: notes))
      }
      add(
        "transaction", kind: "transaction", what,
        try xcode.sign(TestPayload.transaction(dates).inOtherOrder, header: .xcode))
      add(
        "renewal-info", kind: "renewalInfo", what,
        try xcode.sign(
          TestPayload.renewalInfo([
            "environment": "Xcode", "originalTransactionId": "0", "signedDate": .number("1760000000056.485"),
            "recentSubscriptionStartDate": .number("1759999990049.7297"),
            "renewalDate": .number("1762678390049.7297"),
            "deviceVerificationNonce": "0f0c6a2e-5b54-4a86-8f0f-1d9a3c7be001",
          ]).inOtherOrder, header: .xcode))
      add(
        "app-transaction-year-one", kind: "appTransaction", "the original purchase date is in year 1",
        try xcode.sign(
          TestPayload.appTransaction([
            "receiptType": "Xcode", "appAppleId": .absent, "versionExternalIdentifier": .absent,
            "receiptCreationDate": .number("1760000000257.447"), "requestDate": .number("1760000000257.447"),
            "originalPurchaseDate": -62_135_769_600_000, "appTransactionId": "0", "originalPlatform": .absent,
          ]).inOtherOrder, header: .xcode))
      collection.refused(
        "xcode/production-claimed.jws", "Xcode's certificate over a payload that says Production",
        check: "environment", code: "xcodeOutsideXcode", try xcode.sign(.transaction(), header: .xcode),
        root: VectorCollection.xcode,
        notes: "a trusted Xcode certificate counts for the environments Xcode and LocalTesting only")
    }
  }
#endif
