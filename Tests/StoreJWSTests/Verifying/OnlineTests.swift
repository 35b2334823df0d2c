// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import JOSE
  import OpenSSLSignatures
  import StoreJWS
  import StoreJWSTesting
  import Synchronization
  import Testing

  /// Revocation: whom it is asked about, when, and what becomes of the answer.
  @Suite struct OnlineTests {
    /// Answers the same for all certificates but those of `others`, and remembers who was asked about.
    private final class Checker: RevocationChecker {
      private let verdict: RevocationVerdict
      private let others: [[UInt8]: RevocationVerdict]
      private let asked = Mutex<[[UInt8]]>([])

      init(_ verdict: RevocationVerdict, others: [[UInt8]: RevocationVerdict] = [:]) {
        self.verdict = verdict
        self.others = others
      }

      var leaves: [[UInt8]] { asked.withLock { $0 } }

      func check(leaf: [UInt8], intermediate: [UInt8], nowSeconds: Int64) async -> RevocationVerdict {
        asked.withLock { $0.append(leaf) }
        return others[leaf] ?? verdict
      }
    }

    private let authority: TestAuthority

    init() throws {
      authority = try TestAuthority(seed: "online")
    }

    private func verifier(
      _ checker: Checker, passes: Bool = false, anchors: TrustAnchors? = nil
    ) throws -> StoreVerifier {
      try .appStore(
        policy: VerificationPolicy(), anchors: anchors ?? TrustAnchors(file: authority.root),
        revocationChecker: checker, unavailableRevocationPasses: passes)
    }

    private func token() throws -> [UInt8] { Array(try authority.sign(.transaction()).utf8) }

    @Test func goodIsPassed() async throws {
      let checker = Checker(.good)
      let verifier = try verifier(checker)
      let verified = try await verifier.verifyOnline(try token(), as: SignedTransaction.self)
      expectEqual(verified.report[.revocation], .passed)
      expectEqual(checker.leaves, [authority.leaf])
      // Without a wait nobody is asked, and the report does not say that there is nobody to ask.
      let report = try verifier.verify(token(), as: SignedTransaction.self).report
      guard case .notRun(let finding) = report[.revocation] else {
        Issue.record("it was run")
        return
      }
      #expect(finding.code == "notAsked" && finding.message.contains("asynchronous") && checker.leaves.count == 1)
    }

    @Test(arguments: [
      (RevocationVerdict.revoked("on Monday"), "certificateRevoked", StoreError.Category.notTrusted),
      (.unknown("to the issuer"), "certificateUnknown", .notTrusted),
      (.unavailable("no answer"), "revocationUnavailable", .unavailable),
    ])
    func anythingElseRefuses(verdict: RevocationVerdict, code: String, category: StoreError.Category) async throws {
      let verifier = try verifier(Checker(verdict))
      let token = try token()
      do throws(StoreError) {
        _ = try await verifier.verifyOnline(token, as: SignedTransaction.self)
        Issue.record("accepted")
      } catch {
        #expect(error.code.rawValue == code && error.category == category && error.check == .revocation)
      }
    }

    @Test func noAnswerMayPass() async throws {
      let verifier = try verifier(Checker(.unavailable("no answer")), passes: true)
      let verified = try await verifier.verifyOnline(try token(), as: SignedTransaction.self)
      expectEqual(verified.report[.revocation], .notRun(CheckFinding(code: "revocationUnavailable", message: "")))
    }

    /// The address to ask comes from the certificate: a forger would choose where the server connects to.
    @Test func nobodyIsAskedAboutWhatIsRefused() async throws {
      let checker = Checker(.good)
      var broken = try token()
      broken[broken.count - 40] ^= 1
      let examination = try await verifier(checker).examineOnline(broken, as: SignedTransaction.self)
      #expect(examination.verified == nil && checker.leaves.isEmpty)
    }

    @Test func withoutAnIssuerThereIsNobodyToAsk() async throws {
      let xcode = try TestAuthority.xcodeLike(seed: "online")
      let checker = Checker(.good)
      let verifier = try verifier(checker, anchors: TrustAnchors.none.adding(xcodeCertificates: xcode.leaf))
      let token = try xcode.sign(.transaction(["environment": "Xcode"]), header: .xcode)
      let verified = try await verifier.verifyOnline(Array(token.utf8), as: SignedTransaction.self)
      expectEqual(verified.report[.revocation], .notRun(CheckFinding(code: "noIssuer", message: "")))
      #expect(checker.leaves.isEmpty)
    }

    @Test func notificationsAndWhatIsInThem() async throws {
      // Another leaf under the same authorities, as Apple has when it renews one.
      let renewed = try TestAuthority(seed: "online") { plan throws(MintingError) in
        plan.leafKey = try TestKey(seed: "online", label: "renewed leaf")
        plan.leaf.publicKeyInfo = plan.leafKey.publicKeyInfo
        plan.leaf.serialNumber = [9]
      }
      let notification = try authority.notification(
        "SUBSCRIBED", subtype: "INITIAL_BUY", transaction: nil, renewalInfo: nil,
        data: [
          "signedTransactionInfo": .text(try renewed.sign(.transaction())),
          "signedRenewalInfo": .text(try authority.sign(.renewalInfo())),
        ])
      let good = Checker(.good)
      let evidence = try await verifier(good).notificationOnline(Array(notification.utf8))
      expectEqual(good.leaves, [authority.leaf, renewed.leaf, authority.leaf])
      expectEqual(evidence.notification.report[.revocation], .passed)
      expectEqual(evidence.transaction?.report[.revocation], .passed)
      #expect(evidence.refused.isEmpty)
      let body = Array(#"{"signedPayload":"\#(notification)"}"#.utf8)
      let partly = try await verifier(Checker(.good, others: [renewed.leaf: .revoked("on Monday")]))
        .notificationOnline(body: body)
      #expect(partly.transaction == nil && partly.renewalInfo != nil && partly.refused.count == 1)
      await #expect(throws: StoreError.self) {
        try await verifier(Checker(.revoked("on Monday"))).notificationOnline(body: body)
      }
    }
  }
#endif
