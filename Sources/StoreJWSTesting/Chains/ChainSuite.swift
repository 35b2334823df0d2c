// SPDX-License-Identifier: MIT
#if OpenSSL
  /// Chains that keep every rule of the App Store, and chains that break just one.
  ///
  /// The rules are those of RFC 5280 §6 as far as they concern three certificates, Apple's marks, and what a verifier
  /// must add because libraries do not enforce it.
  public enum ChainSuite {
    /// All cases, in a fixed order, with unique names.
    ///
    /// - Parameter seed: decides keys and serial numbers.
    /// - Throws: ``MintingError`` if one of them cannot be minted.
    public static func cases(seed: String = "StoreJWS") throws(MintingError) -> [ChainCase] {
      var collection = try ChainCollection(seed: seed)
      try addLimits(to: &collection)
      try addTimes(to: &collection)
      try addNamesAndSignatures(to: &collection)
      try addMarks(to: &collection)
      try addAuthorityRules(to: &collection)
      try addEncodings(to: &collection)
      try addKeys(to: &collection)
      try addLengths(to: &collection)
      try addAnchors(to: &collection)
      return collection.cases
    }

    /// Chains at the edge of what is right.
    private static func addLimits(to chains: inout ChainCollection) throws(MintingError) {
      try chains.add(.accepted, "appleShaped", "the shape of the App Store's own")
      let small = try TestAuthority(seed: chains.seed, curves: .p256Throughout)
      chains.append(.accepted, "p256Throughout", "both authorities have P-256 keys", authority: small)
      try chains.add(.accepted, "serialOfOneOctet", "the leaf's serial number is 1") { plan throws(MintingError) in
        plan.leaf.serialNumber = [1]
      }
      try chains.add(.accepted, "serialOfTwentyOctets", "the longest serial number that RFC 5280 allows") {
        plan throws(MintingError) in
        plan.leaf.serialNumber = [0x7F] + [UInt8](repeating: 0xA5, count: 19)
      }
      try chains.add(.accepted, "unknownExtension", "leaf and intermediate carry an unknown extension, not critical") {
        plan throws(MintingError) in
        plan.leaf.extensions.append(.marker("2.25.7501"))
        plan.intermediate.extensions.append(.marker("2.25.7501"))
      }
      try chains.add(.accepted, "leafWithoutKeyUsage", "the leaf has no key usage, so nothing is excluded") {
        plan throws(MintingError) in
        plan.leaf.removeExtension(CertificateExtension.Identifier.keyUsage)
      }
      try chains.add(.accepted, "leafWithoutBasicConstraints", "absent basic constraints: no authority") {
        plan throws(MintingError) in
        plan.leaf.removeExtension(CertificateExtension.Identifier.basicConstraints)
      }
      try chains.add(.accepted, "noKeyIdentifiers", "no certificate says which key is meant") {
        plan throws(MintingError) in
        for identifier in [
          CertificateExtension.Identifier.subjectKeyIdentifier,
          CertificateExtension.Identifier.authorityKeyIdentifier,
        ] {
          plan.root.removeExtension(identifier)
          plan.intermediate.removeExtension(identifier)
          plan.leaf.removeExtension(identifier)
        }
      }
      try chains.add(.accepted, "intermediateWithoutPathLength", "a limit that is absent limits nothing") {
        plan throws(MintingError) in
        plan.intermediate.setExtension(.basicConstraints(isCA: true))
      }
      try chains.add(.accepted, "rootPathLengthOne", "the root allows one authority below it") {
        plan throws(MintingError) in
        plan.root.setExtension(.basicConstraints(isCA: true, pathLength: 1))
      }
      for algorithm in [CertificateTemplate.SignatureAlgorithm.ecdsaWithSHA256, .ecdsaWithSHA512] {
        try chains.add(.accepted, "signedWith_\(algorithm.rawValue)", "all three are signed so") {
          plan throws(MintingError) in
          plan.root.signatureAlgorithm = algorithm
          plan.intermediate.signatureAlgorithm = algorithm
          plan.leaf.signatureAlgorithm = algorithm
        }
      }
      try chains.add(.accepted, "leafAtTheSizeLimit", "the leaf has 4096 octets") { plan throws(MintingError) in
        try plan.padLeaf(to: 4096)
      }
      try chains.add(.refused, "leafOverTheSizeLimit", "the leaf has 4097 octets") { plan throws(MintingError) in
        try plan.padLeaf(to: 4097)
      }
    }
  }

  extension ChainPlan {
    /// Blows the leaf up to a size with an extension that nobody knows. Deterministic signatures over another body may
    /// differ in length by an octet or two, so sizes are tried until one fits.
    fileprivate mutating func padLeaf(to octetCount: Int) throws(MintingError) {
      var padding = octetCount / 2
      for attempt in UInt8(0)..<64 {
        leaf.setExtension(
          CertificateExtension(identifier: "2.25.7502", value: [UInt8](repeating: attempt, count: padding)))
        let size = try leaf.signed(by: leafSigner).count
        if size == octetCount {
          return
        }
        padding += octetCount - size
      }
      throw MintingError(code: .searchExhausted, message: "no leaf of \(octetCount) octets was found")
    }
  }
#endif
