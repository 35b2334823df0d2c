// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import ASN1Reading
  internal import JOSE

  /// The way from a leaf over its intermediate to the trusted roots, or why there is none.
  struct TrustPath {
    /// Why no path holds; nil if one does.
    var finding: CheckFinding?
    /// Every root that leads to the leaf.
    var anchors: [TrustAnchors.Authority] = []

    /// A chain that is not there, and one that libcrypto failed at, have not been judged.
    var outcome: CheckOutcome {
      guard let finding else { return .passed }
      return ["certificatesMissing", "chainUnavailable"].contains(finding.code) ? .notRun(finding) : .failed(finding)
    }

    /// Who vouches, if a path holds.
    var origin: SignerOrigin { anchors.contains(where: \.isBundled) ? .appStore : .other }

    init(finding: CheckFinding?) {
      self.finding = finding
    }

    /// Verifies the path over each anchor that may be the intermediate's issuer, alone.
    init(
      leaf: OwnedCertificate, intermediate: OwnedCertificate, _ summary: CertificateSummary,
      candidates: [TrustAnchors.Authority], rules: ChainRules
    ) {
      var worst: CertificatePath.Failure?
      var brokenRule: CheckFinding?
      for candidate in candidates {
        if let finding = ChainRules.broken(byAnchor: candidate.summary) {
          brokenRule = brokenRule ?? finding
          continue
        }
        do throws(CertificatePath.Failure) {
          try CertificatePath.verify(
            leaf: leaf, intermediate: intermediate, anchor: candidate.store, level: rules.level)
          anchors.append(candidate)
        } catch {
          worst = worst.map { max($0, error) } ?? error
        }
      }
      guard anchors.isEmpty else { return }
      finding =
        worst.map { Self.finding($0, summary, rules) } ?? brokenRule
        ?? CheckFinding(code: "pathNotFound", message: "there is no path to a trusted root")
    }

    /// Why a path does not hold, in the words of its places.
    static func finding(
      _ failure: CertificatePath.Failure, _ intermediate: CertificateSummary, _ rules: ChainRules
    ) -> CheckFinding {
      let (first, second) = (rules.name(.leaf), "\(rules.name(.intermediate)) (\(intermediate.subject.shortText))")
      let root = intermediate.issuer.shortText
      switch failure {
      case .leafSignature:
        return CheckFinding(code: "leafSignature", message: "\(first) is not signed by \(second)")
      case .intermediateSignature:
        return CheckFinding(
          code: "intermediateSignature", message: "\(second) is not signed by the trusted root \(root)")
      case .rule(let words):
        return CheckFinding(code: "pathRule", message: "OpenSSL refuses the path to \(root): \(words)")
      case .notBuilt(let words):
        return CheckFinding(
          code: "pathNotFound",
          message: "\(first), \(rules.name(.intermediate)) and the trusted root \(root) form no path: \(words)")
      case .library(let words):
        return CheckFinding(code: "chainUnavailable", message: "the chain could not be checked: \(words)")
      }
    }
  }

  extension TrustAnchors {
    /// The roots that are named as an intermediate's issuer.
    func authorities(issuing intermediate: CertificateSummary) -> [Authority] {
      authorities.filter { $0.summary.subject.der == intermediate.issuer.der }
    }

    /// Whether this very certificate is trusted as Xcode's.
    func trustsAsXcode(_ certificate: CertificateSummary) -> Bool {
      xcodeCertificates.contains { $0.der == certificate.der }
    }

    /// What is said where no root is named as the intermediate's issuer.
    func noIssuer(of intermediate: CertificateSummary, _ rules: ChainRules) -> CheckFinding {
      CheckFinding(
        code: "rootNotTrusted",
        message: "\(rules.name(.intermediate)) (\(intermediate.subject.shortText)) names "
          + "\(intermediate.issuer.shortText) as its issuer, which is none of the \(authorities.count) trusted roots")
    }
  }

  extension CertificateChainVerdict {
    /// The verdict on a single certificate that is trusted as Xcode's, which then stands for itself alone, or looks like it.
    init(xcode certificate: CertificateSummary, isTrusted: Bool, key: [UInt8]?) {
      let facts = CertificateFacts(certificate)
      self.init(
        chainLength: .passed, chainTrust: .passed, certificatePurpose: .passed, leaf: facts, leafPublicKey: key,
        looksLikeXcode: true)
      guard isTrusted else {
        let refusal = CheckFinding(
          code: "signedByXcode",
          message: "signed by Xcode, not by Apple: the only certificate is \(certificate.subject.shortText), "
            + "SHA-256 \(facts.sha256), which is not trusted")
        chainLength = .notRun(refusal)
        chainTrust = .failed(refusal)
        certificatePurpose = .notRun(refusal)
        return
      }
      origin = .xcode
      guard key != nil else {
        chainTrust = .failed(
          CheckFinding(code: "leafKey", message: "the key of the trusted Xcode certificate is not a P-256 key"))
        return
      }
      anchors = [facts]
      notes.append("the certificate is trusted as Xcode's own; Apple did not sign this")
    }
  }
#endif
