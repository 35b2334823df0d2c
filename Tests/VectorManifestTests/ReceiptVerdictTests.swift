// SPDX-License-Identifier: MIT
#if OpenSSL
  import Expectations
  import JOSE
  import OpenSSLSignatures
  import StoreJWS
  import StoreReceipts
  import Testing

  /// Every receipt of the manifest gets its verdict: each refusal at the check and with the code that the manifest names.
  @Suite struct ReceiptVerdictTests {
    private struct Finding {
      let code: String?
      let state: VerificationReport.State
      let failures: [(check: String, code: String)]

      init<Receipt>(_ examination: ReceiptExamination<Receipt>) {
        code = examination.error?.code.rawValue
        state = examination.report.state
        failures = examination.report.failures.map { ($0.check.rawValue, $0.finding.code) }
      }
    }

    private func examine(_ vector: ManifestVector, root: String) throws -> Finding {
      let anchors = try TrustAnchors(file: ManifestVector.octets(root))
      let input = try ManifestVector.octets(vector.file)
      guard vector.kind == "transactionReceipt" else {
        return Finding(try ReceiptVerifier.appStore(policy: ReceiptPolicy(), anchors: anchors).examineAppReceipt(input))
      }
      var given: [[UInt8]] = []
      if vector.code != "issuerMissing" {
        let file = try ManifestVector.octets(root.replacing("-root", with: "-intermediate"))
        given = try PEMCertificates.octets(file)
      }
      let verifier = try ReceiptVerifier.appStore(policy: ReceiptPolicy(), anchors: anchors, intermediates: given)
      return Finding(verifier.examineTransactionReceipt(input))
    }

    @Test func everyReceiptGetsItsVerdict() throws {
      var counts: [String: Int] = [:]
      for vector in try ManifestVector.all() where vector.file.hasPrefix("receipts/") {
        let root = try #require(vector.root)
        let found = try examine(vector, root: root)
        counts[vector.verdict, default: 0] += 1
        switch vector.verdict {
        case "verified":
          #expect(found.state == .verified && found.code == nil, "\(vector): \(found)")
        case "refused":
          #expect(found.state == .failed && found.code == nil, "\(vector): \(found)")
          expectEqual(found.failures.first?.check, vector.check, "\(vector): \(found)")
          expectEqual(found.failures.first?.code, vector.code, "\(vector): \(found)")
        default:
          #expect(found.state != .verified, "\(vector)")
          expectEqual(found.code, vector.code, "\(vector): \(found)")
        }
        // Under Apple's roots, none is good.
        let input = try ManifestVector.octets(vector.file)
        #expect(try ReceiptVerifier.appStore(policy: ReceiptPolicy()).examineAppReceipt(input).verified == nil)
      }
      expectEqual(counts, ["verified": 19, "refused": 18, "unreadable": 22])
    }
  }
#endif
