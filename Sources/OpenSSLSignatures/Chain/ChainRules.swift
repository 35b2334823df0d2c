// SPDX-License-Identifier: MIT

internal import ASN1Reading
internal import JOSE

/// The rules that a chain of an App Store token must keep and that OpenSSL does not enforce, or not at every setting.
enum ChainRules {
  /// A certificate's place in `x5c`.
  enum Place: String {
    case leaf = "x5c[0]"
    case intermediate = "x5c[1]"
  }

  /// Octets of a serial number (RFC 5280 §4.1.2.2).
  private static let maximumSerialByteCount = 20

  /// The algorithms with which certificates of tokens may be signed.
  private static let signatureAlgorithms: Set<ObjectIdentifier> = [
    .ecdsaWithSHA256, .ecdsaWithSHA384, .ecdsaWithSHA512,
  ]

  /// Extensions whose meaning is enforced, so that they may be critical (RFC 5280 §4.2).
  private static let enforcedExtensions: Set<ObjectIdentifier> = [.basicConstraints, .keyUsage]

  /// The first rule that a certificate breaks in its place; the order is that of the certificate's fields.
  static func broken(by certificate: CertificateSummary, at place: Place) -> CheckFinding? {
    let name = place.rawValue
    guard certificate.version == 3 else {
      return CheckFinding(
        code: "certificateVersion",
        message: "\(name) is an X.509 certificate of version \(certificate.version), expected 3")
    }
    guard certificate.isSerialPositive, certificate.serialNumber.count <= maximumSerialByteCount else {
      return CheckFinding(
        code: "certificateSerialNumber",
        message: "the serial number of \(name) is not a positive number of at most \(maximumSerialByteCount) bytes")
    }
    let algorithm = certificate.signatureAlgorithm
    guard signatureAlgorithms.contains(algorithm.algorithm), algorithm.parameters == nil else {
      return CheckFinding(
        code: "certificateAlgorithm",
        message: "\(name) is signed with \(algorithm.algorithm), expected ECDSA with SHA-256, SHA-384 or SHA-512")
    }
    if let finding = brokenKeyRule(by: certificate, at: place) { return finding }
    if let repeated = certificate.duplicateExtensions.first {
      return CheckFinding(
        code: "extensionRepeated", message: "\(name) carries the extension \(repeated) more than once")
    }
    let unknown = certificate.extensions.first { $0.isCritical && !enforcedExtensions.contains($0.identifier) }
    if let unknown {
      return CheckFinding(
        code: "criticalExtension",
        message: "\(name) carries the critical extension \(unknown.identifier), which is not understood")
    }
    return place == .leaf ? brokenLeafRule(by: certificate) : brokenAuthorityRule(by: certificate, name: name)
  }

  /// The first rule that an anchor breaks as the issuer of an intermediate.
  static func broken(byAnchor anchor: CertificateSummary) -> CheckFinding? {
    // Roots of version 1 have no extensions and are authorities by being trusted.
    if anchor.version == 1 { return nil }
    if let finding = brokenAuthorityRule(by: anchor, name: "the trusted root", code: "root") { return finding }
    if let pathLength = anchor.basicConstraints?.pathLength, pathLength < 1 {
      return CheckFinding(
        code: "pathLength", message: "the trusted root allows no authority below it (path length \(pathLength))")
    }
    return nil
  }

  // MARK: - Parts

  private static func brokenKeyRule(by certificate: CertificateSummary, at place: Place) -> CheckFinding? {
    let key = certificate.publicKey
    switch place {
    case .leaf:
      guard P256.hasPublicKeyForm(key.der) else {
        let found = key.namedCurve.map { "curve \($0)" } ?? "algorithm \(key.algorithm.algorithm)"
        return CheckFinding(
          code: "leafKey",
          message: "the key of x5c[0] is not an uncompressed point of the named curve P-256 (found \(found))")
      }
    case .intermediate:
      let curves: Set = [ObjectIdentifier.prime256v1, .secp384r1, .secp521r1]
      guard let curve = key.namedCurve, curves.contains(curve) else {
        return CheckFinding(
          code: "intermediateKey",
          message: "the key of x5c[1] is not on a named curve (found algorithm \(key.algorithm.algorithm))")
      }
    }
    return nil
  }

  private static func brokenLeafRule(by leaf: CertificateSummary) -> CheckFinding? {
    if leaf.basicConstraints?.isCertificateAuthority == true {
      return CheckFinding(
        code: "leafIsAuthority", message: "x5c[0] is a certificate authority, expected a signer's own certificate")
    }
    if let usage = leaf.keyUsage, !usage.contains(.digitalSignature) {
      return CheckFinding(code: "leafKeyUsage", message: "the key usage of x5c[0] does not include digitalSignature")
    }
    return nil
  }

  private static func brokenAuthorityRule(
    by authority: CertificateSummary, name: String, code: String = "intermediate"
  ) -> CheckFinding? {
    guard authority.basicConstraints?.isCertificateAuthority == true else {
      return CheckFinding(code: "\(code)IsNoAuthority", message: "\(name) is not a certificate authority")
    }
    if let usage = authority.keyUsage, !usage.contains(.keyCertSign) {
      return CheckFinding(code: "\(code)KeyUsage", message: "the key usage of \(name) does not include keyCertSign")
    }
    return nil
  }

  // MARK: - Purpose

  /// Whether leaf and intermediate carry Apple's marks, each exactly once and not critical.
  static func purpose(leaf: CertificateSummary?, intermediate: CertificateSummary?) -> CheckOutcome {
    if let leaf, let finding = brokenMark(.appleReceiptSigningLeaf, on: leaf, at: .leaf) { return .failed(finding) }
    if let intermediate,
      let finding = brokenMark(.appleWorldwideDeveloperRelations, on: intermediate, at: .intermediate)
    {
      return .failed(finding)
    }
    guard leaf != nil, intermediate != nil else {
      return .notRun(
        CheckFinding(
          code: "certificatesMissing", message: "leaf and intermediate are needed, and one of them could not be read"))
    }
    return .passed
  }

  private static func brokenMark(
    _ mark: ObjectIdentifier, on certificate: CertificateSummary, at place: Place
  ) -> CheckFinding? {
    let code = place == .leaf ? "leafPurpose" : "intermediatePurpose"
    let found = certificate.extensions(mark)
    switch (found.count, found.first?.isCritical) {
    case (1, false): return nil
    case (0, _):
      return CheckFinding(
        code: code, message: "\(place.rawValue) lacks the extension \(mark), Apple's mark of its purpose")
    case (1, _):
      return CheckFinding(code: code, message: "\(place.rawValue) carries the mark \(mark) as a critical extension")
    default:
      return CheckFinding(code: code, message: "\(place.rawValue) carries the mark \(mark) \(found.count) times")
    }
  }
}
