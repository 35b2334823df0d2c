// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import ASN1Reading
  internal import JOSE

  /// The rules that a chain must keep and that OpenSSL does not enforce, or not at every setting: for tokens and for receipts,
  /// which differ in algorithms and keys, and in what their places are called.
  struct ChainRules: Sendable {
    /// A certificate's place in a path; codes of findings begin with it.
    enum Place: String, Sendable {
      case leaf
      case intermediate
    }

    /// What certificates are signed with, and the keys in them.
    private enum Algorithms: Sendable {
      /// ECDSA; the leaf's key on P-256, in one form.
      case ellipticCurve
      /// RSA with SHA-1 or SHA-256. The list stands where the authentication level of OpenSSL would, which is 0 for receipts,
      /// because genuine chains have SHA-1 and 1024-bit keys.
      case rsa
    }

    private let algorithms: Algorithms
    /// Bytes of one certificate.
    private let maximumByteCount: Int
    private let leafName: String
    private let intermediateName: String
    /// Marks of purpose that only the check of the purpose reports when they are critical or repeated.
    private let marks: Set<ObjectIdentifier>

    /// Octets of a serial number (RFC 5280 §4.1.2.2).
    private static let maximumSerialByteCount = 20

    /// Extensions whose meaning is enforced, so that they may be critical (RFC 5280 §4.2).
    private static let enforcedExtensions: Set<ObjectIdentifier> = [.basicConstraints, .keyUsage]

    /// The rules of tokens.
    static func tokens(_ limits: JWSLimits) -> ChainRules {
      ChainRules(
        algorithms: .ellipticCurve, maximumByteCount: limits.maximumCertificateByteCount, leafName: "x5c[0]",
        intermediateName: "x5c[1]", marks: [])
    }

    /// The rules of receipts. Apple's certificates have under 1,500 bytes.
    static let receipts = ChainRules(
      algorithms: .rsa, maximumByteCount: JWSLimits.standard.maximumCertificateByteCount, leafName: "the leaf",
      intermediateName: "the intermediate",
      marks: [
        .appleReceiptSigningLeaf, .appleTransactionReceiptLeaf, .appleWorldwideDeveloperRelations,
        .appleITunesStoreIntermediate,
      ])

    /// What a place is called in messages.
    func name(_ place: Place) -> String { place == .leaf ? leafName : intermediateName }

    /// How strong OpenSSL wants the path.
    var level: CertificatePath.AuthenticationLevel { algorithms == .rsa ? .receipts : .tokens }

    // MARK: - Reading

    /// A certificate as far as it could be read.
    struct Reading {
      private(set) var summary: CertificateSummary?
      private(set) var finding: CheckFinding?
    }

    /// Reads the certificate of a place; nil is none.
    func read(_ der: [UInt8]?, at place: Place) -> Reading {
      guard let der else {
        return Reading(finding: CheckFinding(code: "certificatesMissing", message: "there is no \(name(place))"))
      }
      guard der.count <= maximumByteCount else {
        return Reading(
          finding: CheckFinding(
            code: "certificateTooLong", message: "\(name(place)) has \(der.count) bytes, more than \(maximumByteCount)")
        )
      }
      do throws(ASN1Error) {
        return Reading(summary: try CertificateSummary(der: der))
      } catch {
        return Reading(
          finding: CheckFinding(
            code: "certificateMalformed", message: "\(name(place)) is not an X.509 certificate in DER: \(error)"))
      }
    }

    /// What OpenSSL does not read as it is, although it was read here.
    func unreadable(_ place: Place) -> CheckFinding {
      CheckFinding(
        code: "certificateMalformed", message: "\(name(place)) is not a certificate that OpenSSL reads as it is")
    }

    // MARK: - Rules

    /// The first rule that a certificate breaks in its place; the order is that of the certificate's fields.
    func broken(by certificate: CertificateSummary, at place: Place) -> CheckFinding? {
      let name = name(place)
      guard certificate.version == 3 else {
        return CheckFinding(
          code: "certificateVersion",
          message: "\(name) is an X.509 certificate of version \(certificate.version), expected 3")
      }
      guard certificate.isSerialPositive, certificate.serialNumber.count <= Self.maximumSerialByteCount else {
        return CheckFinding(
          code: "certificateSerialNumber",
          message:
            "the serial number of \(name) is not a positive number of at most \(Self.maximumSerialByteCount) bytes")
      }
      if let finding = brokenAlgorithm(of: certificate, name) ?? brokenKey(of: certificate, at: place) {
        return finding
      }
      if let repeated = certificate.duplicateExtensions.first(where: { !marks.contains($0) }) {
        return CheckFinding(
          code: "extensionRepeated", message: "\(name) carries the extension \(repeated) more than once")
      }
      let unknown = certificate.extensions.first {
        $0.isCritical && !Self.enforcedExtensions.contains($0.identifier) && !marks.contains($0.identifier)
      }
      if let unknown {
        return CheckFinding(
          code: "criticalExtension",
          message: "\(name) carries the critical extension \(unknown.identifier), which is not understood")
      }
      return place == .leaf ? brokenLeaf(certificate) : Self.brokenAuthority(certificate, name, code: place.rawValue)
    }

    /// The first rule that an anchor breaks as the issuer of an intermediate.
    static func broken(byAnchor anchor: CertificateSummary) -> CheckFinding? {
      // Roots of version 1 have no extensions and are authorities by being trusted.
      if anchor.version == 1 { return nil }
      if let finding = brokenAuthority(anchor, "the trusted root", code: "root") { return finding }
      if let pathLength = anchor.basicConstraints?.pathLength, pathLength < 1 {
        return CheckFinding(
          code: "pathLength", message: "the trusted root allows no authority below it (path length \(pathLength))")
      }
      return nil
    }

    private func brokenAlgorithm(of certificate: CertificateSummary, _ name: String) -> CheckFinding? {
      let algorithm = certificate.signatureAlgorithm
      let isAccepted: Bool
      let expected: String
      switch algorithms {
      case .ellipticCurve:
        isAccepted =
          [.ecdsaWithSHA256, .ecdsaWithSHA384, .ecdsaWithSHA512].contains(algorithm.algorithm)
          && algorithm.parameters == nil
        expected = "ECDSA with SHA-256, SHA-384 or SHA-512"
      case .rsa:
        // RFC 4055 §5: the parameters are NULL.
        isAccepted =
          [.sha1WithRSA, .sha256WithRSA].contains(algorithm.algorithm) && algorithm.parameters == [0x05, 0x00]
        expected = "RSA with SHA-1 or SHA-256"
      }
      if isAccepted { return nil }
      return CheckFinding(
        code: "certificateAlgorithm", message: "\(name) is signed with \(algorithm.algorithm), expected \(expected)")
    }

    /// The rule that a certificate's key breaks in its place.
    func brokenKey(of certificate: CertificateSummary, at place: Place) -> CheckFinding? {
      let key = certificate.publicKey
      let complaint: String
      switch (algorithms, place) {
      case (.ellipticCurve, .leaf):
        if P256.hasPublicKeyForm(key.der) { return nil }
        let found = key.namedCurve.map { "curve \($0)" } ?? "algorithm \(key.algorithm.algorithm)"
        complaint = "is not an uncompressed point of the named curve P-256 (found \(found))"
      case (.ellipticCurve, .intermediate):
        let curves: Set = [ObjectIdentifier.prime256v1, .secp384r1, .secp521r1]
        if let curve = key.namedCurve, curves.contains(curve) { return nil }
        complaint = "is not on a named curve (found algorithm \(key.algorithm.algorithm))"
      case (.rsa, _):
        if let rsa = key.rsa {
          // A larger exponent costs milliseconds.
          if 1_024...4_096 ~= rsa.modulusBitCount, 2...32 ~= rsa.exponentBitCount, rsa.areOdd { return nil }
          complaint =
            "has \(rsa.modulusBitCount) bits and an exponent of \(rsa.exponentBitCount), expected RSA of 1024 to 4096 bits "
            + "with an odd exponent of at most 32"
        } else {
          complaint = "is \(key.algorithm.algorithm), expected RSA"
        }
      }
      return CheckFinding(code: "\(place.rawValue)Key", message: "the key of \(name(place)) \(complaint)")
    }

    private func brokenLeaf(_ leaf: CertificateSummary) -> CheckFinding? {
      if leaf.basicConstraints?.isCertificateAuthority == true {
        return CheckFinding(
          code: "leafIsAuthority",
          message: "\(leafName) is a certificate authority, expected a signer's own certificate")
      }
      if let usage = leaf.keyUsage, !usage.contains(.digitalSignature) {
        return CheckFinding(
          code: "leafKeyUsage", message: "the key usage of \(leafName) does not include digitalSignature")
      }
      return nil
    }

    private static func brokenAuthority(
      _ authority: CertificateSummary, _ name: String, code: String
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

    /// How a certificate fails to carry one of Apple's marks exactly once and not critical; nil if it does.
    func brokenMark(_ mark: ObjectIdentifier, on certificate: CertificateSummary, at place: Place) -> CheckFinding? {
      let found = certificate.extensions(mark)
      let complaint: String
      switch (found.count, found.first?.isCritical) {
      case (1, false): return nil
      case (0, _): complaint = "lacks the extension \(mark), Apple's mark of its purpose"
      case (1, _): complaint = "carries the mark \(mark) as a critical extension"
      default: complaint = "carries the mark \(mark) \(found.count) times"
      }
      return CheckFinding(code: "\(place.rawValue)Purpose", message: "\(name(place)) \(complaint)")
    }
  }
#endif
