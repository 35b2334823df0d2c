// SPDX-License-Identifier: MIT
#if OpenSSL
  extension ChainSuite {
    /// What the verifier trusts: found by name and key, never taken from x5c.
    static func addAnchors(to chains: inout ChainCollection) throws(MintingError) {
      let authority = try chains.authority()
      let stranger = try TestAuthority(seed: chains.seed + " stranger") { plan throws(MintingError) in
        plan.root.subject = DistinguishedName(commonName: "StoreJWS Test Strange Root")
        plan.root.issuer = plan.root.subject
      }
      // Same name, another key.
      let namesake = try TestAuthority(seed: chains.seed + " namesake")
      let rsaKey = chains.rsaKey
      let rsa = try chains.authority { plan throws(MintingError) in
        plan.root.publicKeyInfo = rsaKey.publicKeyInfo
        plan.rootSigner = rsaKey
        plan.root.signatureAlgorithm = .sha256WithRSA
      }
      let (leaf, intermediate, root) = (authority.leaf, authority.intermediate, authority.root)
      let lists: [(verdict: ChainCase.Verdict, name: String, remark: String, anchors: [[UInt8]])] = [
        (.refused, "noAnchors", "nothing is trusted", []),
        (.refused, "strangeAnchor", "another root is trusted", [stranger.root]),
        (.refused, "namesakeAnchor", "a root of the same name with another key is trusted", [namesake.root]),
        (.refused, "intermediateAsAnchor", "the intermediate is trusted, the root is not", [intermediate]),
        (.refused, "leafAsAnchor", "the leaf is trusted, the root is not", [leaf]),
        (.accepted, "namesakeBefore", "the namesake stands before the right root", [namesake.root, root]),
        (.accepted, "namesakeAfter", "the namesake stands after the right root", [root, namesake.root]),
        (.accepted, "strangerBefore", "an unrelated root stands before the right one", [stranger.root, root]),
        (.accepted, "rsaNamesakeBefore", "an RSA root of the same name stands before", [rsa.root, root]),
        (.accepted, "rootTwice", "the right root is given twice", [root, root]),
      ]
      for (verdict, name, remark, anchors) in lists {
        chains.append(verdict, name, remark, authority: authority, anchors: anchors)
      }
      chains.append(
        .accepted, "thirdEntryIsAnother", "x5c[2] is a stranger's root; it is not trusted and does no harm",
        authority: authority, certificates: [leaf, intermediate, stranger.root])
      chains.append(
        .accepted, "thirdEntryIsGarbage", "x5c[2] is no certificate; it is compared and never read",
        authority: authority, certificates: [leaf, intermediate, [0xDE, 0xAD]])
      chains.append(
        .refused, "selfMadeRoot", "the whole chain is a namesake's, its own root in x5c[2]",
        authority: namesake, anchors: [root])
      try addRootsOfTwoLifetimes(to: &chains)
      try addXcodeAsAuthority(to: &chains)
    }

    /// Two roots of one name and one key: the one that lives at the moment counts, whichever was found first.
    private static func addRootsOfTwoLifetimes(to chains: inout ChainCollection) throws(MintingError) {
      let moment = ChainCollection.usualMoment
      let ended = try chains.authority { plan throws(MintingError) in
        plan.root.serialNumber = [1]
        plan.root.notAfter = moment - 1000
      }
      let begun = try chains.authority { plan throws(MintingError) in
        plan.root.serialNumber = [2]
        plan.root.notBefore = moment - 1000
      }
      let both: [(String, [[UInt8]])] = [
        ("endedFirst", [ended.root, begun.root]), ("begunFirst", [begun.root, ended.root]),
      ]
      for (order, anchors) in both {
        chains.append(
          .accepted, "twoLifetimes_\(order)_inTheSecond", "only the newer root lives", moment: moment,
          authority: ended, anchors: anchors)
        chains.append(
          .accepted, "twoLifetimes_\(order)_inTheFirst", "only the older root lives", moment: moment - 2000,
          authority: ended, anchors: anchors)
      }
      chains.append(
        .refused, "onlyTheEndedLifetime", "the older root alone is trusted", moment: moment, authority: ended,
        anchors: [ended.root])
    }

    /// Xcode's certificate says CA true, and everybody has its key: as an anchor it must not vouch for a chain.
    private static func addXcodeAsAuthority(to chains: inout ChainCollection) throws(MintingError) {
      let xcode = try TestAuthority.xcodeLike(seed: chains.seed)
      let minted = try chains.authority { plan throws(MintingError) in
        plan.intermediate.issuer = xcode.plan.leaf.subject
        plan.intermediate.signatureAlgorithm = .ecdsaWithSHA256
        plan.intermediate.removeExtension(CertificateExtension.Identifier.authorityKeyIdentifier)
        plan.intermediateSigner = xcode.plan.leafKey
      }
      chains.append(
        .refused, "xcodeAsAuthority", "a chain minted under Xcode's certificate, which the caller trusts as such",
        authority: minted, certificates: [minted.leaf, minted.intermediate, xcode.leaf], anchors: [xcode.leaf])
    }
  }
#endif
