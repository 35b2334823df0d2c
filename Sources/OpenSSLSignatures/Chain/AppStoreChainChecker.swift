// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import ASN1Reading
  public import JOSE

  /// Apple's rules for the `x5c` of an App Store token.
  ///
  /// - Three certificates: leaf, intermediate, and a third that is compared with the trusted root, but never trusted.
  /// - For each trusted root that is named as the intermediate's issuer, OpenSSL verifies the path over exactly
  ///   x5c[0], x5c[1] and that root alone. Every root that leads to the leaf is reported.
  /// - Leaf and intermediate keep the rules of ``ChainRules``: strict DER, version 3, ECDSA signatures, a P-256 leaf
  ///   key in one form, authority and key usage flags, no repeated and no unknown critical extensions.
  /// - Leaf and intermediate carry Apple's marks of purpose.
  ///
  /// A single certificate passes only if the caller trusts that very certificate as Xcode's. Lifetimes are reported,
  /// not judged; revocation is the matter of a ``RevocationChecker``.
  ///
  /// | check | codes |
  /// |---|---|
  /// | chain length | `x5cMissing` `chainLength` `signedByXcode` |
  /// | chain trust | `certificateTooLong` `certificateMalformed` `issuerMismatch` `rootNotTrusted` `certificateVersion` `certificateSerialNumber` `certificateAlgorithm` `leafKey` `intermediateKey` `extensionRepeated` `criticalExtension` `leafIsAuthority` `leafKeyUsage` `intermediateIsNoAuthority` `intermediateKeyUsage` `rootIsNoAuthority` `rootKeyUsage` `pathLength` `leafSignature` `intermediateSignature` `pathNotFound` `pathRule` `chainUnavailable` `signedByXcode` |
  /// | purpose | `leafPurpose` `intermediatePurpose` `certificatesMissing` `signedByXcode` |
  public final class AppStoreChainChecker: CertificateChainChecker {
    private let anchors: TrustAnchors
    private let rules: ChainRules
    private let intermediates = VerifiedIntermediates()

    /// Makes a checker.
    ///
    /// - Parameters:
    ///   - anchors: the roots to trust; the bundled Apple Root CA - G3 unless said otherwise.
    ///   - limits: the budget on a certificate; what else is in it concerns tokens as a whole.
    public init(anchors: TrustAnchors = .appStoreTokens, limits: JWSLimits = .standard) {
      self.anchors = anchors
      rules = .tokens(limits)
    }

    /// Judges the `x5c` of one header; see the type for rules and codes.
    public func check(certificates: [[UInt8]]) -> CertificateChainVerdict {
      let leaf = rules.read(certificates.first, at: .leaf)
      let key = leaf.summary.flatMap { Self.usableKey($0) }
      if certificates.count == 1, let summary = leaf.summary {
        let isTrusted = anchors.trustsAsXcode(summary)
        if isTrusted || summary.isNamedLikeXcode {
          return CertificateChainVerdict(xcode: summary, isTrusted: isTrusted, key: key)
        }
      }
      let intermediate = rules.read(certificates.count > 1 ? certificates[1] : nil, at: .intermediate)
      let path = trust(leaf, intermediate, hasUsableKey: key != nil)
      var verdict = CertificateChainVerdict(
        chainLength: length(certificates.count, isTrusted: path.finding == nil),
        chainTrust: path.outcome,
        certificatePurpose: purpose(leaf: leaf.summary, intermediate: intermediate.summary),
        leaf: leaf.summary.map { CertificateFacts($0) },
        intermediate: intermediate.summary.map { CertificateFacts($0) },
        leafPublicKey: key)
      if path.finding == nil {
        verdict.anchors = path.anchors.map(\.facts)
        verdict.origin = path.origin
        if certificates.count > 2, !path.anchors.contains(where: { $0.summary.der == certificates[2] }) {
          verdict.notes.append("x5c[2] is not the trusted root byte for byte; it was not used")
        }
      }
      return verdict
    }

    // MARK: - Length and purpose

    private func length(_ count: Int, isTrusted: Bool) -> CheckOutcome {
      switch count {
      case 3: return .passed
      case 0:
        return .failed(CheckFinding(code: "x5cMissing", message: "the header has no certificates in x5c, expected 3"))
      case 2 where isTrusted:
        return .failed(
          CheckFinding(
            code: "chainLength",
            message: "x5c has 2 certificates, expected 3: the root is left out, although the two lead to a trusted root"
          ))
      case 1: return .failed(CheckFinding(code: "chainLength", message: "x5c has 1 certificate, expected 3"))
      case 2: return .failed(CheckFinding(code: "chainLength", message: "x5c has 2 certificates, expected 3"))
      default:
        return .failed(CheckFinding(code: "chainLength", message: "x5c has more than 3 certificates, expected 3"))
      }
    }

    /// Whether leaf and intermediate carry Apple's marks.
    private func purpose(leaf: CertificateSummary?, intermediate: CertificateSummary?) -> CheckOutcome {
      let finding =
        leaf.flatMap { rules.brokenMark(.appleReceiptSigningLeaf, on: $0, at: .leaf) }
        ?? intermediate.flatMap { rules.brokenMark(.appleWorldwideDeveloperRelations, on: $0, at: .intermediate) }
      if let finding { return .failed(finding) }
      guard leaf != nil, intermediate != nil else {
        return .notRun(
          CheckFinding(
            code: "certificatesMissing",
            message: "leaf and intermediate are needed, and one of them could not be read"))
      }
      return .passed
    }

    // MARK: - Trust

    private static func usableKey(_ leaf: CertificateSummary) -> [UInt8]? {
      (try? ES256PublicKey(subjectPublicKeyInfo: leaf.publicKey.der)).map(\.subjectPublicKeyInfo)
    }

    private func trust(
      _ leafReading: ChainRules.Reading, _ intermediateReading: ChainRules.Reading, hasUsableKey: Bool
    ) -> TrustPath {
      guard let leaf = leafReading.summary, let intermediate = intermediateReading.summary else {
        return TrustPath(finding: leafReading.finding ?? intermediateReading.finding)
      }
      guard leaf.issuer.der == intermediate.subject.der else {
        return TrustPath(
          finding: CheckFinding(
            code: "issuerMismatch",
            message: "x5c[0] names \(leaf.issuer.shortText) as its issuer, x5c[1] is \(intermediate.subject.shortText)")
        )
      }
      let candidates = anchors.authorities(issuing: intermediate)
      if candidates.isEmpty { return TrustPath(finding: anchors.noIssuer(of: intermediate, rules)) }
      if let finding = rules.broken(by: leaf, at: .leaf) ?? rules.broken(by: intermediate, at: .intermediate) {
        return TrustPath(finding: finding)
      }
      guard hasUsableKey else {
        return TrustPath(finding: CheckFinding(code: "leafKey", message: "the key of x5c[0] is not a point of P-256"))
      }
      return verify(leaf, intermediate, candidates)
    }

    private func verify(
      _ leaf: CertificateSummary, _ intermediate: CertificateSummary, _ candidates: [TrustAnchors.Authority]
    ) -> TrustPath {
      guard let ownedLeaf = OwnedCertificate(der: leaf.der) else {
        return TrustPath(finding: rules.unreadable(.leaf))
      }
      let remembered = intermediates.find(intermediate.der)
      guard let ownedIntermediate = remembered ?? OwnedCertificate(der: intermediate.der) else {
        return TrustPath(finding: rules.unreadable(.intermediate))
      }
      // A forged leaf under a known intermediate costs one check, not three.
      if remembered != nil, ownedLeaf.isSigned(by: ownedIntermediate) == false {
        return TrustPath(finding: TrustPath.finding(.leafSignature, intermediate, rules))
      }
      let path = TrustPath(
        leaf: ownedLeaf, intermediate: ownedIntermediate, intermediate, candidates: candidates, rules: rules)
      if path.finding == nil { intermediates.insert(intermediate.der, ownedIntermediate) }
      return path
    }
  }
#endif
