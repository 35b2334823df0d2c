// SPDX-License-Identifier: MIT
#if OpenSSL
  extension TestAuthority {
    /// An authority that signs as Xcode's local store does: one self-signed certificate named "StoreKit Testing in
    /// Xcode", which says that it may sign certificates. Root, intermediate and leaf are one and the same.
    ///
    /// - Throws: ``MintingError/Code/libcryptoFailed`` if libcrypto fails.
    public static func xcodeLike(seed: String = "StoreJWS") throws(MintingError) -> TestAuthority {
      var plan = try ChainPlan(seed: seed, curves: .p256Throughout)
      let key = try TestKey(seed: seed, label: "xcode")
      let name = DistinguishedName(
        attributes: [
          DistinguishedName.Attribute(type: "2.5.4.3", value: "StoreKit Testing in Xcode"),
          DistinguishedName.Attribute(type: "2.5.4.10", value: "StoreKit Testing in Xcode"),
        ])
      let certificate = CertificateTemplate(
        serialNumber: [1],
        signatureAlgorithm: .ecdsaWithSHA256,
        issuer: name, subject: name,
        notBefore: 1_577_836_800, notAfter: 2_366_841_600,
        publicKeyInfo: key.publicKeyInfo,
        extensions: [.basicConstraints(isCA: true), .keyUsage([.digitalSignature, .keyCertSign])])
      plan.root = certificate
      plan.intermediate = certificate
      plan.leaf = certificate
      plan.rootKey = key
      plan.intermediateKey = key
      plan.leafKey = key
      plan.rootSigner = key
      plan.intermediateSigner = key
      plan.leafSigner = key
      return try TestAuthority(plan: plan)
    }
  }

  extension TokenHeader {
    /// A header as Xcode writes it: one certificate, `kid` and `typ`, slashes escaped.
    public static let xcode = TokenHeader(
      certificates: .firstOfAuthority(1), keyID: "Apple_Xcode_Key", type: "JWT",
      memberOrder: ["typ", "x5c", "kid", "alg"], escapesSlashes: true)
  }
#endif
