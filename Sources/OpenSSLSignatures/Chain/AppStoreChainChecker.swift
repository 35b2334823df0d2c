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
    private let maximumCertificateByteCount: Int
    private let intermediates = VerifiedIntermediates()

    /// Makes a checker.
    ///
    /// - Parameters:
    ///   - anchors: the roots to trust; the bundled Apple Root CA - G3 unless said otherwise.
    ///   - limits: the budget on a certificate; what else is in it concerns tokens as a whole.
    public init(anchors: TrustAnchors = .appStoreTokens, limits: JWSLimits = .standard) {
      self.anchors = anchors
      maximumCertificateByteCount = limits.maximumCertificateByteCount
    }

    /// Judges the `x5c` of one header; see the type for rules and codes.
    public func check(certificates: [[UInt8]]) -> CertificateChainVerdict {
      if certificates.count == 1, let verdict = checkXcode(certificates[0]) { return verdict }
      let leaf = Reading(certificates, .leaf, at: 0, atMost: maximumCertificateByteCount)
      let intermediate = Reading(certificates, .intermediate, at: 1, atMost: maximumCertificateByteCount)
      let key = leaf.summary.flatMap { Self.usableKey($0) }
      let path = trust(leaf, intermediate, hasUsableKey: key != nil)
      var verdict = CertificateChainVerdict(
        chainLength: length(certificates.count, isTrusted: path.finding == nil),
        chainTrust: path.outcome,
        certificatePurpose: ChainRules.purpose(leaf: leaf.summary, intermediate: intermediate.summary),
        leaf: leaf.summary.map { CertificateFacts($0) },
        intermediate: intermediate.summary.map { CertificateFacts($0) },
        leafPublicKey: key)
      if path.finding == nil {
        verdict.anchors = path.anchors.map(\.facts)
        verdict.origin = path.anchors.contains(where: \.isBundled) ? .appStore : .other
        if certificates.count > 2, !path.anchors.contains(where: { $0.summary.der == certificates[2] }) {
          verdict.notes.append("x5c[2] is not the trusted root byte for byte; it was not used")
        }
      }
      return verdict
    }

    // MARK: - Reading

    /// One certificate as far as it could be read.
    private struct Reading {
      var summary: CertificateSummary?
      var finding: CheckFinding?

      init(_ certificates: [[UInt8]], _ place: ChainRules.Place, at index: Int, atMost maximumByteCount: Int) {
        guard certificates.count > index else {
          finding = CheckFinding(code: "certificatesMissing", message: "there is no \(place.rawValue)")
          return
        }
        let der = certificates[index]
        guard der.count <= maximumByteCount else {
          finding = CheckFinding(
            code: "certificateTooLong",
            message: "\(place.rawValue) has \(der.count) bytes, more than \(maximumByteCount)")
          return
        }
        do {
          summary = try CertificateSummary(der: der)
        } catch {
          finding = CheckFinding(
            code: "certificateMalformed", message: "\(place.rawValue) is not an X.509 certificate in DER: \(error)")
        }
      }
    }

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

    private static func usableKey(_ leaf: CertificateSummary) -> [UInt8]? {
      (try? ES256PublicKey(subjectPublicKeyInfo: leaf.publicKey.der)).map(\.subjectPublicKeyInfo)
    }

    // MARK: - Trust

    private struct Path {
      /// Why no path holds; nil if one does.
      var finding: CheckFinding?
      /// Every root that leads to the leaf.
      var anchors: [TrustAnchors.Authority] = []

      /// A chain that is not there, and one that libcrypto failed at, have not been judged.
      var outcome: CheckOutcome {
        guard let finding else { return .passed }
        return ["certificatesMissing", "chainUnavailable"].contains(finding.code) ? .notRun(finding) : .failed(finding)
      }
    }

    private func trust(_ leafReading: Reading, _ intermediateReading: Reading, hasUsableKey: Bool) -> Path {
      guard let leaf = leafReading.summary, let intermediate = intermediateReading.summary else {
        return Path(finding: leafReading.finding ?? intermediateReading.finding)
      }
      guard leaf.issuer.der == intermediate.subject.der else {
        return Path(
          finding: CheckFinding(
            code: "issuerMismatch",
            message: "x5c[0] names \(leaf.issuer.shortText) as its issuer, x5c[1] is \(intermediate.subject.shortText)")
        )
      }
      let candidates = anchors.authorities.filter { $0.summary.subject.der == intermediate.issuer.der }
      guard !candidates.isEmpty else {
        return Path(
          finding: CheckFinding(
            code: "rootNotTrusted",
            message: "x5c[1] (\(intermediate.subject.shortText)) names \(intermediate.issuer.shortText) as its issuer, "
              + "which is none of the \(anchors.authorities.count) trusted roots"))
      }
      if let finding = ChainRules.broken(by: leaf, at: .leaf) { return Path(finding: finding) }
      if let finding = ChainRules.broken(by: intermediate, at: .intermediate) { return Path(finding: finding) }
      guard hasUsableKey else {
        return Path(finding: CheckFinding(code: "leafKey", message: "the key of x5c[0] is not a point of P-256"))
      }
      return verify(leaf, intermediate, candidates)
    }

    private func verify(
      _ leaf: CertificateSummary, _ intermediate: CertificateSummary, _ candidates: [TrustAnchors.Authority]
    ) -> Path {
      guard let ownedLeaf = OwnedCertificate(der: leaf.der) else { return Path(finding: Self.unreadable(.leaf)) }
      let remembered = intermediates.find(intermediate.der)
      guard let ownedIntermediate = remembered ?? OwnedCertificate(der: intermediate.der) else {
        return Path(finding: Self.unreadable(.intermediate))
      }
      if remembered != nil, ownedLeaf.isSigned(by: ownedIntermediate) == false {
        return Path(finding: Self.finding(.leafSignature, intermediate))
      }
      var path = Path()
      var worst: CertificatePath.Failure?
      var ruleFinding: CheckFinding?
      for candidate in candidates {
        if let finding = ChainRules.broken(byAnchor: candidate.summary) {
          ruleFinding = ruleFinding ?? finding
          continue
        }
        do {
          try CertificatePath.verify(
            leaf: ownedLeaf, intermediate: ownedIntermediate, anchor: candidate.store, level: .tokens)
          path.anchors.append(candidate)
        } catch {
          worst = worst.map { max($0, error) } ?? error
        }
      }
      guard path.anchors.isEmpty else {
        intermediates.insert(intermediate.der, ownedIntermediate)
        return path
      }
      path.finding = worst.map { Self.finding($0, intermediate) } ?? ruleFinding
      return path
    }

    private static func unreadable(_ place: ChainRules.Place) -> CheckFinding {
      CheckFinding(
        code: "certificateMalformed", message: "\(place.rawValue) is not a certificate that OpenSSL reads as it is")
    }

    private static func finding(_ failure: CertificatePath.Failure, _ intermediate: CertificateSummary) -> CheckFinding
    {
      let name = intermediate.subject.shortText
      let root = intermediate.issuer.shortText
      switch failure {
      case .leafSignature:
        return CheckFinding(code: "leafSignature", message: "x5c[0] is not signed by x5c[1] (\(name))")
      case .intermediateSignature:
        return CheckFinding(
          code: "intermediateSignature", message: "x5c[1] (\(name)) is not signed by the trusted root \(root)")
      case .rule(let words):
        return CheckFinding(code: "pathRule", message: "OpenSSL refuses the path to \(root): \(words)")
      case .notBuilt(let words):
        return CheckFinding(
          code: "pathNotFound", message: "x5c[0], x5c[1] and the trusted root \(root) form no path: \(words)")
      case .library(let words):
        return CheckFinding(code: "chainUnavailable", message: "the chain could not be checked: \(words)")
      }
    }

    // MARK: - Xcode

    /// The verdict on a single certificate that is trusted as Xcode's or looks like it; nil for any other.
    private func checkXcode(_ der: [UInt8]) -> CertificateChainVerdict? {
      guard let summary = Reading([der], .leaf, at: 0, atMost: maximumCertificateByteCount).summary else { return nil }
      let isTrusted = anchors.xcodeCertificates.contains { $0.der == der }
      guard isTrusted || summary.isNamedLikeXcode else { return nil }
      let facts = CertificateFacts(summary)
      let key = Self.usableKey(summary)
      var verdict = CertificateChainVerdict(
        chainLength: .passed, chainTrust: .passed, certificatePurpose: .passed, leaf: facts, leafPublicKey: key,
        looksLikeXcode: true)
      guard isTrusted else {
        let refusal = CheckFinding(
          code: "signedByXcode",
          message: "signed by Xcode, not by Apple: the only certificate is \(summary.subject.shortText), "
            + "SHA-256 \(facts.sha256), which is not trusted")
        verdict.chainLength = .notRun(refusal)
        verdict.chainTrust = .failed(refusal)
        verdict.certificatePurpose = .notRun(refusal)
        return verdict
      }
      verdict.origin = .xcode
      guard key != nil else {
        verdict.chainTrust = .failed(
          CheckFinding(code: "leafKey", message: "the key of the trusted Xcode certificate is not a P-256 key"))
        return verdict
      }
      verdict.anchors = [facts]
      verdict.notes.append("the certificate is trusted as Xcode's own; Apple did not sign this")
      return verdict
    }
  }
#endif
