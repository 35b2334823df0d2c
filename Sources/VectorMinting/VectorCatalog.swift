// SPDX-License-Identifier: MIT
#if OpenSSL
  package import StoreJWSTesting

  /// Every generated file of TestVectors. The same words as ever go in, so the same octets come out.
  package enum VectorCatalog {
    /// The word that decides keys and serial numbers of all vectors.
    static let seed = "StoreJWS test vectors"

    /// The files, in a fixed order.
    ///
    /// - Throws: ``MintingError`` if one cannot be minted.
    package static func files() throws(MintingError) -> [VectorFile] {
      let authority = try TestAuthority(seed: seed)
      let xcode = try TestAuthority.xcodeLike(seed: seed)
      var collection = VectorCollection()
      addCertificates(authority, xcode: xcode, to: &collection)
      try addKinds(authority, to: &collection)
      try addNotifications(authority, to: &collection)
      try addFields(authority, to: &collection)
      try addForms(authority, to: &collection)
      try addHeaders(authority, to: &collection)
      try addChains(authority, to: &collection)
      try addDates(authority, to: &collection)
      try addXcode(xcode, to: &collection)
      try addBodies(authority, to: &collection)
      try addWrappings(authority, to: &collection)
      try addReceipts(to: &collection)
      return collection.files + [collection.manifest] + JSONVectors.files + StandardVectors.files
    }

    private static func addCertificates(
      _ authority: TestAuthority,
      xcode: TestAuthority,
      to collection: inout VectorCollection
    ) {
      let certificates = [
        ("root", authority.root), ("intermediate", authority.intermediate), ("leaf", authority.leaf),
        ("xcode", xcode.leaf),
      ]
      for (name, octets) in certificates {
        collection.addPlain("authority/\(name).cer", octets)
        collection.addPlain("authority/\(name).pem", Array(PEMText.encode(octets, label: "CERTIFICATE").utf8))
      }
    }

    /// The same authority with another leaf.
    static func authority(
      change: (inout ChainPlan) throws(MintingError) -> Void
    ) throws(MintingError) -> TestAuthority {
      try TestAuthority(seed: seed, change: change)
    }
  }
#endif
