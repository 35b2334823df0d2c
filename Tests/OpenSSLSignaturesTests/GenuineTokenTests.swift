// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import JOSE
  import OpenSSLSignatures
  import Testing

  /// Tokens that Apple signed, and inputs from the field, as far as chain and signature go.
  @Suite(.enabled(if: SharedFiles.isPresent, SharedFiles.absence)) struct GenuineTokenTests {
    func code(_ outcome: CheckOutcome) -> String? {
      switch outcome {
      case .passed: nil
      case .failed(let finding), .notRun(let finding): finding.code
      }
    }

    @Test(arguments: [
      "notification-test-2022", "notification-test-2025", "renewal-2021", "renewal-2025", "transaction-2021",
      "transaction-2025",
    ])
    func appleSignedTokensAreTrustedWithNoOption(name: String) throws {
      let jws = try CompactJWS(SharedFiles.text("inputs/apple/\(name).jws"))
      let verdict = AppStoreChainChecker().check(certificates: try jws.header.certificates())
      expectEqual(verdict.chainLength, .passed)
      expectEqual(verdict.chainTrust, .passed)
      expectEqual(verdict.certificatePurpose, .passed)
      expectEqual(verdict.origin, .appStore)
      expectEqual(verdict.anchors.map(\.commonName), ["Apple Root CA - G3"])
      let key = try #require(verdict.leafPublicKey)
      for path in CheckingPath.allCases {
        var item = CheckingPath.Case(key: key, message: Array(jws.signingInput), signature: jws.signature)
        expectEqual(path.verdict(item), .valid)
        item.message[item.message.count - 1] ^= 1
        expectEqual(path.verdict(item), .invalid)
      }
    }

    @Test func inputsFromTheField() throws {
      let root = try TrustAnchors(file: SharedFiles.bytes("inputs/reports/test-root.pem"))
      let apple = TrustAnchors.appStoreTokens
      let table: [(name: String, anchors: TrustAnchors, length: String?, trust: String?, purpose: String?)] = [
        ("b05-leaf-expired-since-signing", root, nil, nil, nil),
        ("b16j-chain-of-two", root, "chainLength", nil, nil),
        ("b17-forged-leaf-under-real-apple-ca", apple, nil, "leafSignature", nil),
        ("b19a-leaf-without-marker-oid", root, nil, nil, "leafPurpose"),
        ("b19b-intermediate-without-marker-oid", root, nil, nil, "intermediatePurpose"),
        ("b42-signature-r-leading-zero", root, nil, nil, nil),
        ("b42-signature-r-leading-zero", apple, nil, "rootNotTrusted", nil),
        ("b01-xcode-transaction", apple, "signedByXcode", "signedByXcode", "signedByXcode"),
      ]
      for row in table {
        let jws = try CompactJWS(SharedFiles.text("inputs/reports/\(row.name).jws"))
        let verdict = AppStoreChainChecker(anchors: row.anchors).check(certificates: try jws.header.certificates())
        expectEqual(code(verdict.chainLength), row.length, "\(row.name)")
        expectEqual(code(verdict.chainTrust), row.trust, "\(row.name)")
        expectEqual(code(verdict.certificatePurpose), row.purpose, "\(row.name)")
        // Each of them is well signed by the key of its leaf, forged or not.
        let verdicts = CheckingPath.allCases.map {
          $0.verdict(
            CheckingPath.Case(
              key: verdict.leafPublicKey ?? [], message: Array(jws.signingInput), signature: jws.signature))
        }
        expectEqual(verdicts, Array(repeating: .valid, count: CheckingPath.allCases.count), "\(row.name)")
      }
    }

    @Test func aForgedLeafIsNamedWithTheAuthorityThatDidNotSignIt() throws {
      let jws = try CompactJWS(SharedFiles.text("inputs/reports/b17-forged-leaf-under-real-apple-ca.jws"))
      let verdict = AppStoreChainChecker().check(certificates: try jws.header.certificates())
      guard case .failed(let finding) = verdict.chainTrust else {
        Issue.record("the forged leaf was not refused")
        return
      }
      expectEqual(
        finding.message,
        "x5c[0] is not signed by x5c[1] (Apple Worldwide Developer Relations Certification Authority, G6)"
      )
    }

    @Test func xcodesOwnCertificateIsGoodWhenTrusted() throws {
      let jws = try CompactJWS(SharedFiles.text("inputs/reports/b01-xcode-transaction.jws"))
      let certificates = try jws.header.certificates()
      let verdict = AppStoreChainChecker(anchors: try TrustAnchors(file: certificates[0]))
        .check(certificates: certificates)
      expectEqual(verdict.chainTrust, .passed)
      expectEqual(verdict.origin, .xcode)
      expectEqual(verdict.leaf?.sha256.hasPrefix("16c47dfe"), true)
    }
  }
#endif
