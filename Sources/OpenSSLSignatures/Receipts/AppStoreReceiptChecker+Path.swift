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
      let isTrusted = anchors.xcodeCertificates.contains { $0.der == leaf.der }
      if isTrusted || leaf.isNamedLikeXcode { return xcodePath(leaf, isTrusted: isTrusted) }
      let leafUsesSHA1 = leaf.signatureAlgorithm.algorithm == .sha1WithRSA
      var fault: CheckFinding?
      let candidates = request.intermediates.filter { $0 != request.leaf }.compactMap { der in
        switch Self.read(der, .intermediate) {
        case .success(let summary): return summary.subject.der == leaf.issuer.der ? summary : nil
        case .failure(let unreadable):
          fault = fault ?? unreadable.finding
          return nil
        }
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
        ReceiptChainRules.brokenMark(request.purpose.leafMark, on: leaf, at: .leaf)
        ?? ReceiptChainRules.brokenMark(request.purpose.intermediateMark, on: intermediate, at: .intermediate)
      var verdict = CertificateChainVerdict(
        chainLength: .passed, chainTrust: .passed, certificatePurpose: purpose.map { .failed($0) } ?? .passed,
        leaf: CertificateFacts(leaf), intermediate: CertificateFacts(intermediate), leafPublicKey: leaf.publicKey.der)
      let (found, outcome) = trust(leaf, owned, intermediate, usesSHA1: usesSHA1)
      verdict.chainTrust = outcome
      if outcome == .passed {
        verdict.anchors = found.map(\.facts)
        verdict.origin = found.contains(where: \.isBundled) ? .appStore : .other
      }
      return Path(verdict: verdict, intermediate: intermediate, usesSHA1: usesSHA1)
    }

    private static let marks: Set<ObjectIdentifier> = [
      .appleReceiptSigningLeaf, .appleTransactionReceiptLeaf, .appleWorldwideDeveloperRelations,
      .appleITunesStoreIntermediate,
    ]

    private func trust(
      _ leaf: CertificateSummary, _ ownedLeaf: OwnedCertificate?, _ intermediate: CertificateSummary, usesSHA1: Bool
    ) -> (anchors: [TrustAnchors.Authority], outcome: CheckOutcome) {
      let named = anchors.authorities.filter { $0.summary.subject.der == intermediate.issuer.der }
      guard !named.isEmpty else {
        return (
          [],
          .failed(
            CheckFinding(
              code: "rootNotTrusted",
              message:
                "the intermediate (\(intermediate.subject.shortText)) names \(intermediate.issuer.shortText) as its "
                + "issuer, which is none of the \(anchors.authorities.count) trusted roots"))
        )
      }
      if let finding = ReceiptChainRules.broken(by: leaf, at: .leaf, marks: Self.marks)
        ?? ReceiptChainRules.broken(by: intermediate, at: .intermediate, marks: Self.marks)
      {
        return ([], .failed(finding))
      }
      if usesSHA1, !RSASignature.isSHA1Available { return ([], .failed(Self.sha1Unavailable)) }
      guard let ownedLeaf, let owned = OwnedCertificate(der: intermediate.der) else {
        return (
          [],
          .failed(
            CheckFinding(
              code: "certificateMalformed",
              message: "leaf or intermediate is not a certificate that OpenSSL reads as it is"))
        )
      }
      return verify(ownedLeaf, owned, intermediate, named)
    }

    private func verify(
      _ leaf: OwnedCertificate, _ owned: OwnedCertificate, _ intermediate: CertificateSummary,
      _ named: [TrustAnchors.Authority]
    ) -> (anchors: [TrustAnchors.Authority], outcome: CheckOutcome) {
      var found: [TrustAnchors.Authority] = []
      var worst: CertificatePath.Failure?
      var rule: CheckFinding?
      for anchor in named {
        if let finding = ReceiptChainRules.broken(byAnchor: anchor.summary) {
          rule = rule ?? finding
          continue
        }
        do throws(CertificatePath.Failure) {
          try CertificatePath.verify(leaf: leaf, intermediate: owned, anchor: anchor.store, level: .receipts)
          found.append(anchor)
        } catch {
          worst = worst.map { max($0, error) } ?? error
        }
      }
      guard found.isEmpty else { return (found, .passed) }
      guard let worst else { return ([], rule.map { .failed($0) } ?? .notRun(Self.noPath)) }
      if case .library(let words) = worst {
        return (
          [], .notRun(CheckFinding(code: "chainUnavailable", message: "the chain could not be checked: \(words)"))
        )
      }
      return ([], .failed(Self.finding(worst, intermediate)))
    }

    private static let noPath = CheckFinding(code: "pathNotFound", message: "there is no path to a trusted root")

    private static func finding(_ failure: CertificatePath.Failure, _ intermediate: CertificateSummary) -> CheckFinding
    {
      let name = intermediate.subject.shortText
      let root = intermediate.issuer.shortText
      switch failure {
      case .leafSignature:
        return CheckFinding(code: "leafSignature", message: "the leaf is not signed by the intermediate (\(name))")
      case .intermediateSignature:
        return CheckFinding(
          code: "intermediateSignature",
          message: "the intermediate (\(name)) is not signed by the trusted root \(root)")
      case .rule(let words):
        return CheckFinding(code: "pathRule", message: "OpenSSL refuses the path to \(root): \(words)")
      case .notBuilt(let words), .library(let words):
        return CheckFinding(
          code: "pathNotFound", message: "leaf, intermediate and the trusted root \(root) form no path: \(words)")
      }
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
      let mark = ReceiptChainRules.brokenMark(request.purpose.leafMark, on: leaf, at: .leaf)
      return CertificateChainVerdict(
        chainLength: .failed(missing), chainTrust: .notRun(missing),
        certificatePurpose: mark.map { .failed($0) } ?? .notRun(missing), leaf: CertificateFacts(leaf),
        leafPublicKey: leaf.publicKey.der)
    }

    /// Xcode's certificate stands for itself alone, and only if the caller trusts that very certificate.
    private func xcodePath(_ leaf: CertificateSummary, isTrusted: Bool) -> Path {
      let facts = CertificateFacts(leaf)
      var verdict = CertificateChainVerdict(
        chainLength: .passed, chainTrust: .passed, certificatePurpose: .passed, leaf: facts,
        leafPublicKey: leaf.publicKey.der, looksLikeXcode: true)
      if isTrusted {
        verdict.origin = .xcode
        verdict.anchors = [facts]
        verdict.notes.append("the certificate is trusted as Xcode's own; Apple did not sign this")
      } else {
        let refusal = CheckFinding(
          code: "signedByXcode",
          message: "signed by Xcode, not by Apple: the only certificate is \(leaf.subject.shortText), SHA-256 "
            + "\(facts.sha256), which is not trusted")
        verdict.chainLength = .notRun(refusal)
        verdict.chainTrust = .failed(refusal)
        verdict.certificatePurpose = .notRun(refusal)
      }
      return Path(verdict: verdict, usesSHA1: leaf.signatureAlgorithm.algorithm == .sha1WithRSA)
    }
  }
#endif
