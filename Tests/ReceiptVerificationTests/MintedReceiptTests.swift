// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JOSE
  import OpenSSLSignatures
  import StoreJWS
  import StoreJWSTesting
  import StoreReceipts
  import Testing

  /// Chains made once: a search for RSA primes takes tenths of a second.
  enum Chains {
    static let app = try? ReceiptAuthority(plan: ReceiptChainPlan())
    static let iTunes = try? ReceiptAuthority(plan: ReceiptChainPlan(purpose: .iTunesStore))
    static let stranger = try? ReceiptAuthority(plan: ReceiptChainPlan(seed: "stranger", bits: 1_024))

    /// The app chain after one change.
    static func app(_ change: (inout ReceiptChainPlan) throws -> Void) throws -> ReceiptAuthority {
      var plan = try #require(app).plan
      try change(&plan)
      return try ReceiptAuthority(plan: plan)
    }
  }

  /// The failed checks of an examination, and those that were not run although they are required.
  func outcome<Receipt>(_ examination: ReceiptExamination<Receipt>) -> [String] {
    examination.report.failures.map { "\($0.check.rawValue) \($0.finding.code)" }
  }

  @Suite("Minted receipts, verified")
  struct MintedReceiptTests {
    private func verifier(
      _ root: [UInt8]? = nil, intermediates: [[UInt8]] = [], _ change: (inout ReceiptPolicy) -> Void = { _ in }
    ) throws -> ReceiptVerifier {
      var policy = ReceiptPolicy()
      change(&policy)
      return try .appStore(
        policy: policy, anchors: try TrustAnchors(file: try root ?? #require(Chains.app).root),
        intermediates: intermediates)
    }

    private func minted(
      _ payload: ReceiptPayload = .app(renewals: 2), digest: DigestAlgorithm = .sha256,
      _ change: (inout ReceiptParts) throws -> Void = { _ in }
    ) throws -> [UInt8] {
      var parts = try #require(Chains.app).sign(payload, digest: digest)
      try change(&parts)
      return parts.encoded
    }

    @Test("A good receipt verifies in DER, every BER form and base64")
    func good() throws {
      let verifier = try verifier()
      let forms: [(inout ReceiptParts) -> Void] = [
        { _ in }, { $0.lengthForm = .indefinite }, { $0.segmentContent(every: 100) },
        { $0.segmentContent(every: 7, nesting: 3) }, { $0.lengthForm = .padded(1) },
        { $0.certificates.reverse() }, { $0.certificates.removeLast() },
      ]
      for form in forms {
        let document = try minted { form(&$0) }
        let verified = try verifier.appReceipt(document)
        expectEqual(verified.payload.purchases.count, 2)
        expectEqual(verified.signer.origin, .other)
        expectEqual(verified.signedDate, Date(timeIntervalSince1970: 1_772_366_400))
        try expectEqual(verifier.appReceipt(Base64.encode(document)).payload, verified.payload)
      }
      for count in [0, 1, 200] {
        try expectEqual(verifier.appReceipt(minted(.app(renewals: count))).payload.purchases.count, count)
      }
    }

    @Test("Signed attributes are honoured, and contradicted ones refused")
    func signedAttributes() throws {
      let authority = try #require(Chains.app)
      let content = ReceiptPayload.app(renewals: 2).encoded
      let good = try minted { $0.signers = [try authority.signerWithAttributes(content: content)] }
      #expect(try verifier().examineAppReceipt(good).verified != nil)
      let other = [UInt8](repeating: 0, count: 32)
      let lying = try minted {
        $0.signers = [try authority.signerWithAttributes(content: content, statedDigest: other)]
      }
      try expectEqual(outcome(verifier().examineAppReceipt(lying)), ["signature messageDigestMismatch"])
      // Signed attributes replayed as content: their octets, with the tag of a SET, under the signature over them.
      let signer = try authority.signerWithAttributes(content: content)
      let attributes = try #require(signer.signedAttributes)
      var octets = attributes.encoded
      octets[0] = 0x31
      let replayed = try minted { parts in
        parts.content = .octetString(octets)
        parts.signers = [signer]
        parts.signers[0].signedAttributes = nil
      }
      let examination = try verifier().examineAppReceipt(replayed)
      #expect(examination.error?.code.rawValue == "unexpectedTag" && examination.verified == nil)
    }

    @Test("The signer may be named by its key identifier")
    func keyIdentifier() throws {
      let authority = try #require(Chains.app)
      let identifier = try DigestAlgorithm.sha1.digest(authority.plan.leafKey.publicKeyInfo)
      let document = try minted {
        $0.signers[0].version = 3
        $0.signers[0].subjectKeyIdentifier = identifier
      }
      #expect(try verifier().examineAppReceipt(document).verified != nil)
    }

    @Test("SHA-1 is a matter of the receipt's date and the named policy")
    func sha1() throws {
      let table: [(String, SHA1Policy, Bool)] = [
        ("2025-01-23T23:59:59Z", .untilRetirement, true), ("2025-01-24T00:00:00Z", .untilRetirement, false),
        ("2025-01-24T00:00:00Z", .always, true), ("2020-01-01T00:00:00Z", .never, false),
      ]
      for (date, policy, isAccepted) in table {
        let document = try minted(.app(createdAt: date), digest: .sha1)
        let examination = try verifier { $0.sha1 = policy }.examineAppReceipt(document)
        expectEqual(outcome(examination), (isAccepted ? [] : ["algorithm sha1Retired"]), "\(date) \(policy)")
        expectEqual((examination.verified != nil), isAccepted)
      }
      // A chain signed with SHA-1 counts as well.
      let old = try Chains.app { plan in
        plan.leaf.signatureAlgorithm = .sha1WithRSA
        plan.intermediate.signatureAlgorithm = .sha1WithRSA
      }
      let document = try old.sign(.app()).encoded
      try expectEqual(outcome(verifier(old.root).examineAppReceipt(document)), ["algorithm sha1Retired"])
      #expect(try verifier(old.root) { $0.sha1 = .always }.examineAppReceipt(document).verified != nil)
    }

    @Test("Certificates are judged at the creation date, inclusive at both ends, or at a given moment")
    func time() throws {
      let table: [(String, [String])] = [
        ("2012-01-01T00:00:00Z", []), ("2011-12-31T23:59:59Z", ["validityTime leafNotYetValid"]),
        ("2030-01-01T00:00:00Z", []), ("2030-01-01T00:00:01Z", ["validityTime leafExpired"]),
        ("", ["signingDate signingDateMissing"]), ("soon", ["signingDate signingDateMissing"]),
        ("9999-12-31T23:59:59Z", ["validityTime leafExpired"]),
      ]
      for (date, expected) in table {
        let examination = try verifier().examineAppReceipt(minted(.app(createdAt: date)))
        expectEqual(outcome(examination), expected, "\(date)")
        expectEqual((examination.verified != nil), expected.isEmpty)
      }
      let short = try Chains.app { $0.intermediate.notAfter = 1_700_000_000 }
      try expectEqual(
        outcome(verifier(short.root).examineAppReceipt(short.sign(.app()).encoded)),
        ["validityTime intermediateExpired"]
      )
      let given = try verifier { $0.expectations.moment = .at(Date(timeIntervalSince1970: 1_900_000_000)) }
      try expectEqual(outcome(given.examineAppReceipt(minted())), ["validityTime leafExpired"])
      let huge = try verifier { $0.expectations.moment = .at(Date(timeIntervalSince1970: 1e300)) }
      #expect(try huge.examineAppReceipt(minted()).verified == nil)
      let fresh = try verifier {
        $0.expectations.signingDate = SigningDateBounds(
          maximumAgeSeconds: 60, futureToleranceSeconds: 60, now: { Date(timeIntervalSince1970: 1_772_366_500) })
      }
      try expectEqual(outcome(fresh.examineAppReceipt(minted())), ["signingDate signingDateTooOld"])
    }

    @Test("Expectations")
    func expectations() throws {
      let table: [(String, (inout ReceiptPolicy) -> Void, [String])] = [
        ("bundle id", { $0.expectations.bundleIDs = ["com.example.app"] }, []),
        ("another bundle id", { $0.expectations.bundleIDs = ["com.example"] }, ["bundleID bundleIDMismatch"]),
        ("version", { $0.expectations.appVersion = "7" }, []),
        ("another version", { $0.expectations.appVersion = "8" }, ["appVersion appVersionMismatch"]),
        ("sandbox", { $0.expectations.environments = [.sandbox] }, []),
        ("production", { $0.expectations.environments = [.production] }, ["environment environmentMismatch"]),
        ("app Apple id in the sandbox", { $0.expectations.appAppleIDs = [7] }, []),
        ("transaction", { $0.expectations.transactionID = "2000000000000001" }, []),
        ("another transaction", { $0.expectations.transactionID = "3" }, ["consistency transactionIDMismatch"]),
        ("device", { $0.device = DeviceIdentity(bytes: [1]) }, ["deviceHash deviceHashMismatch"]),
      ]
      for (name, change, expected) in table {
        let examination = try verifier(nil, intermediates: [], change).examineAppReceipt(minted())
        expectEqual(outcome(examination), expected, "\(name)")
      }
      var payload = ReceiptPayload.app()
      payload.remove(0)
      let silent = try verifier { $0.expectations.environments = [.sandbox] }.examineAppReceipt(minted(payload))
      expectEqual(outcome(silent), ["environment environmentMissing"])
      // Without an environment nothing says that the app's number may be missing.
      let numberless = try verifier { $0.expectations.appAppleIDs = [7] }.examineAppReceipt(minted(payload))
      expectEqual(outcome(numberless), ["appAppleID appAppleIDMissing"])
      let volume = try verifier { $0.expectations.environments = [.production] }
        .examineAppReceipt(minted(.app(environment: "ProductionVPP")))
      #expect(volume.verified != nil)
      var numbered = ReceiptPayload.app(environment: "Production")
      numbered.set(1, .integer(8))
      let number = try verifier { $0.expectations.appAppleIDs = [7] }.examineAppReceipt(minted(numbered))
      expectEqual(outcome(number), ["appAppleID appAppleIDMismatch"])
    }

    @Test("A moment that cannot be counted fails, and an expectation that nothing could meet is refused at once")
    func impossiblePolicies() throws {
      let verifier = try verifier { $0.expectations.moment = .at(Date(timeIntervalSince1970: 1e300)) }
      let examination = verifier.examineAppReceipt(try minted())
      expectEqual(outcome(examination), ["signingDate momentOutOfRange"])
      expectEqual(examination.report[.validityTime], .notRun(CheckFinding(code: "momentOutOfRange", message: "")))
      #expect(throws: StoreError(code: .configuration, category: .unsupported, message: "")) {
        try ReceiptVerifier.appStore(bundleIDs: [], environments: [.sandbox])
      }
      let own = try ReceiptVerifier.appStore(
        bundleIDs: ["com.example.app"], environments: [.sandbox],
        anchors: TrustAnchors(file: #require(Chains.app).root))
      try expectEqual(own.appReceipt(minted()).payload.bundleID, "com.example.app")
      let other = try ReceiptVerifier.appStore(
        bundleIDs: ["com.example.other"], environments: [.sandbox],
        anchors: TrustAnchors(file: #require(Chains.app).root))
      try expectEqual(outcome(other.examineAppReceipt(minted())), ["bundleID bundleIDMismatch"])
    }

    @Test("No flipped bit of a receipt verifies")
    func flips() throws {
      // Certificates that are no part of the path, and the wrapping of the CMS, are the only places where a change is
      // harmless: the octets that are decoded stay the signed ones.
      let document = try minted(.app()) { $0.certificates.removeLast() }
      let verifier = try verifier()
      let good = try verifier.appReceipt(document).payload
      var lost = 0
      for index in stride(from: 0, to: document.count, by: 3) {
        var bytes = document
        bytes[index] ^= 1 << UInt8(index % 8)
        if let verified = verifier.examineAppReceipt(bytes).verified {
          expectEqual(verified.payload.signed.content, good.signed.content)
          expectEqual(verified.payload.purchases, good.purchases)
          lost += 1
        }
      }
      // Tag bits of skipped or free-form places; none of them changes what is believed.
      #expect(lost < 10)
    }

    @Test("One verifier serves many tasks, and every one gets its own document's verdict")
    func concurrency() async throws {
      let verifier = try verifier()
      let good = try minted()
      let bad = try minted { $0.signers[0].signature[0] ^= 1 }
      let verdicts = await withTaskGroup(of: (Bool, Bool).self) { group in
        for index in 0..<64 {
          group.addTask {
            let isGood = index % 2 == 0
            return (isGood, verifier.examineAppReceipt(isGood ? good : bad).verified != nil)
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      expectEqual(verdicts.count, 64)
      #expect(verdicts.allSatisfy { $0.0 == $0.1 })
    }

    @Test("Verified purchases of a receipt of either kind in one call")
    func purchases() throws {
      let app = try #require(Chains.app)
      let transaction = try app.signTransaction(TransactionReceiptParts.purchaseInfo(), version: 3)
      let verifier = try verifier(intermediates: [app.intermediate])
      let fromApp = try verifier.purchases(minted())
      #expect(fromApp.count == 2 && fromApp.allSatisfy { $0.evidence.isVerified && $0.evidence.source == .appReceipt })
      let fromTransaction = try verifier.purchases(Array(transaction.text.utf8))
      expectEqual(fromTransaction.map(\.transactionID), ["1000000000000007"])
      expectEqual(fromTransaction.first?.evidence.isVerified, true)
      let error = #expect(throws: StoreError.self) {
        try verifier.purchases(minted { $0.signers[0].signature[0] ^= 1 })
      }
      #expect(error?.check == .signature && error?.category == .notTrusted && error?.report?.state == .failed)
      let unreadable = #expect(throws: StoreError.self) { try verifier.purchases([0x30, 0x82]) }
      #expect(unreadable?.code.rawValue == "truncated" && unreadable?.category == .truncated)
    }

    @Test("A verdict is the same the second time, when the chain is known")
    func known() throws {
      let verifier = try verifier()
      let good = try minted()
      try expectEqual(verifier.appReceipt(good), verifier.appReceipt(good))
      var forged = ReceiptPayload.app(renewals: 2)
      forged.addPurchase(.purchase(transactionID: "666"))
      let tampered = try minted { $0.content = .octetString(forged.encoded) }
      for _ in 0..<2 { expectEqual(outcome(verifier.examineAppReceipt(tampered)), ["signature signatureMismatch"]) }
      let old = try minted(.app(createdAt: "2040-01-01T00:00:00Z"))
      expectEqual(outcome(verifier.examineAppReceipt(old)), ["validityTime leafExpired"])
    }
  }
#endif
