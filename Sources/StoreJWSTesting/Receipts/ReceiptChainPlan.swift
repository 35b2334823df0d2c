// SPDX-License-Identifier: MIT
#if OpenSSL
  /// The three certificates of a receipt's chain before they are signed: change one property and mint.
  public struct ReceiptChainPlan: Hashable, Sendable {
    /// Whose receipts the chain is for: the marks of purpose and the size of the leaf's key follow.
    public enum Purpose: Hashable, Sendable {
      /// App receipts and version 3 transaction receipts.
      case appReceipt
      /// Version 2 transaction receipts.
      case iTunesStore
    }

    /// Key of the root.
    public var rootKey: TestKey
    /// Key of the intermediate.
    public var intermediateKey: TestKey
    /// Key of the leaf, with which receipts are signed.
    public var leafKey: TestKey
    /// The root.
    public var root: CertificateTemplate
    /// The intermediate.
    public var intermediate: CertificateTemplate
    /// The leaf.
    public var leaf: CertificateTemplate
    /// The key that signs the intermediate; the root's unless changed.
    public var intermediateSigner: TestKey
    /// The key that signs the leaf; the intermediate's unless changed.
    public var leafSigner: TestKey

    /// Makes a plan of Apple's shape, signed with SHA-256 throughout.
    ///
    /// Lifetimes: root 2006-01-01 to 2045-01-01, intermediate 2010-01-01 to 2036-01-01, leaf 2012-01-01 to 2030-01-01,
    /// each at 00:00:00Z, so that receipts of many years can be minted under one chain.
    ///
    /// - Parameters:
    ///   - bits: size of the authorities' keys, and of the leaf's for app receipts; 2048 is Apple's.
    /// - Throws: ``MintingError/Code/libcryptoFailed`` if libcrypto fails.
    public init(seed: String = "StoreJWS", purpose: Purpose = .appReceipt, bits: Int = 2_048) throws(MintingError) {
      let authority = TestKey.Kind.rsa(bits: bits, exponent: 65_537)
      rootKey = try TestKey(authority, seed: seed, label: "receipt root")
      intermediateKey = try TestKey(authority, seed: seed, label: "receipt intermediate")
      let leafBits = purpose == .iTunesStore ? 1_024 : bits
      leafKey = try TestKey(.rsa(bits: leafBits, exponent: 65_537), seed: seed, label: "receipt leaf")
      intermediateSigner = rootKey
      leafSigner = intermediateKey
      let names = [
        DistinguishedName(commonName: "StoreJWS Test Receipt Root", organizationalUnit: "StoreJWS Test Authority"),
        DistinguishedName(commonName: "StoreJWS Test Receipt Authority", organizationalUnit: "R1"),
        DistinguishedName(commonName: "StoreJWS Test Receipt Signing", organizationalUnit: "StoreJWS Test Relations"),
      ]
      let marks =
        purpose == .appReceipt
        ? (CertificateExtension.Identifier.developerRelations, CertificateExtension.Identifier.receiptSigning)
        : (
          CertificateExtension.Identifier.iTunesStoreAuthority,
          CertificateExtension.Identifier.transactionReceiptSigning
        )
      root = CertificateTemplate(
        serialNumber: try ChainPlan.serialNumber(seed: seed, label: "receipt root", count: 8),
        signatureAlgorithm: .sha256WithRSA, issuer: names[0], subject: names[0], notBefore: 1_136_073_600,
        notAfter: 2_366_841_600, publicKeyInfo: rootKey.publicKeyInfo,
        extensions: [.basicConstraints(isCA: true), .keyUsage([.keyCertSign, .cRLSign])])
      intermediate = CertificateTemplate(
        serialNumber: try ChainPlan.serialNumber(seed: seed, label: "receipt intermediate", count: 8),
        signatureAlgorithm: .sha256WithRSA, issuer: names[0], subject: names[1], notBefore: 1_262_304_000,
        notAfter: 2_082_758_400, publicKeyInfo: intermediateKey.publicKeyInfo,
        extensions: [
          .basicConstraints(isCA: true), .keyUsage([.digitalSignature, .keyCertSign, .cRLSign]), .marker(marks.0),
        ])
      leaf = CertificateTemplate(
        serialNumber: try ChainPlan.serialNumber(seed: seed, label: "receipt leaf", count: 16),
        signatureAlgorithm: .sha256WithRSA, issuer: names[1], subject: names[2], notBefore: 1_325_376_000,
        notAfter: 1_893_456_000, publicKeyInfo: leafKey.publicKeyInfo,
        extensions: [
          .basicConstraints(isCA: false), .keyUsage([.digitalSignature]),
          .subjectKeyIdentifier(try ChainPlan.keyIdentifier(leafKey)), .marker(marks.1),
        ])
    }
  }
#endif
