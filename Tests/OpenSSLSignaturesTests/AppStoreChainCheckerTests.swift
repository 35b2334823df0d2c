// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import JOSE
  import OpenSSLSignatures
  import StoreJWSTesting
  import Testing

  @Suite struct AppStoreChainCheckerTests {
    func code(_ outcome: CheckOutcome) -> String? {
      switch outcome {
      case .passed: nil
      case .failed(let finding), .notRun(let finding): finding.code
      }
    }

    func message(_ outcome: CheckOutcome) -> String {
      guard case .failed(let finding) = outcome else { return "" }
      return finding.message
    }

    // MARK: - What is reported

    @Test func reportsFactsWhetherTrustedOrNot() throws {
      let authority = try TestAuthority()
      let trusted = AppStoreChainChecker(anchors: try TrustAnchors(file: authority.root))
        .check(certificates: authority.chain)
      let untrusted = AppStoreChainChecker().check(certificates: authority.chain)
      for verdict in [trusted, untrusted] {
        let leaf = try #require(verdict.leaf)
        expectEqual(leaf.commonName, "StoreJWS Test App Store and Receipt Signing")
        expectEqual(leaf.notBeforeSeconds, 1_748_736_000)
        expectEqual(leaf.notAfterSeconds, 1_814_400_000)
        expectEqual(leaf.serialNumber.count, 32)
        expectEqual(leaf.sha256.count, 64)
        expectEqual(verdict.intermediate?.subject, leaf.issuer)
        expectEqual(verdict.leafPublicKey, authority.plan.leafKey.publicKeyInfo)
        #expect(!verdict.looksLikeXcode)
        expectEqual(verdict.origin, .other)
        #expect(verdict.notes.isEmpty)
      }
      expectEqual(trusted.anchors.map(\.commonName), ["StoreJWS Test Root CA"])
      expectEqual(code(untrusted.chainTrust), "rootNotTrusted")
      #expect(untrusted.anchors.isEmpty)
      expectEqual(
        message(untrusted.chainTrust),
        "x5c[1] (StoreJWS Test Developer Relations Certification Authority, T6) names StoreJWS Test Root CA, "
          + "StoreJWS Test Authority as its issuer, which is none of the 1 trusted roots"
      )
    }

    @Test func saysWhoDidNotSignTheLeaf() throws {
      let strangersKey = try TestKey(.p384, seed: "stranger", label: "stranger")
      let authority = try TestAuthority { plan throws(MintingError) in plan.leafSigner = strangersKey }
      let verdict = AppStoreChainChecker(anchors: try TrustAnchors(file: authority.root))
        .check(certificates: authority.chain)
      expectEqual(
        message(verdict.chainTrust),
        "x5c[0] is not signed by x5c[1] (StoreJWS Test Developer Relations Certification Authority, T6)"
      )
      // The key is still told, so that a caller can say whether the signature fits.
      expectEqual(verdict.leafPublicKey, authority.plan.leafKey.publicKeyInfo)
    }

    @Test func saysWhenTheRootIsLeftOutOfAGoodChain() throws {
      let authority = try TestAuthority()
      let verdict = AppStoreChainChecker(anchors: try TrustAnchors(file: authority.root))
        .check(certificates: Array(authority.chain.prefix(2)))
      expectEqual(
        message(verdict.chainLength),
        "x5c has 2 certificates, expected 3: the root is left out, although the two lead to a trusted root"
      )
      expectEqual(verdict.chainTrust, .passed)
    }

    @Test func notesAThirdCertificateThatIsNotTheRoot() throws {
      let authority = try TestAuthority()
      let verdict = AppStoreChainChecker(anchors: try TrustAnchors(file: authority.root))
        .check(certificates: [authority.leaf, authority.intermediate, [0xFF]])
      expectEqual(verdict.chainTrust, .passed)
      expectEqual(verdict.notes, ["x5c[2] is not the trusted root byte for byte; it was not used"])
    }

    @Test("Rule 8: every matching anchor's interval is remembered")
    func remembersEveryMatchingAnchorsInterval() throws {
      // Two roots of one name and key with different lifetimes: a verdict that is kept must know both.
      let first = try TestAuthority { plan throws(MintingError) in plan.root.notAfter = 1_760_000_000 }
      let second = try TestAuthority { plan throws(MintingError) in plan.root.notBefore = 1_750_000_000 }
      let anchors = try TrustAnchors(file: first.root).adding(file: second.root)
      let verdict = AppStoreChainChecker(anchors: anchors).check(certificates: first.chain)
      expectEqual(verdict.anchors.map(\.notAfterSeconds), [1_760_000_000, 2_366_841_600])
    }

    @Test("Rule 4: a path past x5c[1] is not x5c's path")
    func aLeafThatTheRootSignedItselfIsNotTrustedThroughADecoy() throws {
      // x5c[1] is marked, signed by the root and bears the root's own name; the leaf is the root's. OpenSSL finds
      // leaf → root and is content.
      let authority = try TestAuthority { plan throws(MintingError) in
        plan.intermediate.subject = plan.root.subject
        plan.leaf.issuer = plan.root.subject
        plan.leafSigner = plan.rootKey
        for identifier in [
          CertificateExtension.Identifier.subjectKeyIdentifier, CertificateExtension.Identifier.authorityKeyIdentifier,
        ] {
          plan.root.removeExtension(identifier)
          plan.intermediate.removeExtension(identifier)
          plan.leaf.removeExtension(identifier)
        }
      }
      let verdict = AppStoreChainChecker(anchors: try TrustAnchors(file: authority.root))
        .check(certificates: authority.chain)
      expectEqual(verdict.certificatePurpose, .passed)
      expectEqual(code(verdict.chainTrust), "leafSignature")
    }

    // MARK: - Batteries

    /// A check takes milliseconds in a debug build, so that one samples; 7 has no factor in common with the 8 bits.
    #if DEBUG
      static let stride = 7
    #else
      static let stride = 1
    #endif

    @Test func everyFlippedBitOfLeafAndIntermediateLosesTrust() throws {
      let authority = try TestAuthority(curves: .p256Throughout)
      let checker = AppStoreChainChecker(anchors: try TrustAnchors(file: authority.root))
      expectEqual(checker.check(certificates: authority.chain).chainTrust, .passed)
      var flips = 0
      for place in 0...1 {
        for bit in Swift.stride(from: 0, to: authority.chain[place].count * 8, by: Self.stride) {
          var chain = authority.chain
          chain[place][bit / 8] ^= 0x80 >> (bit % 8)
          let verdict = checker.check(certificates: chain)
          #expect(verdict.chainTrust != .passed, "bit \(bit) of x5c[\(place)]")
          #expect(verdict.anchors.isEmpty)
          flips += 1
        }
      }
      #expect(flips >= (authority.leaf.count + authority.intermediate.count) * 8 / Self.stride)
    }

    @Test func everyPrefixAndAppendedByteLosesTrust() throws {
      let authority = try TestAuthority(curves: .p256Throughout)
      let checker = AppStoreChainChecker(anchors: try TrustAnchors(file: authority.root))
      for place in 0...1 {
        for length in Swift.stride(from: 0, to: authority.chain[place].count, by: Self.stride) {
          var chain = authority.chain
          chain[place] = Array(chain[place].prefix(length))
          expectEqual(code(checker.check(certificates: chain).chainTrust), "certificateMalformed")
        }
        for byte in Swift.stride(from: UInt8.min, through: UInt8.max, by: Self.stride) {
          var chain = authority.chain
          chain[place].append(byte)
          expectEqual(code(checker.check(certificates: chain).chainTrust), "certificateMalformed")
        }
      }
    }

    // MARK: - Xcode

    @Test func xcodeIsNamedAndRefused() throws {
      let xcode = try TestAuthority.xcodeLike()
      let verdict = AppStoreChainChecker().check(certificates: [xcode.leaf])
      #expect(verdict.looksLikeXcode)
      expectEqual(verdict.origin, .other)
      expectEqual(code(verdict.chainTrust), "signedByXcode")
      #expect(message(verdict.chainTrust).hasPrefix("signed by Xcode, not by Apple: "))
      expectEqual(code(verdict.chainLength), "signedByXcode")
      expectEqual(code(verdict.certificatePurpose), "signedByXcode")
      expectEqual(verdict.leafPublicKey, xcode.plan.leafKey.publicKeyInfo)
      #expect(verdict.anchors.isEmpty)
    }

    @Test("Rule 3: a trusted certificate of Xcode matches only itself, alone and byte for byte")
    func aTrustedXcodeCertificateMatchesOnlyItselfByteForByte() throws {
      let xcode = try TestAuthority.xcodeLike()
      let other = try TestAuthority.xcodeLike(seed: "another")
      let checker = AppStoreChainChecker(anchors: try TrustAnchors(file: xcode.leaf))
      let verdict = checker.check(certificates: [xcode.leaf])
      expectEqual(verdict.chainLength, .passed)
      expectEqual(verdict.chainTrust, .passed)
      expectEqual(verdict.certificatePurpose, .passed)
      expectEqual(verdict.origin, .xcode)
      expectEqual(verdict.anchors, [try #require(verdict.leaf)])
      expectEqual(code(checker.check(certificates: [other.leaf]).chainTrust), "signedByXcode")
      // Beside other certificates it is nothing.
      for chain in [
        [xcode.leaf, xcode.leaf], [xcode.leaf, xcode.leaf, xcode.leaf], [other.leaf, xcode.leaf, xcode.leaf],
      ] {
        let verdict = checker.check(certificates: chain)
        #expect(verdict.chainTrust != .passed)
        expectEqual(verdict.origin, .other)
      }
    }

    @Test("Rule 3: a trusted certificate of Xcode vouches for no other")
    func aTrustedXcodeCertificateVouchesForNobodyElse() throws {
      let xcode = try TestAuthority.xcodeLike()
      let minted = try TestAuthority { plan throws(MintingError) in
        plan.intermediate.issuer = xcode.plan.leaf.subject
        plan.intermediate.signatureAlgorithm = .ecdsaWithSHA256
        plan.intermediate.removeExtension(CertificateExtension.Identifier.authorityKeyIdentifier)
        plan.intermediateSigner = xcode.plan.leafKey
      }
      let chain = [minted.leaf, minted.intermediate, xcode.leaf]
      // By its name, and by the caller's word.
      for anchors in [
        try TrustAnchors(file: xcode.leaf), try TrustAnchors.none.adding(xcodeCertificates: xcode.leaf),
      ] {
        expectEqual(
          code(AppStoreChainChecker(anchors: anchors).check(certificates: chain).chainTrust), "rootNotTrusted")
      }
    }

    // MARK: - A fixed key

    @Test func aFixedKeyIgnoresCertificates() throws {
      let key = try TestKey(seed: "fixed", label: "key").publicKeyInfo
      for certificates in [[], [[0xFF]], try TestAuthority().chain] {
        let verdict = FixedKeyChainChecker(publicKey: key).check(certificates: certificates)
        expectEqual(verdict.leafPublicKey, key)
        expectEqual(verdict.chainTrust, .passed)
        #expect(verdict.chainLength == .passed && verdict.certificatePurpose == .passed)
        expectEqual(verdict.notes, ["the key was given by the caller; no certificate was read"])
        #expect(verdict.leaf == nil && verdict.anchors.isEmpty)
        expectEqual(verdict.origin, .other)
      }
    }

    @Test func oneCheckerServesManyTasks() async throws {
      let authority = try TestAuthority()
      let checker = AppStoreChainChecker(anchors: try TrustAnchors(file: authority.root))
      var forged = authority.chain
      forged[0][forged[0].count - 1] ^= 1
      let chains = [authority.chain, forged]
      await withTaskGroup(of: Bool.self) { group in
        for index in 0..<8 {
          group.addTask {
            (0..<20).allSatisfy { round in
              let isGood = (round + index).isMultiple(of: 2)
              return (checker.check(certificates: chains[isGood ? 0 : 1]).chainTrust == .passed) == isGood
            }
          }
        }
        for await held in group { #expect(held) }
      }
    }
  }
#endif
