// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import ASN1Reading
  internal import JOSE
  public import StoreReceipts

  /// Checks receipts' signatures with OpenSSL: RSA over exactly the octets that were decoded, and a path that OpenSSL
  /// verifies over exactly the signer's certificate, its issuer and one trusted root. `CMS_verify` is not used: it can be
  /// kept busy for seconds by a small document, and its idea of purposes is not Apple's.
  ///
  /// | check | codes |
  /// |---|---|
  /// | algorithm | `digestUnsupported` `sha1Retired` `signatureUnavailable` `leafKey` |
  /// | chain length | `issuerMissing` `signedByXcode` |
  /// | chain trust | `certificateTooLong` `certificateMalformed` `issuerMissing` `rootNotTrusted` `certificateVersion` `certificateSerialNumber` `certificateAlgorithm` `leafKey` `intermediateKey` `extensionRepeated` `criticalExtension` `leafIsAuthority` `leafKeyUsage` `intermediateIsNoAuthority` `intermediateKeyUsage` `rootIsNoAuthority` `rootKeyUsage` `pathLength` `leafSignature` `intermediateSignature` `pathNotFound` `pathRule` `chainUnavailable` `signatureUnavailable` `signedByXcode` |
  /// | purpose | `leafPurpose` `intermediatePurpose` `issuerMissing` `signedByXcode` |
  /// | signature | `signatureMismatch` `messageDigestMismatch` `signatureUnavailable` |
  public final class AppStoreReceiptChecker: ReceiptSignatureChecker {
    let anchors: TrustAnchors
    let rules = ChainRules.receipts
    private let verifiedChains = VerifiedReceiptChains()

    /// Makes a checker.
    ///
    /// - Parameter anchors: the roots to trust; Apple's three unless said otherwise.
    public init(anchors: TrustAnchors = .appStoreReceipts) {
      self.anchors = anchors
    }

    /// Judges one signature; see the table of codes above.
    public func check(_ request: ReceiptSignature) -> ReceiptSignatureVerdict {
      guard let known = verifiedChains.find(request) else { return judge(request) }
      return ReceiptSignatureVerdict(
        algorithm: Self.algorithm(request, chainUsesSHA1: known.usesSHA1), chain: known.chain,
        signature: Self.signature(request, known.leaf))
    }

    /// The whole judgement, for a chain that is not known.
    private func judge(_ request: ReceiptSignature) -> ReceiptSignatureVerdict {
      let reading = rules.read(request.leaf, at: .leaf)
      guard let summary = reading.summary else {
        return Self.unreadableLeaf(reading.finding ?? rules.unreadable(.leaf))
      }
      // OpenSSL never sees a key that is not one of the accepted kind and size.
      let brokenKey = rules.brokenKey(of: summary, at: .leaf)
      let owned = brokenKey == nil ? OwnedCertificate(der: request.leaf) : nil
      let path = judgePath(summary, owned, request)
      guard let leaf = owned else {
        let finding = brokenKey ?? rules.unreadable(.leaf)
        return ReceiptSignatureVerdict(
          algorithm: .failed(finding), chain: path.verdict, signature: .notRun(finding))
      }
      let verdict = ReceiptSignatureVerdict(
        algorithm: Self.algorithm(request, chainUsesSHA1: path.usesSHA1), chain: path.verdict,
        signature: Self.signature(request, leaf))
      if verdict.signature == .passed, path.verdict.chainTrust == .passed, path.verdict.certificatePurpose == .passed,
        let intermediate = path.intermediate
      {
        verifiedChains.insert(
          VerifiedReceiptChains.Entry(
            leafDER: request.leaf, intermediateDER: intermediate.der, purpose: request.purpose, leaf: leaf,
            chain: path.verdict, usesSHA1: path.usesSHA1))
      }
      return verdict
    }

    // MARK: - Algorithm and signature

    private static func algorithm(_ request: ReceiptSignature, chainUsesSHA1: Bool) -> CheckOutcome {
      guard let digest = RSASignature.Digest(request.digestAlgorithm) else {
        return .failed(
          CheckFinding(
            code: "digestUnsupported", message: "expected SHA-1 or SHA-256, found digest \(request.digestAlgorithm)"))
      }
      guard digest == .sha1 || chainUsesSHA1 else { return .passed }
      guard request.allowsSHA1 else {
        return .failed(
          CheckFinding(
            code: "sha1Retired",
            message:
              "\(digest == .sha1 ? "the receipt" : "a certificate") is signed with SHA-1, which is not accepted at "
              + "the receipt's date"))
      }
      guard RSASignature.isSHA1Available else { return .failed(sha1Unavailable) }
      return .passed
    }

    static let sha1Unavailable = CheckFinding(
      code: "signatureUnavailable", message: "the system's OpenSSL does not verify RSA with SHA-1, so nothing is known")

    private static func signature(_ request: ReceiptSignature, _ leaf: OwnedCertificate) -> CheckOutcome {
      guard let digest = RSASignature.Digest(request.digestAlgorithm) else {
        return .notRun(CheckFinding(code: "digestUnsupported", message: "the digest is not one that is checked"))
      }
      if digest == .sha1, !RSASignature.isSHA1Available { return .failed(sha1Unavailable) }
      if let attributes = request.signedAttributes {
        guard let found = digest(request.content) else { return .failed(sha1Unavailable) }
        guard found == attributes.messageDigest else {
          return .failed(
            CheckFinding(
              code: "messageDigestMismatch", message: "the signed digest is not that of the receipt's content"))
        }
      }
      let octets = request.signedAttributes?.signedOctets ?? request.content
      switch RSASignature.check(request.signature, over: octets, digest: digest, key: leaf) {
      case .valid: return .passed
      case .invalid:
        return .failed(
          CheckFinding(
            code: "signatureMismatch", message: "the signature does not fit the receipt's content and the signer's key")
        )
      case .unavailable(let words):
        return .failed(
          CheckFinding(code: "signatureUnavailable", message: "the signature could not be checked: \(words)"))
      }
    }

    private static func unreadableLeaf(_ finding: CheckFinding) -> ReceiptSignatureVerdict {
      let outcome = CheckOutcome.notRun(finding)
      return ReceiptSignatureVerdict(
        algorithm: outcome,
        chain: CertificateChainVerdict(
          chainLength: outcome, chainTrust: .failed(finding), certificatePurpose: outcome),
        signature: outcome)
    }
  }
#endif
