// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import JOSE
  import OpenSSLSignatures
  import StoreJWSTesting
  import Testing

  /// Chains that each break one rule, with the code that each must give, and chains at the limits that must pass.
  @Suite struct ChainSuiteTests {
    /// The failed check and its code, then the cases that must fail so and in no other way.
    static let refusals: [(length: String?, trust: String?, purpose: String?, names: [String])] = [
      (nil, "certificateTooLong", nil, ["leafOverTheSizeLimit"]),
      (
        nil, "certificateMalformed", nil,
        [
          "leafStatesAnotherAlgorithm", "intermediateStatesAnotherAlgorithm", "leafVersion1", "leafVersion2",
          "leafVersion4", "leafSerialNotMinimal", "leafSerialOfNoOctets", "leafPaddedLength", "leafPaddedLengthInside",
          "leafIndefiniteLength", "leafTrailingOctet", "leafTruncated", "intermediateVersion1", "intermediateVersion2",
          "intermediateVersion4", "intermediateSerialNotMinimal", "intermediateSerialOfNoOctets",
          "intermediatePaddedLength", "intermediatePaddedLengthInside", "intermediateIndefiniteLength",
          "intermediateTrailingOctet", "intermediateTruncated", "emptyLeaf", "emptyIntermediate",
        ]
      ),
      (
        nil, "certificateSerialNumber", nil,
        [
          "leafSerialZero", "leafSerialNegative", "leafSerialOfTwentyOneOctets", "intermediateSerialZero",
          "intermediateSerialNegative", "intermediateSerialOfTwentyOneOctets",
        ]
      ),
      (
        nil, "certificateAlgorithm", nil,
        ["leafSignedWithSHA1", "intermediateSignedWithSHA1", "leafSignedWithRSA", "intermediateSignedWithRSA"]
      ),
      (
        nil, "leafKey", nil,
        [
          "leafKeyRSA", "leafKeyP384", "leafKeyExplicitParameters", "leafKeyCompressed", "leafKeyHybrid",
          "leafKeyInfinity", "leafKeyOffCurve", "leafKeyKeyAgreement", "leafKeyTrailingOctet",
        ]
      ),
      (
        nil, "extensionRepeated", nil,
        [
          "leafExtensionTwice", "leafUnknownExtensionTwice", "intermediateExtensionTwice",
          "intermediateUnknownExtensionTwice",
        ]
      ),
      (nil, "criticalExtension", nil, ["leafUnknownCriticalExtension", "intermediateUnknownCriticalExtension"]),
      (nil, "leafIsAuthority", nil, ["leafIsAuthority"]),
      (nil, "leafKeyUsage", nil, ["leafMayNotSign"]),
      (
        nil, "intermediateIsNoAuthority", nil, ["intermediateIsNoAuthority", "intermediateWithoutBasicConstraints"]
      ),
      (nil, "intermediateKeyUsage", nil, ["intermediateMayNotSignCertificates"]),
      (nil, "rootIsNoAuthority", nil, ["rootIsNoAuthority"]),
      (nil, "rootKeyUsage", nil, ["rootMayNotSignCertificates"]),
      (nil, "pathLength", nil, ["rootPathLengthZero"]),
      (nil, "issuerMismatch", nil, ["leafNamesAnotherIssuer", "leafSignedByItself"]),
      (nil, "leafSignature", nil, ["leafForged", "leafSignatureFlipped", "intermediateMarkOnDecoy"]),
      (
        nil, "intermediateSignature", nil,
        ["intermediateForged", "intermediateSignatureFlipped", "namesakeAnchor", "selfMadeRoot"]
      ),
      (
        nil, "rootNotTrusted", nil,
        [
          "intermediateNamesAnotherIssuer", "authorityBelowPathLengthZero", "noAnchors", "strangeAnchor",
          "intermediateAsAnchor", "leafAsAnchor", "xcodeAsAuthority",
        ]
      ),
      (
        nil, nil, "leafPurpose",
        [
          "leafWithoutMark", "leafMarkOfAnotherPurpose", "leafMarkLonger", "leafMarkAsPurpose", "marksSwapped",
          "leafMarkOnBystander",
        ]
      ),
      (
        nil, nil, "intermediatePurpose",
        [
          "intermediateWithoutMark", "intermediateMarkOfAnotherPurpose", "intermediateMarkLonger",
          "intermediateMarkAsPurpose",
        ]
      ),
      (nil, "extensionRepeated", "leafPurpose", ["leafMarkTwice"]),
      (nil, "extensionRepeated", "intermediatePurpose", ["intermediateMarkTwice"]),
      (nil, "criticalExtension", "leafPurpose", ["leafMarkCritical"]),
      (nil, "criticalExtension", "intermediatePurpose", ["intermediateMarkCritical"]),
      (nil, "issuerMismatch", "leafPurpose", ["reversed", "intermediateFirst"]),
      (nil, "issuerMismatch", "intermediatePurpose", ["leafTwice", "rootAsIntermediate"]),
      ("chainLength", nil, nil, ["leafAlone", "chainOfTwo", "chainOfFour"]),
      ("chainLength", "rootNotTrusted", nil, ["chainOfFourThatFits"]),
      ("x5cMissing", nil, nil, ["noCertificates"]),
      (nil, "signedByXcode", nil, ["xcodeLike"]),
    ]

    /// Refused because of the moment alone: the checker passes them and reports the intervals.
    static let refusedByTime: Set = [
      "leafNotYetValid", "leafExpired", "intermediateNotYetValid", "intermediateExpired", "rootNotYetValid",
      "rootExpired", "leafValidityInverted", "expiredIntermediateBesideGoodOne", "onlyTheEndedLifetime",
    ]

    static func anchors(_ item: ChainCase) throws -> TrustAnchors {
      try item.anchors.reduce(.none) { try $0.adding(file: $1) }
    }

    func failure(_ outcome: CheckOutcome) -> String? {
      guard case .failed(let finding) = outcome else { return nil }
      #expect(!finding.message.isEmpty && !finding.message.hasSuffix("."))
      return finding.code
    }

    /// As the verifier judges time: leaf, intermediate, and one of the anchors.
    func isInTime(_ verdict: CertificateChainVerdict, at moment: Int64) -> Bool {
      func lives(_ facts: CertificateFacts?) -> Bool {
        facts.map { $0.notBeforeSeconds <= moment && moment <= $0.notAfterSeconds } ?? false
      }
      return lives(verdict.leaf) && lives(verdict.intermediate) && verdict.anchors.contains(where: lives)
    }

    @Test("Rule 4 and the path: each rule broken alone gives its code, and only x5c's own path is taken")
    func eachRuleBrokenAloneGivesItsCode() throws {
      var expected: [String: (String?, String?, String?)] = [:]
      for row in Self.refusals {
        for name in row.names {
          #expect(expected.updateValue((row.length, row.trust, row.purpose), forKey: name) == nil, "\(name) twice")
        }
      }
      var count = 0
      for item in try ChainSuite.cases() {
        let verdict = AppStoreChainChecker(anchors: try Self.anchors(item)).check(certificates: item.certificates)
        let found = (failure(verdict.chainLength), failure(verdict.chainTrust), failure(verdict.certificatePurpose))
        let right = expected[item.name] ?? (nil, nil, nil)
        #expect(found == right, "\(item.name): \(item.remark)")
        expectEqual(verdict.anchors.isEmpty, (verdict.chainTrust != .passed), "\(item.name)")
        let passes =
          verdict.chainLength == .passed && verdict.chainTrust == .passed && verdict.certificatePurpose == .passed
        expectEqual((passes && isInTime(verdict, at: item.moment)), (item.verdict == .accepted), "\(item.name)")
        if Self.refusedByTime.contains(item.name) { #expect(passes && !isInTime(verdict, at: item.moment)) }
        if item.verdict == .refused, !Self.refusedByTime.contains(item.name) {
          #expect(expected[item.name] != nil, "\(item.name) has no code in the table")
        }
        count += 1
      }
      expectEqual(count, 139)
      expectEqual(expected.count + Self.refusedByTime.count, 107)
    }

    @Test func aCheckerThatHasSeenGoodChainsGivesTheSameVerdicts() throws {
      // Remembered intermediates must change nothing but the cost.
      let cases = try ChainSuite.cases().filter { $0.anchors == [$0.authority.root] }
      let good = try TestAuthority()
      let checker = AppStoreChainChecker(anchors: try TrustAnchors(file: good.root))
      expectEqual(checker.check(certificates: good.chain).chainTrust, .passed)
      var compared = 0
      for item in cases where item.anchors == [good.root] {
        let fresh = AppStoreChainChecker(anchors: try Self.anchors(item)).check(certificates: item.certificates)
        let seasoned = checker.check(certificates: item.certificates)
        expectEqual(fresh.chainTrust, seasoned.chainTrust, "\(item.name)")
        expectEqual(fresh.anchors, seasoned.anchors)
        compared += 1
      }
      #expect(compared > 80)
    }
  }
#endif
