// SPDX-License-Identifier: MIT
#if OpenSSL
  import Expectations
  import JOSE
  import OpenSSLSignatures
  import StoreJWS
  import Testing

  /// Every token of the manifest gets its verdict: each refusal at the check and with the code that the manifest names.
  @Suite struct TokenVerdictTests {
    /// What an examination found, the payload's type left out.
    struct Finding {
      let error: StoreError?
      let state: VerificationReport.State
      let failures: [(check: VerificationCheck, code: String)]

      init<Payload>(_ examination: Examination<Payload>) {
        error = examination.error
        state = examination.report.state
        failures = examination.report.failures.map { ($0.check, $0.finding.code) }
      }
    }

    static func verifier(root: String) throws -> StoreVerifier {
      let file = try ManifestVector.octets(root)
      let anchors =
        root.contains("xcode") ? try TrustAnchors.none.adding(xcodeCertificates: file) : try TrustAnchors(file: file)
      return try StoreVerifier(
        policy: VerificationPolicy(), chainChecker: AppStoreChainChecker(anchors: anchors),
        signatureChecker: ES256Checker())
    }

    static func examine(_ vector: ManifestVector, _ verifier: StoreVerifier) throws -> Finding {
      let token = try vector.token
      return switch vector.kind {
      case "renewalInfo": Finding(verifier.examine(token, as: RenewalInfo.self))
      case "appTransaction": Finding(verifier.examine(token, as: AppTransaction.self))
      case "notification": Finding(verifier.examine(token, as: ServerNotification.self))
      case "realtimeRequest": Finding(verifier.examine(token, as: RealtimeRequest.self))
      default: Finding(verifier.examine(token, as: SignedTransaction.self))
      }
    }

    @Test func everyTokenGetsItsVerdict() throws {
      let root = "authority/root.pem"
      let xcode = "authority/xcode.pem"
      let verifiers = [root: try Self.verifier(root: root), xcode: try Self.verifier(root: xcode)]
      var counts: [String: Int] = [:]
      for vector in try ManifestVector.all() where vector.file.hasSuffix(".jws") {
        let verifier = try #require(verifiers[vector.root ?? root])
        let found = try Self.examine(vector, verifier)
        counts[vector.verdict, default: 0] += 1
        switch vector.verdict {
        case "verified":
          #expect(found.state == .verified && found.error == nil, "\(vector): \(found)")
        case "refused" where vector.check == "consistency":
          // Whether inner strings belong together shows only to a call that looks at them.
          #expect(found.state == .verified && found.error == nil, "\(vector): \(found)")
        case "refused":
          #expect(found.state == .failed && found.error == nil, "\(vector): \(found)")
          expectEqual(found.failures.first?.check.rawValue, vector.check, "\(vector): \(found)")
          expectEqual(found.failures.first?.code, vector.code, "\(vector): \(found)")
        case "unreadable":
          #expect(found.state != .verified, "\(vector)")
          expectEqual(found.error?.code.rawValue, vector.code, "\(vector): \(found)")
          if let offset = vector.offset {
            expectEqual(found.error?.offset, offset, "\(vector): \(found)")
          }
        default: Issue.record("\(vector) has no verdict that a token can have")
        }
      }
      expectEqual(counts, ["verified": 96, "refused": 43, "unreadable": 41])
    }

    /// No token is good under a root that is not its own, and none but Xcode's is good under Xcode's certificate.
    @Test func nothingVerifiesUnderAnotherRoot() throws {
      let apple = try StoreVerifier(
        policy: VerificationPolicy(), chainChecker: AppStoreChainChecker(), signatureChecker: ES256Checker())
      let xcode = try Self.verifier(root: "authority/xcode.pem")
      let root = try Self.verifier(root: "authority/root.pem")
      var count = 0
      for vector in try ManifestVector.all() where vector.file.hasSuffix(".jws") {
        #expect(try Self.examine(vector, apple).state != .verified, "\(vector)")
        #expect(try Self.examine(vector, vector.root == "authority/xcode.pem" ? root : xcode).state != .verified)
        count += 1
      }
      #expect(count > 150)
    }
  }
#endif
