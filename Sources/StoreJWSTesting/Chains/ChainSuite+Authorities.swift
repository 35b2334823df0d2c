// SPDX-License-Identifier: MIT
#if OpenSSL
  extension ChainSuite {
    /// Who may sign whom (RFC 5280 §4.2.1.3, §4.2.1.9), and extensions that must be understood (§4.2).
    static func addAuthorityRules(to chains: inout ChainCollection) throws(MintingError) {
      let constraints = CertificateExtension.Identifier.basicConstraints
      try chains.add(.refused, "leafIsAuthority", "the leaf may sign certificates, so it is no leaf") {
        plan throws(MintingError) in
        plan.leaf.setExtension(.basicConstraints(isCA: true))
        plan.leaf.setExtension(.keyUsage([.digitalSignature, .keyCertSign]))
      }
      try chains.add(.refused, "intermediateIsNoAuthority", "CA is false") { plan throws(MintingError) in
        plan.intermediate.setExtension(.basicConstraints(isCA: false))
      }
      try chains.add(.refused, "intermediateWithoutBasicConstraints", "CA is not said, hence false") {
        plan throws(MintingError) in plan.intermediate.removeExtension(constraints)
      }
      try chains.add(.refused, "intermediateMayNotSignCertificates", "key usage lacks keyCertSign") {
        plan throws(MintingError) in plan.intermediate.setExtension(.keyUsage([.cRLSign]))
      }
      try chains.add(.refused, "rootIsNoAuthority", "the trusted root says CA false") {
        plan throws(MintingError) in plan.root.setExtension(.basicConstraints(isCA: false))
      }
      try chains.add(.refused, "rootMayNotSignCertificates", "the trusted root's key usage lacks keyCertSign") {
        plan throws(MintingError) in plan.root.setExtension(.keyUsage([.cRLSign]))
      }
      try chains.add(.refused, "leafMayNotSign", "the leaf's key usage lacks digitalSignature") {
        plan throws(MintingError) in plan.leaf.setExtension(.keyUsage([.keyEncipherment]))
      }
      try chains.add(.refused, "rootPathLengthZero", "the root allows no authority below it") {
        plan throws(MintingError) in plan.root.setExtension(.basicConstraints(isCA: true, pathLength: 0))
      }
      let places: [(name: String, path: WritableKeyPath<ChainPlan, CertificateTemplate>)] = [
        ("leaf", \.leaf), ("intermediate", \.intermediate),
      ]
      for (name, path) in places {
        try chains.add(.refused, "\(name)UnknownCriticalExtension", "the \(name) has one that nobody knows") {
          plan throws(MintingError) in plan[keyPath: path].extensions.append(.marker("2.25.7501", isCritical: true))
        }
        try chains.add(.refused, "\(name)ExtensionTwice", "the \(name) has one extension twice, with equal values") {
          plan throws(MintingError) in
          let copy = plan[keyPath: path].extensions.filter { $0.identifier == constraints }
          plan[keyPath: path].extensions += copy
        }
        try chains.add(.refused, "\(name)UnknownExtensionTwice", "the \(name) has an unknown extension twice") {
          plan throws(MintingError) in
          plan[keyPath: path].extensions += [.marker("2.25.7501"), .marker("2.25.7501")]
        }
      }
    }

    /// One authority more than the path allows, and numbers of certificates other than three.
    static func addLengths(to chains: inout ChainCollection) throws(MintingError) {
      let authority = try chains.authority()
      let (leaf, intermediate, root) = (authority.leaf, authority.intermediate, authority.root)
      // A second authority below the first, whose path length is 0.
      let below = try TestKey(.p384, seed: chains.seed, label: "authority below")
      var template = authority.plan.intermediate
      template.subject = DistinguishedName(commonName: "StoreJWS Test Authority Below", organizationalUnit: "T7")
      template.issuer = authority.plan.intermediate.subject
      template.publicKeyInfo = below.publicKeyInfo
      template.setExtension(.subjectKeyIdentifier(try ChainPlan.keyIdentifier(below)))
      template.setExtension(.authorityKeyIdentifier(try ChainPlan.keyIdentifier(authority.plan.intermediateKey)))
      let belowCertificate = try template.signed(by: authority.plan.intermediateKey)
      let deep = try chains.authority { plan throws(MintingError) in
        plan.leaf.issuer = template.subject
        plan.leaf.setExtension(.authorityKeyIdentifier(try ChainPlan.keyIdentifier(below)))
        plan.leafSigner = below
      }
      chains.append(
        .refused, "authorityBelowPathLengthZero", "leaf, an authority below the intermediate, the intermediate",
        authority: deep, certificates: [deep.leaf, belowCertificate, intermediate])
      chains.append(
        .refused, "chainOfFourThatFits", "leaf, authority below, intermediate, root",
        authority: deep, certificates: [deep.leaf, belowCertificate, intermediate, root])
      let lengths: [(name: String, remark: String, certificates: [[UInt8]])] = [
        ("noCertificates", "x5c is an empty array", []),
        ("leafAlone", "x5c has the leaf only", [leaf]),
        ("chainOfTwo", "the root is left out", [leaf, intermediate]),
        ("chainOfFour", "the root stands there twice", [leaf, intermediate, root, root]),
        ("reversed", "root first", [root, intermediate, leaf]),
        ("intermediateFirst", "intermediate, leaf, root", [intermediate, leaf, root]),
        ("leafTwice", "leaf, leaf, root", [leaf, leaf, root]),
        ("rootAsIntermediate", "leaf, root, root", [leaf, root, root]),
        ("emptyLeaf", "x5c[0] holds no octets", [[], intermediate, root]),
        ("emptyIntermediate", "x5c[1] holds no octets", [leaf, [], root]),
      ]
      for (name, remark, certificates) in lengths {
        chains.append(.refused, name, remark, authority: authority, certificates: certificates)
      }
      let xcode = try TestAuthority.xcodeLike(seed: chains.seed)
      chains.append(
        .refused, "xcodeLike", "one self-signed certificate, as Xcode has it", authority: xcode,
        certificates: [xcode.leaf], anchors: [root])
    }
  }
#endif
