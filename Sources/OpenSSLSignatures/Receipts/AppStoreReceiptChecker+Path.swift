// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import ASN1Reading
  internal import JOSE
  internal import StoreReceipts

  extension AppStoreReceiptChecker {
    /// What became of the certificates.
    struct Path {
      var verdict: CertificateChainVerdict
      /// The intermediate that leads to a root, or the one that was looked at last.
      var intermediate: CertificateSummary?
      /// Leaf or intermediate is signed with SHA-1.
      var usesSHA1 = false
    }

    /// Judges the leaf with every certificate that may be its issuer, and takes the first that holds.
    func judgePath(_ leaf: CertificateSummary, _ owned: OwnedCertificate?, _ request: ReceiptSignature) -> Path {
      let leafUsesSHA1 = leaf.signatureAlgorithm.algorithm == .sha1WithRSA
      let isTrusted = anchors.trustsAsXcode(leaf)
      if isTrusted || leaf.isNamedLikeXcode {
        return Path(
          verdict: CertificateChainVerdict(xcode: leaf, isTrusted: isTrusted, key: leaf.publicKey.der),
          usesSHA1: leafUsesSHA1)
      }
      var fault: CheckFinding?
      let candidates = request.intermediates.filter { $0 != request.leaf }.compactMap { der in
        let reading = rules.read(der, at: .intermediate)
        fault = fault ?? reading.finding
        return reading.summary.flatMap { $0.subject.der == leaf.issuer.der ? $0 : nil }
      }
      guard !candidates.isEmpty else {
        return Path(verdict: issuerMissing(leaf, request, fault), usesSHA1: leafUsesSHA1)
      }
      var last: Path?
      for candidate in candidates {
        let path = judgePath(leaf, owned, candidate, request)
        if path.verdict.chainTrust == .passed, path.verdict.certificatePurpose == .passed { return path }
        // The most telling is the path that got furthest.
        if last == nil || path.verdict.chainTrust == .passed { last = path }
      }
      return last ?? Path(verdict: issuerMissing(leaf, request, nil), usesSHA1: leafUsesSHA1)
    }

    private func judgePath(
      _ leaf: CertificateSummary, _ owned: OwnedCertificate?, _ intermediate: CertificateSummary,
      _ request: ReceiptSignature
    ) -> Path {
      let usesSHA1 = [leaf, intermediate].contains { $0.signatureAlgorithm.algorithm == .sha1WithRSA }
      let purpose =
        rules.brokenMark(request.purpose.leafMark, on: leaf, at: .leaf)
        ?? rules.brokenMark(request.purpose.intermediateMark, on: intermediate, at: .intermediate)
      var verdict = CertificateChainVerdict(
        chainLength: .passed, chainTrust: .passed, certificatePurpose: purpose.map { .failed($0) } ?? .passed,
        leaf: CertificateFacts(leaf), intermediate: CertificateFacts(intermediate), leafPublicKey: leaf.publicKey.der)
      let path = trust(leaf, owned, intermediate, usesSHA1: usesSHA1)
      verdict.chainTrust = path.outcome
      if path.finding == nil {
        verdict.anchors = path.anchors.map(\.facts)
        verdict.origin = path.origin
      }
      return Path(verdict: verdict, intermediate: intermediate, usesSHA1: usesSHA1)
    }

    private func trust(
      _ leaf: CertificateSummary, _ ownedLeaf: OwnedCertificate?, _ intermediate: CertificateSummary, usesSHA1: Bool
    ) -> TrustPath {
      let candidates = anchors.authorities(issuing: intermediate)
      if candidates.isEmpty { return TrustPath(finding: anchors.noIssuer(of: intermediate, rules)) }
      if let finding = rules.broken(by: leaf, at: .leaf) ?? rules.broken(by: intermediate, at: .intermediate) {
        return TrustPath(finding: finding)
      }
      if usesSHA1, !RSASignature.isSHA1Available { return TrustPath(finding: Self.sha1Unavailable) }
      guard let ownedLeaf else { return TrustPath(finding: rules.unreadable(.leaf)) }
      guard let ownedIntermediate = OwnedCertificate(der: intermediate.der) else {
        return TrustPath(finding: rules.unreadable(.intermediate))
      }
      return TrustPath(
        leaf: ownedLeaf, intermediate: ownedIntermediate, intermediate, candidates: candidates, rules: rules)
    }

    // MARK: - Chains that are none

    /// The signer's issuer is neither in the receipt nor given: the leaf's own mark can still be looked for.
    private func issuerMissing(
      _ leaf: CertificateSummary, _ request: ReceiptSignature, _ fault: CheckFinding?
    ) -> CertificateChainVerdict {
      let missing =
        fault
        ?? CheckFinding(
          code: "issuerMissing",
          message:
            "the certificate of the signer's issuer (\(leaf.issuer.shortText)) is neither in the receipt nor given")
      let mark = rules.brokenMark(request.purpose.leafMark, on: leaf, at: .leaf)
      return CertificateChainVerdict(
        chainLength: .failed(missing), chainTrust: .notRun(missing),
        certificatePurpose: mark.map { .failed($0) } ?? .notRun(missing), leaf: CertificateFacts(leaf),
        leafPublicKey: leaf.publicKey.der)
    }
  }
#endif
