// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JOSE
  import OpenSSLSignatures
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// The rules about wrong verdicts that a plain design allows, each against whole tokens. Rule 8 is among the tests of the
  /// remembered headers; rules 1, 2 and 7 are about receipts; what libcrypto is asked is tested beside its checkers.
  @Suite struct SecurityRuleTests {
    let minting: Minting

    init() throws {
      minting = try Minting(seed: "rules")
    }

    func verifier(_ anchors: TrustAnchors, _ policy: VerificationPolicy = .init()) throws -> StoreVerifier {
      try StoreVerifier(
        policy: policy, chainChecker: AppStoreChainChecker(anchors: anchors), signatureChecker: ES256Checker())
    }

    static func refusal(_ code: String, _ category: StoreError.Category, _ check: VerificationCheck) -> StoreError {
      StoreError(code: .init(rawValue: code), category: category, message: "", check: check)
    }

    func report(_ verifier: StoreVerifier, _ token: String) -> VerificationReport {
      verifier.examine(Array(token.utf8), as: SignedTransaction.self).report
    }

    /// Rule 3: Xcode's certificate vouches for its own tokens, in Xcode's environments, and for nothing else.
    @Test func rule3XcodesCertificateAsAnAuthority() throws {
      let xcode = try TestAuthority.xcodeLike(seed: "rules")
      let trusting = try verifier(TrustAnchors.none.adding(xcodeCertificates: xcode.leaf))
      for environment in ["Xcode", "LocalTesting"] {
        let token = try xcode.sign(.transaction(["environment": .text(environment)]), header: .xcode)
        let examination = trusting.examine(Array(token.utf8), as: SignedTransaction.self)
        expectEqual(examination.report.state, .verified)
        expectEqual(examination.signer?.origin, .xcode)
        // Untrusted it is recognised and refused.
        let refused = report(try verifier(.appStoreTokens), token)
        expectEqual(refused[.chainTrust].code, "failed signedByXcode")
        #expect(refused.summary.contains("signed by Xcode, not by Apple"))
      }
      for environment: PayloadValue in ["Production", "Sandbox", .absent, .null, "xcode"] {
        let token = try xcode.sign(.transaction(["environment": environment]), header: .xcode)
        expectEqual(report(trusting, token)[.environment].code, "failed xcodeOutsideXcode", "\(environment)")
      }
      // Minted under its key, and trusted both ways.
      let minted = try TestAuthority(seed: "rules") { plan throws(MintingError) in
        plan.intermediate.issuer = xcode.plan.leaf.subject
        plan.intermediate.signatureAlgorithm = .ecdsaWithSHA256
        plan.intermediate.removeExtension(CertificateExtension.Identifier.authorityKeyIdentifier)
        plan.intermediateSigner = xcode.plan.leafKey
      }
      let header = TokenHeader(certificates: .these([minted.leaf, minted.intermediate, xcode.leaf]))
      let token = try minted.sign(.transaction(["environment": "Xcode"]), header: header)
      expectEqual(report(trusting, token)[.chainTrust].code, "failed rootNotTrusted")
      expectEqual(
        report(try verifier(TrustAnchors(file: xcode.leaf)), token)[.chainTrust].code, "failed rootNotTrusted")
      // Neither names nor kid make an origin.
      let named = try minting.authority.sign(.transaction(), header: TokenHeader(keyID: "Apple_Xcode_Key"))
      let examination = try minting.verifier().examine(Array(named.utf8), as: SignedTransaction.self)
      #expect(examination.report.state == .verified && examination.signer?.origin == .other)
    }

    /// Rule 4: the chain that was checked is x5c. Every chain of the suite as a token, at its moment.
    @Test func rule4TheChainThatWasCheckedIsX5C() throws {
      var counts = ["verified": 0, "failed": 0, "cannot sign": 0]
      for item in try ChainSuite.cases() {
        guard let token = try? item.token(TestPayload.transaction(["signedDate": .integer(item.moment * 1000)]).json)
        else {
          counts["cannot sign", default: 0] += 1
          continue
        }
        let verifier = try verifier(item.anchors.reduce(.none) { try $0.adding(file: $1) })
        for _ in 0..<2 {
          let state = report(verifier, token).state
          expectEqual(state, (item.verdict == .accepted ? .verified : .failed), "\(item.name): \(item.remark)")
          counts[state.rawValue, default: 0] += 1
        }
        expectEqual(verifier.rememberedHeaderCount, (item.verdict == .accepted ? 1 : 0), "\(item.name)")
      }
      #expect(counts["verified"] == 64 && (counts["cannot sign"] ?? 0) < 5, "\(counts)")
      #expect(counts.values.reduce(0, +) - (counts["cannot sign"] ?? 0) > 260)
    }

    /// Rule 6: an expectation on an absent member fails with its own code.
    @Test func rule6AMemberThatIsAbsent() throws {
      let verifier = try minting.verifier()
      for (name, check, code) in [
        ("environment", VerificationCheck.environment, "failed environmentMissing"),
        ("bundleId", .bundleID, "failed bundleIDMissing"),
      ] {
        for value: PayloadValue in [.absent, .null] {
          let report = report(verifier, try minting.authority.sign(TestPayload.transaction().with([name: value])))
          #expect(report[check].code == code && report.state == .failed)
          expectEqual(report[.signature], .passed)
        }
      }
      let token = try minting.authority.sign(.renewalInfo())
      let renewal = verifier.examine(Array(token.utf8), as: RenewalInfo.self).report
      #expect(renewal[.bundleID].code == "notRun notInThisKind" && renewal.state == .verified)
    }

    /// Rule 9: a good old token of somebody else. It verifies, unless the caller demands what only the buyer has.
    @Test func rule9AGoodOldTokenOfSomebodyElse() throws {
      let token = try minting.authority.sign(
        .transaction(["appAccountToken": "3f2a6c1e-8b0d-4c57-9a51-0d2b7e64c8f1"]))
      try expectEqual(report(minting.verifier(), token).state, .verified)
      let demands: [(VerificationCheck, String, (inout VerificationPolicy) -> Void)] = [
        (
          .appAccountToken, "failed appAccountTokenMismatch",
          { $0.appAccountToken = "3f2a6c1e-8b0d-4c57-9a51-0d2b7e64c8f2" }
        ),
        (.consistency, "failed transactionIDMismatch", { $0.transactionID = "410000000000002" }),
        (
          .signingDate, "failed signingDateTooOld",
          {
            $0.signingDate = SigningDateBounds(
              maximumAgeSeconds: 3600, now: { Date(timeIntervalSince1970: 1_770_000_000) })
          }
        ),
      ]
      for (check, code, change) in demands {
        let report = try report(minting.verifier(change), token)
        #expect(report[check].code == code && report.state == .failed)
      }
    }

    /// Only ES256; `none`, other algorithms, `crit`, `jwk` and `jku` have reasons of their own.
    @Test func onlyTheAcceptedAlgorithm() throws {
      let verifier = try minting.verifier()
      let headers: [(TokenHeader, String)] = [
        (TokenHeader(algorithm: "none"), "algorithmNone"), (TokenHeader(algorithm: "nOnE"), "algorithmNone"),
        (TokenHeader(algorithm: "HS256"), "algorithmUnsupported"),
        (TokenHeader(algorithm: "es256"), "algorithmUnsupported"),
        (TokenHeader(algorithm: nil), "algorithmMissing"), (TokenHeader(critical: ["exp"]), "criticalHeader"),
        (TokenHeader(critical: []), "criticalHeader"),
        (TokenHeader(additionalMembers: [.init("jwk", json: "{}")]), "embeddedKey"),
        (TokenHeader(additionalMembers: [.init("jku", json: "\"https://example.test\"")]), "embeddedKey"),
      ]
      for (header, code) in headers {
        let report = report(verifier, try minting.authority.sign(.transaction(), header: header))
        expectEqual(report[.algorithm].code, "failed \(code)")
        // The signature fits; it is not even asked.
        expectEqual(report[.signature].code, "notRun algorithmRefused")
      }
      expectEqual(headers.count, 9)
    }

    /// Budgets of the attacker's side: header 16 KiB, JSON depth 32, x5c beyond four.
    @Test func budgets() throws {
      let verifier = try minting.verifier { $0 = VerificationPolicy() }
      let plain = TokenHeader().text(authorityChain: minting.authority.chain)
      for (size, state) in [(16_384, VerificationReport.State.verified), (16_385, .failed)] {
        let header = plain.dropLast() + String(repeating: " ", count: size - plain.utf8.count) + "}"
        expectEqual(header.utf8.count, size)
        let token = try minting.authority.sign(.transaction(), header: TokenHeader(verbatim: String(header)))
        let examination = verifier.examine(Array(token.utf8), as: SignedTransaction.self)
        expectEqual(examination.report.state, state)
        expectEqual(examination.error?.code.rawValue, (state == .verified ? nil : "headerTooLong"))
      }
      for (depth, state) in [(31, VerificationReport.State.verified), (32, .failed)] {
        let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let token = try minting.authority.sign(TestPayload.transaction(["odd": .verbatim(nested)]))
        expectEqual(report(verifier, token).state, state)
      }
      for count in [4, 5, 200] {
        let certificates = Array(repeating: minting.authority.root, count: count)
        let header = TokenHeader(certificates: .these(Array((minting.authority.chain + certificates).prefix(count))))
        let token = try minting.authority.sign(.transaction(), header: header)
        let examination = verifier.examine(Array(token.utf8), as: SignedTransaction.self)
        expectEqual(examination.report.state, .failed)
        if count < 10 { expectEqual(examination.report[.chainLength].code, "failed chainLength") }
      }
    }

    /// What the checkers answer about themselves says nothing about the input: unavailable, never invalid.
    @Test func aCheckerThatFailsIsUnavailable() throws {
      let token = try minting.authority.sign(.transaction())
      for (verdict, code, category) in [
        (SignatureVerdict.failed("no memory"), "signatureUnavailable", StoreError.Category.unavailable),
        (.unsupported("a curve"), "signatureUnsupported", .notTrusted), (.invalid, "signatureMismatch", .notTrusted),
      ] {
        let verifier = try StoreVerifier(
          policy: VerificationPolicy(),
          chainChecker: AppStoreChainChecker(anchors: try TrustAnchors(file: minting.authority.root)),
          signatureChecker: FixedSignatureChecker(verdict: verdict))
        do throws(StoreError) {
          _ = try verifier.transaction(token)
          Issue.record("\(verdict) was accepted")
        } catch {
          #expect(error.code.rawValue == code && error.category == category && error.check == .signature)
        }
      }
    }

    /// So is a chain that could not be judged, where nothing else is wrong.
    @Test func aChainThatCouldNotBeJudgedIsUnavailable() throws {
      struct Failing: CertificateChainChecker {
        let own: AppStoreChainChecker
        func check(certificates: [[UInt8]]) -> CertificateChainVerdict {
          var verdict = own.check(certificates: certificates)
          verdict.chainTrust = .notRun(CheckFinding(code: "chainUnavailable", message: "no memory"))
          verdict.anchors = []
          return verdict
        }
      }
      let anchors = try TrustAnchors(file: minting.authority.root)
      let verifier = try StoreVerifier(
        policy: VerificationPolicy(), chainChecker: Failing(own: AppStoreChainChecker(anchors: anchors)),
        signatureChecker: ES256Checker())
      let token = try minting.authority.sign(.transaction())
      let error = #expect(throws: Self.refusal("chainUnavailable", .unavailable, .chainTrust)) {
        try verifier.transaction(token)
      }
      #expect(error?.category == .unavailable && error?.report?.state == .notRun)
      // With something wrong as well, that is what is said.
      let broken = token.dropLast(8) + "AAAAAAAA"
      #expect(throws: Self.refusal("signatureMismatch", .notTrusted, .signature)) {
        try verifier.transaction(String(broken))
      }
    }

    /// A key of the caller's own verifies tokens under any certificates, and none; a stranger's token is refused.
    @Test func aKeyOfTheCallersOwnVerifies() throws {
      let key = minting.authority.plan.leafKey.publicKeyInfo
      let verifier = try StoreVerifier(
        policy: VerificationPolicy(), chainChecker: FixedKeyChainChecker(publicKey: key),
        signatureChecker: ES256Checker())
      for header in [TokenHeader(), TokenHeader(certificates: .absent)] {
        let verified = try verifier.transaction(minting.authority.sign(.transaction(), header: header))
        #expect(verified.signer.leaf == nil && verified.signer.anchors.isEmpty && verified.signer.origin == .other)
      }
      #expect(throws: Self.refusal("signatureMismatch", .notTrusted, .signature)) {
        try verifier.transaction(TestAuthority(seed: "stranger").sign(.transaction()))
      }
    }

    /// Each bit of a signature and of the payload flipped: never verified.
    @Test func everyFlippedBitOfPayloadAndSignature() throws {
      let verifier = try minting.verifier()
      let token = Array(try minting.authority.sign(TestPayload.transaction()).utf8)
      let segments = try JWSSegments(token.span)
      #expect(verifier.examine(token, as: SignedTransaction.self).verified != nil)
      var flips = 0
      #if DEBUG
        let step = 5
      #else
        let step = 1
      #endif
      for segment in [JWSSegment.payload, .signature] {
        let range = segments[segment]
        let bytes = try Base64URL.decode(Array(token[range]))
        for bit in stride(from: 0, to: bytes.count * 8, by: step) {
          var changed = bytes
          changed[bit / 8] ^= 0x80 >> (bit % 8)
          let characters =
            Array(token[..<range.lowerBound]) + Array(Base64URL.encode(changed).utf8) + token[range.upperBound...]
          #expect(verifier.examine(characters, as: SignedTransaction.self).verified == nil)
          flips += 1
        }
      }
      #expect(flips > 1000)
    }
  }
#endif
