// SPDX-License-Identifier: MIT
internal import JOSE
internal import Synchronization

/// All that follows from one header segment, byte for byte, and from nothing else: five of six bytes of a token are a header
/// that is the same for every token of one signing certificate.
///
/// No moment in time is in it. The validity of the certificates is compared for each token.
final class HeaderRecord: Sendable {
  /// The header's characters, without the dot.
  let characters: [UInt8]
  let header: JOSEHeader
  let algorithm: CheckOutcome
  let chain: CertificateChainVerdict
  let signer: Held<Signer>?
  private let remembered = Atomic<Bool>(false)

  /// Whether a cache holds the record; its cache sets it, under its own lock.
  var isRemembered: Bool {
    get { remembered.load(ordering: .relaxed) }
    set { remembered.store(newValue, ordering: .relaxed) }
  }

  /// Whether the chain is trusted and the algorithm is the accepted one: only then is a header worth remembering.
  let isAcceptable: Bool
  /// Moments within every certificate's validity, whichever anchor is taken; nil where there is none or where the chain is
  /// not one of leaf, intermediate and trusted anchors. Only spares the comparison one by one.
  private let alwaysValidSeconds: ClosedRange<Int64>?
  /// The key with the hash state after `header.`; only for a key that a trusted anchor vouches for.
  let prepared: (any PreparedSignatureChecker)?

  /// Reads and judges a header.
  ///
  /// - Throws: faults of the header's base64 and JSON, with offsets in `token`.
  init(
    _ token: Span<UInt8>, _ segments: JWSSegments, limits: JWSLimits, chainChecker: any CertificateChainChecker,
    signatureChecker: any SignatureChecker
  ) throws(JOSEError) {
    header = try CompactJWS.header(of: token, segments, limits: limits)
    characters = [UInt8](copying: token.extracting(segments.header))
    let algorithm = Self.judgeAlgorithm(header)
    self.algorithm = algorithm
    let chain = Self.judgeChain(header, limits: limits, chainChecker)
    self.chain = chain
    signer = Signer(chain).map { Held($0) }
    isAcceptable =
      algorithm == .passed && chain.chainLength == .passed && chain.chainTrust == .passed
      && chain.certificatePurpose == .passed
    alwaysValidSeconds = Self.alwaysValid(chain)
    if algorithm == .passed, chain.chainTrust == .passed, let key = chain.leafPublicKey,
      let preparing = signatureChecker as? any PreparingSignatureChecker
    {
      prepared = preparing.prepare(
        algorithm: .es256, publicKey: key, prefix: token.extracting(0..<segments.headerEnd + 1))
    } else {
      prepared = nil
    }
  }

  /// Only ES256, and nothing in the header that asks for more than is understood here (RFC 7515 §4.1.11) or brings a key of
  /// the sender's choice (§4.1.2, §4.1.3).
  private static func judgeAlgorithm(_ header: JOSEHeader) -> CheckOutcome {
    guard let algorithm = header.algorithm else {
      return .failed(CheckFinding(code: "algorithmMissing", message: "expected alg ES256, found no alg"))
    }
    if algorithm.rawValue.lowercased() == "none" {
      return .failed(
        CheckFinding(
          code: "algorithmNone", message: "expected alg ES256, found \(algorithm.rawValue): nothing is signed"))
    }
    guard algorithm == .es256 else {
      return .failed(
        CheckFinding(code: "algorithmUnsupported", message: "expected alg ES256, found \(algorithm.rawValue)"))
    }
    if let critical = header.critical {
      return .failed(
        CheckFinding(
          code: "criticalHeader",
          message: "the header demands that \(critical.joined(separator: ", ")) be understood, and it is not"))
    }
    if !header.embeddedKeyNames.isEmpty {
      return .failed(
        CheckFinding(
          code: "embeddedKey",
          message: "the header brings a key of its own (\(header.embeddedKeyNames.joined(separator: ", ")))"))
    }
    return .passed
  }

  private static func judgeChain(
    _ header: JOSEHeader, limits: JWSLimits, _ checker: any CertificateChainChecker
  ) -> CertificateChainVerdict {
    let certificates: [[UInt8]]
    do throws(JOSEError) {
      certificates = try header.certificates(limits: limits)
    } catch {
      let code = error.code == .certificateTooLong ? error.code.rawValue : "certificateEncoding"
      let finding = CheckFinding(code: code, message: error.message)
      let notRun = CheckFinding(code: code, message: "an x5c entry cannot be decoded")
      return CertificateChainVerdict(
        chainLength: .notRun(notRun), chainTrust: .failed(finding), certificatePurpose: .notRun(notRun))
    }
    // The checker sees a missing x5c as an empty chain, so that a pinned key can do without one.
    return checker.check(certificates: certificates)
  }

  // MARK: - Time

  private static func alwaysValid(_ chain: CertificateChainVerdict) -> ClosedRange<Int64>? {
    guard let leaf = chain.leaf, let intermediate = chain.intermediate, !chain.anchors.isEmpty else { return nil }
    let certificates = [leaf, intermediate] + chain.anchors
    guard let first = certificates.map(\.notBeforeSeconds).max(), let last = certificates.map(\.notAfterSeconds).min(),
      first <= last
    else { return nil }
    return first...last
  }

  /// Compares every certificate's validity with a moment in seconds since 1970.
  func validity(at seconds: Int64) -> CheckOutcome {
    if let alwaysValidSeconds, alwaysValidSeconds.contains(seconds) { return .passed }
    return chain.validity(at: seconds)
  }
}
