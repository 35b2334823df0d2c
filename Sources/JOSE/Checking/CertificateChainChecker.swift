// SPDX-License-Identifier: MIT

/// Turns an `x5c` into a trusted key: certificates in, verdict out.
///
/// A checker does not read a clock and does not judge validity in time: it reports every interval, and the caller
/// compares them with the moment that it has chosen, token by token. So a verdict can be kept for as long as the
/// header lives. Implementations must be safe to call from many tasks at once and must never trap on any input.
public protocol CertificateChainChecker: Sendable {
  /// Judges the certificates of one header.
  ///
  /// - Parameter certificates: DER in the order of the header (RFC 7515 §4.1.6: the signer's own first). Entries
  ///   that the header has beyond the fourth need not be given.
  func check(certificates: [[UInt8]]) -> CertificateChainVerdict
}

/// What a ``CertificateChainChecker`` found. The three checks are reported apart, each passed, failed or not run.
public struct CertificateChainVerdict: Sendable {
  /// The number of certificates is the one that the policy demands.
  public var chainLength: CheckOutcome
  /// Names, keys and signatures lead from the leaf to one of the trusted anchors, and every certificate keeps the
  /// rules of its place.
  public var chainTrust: CheckOutcome
  /// Leaf and intermediate carry the marks of the purpose.
  public var certificatePurpose: CheckOutcome
  /// The leaf, if it could be parsed, whether trusted or not.
  public var leaf: CertificateFacts?
  /// The intermediate, if it could be parsed, whether trusted or not.
  public var intermediate: CertificateFacts?
  /// Every trusted anchor that leads to the leaf; two anchors may share a name and a key and differ in their lifetime.
  /// Empty unless `chainTrust` passed.
  public var anchors: [CertificateFacts]
  /// DER SubjectPublicKeyInfo of the leaf when it is a well-formed P-256 key, trusted or not: with it a caller can
  /// still say whether the signature fits a chain that is not trusted.
  public var leafPublicKey: [UInt8]?
  /// Who vouches for the key, taken from the anchor's fingerprint and nothing else.
  public var origin: SignerOrigin
  /// The only certificate looks like the one that Xcode signs with (a guess from names; see ``SignerOrigin/xcode``
  /// for the answer that is none).
  public var looksLikeXcode: Bool
  /// Remarks that are no findings: for instance that x5c[2] is not the anchor byte for byte.
  public var notes: [String]

  /// Makes a verdict; the defaults say that nothing is known and nothing was run.
  public init(
    chainLength: CheckOutcome,
    chainTrust: CheckOutcome,
    certificatePurpose: CheckOutcome,
    leaf: CertificateFacts? = nil,
    intermediate: CertificateFacts? = nil,
    anchors: [CertificateFacts] = [],
    leafPublicKey: [UInt8]? = nil,
    origin: SignerOrigin = .other,
    looksLikeXcode: Bool = false,
    notes: [String] = []
  ) {
    self.chainLength = chainLength
    self.chainTrust = chainTrust
    self.certificatePurpose = certificatePurpose
    self.leaf = leaf
    self.intermediate = intermediate
    self.anchors = anchors
    self.leafPublicKey = leafPublicKey
    self.origin = origin
    self.looksLikeXcode = looksLikeXcode
    self.notes = notes
  }
}

/// Who vouches for a signer.
public enum SignerOrigin: String, Hashable, Sendable, CaseIterable {
  /// One of the Apple roots that this package bundles.
  case appStore
  /// The very certificate of Xcode, trusted by the caller byte for byte.
  case xcode
  /// An anchor or a key of the caller's own, or nobody.
  case other
}

/// What a verdict tells about one certificate (RFC 5280 §4.1).
public struct CertificateFacts: Hashable, Sendable {
  /// The subject as RFC 4514 text.
  public let subject: String
  /// The issuer as RFC 4514 text.
  public let issuer: String
  /// The common name of the subject, or the whole subject where it has none.
  public let commonName: String
  /// The serial number, lower-case hex without leading zero bytes.
  public let serialNumber: String
  /// Start of validity, inclusive, in seconds since 1970-01-01T00:00:00Z.
  public let notBeforeSeconds: Int64
  /// End of validity, inclusive, in seconds since 1970-01-01T00:00:00Z.
  public let notAfterSeconds: Int64
  /// SHA-256 of the DER, lower-case hex.
  public let sha256: String

  /// Makes the facts of one certificate.
  public init(
    subject: String,
    issuer: String,
    commonName: String,
    serialNumber: String,
    notBeforeSeconds: Int64,
    notAfterSeconds: Int64,
    sha256: String
  ) {
    self.subject = subject
    self.issuer = issuer
    self.commonName = commonName
    self.serialNumber = serialNumber
    self.notBeforeSeconds = notBeforeSeconds
    self.notAfterSeconds = notAfterSeconds
    self.sha256 = sha256
  }
}
