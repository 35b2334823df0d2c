// SPDX-License-Identifier: MIT
#if OpenSSL
  /// The three certificates of a chain before they are signed: change one property and mint.
  ///
  /// The starting point has the shape of the App Store's own chain: a root and an intermediate with P-384 keys that sign
  /// with SHA-384, a P-256 leaf, Apple's marks on leaf and intermediate, the same extensions and about the same sizes.
  /// Names, keys and addresses are this kit's own.
  public struct ChainPlan: Hashable, Sendable {
    /// Which curves the two authorities have.
    public enum Curves: Hashable, Sendable {
      /// P-384 for root and intermediate, as Apple has it.
      case apple
      /// P-256 for all: faster to check, not what Apple does.
      case p256Throughout
    }

    /// Everything that is derived is derived from this word.
    public let seed: String
    /// Key of the root.
    public var rootKey: TestKey
    /// Key of the intermediate.
    public var intermediateKey: TestKey
    /// Key of the leaf, with which tokens are signed.
    public var leafKey: TestKey
    /// The root.
    public var root: CertificateTemplate
    /// The intermediate.
    public var intermediate: CertificateTemplate
    /// The leaf.
    public var leaf: CertificateTemplate
    /// The key that signs the root; its own unless changed.
    public var rootSigner: TestKey
    /// The key that signs the intermediate; the root's unless changed.
    public var intermediateSigner: TestKey
    /// The key that signs the leaf; the intermediate's unless changed.
    public var leafSigner: TestKey

    /// Makes a plan of Apple's shape.
    ///
    /// Lifetimes: root 2020-01-01 to 2045-01-01, intermediate 2021-01-01 to 2036-01-01, leaf 2025-06-01 to
    /// 2027-07-01, each at 00:00:00Z.
    ///
    /// - Throws: ``MintingError/Code/libcryptoFailed`` if libcrypto fails.
    public init(seed: String, curves: Curves = .apple) throws(MintingError) {
      self.seed = seed
      let authorityKind = curves == .apple ? TestKey.Kind.p384 : .p256
      rootKey = try TestKey(authorityKind, seed: seed, label: "root")
      intermediateKey = try TestKey(authorityKind, seed: seed, label: "intermediate")
      leafKey = try TestKey(.p256, seed: seed, label: "leaf")
      rootSigner = rootKey
      intermediateSigner = rootKey
      leafSigner = intermediateKey
      root = try Self.rootTemplate(seed: seed, key: rootKey)
      intermediate = try Self.intermediateTemplate(seed: seed, key: intermediateKey, issuer: root, issuerKey: rootKey)
      leaf = try Self.leafTemplate(
        seed: seed, key: leafKey, issuer: intermediate, issuerKey: intermediateKey)
      if curves == .p256Throughout {
        root.signatureAlgorithm = .ecdsaWithSHA256
        intermediate.signatureAlgorithm = .ecdsaWithSHA256
        leaf.signatureAlgorithm = .ecdsaWithSHA256
      }
    }

    /// Gives the leaf another key, with the key identifier that belongs to it.
    public mutating func setLeafKey(_ key: TestKey) throws(MintingError) {
      leafKey = key
      leaf.publicKeyInfo = key.publicKeyInfo
      leaf.setExtension(.subjectKeyIdentifier(try Self.keyIdentifier(key)))
    }
  }

  extension ChainPlan {
    /// Method 1 of RFC 5280 §4.2.1.2, over the whole SubjectPublicKeyInfo: an identifier needs only be stable.
    static func keyIdentifier(_ key: TestKey) throws(MintingError) -> [UInt8] {
      try DigestAlgorithm.sha1.digest(key.publicKeyInfo)
    }

    /// Positive and without a leading zero octet, so that its text is the same everywhere.
    static func serialNumber(seed: String, label: String, count: Int) throws(MintingError) -> [UInt8] {
      var octets = try DigestAlgorithm.sha256.digest(Array("serial \(seed) \(label)".utf8))
      octets.removeLast(octets.count - count)
      octets[0] = octets[0] & 0x3F | 0x40
      return octets
    }

    private static func rootTemplate(seed: String, key: TestKey) throws(MintingError) -> CertificateTemplate {
      let name = DistinguishedName(commonName: "StoreJWS Test Root CA", organizationalUnit: "StoreJWS Test Authority")
      return CertificateTemplate(
        serialNumber: try serialNumber(seed: seed, label: "root", count: 8),
        issuer: name, subject: name,
        notBefore: 1_577_836_800, notAfter: 2_366_841_600,
        publicKeyInfo: key.publicKeyInfo,
        extensions: [
          .subjectKeyIdentifier(try keyIdentifier(key)),
          .basicConstraints(isCA: true),
          .keyUsage([.keyCertSign, .cRLSign]),
        ])
    }

    private static func intermediateTemplate(
      seed: String,
      key: TestKey,
      issuer: CertificateTemplate,
      issuerKey: TestKey
    ) throws(MintingError) -> CertificateTemplate {
      CertificateTemplate(
        serialNumber: try serialNumber(seed: seed, label: "intermediate", count: 16),
        issuer: issuer.subject,
        subject: DistinguishedName(
          commonName: "StoreJWS Test Developer Relations Certification Authority", organizationalUnit: "T6"),
        notBefore: 1_609_459_200, notAfter: 2_082_758_400,
        publicKeyInfo: key.publicKeyInfo,
        extensions: [
          .basicConstraints(isCA: true, pathLength: 0),
          .authorityKeyIdentifier(try keyIdentifier(issuerKey)),
          .authorityInfoAccess(ocsp: "http://ocsp.storejws.test/root"),
          .crlDistributionPoint("http://crl.storejws.test/root.crl"),
          .subjectKeyIdentifier(try keyIdentifier(key)),
          .keyUsage([.keyCertSign, .cRLSign]),
          .marker(CertificateExtension.Identifier.developerRelations),
        ])
    }

    private static func leafTemplate(
      seed: String,
      key: TestKey,
      issuer: CertificateTemplate,
      issuerKey: TestKey
    ) throws(MintingError) -> CertificateTemplate {
      // The notice is as long as it is so that a header comes out at the size of Apple's.
      let notice =
        "This certificate was minted for tests of StoreJWS. Its key can be computed by anybody from a word, so it "
        + "vouches for nothing and for nobody, and a verifier outside of a test must never trust the authority that signed it."
      return CertificateTemplate(
        serialNumber: try serialNumber(seed: seed, label: "leaf", count: 16),
        issuer: issuer.subject,
        subject: DistinguishedName(
          commonName: "StoreJWS Test App Store and Receipt Signing", organizationalUnit: "StoreJWS Test Relations"),
        notBefore: 1_748_736_000, notAfter: 1_814_400_000,
        publicKeyInfo: key.publicKeyInfo,
        extensions: [
          .basicConstraints(isCA: false),
          .authorityKeyIdentifier(try keyIdentifier(issuerKey)),
          .authorityInfoAccess(
            issuer: "http://certificates.storejws.test/t6.der", ocsp: "http://ocsp.storejws.test/t6"),
          .certificatePolicy(
            "2.25.1138377", notice: notice, statement: "http://www.storejws.test/certificateauthority/"),
          .subjectKeyIdentifier(try keyIdentifier(key)),
          .keyUsage([.digitalSignature]),
          .marker(CertificateExtension.Identifier.receiptSigning),
        ])
    }
  }
#endif
