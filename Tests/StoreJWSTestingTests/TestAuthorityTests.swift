// SPDX-License-Identifier: MIT
#if OpenSSL
  import Expectations
  import Foundation
  import StoreJWSTesting
  import Testing

  @Suite struct TestAuthorityTests {
    @Test func sameSeedSameOctets() throws {
      let payload = #"{"transactionId":"1"}"#
      let first = try TestAuthority(seed: "one")
      let second = try TestAuthority(seed: "one")
      expectEqual(first.chain, second.chain)
      try expectEqual(first.sign(payload), second.sign(payload))
      let other = try TestAuthority(seed: "two")
      #expect(first.chain != other.chain)
      #expect(try first.sign(payload) != other.sign(payload))
    }

    @Test func headerHasTheSizeOfApples() throws {
      let segment = try TestAuthority().signer().headerSegment
      #expect((4405...4417).contains(segment.utf8.count), "\(segment.utf8.count) characters; Apple's has 4411")
    }

    @Test func tokenHasThreeSegmentsAndTheGivenPayload() throws {
      let token = try TestAuthority().sign(#"{"a":"ü"}"#)
      let segments = token.split(separator: ".", omittingEmptySubsequences: false)
      expectEqual(segments.count, 3)
      expectEqual(decodeBase64URL(segments[1]), Array(#"{"a":"ü"}"#.utf8))
      expectEqual(decodeBase64URL(segments[2])?.count, 64)
    }

    @Test(
      .enabled(if: OpenSSLTool.isInstalled, "the openssl program is not installed"),
      arguments: [ChainPlan.Curves.apple, .p256Throughout])
    func openSSLAcceptsTheChain(curves: ChainPlan.Curves) throws {
      let authority = try TestAuthority(curves: curves)
      let tool = try #require(OpenSSLTool.find())
      let files = [
        "root.pem": authority.root, "intermediate.pem": authority.intermediate, "leaf.pem": authority.leaf,
      ].mapValues { Array(PEMText.encode($0, label: "CERTIFICATE").utf8) }
      let result = try tool.run(
        [
          "verify", "-x509_strict", "-check_ss_sig", "-no-CApath", "-no-CAstore", "-attime", "1760000000",
          "-CAfile", "root.pem", "-untrusted", "intermediate.pem", "leaf.pem",
        ], files: files)
      expectEqual(result.status, 0, "\(result.output)")
      #expect(result.output.contains("leaf.pem: OK"))
    }

    @Test(.enabled(if: OpenSSLTool.isInstalled, "the openssl program is not installed"))
    func openSSLReadsTheLeafAsMeant() throws {
      let tool = try #require(OpenSSLTool.find())
      let text = try tool.run(
        ["x509", "-inform", "DER", "-in", "leaf.cer", "-noout", "-text"],
        files: ["leaf.cer": TestAuthority().leaf]
      ).output
      for expected in [
        "Version: 3", "ecdsa-with-SHA384", "CN = StoreJWS Test App Store and Receipt Signing",
        "Not Before: Jun  1 00:00:00 2025 GMT", "Not After : Jul  1 00:00:00 2027 GMT", "NIST CURVE: P-256",
        "CA:FALSE", "Digital Signature", "1.2.840.113635.100.6.11.1", "OCSP - URI:http://ocsp.storejws.test/t6",
      ] {
        #expect(text.contains(expected), "\(expected) is missing in \(text)")
      }
    }

    @Test(
      .enabled(if: OpenSSLTool.isInstalled, "the openssl program is not installed"),
      arguments: [TestKey.Kind.p256, .p384, .rsa(bits: 1024, exponent: 65537), .rsa2048])
    func openSSLVerifiesSignaturesAndReadsPrivateKeys(kind: TestKey.Kind) throws {
      let tool = try #require(OpenSSLTool.find())
      let key = try TestKey(kind, seed: "keys", label: "one")
      let message = Array("to be signed".utf8)
      let files = [
        "key.pem": Array(key.privateKeyPEM.utf8), "message": message, "info.der": key.publicKeyInfo,
        "info.pem": Array(PEMText.encode(key.publicKeyInfo, label: "PUBLIC KEY").utf8),
        "signature": try key.signDER(message, digest: .sha256),
      ]
      let verified = try tool.run(
        ["dgst", "-sha256", "-verify", "info.pem", "-signature", "signature", "message"], files: files)
      expectEqual(verified.status, 0, "\(verified.output)")
      let exported = try tool.run(["pkey", "-in", "key.pem", "-pubout"], files: files)
      expectEqual(Array(exported.output.utf8), files["info.pem"])
      let checked = try tool.run(["pkey", "-in", "key.pem", "-check", "-noout"], files: files)
      expectEqual(checked.status, 0, "\(checked.output)")
    }
  }

  /// Foundation's decoder, which the kit does not use.
  func decodeBase64URL(_ text: some StringProtocol) -> [UInt8]? {
    var standard = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    while !standard.count.isMultiple(of: 4) {
      standard.append("=")
    }
    return Data(base64Encoded: String(standard)).map(Array.init)
  }
#endif
