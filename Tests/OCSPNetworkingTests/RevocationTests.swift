// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JOSE
  import OCSPNetworking
  import OpenSSLSignatures
  import StoreJWSTesting
  import Testing

  /// A chain with responders for its two ends.
  struct AskableChain {
    var authority: TestAuthority
    var responders: [OCSPResponder] = []
    var anchors: TrustAnchors

    /// Who signs the answers about the leaf.
    enum LeafSigner {
      case issuer
      case stranger
      /// A certificate that the intermediate issued, after a change.
      case delegate((inout CertificateTemplate) -> Void)
    }

    init(
      leaf: OCSPResponder.Status? = .good, intermediate: OCSPResponder.Status? = .good,
      leafSigner: LeafSigner = .issuer, arguments: [String] = []
    ) throws {
      let plain = try TestAuthority()
      anchors = try TrustAnchors(file: plain.root)
      let plan = plain.plan
      let rootResponder = try OCSPResponder(
        issuer: plain.root, signer: .init(certificate: plain.root, key: plan.rootKey),
        serials: intermediate.map { [(plan.intermediate.serialNumber, $0)] } ?? [], arguments: arguments)
      let middle = try TestAuthority { plan throws(MintingError) in
        plan.intermediate.setExtension(.authorityInfoAccess(ocsp: rootResponder.url))
      }
      let leafResponder = try OCSPResponder(
        issuer: middle.intermediate, signer: try Self.signer(leafSigner, middle),
        serials: leaf.map { [(plan.leaf.serialNumber, $0)] } ?? [], arguments: arguments)
      authority = try Self.authority(leafURL: leafResponder.url, intermediateURL: rootResponder.url)
      responders = [rootResponder, leafResponder]
    }

    /// The same chain with addresses of the test's choice.
    init(leafURL: String, intermediateURL: String) throws {
      authority = try Self.authority(leafURL: leafURL, intermediateURL: intermediateURL)
      anchors = try TrustAnchors(file: authority.root)
    }

    static func authority(leafURL: String, intermediateURL: String) throws -> TestAuthority {
      try TestAuthority { plan throws(MintingError) in
        plan.intermediate.setExtension(.authorityInfoAccess(ocsp: intermediateURL))
        plan.leaf.setExtension(.authorityInfoAccess(issuer: "http://127.0.0.1:1/issuer", ocsp: leafURL))
      }
    }

    private static func signer(_ kind: LeafSigner, _ authority: TestAuthority) throws -> OCSPResponder.Signer {
      switch kind {
      case .issuer: return .init(certificate: authority.intermediate, key: authority.plan.intermediateKey)
      case .stranger:
        let stranger = try TestAuthority(seed: "stranger")
        return .init(certificate: stranger.intermediate, key: stranger.plan.intermediateKey)
      case .delegate(let change):
        let key = try TestKey(seed: "delegate", label: "responder")
        var template = authority.plan.leaf
        template.serialNumber = [0x55]
        template.subject = DistinguishedName(commonName: "StoreJWS Test Responder")
        template.publicKeyInfo = key.publicKeyInfo
        template.extensions = [.keyUsage([.digitalSignature]), .extendedKeyUsage(["1.3.6.1.5.5.7.3.9"])]
        change(&template)
        return .init(certificate: try template.signed(by: authority.plan.intermediateKey), key: key)
      }
    }

    func ask(
      _ requester: any OCSPRequester = HTTPOCSPRequester(options: .init(timeoutSeconds: 5)),
      options: OCSPOptions = .standard, later seconds: Int64 = 0
    ) async -> RevocationVerdict {
      await OCSPRevocationChecker(requester: requester, anchors: anchors, options: options).check(
        leaf: authority.leaf, intermediate: authority.intermediate, nowSeconds: Self.now + seconds)
    }

    static var now: Int64 { Int64(Date().timeIntervalSince1970) }
  }

  extension RevocationVerdict {
    /// The kind of verdict and its words.
    var parts: (kind: String, words: String) {
      switch self {
      case .good: ("good", "")
      case .revoked(let words): ("revoked", words)
      case .unknown(let words): ("unknown", words)
      case .unavailable(let words): ("unavailable", words)
      }
    }
  }

  /// Against OpenSSL's own responder on the loopback interface.
  @Suite(.enabled(if: OCSPResponder.executable != nil, OCSPResponder.absence)) struct RevocationTests {
    @Test func goodIsGood() async throws {
      let chain = try AskableChain()
      await expectEqual(chain.ask(), .good)
    }

    @Test func aRevokedLeafIsRevokedAndSaysSinceWhenAndWhy() async throws {
      let verdict = try await AskableChain(leaf: .revoked(reason: "keyCompromise")).ask()
      expectEqual(
        verdict,
        .revoked(
          "x5c[0] (StoreJWS Test App Store and Receipt Signing, StoreJWS Test Relations) is revoked since "
            + "2026-01-01T00:00:00Z (keyCompromise)")
      )
    }

    @Test func aRevokedIntermediateIsRevoked() async throws {
      let verdict = try await AskableChain(intermediate: .revoked(reason: "cACompromise")).ask()
      expectEqual(verdict.parts.kind, "revoked")
      #expect(verdict.parts.words.hasPrefix("x5c[1] "))
    }

    @Test func revokedOutweighsUnknown() async throws {
      let verdict = try await AskableChain(leaf: nil, intermediate: .revoked(reason: "superseded")).ask()
      expectEqual(verdict.parts.kind, "revoked")
    }

    @Test func aSerialNumberThatIsNotListedIsUnknown() async throws {
      let verdict = try await AskableChain(leaf: nil).ask()
      expectEqual(verdict.parts.kind, "unknown")
      #expect(verdict.parts.words.hasPrefix("the responder does not know x5c[0] "))
    }

    @Test func anAnswerIsJudgedAtTheGivenMomentWithTolerance() async throws {
      let chain = try AskableChain()
      // The answers hold for 30 minutes; the tolerance is five.
      await expectEqual(chain.ask(later: 30 * 60 + 200), .good)
      await expectEqual(chain.ask(later: -200), .good)
      let expired = await chain.ask(later: 30 * 60 + 400)
      expectEqual(expired.parts.kind, "unavailable")
      #expect(expired.parts.words.contains("the answer expired "))
      let future = await chain.ask(later: -400)
      expectEqual(future.parts.kind, "unavailable")
      #expect(future.parts.words.contains("in the future"))
      let strict = await chain.ask(options: OCSPOptions(clockToleranceSeconds: 0), later: 30 * 60 + 100)
      expectEqual(strict.parts.kind, "unavailable")
    }

    @Test func answersOfAStrangerAreOfNoUse() async throws {
      let verdict = try await AskableChain(leafSigner: .stranger).ask()
      expectEqual(verdict.parts.kind, "unavailable")
      #expect(verdict.parts.words.contains("the answer is not signed by StoreJWS Test Developer Relations"))
    }

    @Test func aResponderNeedsItsOfficeFromTheIssuer() async throws {
      let now = AskableChain.now
      let strangersKey = try TestKey(.p384, seed: "stranger", label: "key")
      let table: [(name: String, isGood: Bool, change: (inout CertificateTemplate) -> Void)] = [
        ("as it should be", true, { _ in }),
        ("no purpose", false, { $0.extensions = [.keyUsage([.digitalSignature])] }),
        ("another purpose", false, { $0.setExtension(.extendedKeyUsage(["1.3.6.1.5.5.7.3.3"])) }),
        ("expired", false, { $0.notAfter = now - 1_000 }),
        ("not yet valid", false, { $0.notBefore = now + 1_000 }),
        ("may not sign", false, { $0.setExtension(.keyUsage([.keyEncipherment])) }),
        ("another issuer's name", false, { $0.issuer = DistinguishedName(commonName: "Somebody") }),
        ("unknown critical extension", false, { $0.extensions.append(.marker("2.25.7501", isCritical: true)) }),
        ("signature broken", false, { $0.breaksSignature = true }),
        ("signed for another key", false, { $0.publicKeyInfo = strangersKey.publicKeyInfo }),
      ]
      for row in table {
        // A responder that cannot even start with such a certificate gives no answer, which is as good.
        guard let chain = try? AskableChain(leafSigner: .delegate(row.change)) else {
          #expect(!row.isGood, "\(row.name)")
          continue
        }
        let verdict = await chain.ask()
        expectEqual(verdict.parts.kind, (row.isGood ? "good" : "unavailable"), "\(row.name): \(verdict)")
      }
    }

    @Test func answersAreKeptUntilNextUpdateAndNoLonger() async throws {
      let chain = try AskableChain()
      let counter = CountingRequester(HTTPOCSPRequester())
      let checker = OCSPRevocationChecker(requester: counter, anchors: chain.anchors)
      let now = AskableChain.now
      let (leaf, intermediate) = (chain.authority.leaf, chain.authority.intermediate)
      for _ in 0..<5 {
        await expectEqual(checker.check(leaf: leaf, intermediate: intermediate, nowSeconds: now), .good)
      }
      expectEqual(counter.count, 2)
      expectEqual(checker.keptCount, 2)
      // Still within the answer's half hour, then beyond it: asked anew.
      await expectEqual(checker.check(leaf: leaf, intermediate: intermediate, nowSeconds: now + 1_700), .good)
      expectEqual(counter.count, 2)
      _ = await checker.check(leaf: leaf, intermediate: intermediate, nowSeconds: now + 7_200)
      expectEqual(counter.count, 4)
      // The responder ends with the chain, which an optimised build would let go of after its last use above.
      withExtendedLifetime(chain) {}
    }

    @Test func keptAnswersAreBounded() async throws {
      let chain = try AskableChain()
      for (capacity, kept) in [(0, 0), (1, 1), (64, 2)] {
        let checker = OCSPRevocationChecker(
          requester: HTTPOCSPRequester(), anchors: chain.anchors, options: OCSPOptions(cacheCapacity: capacity))
        let verdict = await checker.check(
          leaf: chain.authority.leaf, intermediate: chain.authority.intermediate, nowSeconds: AskableChain.now)
        expectEqual(verdict, .good)
        expectEqual(checker.keptCount, kept)
      }
    }

    @Test func anAnswerToAnotherRequestIsNotTaken() async throws {
      let chain = try AskableChain()
      let replay = ReplayingRequester(HTTPOCSPRequester())
      let options = OCSPOptions(cacheCapacity: 0)
      await expectEqual(chain.ask(replay, options: options), .good)
      let second = await chain.ask(replay, options: options)
      expectEqual(second.parts.kind, "unavailable")
      #expect(second.parts.words.contains("the answer has another nonce"))
    }

    @Test func answersAboutAnotherCertificateAreOfNoUse() async throws {
      // Both ends are asked about at the responder of the intermediate, which the root signs for.
      let chain = try AskableChain()
      let crossed = try AskableChain(leafURL: chain.responders[0].url, intermediateURL: chain.responders[0].url)
      let verdict = await crossed.ask()
      expectEqual(verdict.parts.kind, "unavailable")
    }

    @Test func aFlippedBitOfAnAnswerIsNoticed() async throws {
      // Without certificates in the answer every byte of it matters.
      let chain = try AskableChain(arguments: ["-nmin", "30", "-resp_no_certs"])
      let options = OCSPOptions(cacheCapacity: 0)
      let flipping = FlippingRequester(HTTPOCSPRequester())
      await expectEqual(chain.ask(flipping, options: options), .good)
      let bits = flipping.longestAnswer * 8
      #expect(bits > 1_000)
      for bit in stride(from: 0, to: bits, by: 37) {
        let verdict = await chain.ask(flipping.flipping(bit), options: options)
        expectEqual(verdict.parts.kind, "unavailable", "bit \(bit): \(verdict)")
      }
    }
  }
#endif
