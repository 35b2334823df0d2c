// SPDX-License-Identifier: MIT
#if OpenSSL
  import JOSE
  import StoreJWSTesting

  extension VectorCatalog {
    /// Receipts of a throwaway authority: each form, each attribute, and each rule broken alone.
    static func addReceipts(to collection: inout VectorCollection) throws(MintingError) {
      let plan = try ReceiptChainPlan(seed: seed)
      let authority = try ReceiptAuthority(plan: plan)
      let iTunes = try ReceiptAuthority(plan: ReceiptChainPlan(seed: seed, purpose: .iTunesStore, bits: 1_024))
      for (name, octets) in [
        ("receipt-root", authority.root), ("receipt-intermediate", authority.intermediate),
        ("itunes-root", iTunes.root), ("itunes-intermediate", iTunes.intermediate),
      ] {
        collection.addPlain("authority/\(name).pem", Array(PEMText.encode(octets, label: "CERTIFICATE").utf8))
      }
      var receipts = ReceiptVectors(authority: authority, collection: collection)
      try receipts.addForms()
      try receipts.addContents()
      try receipts.addStructures()
      try receipts.addPayloads()
      try receipts.addChains()
      try receipts.addTransactions(iTunes)
      collection = receipts.collection
    }
  }

  /// Adds receipts one by one, in base64 with a newline.
  struct ReceiptVectors {
    let authority: ReceiptAuthority
    var collection: VectorCollection

    private static let root = "authority/receipt-root.pem"

    mutating func verified(_ name: String, _ what: String, _ octets: [UInt8], notes: String? = nil) {
      add(name, octets, VectorEntry(what: what, kind: "appReceipt", root: Self.root, verdict: .verified, notes: notes))
    }

    mutating func refused(_ name: String, _ what: String, check: String, code: String, _ octets: [UInt8]) {
      add(
        name, octets,
        VectorEntry(what: what, kind: "appReceipt", root: Self.root, verdict: .refused, check: check, code: code))
    }

    mutating func unreadable(_ name: String, _ what: String, code: String, _ octets: [UInt8]) {
      add(name, octets, VectorEntry(what: what, kind: "appReceipt", root: Self.root, verdict: .unreadable, code: code))
    }

    private mutating func add(_ name: String, _ octets: [UInt8], _ entry: VectorEntry) {
      collection.add("receipts/\(name).b64", Base64.encode(octets) + "\n", entry)
    }

    /// A good receipt after one change of the CMS.
    func changed(
      _ payload: ReceiptPayload = .app(renewals: 1), digest: DigestAlgorithm = .sha256,
      _ change: (inout ReceiptParts) throws(MintingError) -> Void
    ) throws(MintingError) -> [UInt8] {
      var parts = try authority.sign(payload, digest: digest)
      try change(&parts)
      return parts.encoded
    }

    /// A receipt whose payload was changed before it was signed.
    func signed(_ change: (inout ReceiptPayload) -> Void) throws(MintingError) -> [UInt8] {
      var payload = ReceiptPayload.app()
      change(&payload)
      return try authority.sign(payload).encoded
    }

    /// A receipt of a chain with one change.
    func chained(
      _ change: (inout ReceiptChainPlan) throws(MintingError) -> Void
    ) throws(MintingError) -> [UInt8] {
      var plan = authority.plan
      try change(&plan)
      return try ReceiptAuthority(plan: plan).sign(.app()).encoded
    }
  }

  extension ReceiptVectors {
    mutating func addForms() throws(MintingError) {
      let forms: [(String, String, (inout ReceiptParts) -> Void)] = [
        ("der", "DER, as Apple writes it", { _ in }),
        ("ber-indefinite", "indefinite lengths around everything", { $0.lengthForm = .indefinite }),
        ("ber-segments", "content in segments of 100 octets", { $0.segmentContent(every: 100) }),
        ("ber-nested-segments", "content in segments of segments", { $0.segmentContent(every: 50, nesting: 3) }),
        ("ber-padded", "lengths with two octets too many", { $0.lengthForm = .padded(2) }),
        (
          "ber-xcode-shape", "indefinite lengths and one segment, as Xcode writes it",
          {
            $0.lengthForm = .indefinite
            $0.segmentContent(every: 1 << 20)
          }
        ),
        ("certificates-reversed", "certificates in another order", { $0.certificates.reverse() }),
        ("without-root", "leaf and intermediate alone", { $0.certificates.removeLast() }),
      ]
      for (name, what, change) in forms {
        verified("forms/\(name)", what, try changed { (parts) throws(MintingError) in change(&parts) })
      }
      let content = ReceiptPayload.app(renewals: 1).encoded
      let authority = authority
      verified(
        "forms/signed-attributes", "signed attributes, which no real receipt has had",
        try changed { (parts) throws(MintingError) in
          parts.signers = [try authority.signerWithAttributes(content: content)]
        })
    }

    mutating func addContents() throws(MintingError) {
      for count in [0, 1, 200] {
        verified(
          "contents/purchases-\(count)", "\(count) purchases", try authority.sign(.app(renewals: count)).encoded)
      }
      verified(
        "contents/sha1-2020", "SHA-1 before it was retired",
        try authority.sign(.app(createdAt: "2020-07-22T17:39:08Z"), digest: .sha1).encoded)
      verified(
        "contents/volume-purchase", "volume purchase with an end, an organisation and a pre-order date",
        try signed { payload in
          payload.set(0, .utf8String("ProductionVPP"))
          payload.set(21, .ia5String("2027-01-01T00:00:00Z"))
          payload.set(22, .ia5String("2026-01-01T00:00:00Z"))
          payload.set(23, .utf8String("Example Org"))
          payload.set(32, .ia5String("2025-12-31T00:00:00Z"))
        })
      verified(
        "contents/cancelled", "a cancelled purchase with its reason, a trial, an offer",
        try signed { payload in
          var purchase = ReceiptPayload.purchase(
            expiresAt: "2026-04-01T11:00:00Z", cancelledAt: "2026-03-01T11:30:00Z", webOrderLineItemID: 1 << 50)
          purchase.set(1713, .integer(1))
          purchase.set(1719, .integer(1))
          purchase.set(1720, .integer(1))
          purchase.set(1721, .utf8String("spring"))
          payload.addPurchase(purchase)
        })
      verified(
        "contents/unknown", "attributes of unknown types, in the receipt and in a purchase",
        try signed { payload in
          payload.set(99, .utf8String("new"))
          var purchase = ReceiptPayload.purchase()
          purchase.set(1799, .integer(3))
          payload.addPurchase(purchase)
        })
      verified(
        "contents/tolerated", "fractions and offsets in dates, another string type, padded and empty numbers",
        try signed { payload in
          payload.set(12, .utf8String("2026-03-01T13:00:00.250+0100"))
          payload.set(2, .ia5String("com.example.app"))
          payload.set(1, .integer(contents: [0, 0, 5]))
          payload.set(11, .integer(contents: []))
        })
      refused(
        "contents/sha1-2025", "SHA-1 after it was retired", check: "algorithm", code: "sha1Retired",
        try authority.sign(.app(createdAt: "2025-01-24T00:00:00Z"), digest: .sha1).encoded)
      refused(
        "contents/after-leaf", "made after the leaf's end", check: "validityTime", code: "leafExpired",
        try authority.sign(.app(createdAt: "2030-01-01T00:00:01Z")).encoded)
      refused(
        "contents/no-date", "an empty creation date", check: "signingDate", code: "signingDateMissing",
        try authority.sign(.app(createdAt: "")).encoded)
      var forged = ReceiptPayload.app(renewals: 1)
      forged.addPurchase(.purchase(transactionID: "666"))
      let content = forged.encoded
      refused(
        "contents/tampered", "one purchase more than was signed", check: "signature", code: "signatureMismatch",
        try changed { (parts) throws(MintingError) in parts.content = .octetString(content) })
    }

    mutating func addStructures() throws(MintingError) {
      let table: [(String, String, String, (inout ReceiptParts) -> Void)] = [
        ("two-signers", "two SignerInfos", "signerCount", { $0.signers += $0.signers }),
        ("no-signer", "no SignerInfo", "signerCount", { $0.signers = [] }),
        (
          "two-digest-algorithms", "two digest algorithms", "digestAlgorithmCount",
          { $0.digestAlgorithms += $0.digestAlgorithms }
        ),
        (
          "thousand-digest-algorithms", "as many digest algorithms as keep a naive verifier busy",
          "digestAlgorithmCount",
          { $0.digestAlgorithms = Array(repeating: $0.digestAlgorithms[0], count: 1_000) }
        ),
        ("not-signed-data", "another content type", "notSignedData", { $0.contentType = "1.2.840.113549.1.7.3" }),
        ("foreign-content", "content that is no id-data", "wrongContentType", { $0.innerContentType = "1.2.3" }),
        ("detached", "content left out", "detachedContent", { $0.content = nil }),
        (
          "foreign-segment", "a segment that is no OCTET STRING", "unexpectedTag",
          { $0.content = DERNode(tag: 0x24, body: .elements([.utf8String("x")])) }
        ),
        (
          "too-deep", "segments nested deeper than sixteen levels", "tooDeep",
          { $0.segmentContent(every: 9, nesting: 16) }
        ),
        (
          "nine-certificates", "more certificates than eight", "tooManyCertificates",
          { $0.certificates = Array(repeating: $0.certificates[0], count: 9) }
        ),
      ]
      for (name, what, code, change) in table {
        unreadable(
          "structures/\(name)", what, code: code, try changed { (parts) throws(MintingError) in change(&parts) })
      }
      let cut = try changed { (_) throws(MintingError) in }
      unreadable("structures/truncated", "half of a receipt", code: "truncated", Array(cut.prefix(cut.count / 2)))
    }

    mutating func addPayloads() throws(MintingError) {
      for (type, what) in [
        (2, "the bundle id"), (3, "the version"), (4, "the opaque value"), (5, "the device hash"),
        (12, "the creation date"),
      ] {
        unreadable(
          "payloads/without-\(type)", "without \(what)", code: "missingAttribute", try signed { $0.remove(type) })
      }
      let table: [(String, String, String, (inout ReceiptPayload) -> Void)] = [
        (
          "two-bundle-ids", "two bundle ids", "duplicateAttribute",
          { $0.attributes.append(.init(2, value: [0x0C, 0])) }
        ),
        ("number-as-text", "a number as text", "badAttribute", { $0.set(1, .utf8String("1")) }),
        (
          "number-of-65-bits", "a number of 65 bits", "integerTooLarge",
          { $0.set(1, .integer(contents: [1, 0, 0, 0, 0, 0, 0, 0, 0])) }
        ),
        (
          "text-not-utf8", "text that is no UTF-8", "badString",
          { $0.set(3, DERNode(tag: 0x0C, body: .octets([0xFF]))) }
        ),
      ]
      for (name, what, code, change) in table {
        unreadable("payloads/\(name)", what, code: code, try signed(change))
      }
      let attest = ReceiptPayload(attributes: [
        .init(2, value: Array("TEAM.com.example".utf8)), .init(6, value: Array("ATTEST".utf8)),
      ])
      unreadable(
        "payloads/app-attest", "an App Attest receipt's shape", code: "notAReceipt",
        try authority.sign(attest).encoded)
      unreadable(
        "payloads/sequence", "a SEQUENCE for the SET", code: "badPayload",
        try authority.sign(content: DERNode.sequence([]).encoded).encoded)
    }
  }
#endif
