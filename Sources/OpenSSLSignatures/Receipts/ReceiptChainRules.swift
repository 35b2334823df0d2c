// SPDX-License-Identifier: MIT

internal import ASN1Reading
internal import JOSE

/// The rules that the certificates of a receipt must keep and that OpenSSL does not enforce. They stand where the
/// authentication level of OpenSSL would: that is 0 here, because genuine chains have SHA-1 and 1024-bit keys, and this
/// list says exactly what is accepted instead.
enum ReceiptChainRules {
  /// A certificate's place in the path.
  enum Place: String {
    case leaf
    case intermediate
  }

  /// Bytes of one certificate; Apple's have under 1,500.
  static let maximumCertificateByteCount = JWSLimits.standard.maximumCertificateByteCount
  /// Octets of a serial number (RFC 5280 §4.1.2.2).
  private static let maximumSerialByteCount = 20
  /// The algorithms that certificates of receipts are signed with.
  private static let signatureAlgorithms: Set<ObjectIdentifier> = [.sha1WithRSA, .sha256WithRSA]
  /// Extensions whose meaning is enforced, so that they may be critical (RFC 5280 §4.2).
  private static let enforcedExtensions: Set<ObjectIdentifier> = [.basicConstraints, .keyUsage]

  /// The first rule that a certificate breaks in its place.
  static func broken(by certificate: CertificateSummary, at place: Place, marks: Set<ObjectIdentifier>) -> CheckFinding?
  {
    let name = place.rawValue
    guard certificate.version == 3 else {
      return finding("certificateVersion", "the \(name) is a certificate of version \(certificate.version), expected 3")
    }
    guard certificate.isSerialPositive, certificate.serialNumber.count <= maximumSerialByteCount else {
      return finding(
        "certificateSerialNumber",
        "the serial number of the \(name) is not a positive number of at most \(maximumSerialByteCount) bytes")
    }
    guard signatureAlgorithms.contains(certificate.signatureAlgorithm.algorithm),
      certificate.signatureAlgorithm.parameters == [0x05, 0x00]
    else {
      return finding(
        "certificateAlgorithm",
        "the \(name) is signed with \(certificate.signatureAlgorithm.algorithm), expected RSA with SHA-1 or SHA-256")
    }
    if let finding = brokenKey(of: certificate, at: place) { return finding }
    if let repeated = certificate.duplicateExtensions.first(where: { !marks.contains($0) }) {
      return finding("extensionRepeated", "the \(name) carries the extension \(repeated) more than once")
    }
    // A critical or repeated mark of purpose is reported by the check of the purpose.
    let unknown = certificate.extensions.first {
      $0.isCritical && !enforcedExtensions.contains($0.identifier) && !marks.contains($0.identifier)
    }
    if let unknown {
      return finding(
        "criticalExtension",
        "the \(name) carries the critical extension \(unknown.identifier), which is not understood")
    }
    return place == .leaf ? brokenLeaf(certificate) : brokenAuthority(certificate, name)
  }

  /// The first rule that an anchor breaks as the issuer of an intermediate.
  static func broken(byAnchor anchor: CertificateSummary) -> CheckFinding? {
    if anchor.version == 1 { return nil }
    if let finding = brokenAuthority(anchor, "root") { return finding }
    if let pathLength = anchor.basicConstraints?.pathLength, pathLength < 1 {
      return finding("pathLength", "the trusted root allows no authority below it (path length \(pathLength))")
    }
    return nil
  }

  /// RSA of 1024 to 4096 bits, with an exponent of at most 32 bits: a larger one costs milliseconds.
  static func brokenKey(of certificate: CertificateSummary, at place: Place) -> CheckFinding? {
    guard let key = certificate.publicKey.rsa else {
      return finding(
        "\(place.rawValue)Key",
        "the key of the \(place.rawValue) is \(certificate.publicKey.algorithm.algorithm), expected RSA")
    }
    guard 1_024...4_096 ~= key.modulusBitCount, 2...32 ~= key.exponentBitCount, key.areOdd else {
      return finding(
        "\(place.rawValue)Key",
        "the key of the \(place.rawValue) has \(key.modulusBitCount) bits and an exponent of \(key.exponentBitCount), "
          + "expected RSA of 1024 to 4096 bits with an odd exponent of at most 32")
    }
    return nil
  }

  private static func brokenLeaf(_ leaf: CertificateSummary) -> CheckFinding? {
    if leaf.basicConstraints?.isCertificateAuthority == true {
      return finding("leafIsAuthority", "the leaf is a certificate authority, expected a signer's own")
    }
    if let usage = leaf.keyUsage, !usage.contains(.digitalSignature) {
      return finding("leafKeyUsage", "the key usage of the leaf does not include digitalSignature")
    }
    return nil
  }

  private static func brokenAuthority(_ authority: CertificateSummary, _ name: String) -> CheckFinding? {
    guard authority.basicConstraints?.isCertificateAuthority == true else {
      return finding("\(name)IsNoAuthority", "the \(name) is not a certificate authority")
    }
    if let usage = authority.keyUsage, !usage.contains(.keyCertSign) {
      return finding("\(name)KeyUsage", "the key usage of the \(name) does not include keyCertSign")
    }
    return nil
  }

  /// Whether a certificate carries a mark exactly once and not critical; nil if so.
  static func brokenMark(
    _ mark: ObjectIdentifier, on certificate: CertificateSummary, at place: Place
  ) -> CheckFinding? {
    let found = certificate.extensions(mark)
    let code = "\(place.rawValue)Purpose"
    switch (found.count, found.first?.isCritical) {
    case (1, false): return nil
    case (0, _): return finding(code, "the \(place.rawValue) lacks the extension \(mark), Apple's mark of its purpose")
    case (1, _): return finding(code, "the \(place.rawValue) carries the mark \(mark) as a critical extension")
    default: return finding(code, "the \(place.rawValue) carries the mark \(mark) \(found.count) times")
    }
  }

  private static func finding(_ code: String, _ message: String) -> CheckFinding {
    CheckFinding(code: code, message: message)
  }
}
