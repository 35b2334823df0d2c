// SPDX-License-Identifier: MIT
#if OpenSSL
  extension ChainSuite {
    /// Apple's marks: each exactly once, not critical, on the certificate that it is for.
    static func addMarks(to chains: inout ChainCollection) throws(MintingError) {
      let leafMark = CertificateExtension.Identifier.receiptSigning
      let authorityMark = CertificateExtension.Identifier.developerRelations
      let places: [(name: String, mark: String, path: WritableKeyPath<ChainPlan, CertificateTemplate>)] = [
        ("leaf", leafMark, \.leaf), ("intermediate", authorityMark, \.intermediate),
      ]
      for (name, mark, path) in places {
        try chains.add(.refused, "\(name)WithoutMark", "the \(name) lacks \(mark)") {
          plan throws(MintingError) in plan[keyPath: path].removeExtension(mark)
        }
        try chains.add(.refused, "\(name)MarkTwice", "the \(name) has \(mark) twice") {
          plan throws(MintingError) in plan[keyPath: path].extensions.append(.marker(mark))
        }
        try chains.add(.refused, "\(name)MarkCritical", "the \(name) has \(mark) as a critical extension") {
          plan throws(MintingError) in plan[keyPath: path].setExtension(.marker(mark, isCritical: true))
        }
        try chains.add(.refused, "\(name)MarkOfAnotherPurpose", "the \(name) has the mark of transaction receipts") {
          plan throws(MintingError) in
          plan[keyPath: path].removeExtension(mark)
          plan[keyPath: path].extensions.append(
            .marker(
              name == "leaf"
                ? CertificateExtension.Identifier.transactionReceiptSigning
                : CertificateExtension.Identifier.iTunesStoreAuthority))
        }
        try chains.add(.refused, "\(name)MarkLonger", "the \(name) has the mark with one more number") {
          plan throws(MintingError) in
          plan[keyPath: path].removeExtension(mark)
          plan[keyPath: path].extensions.append(.marker(mark + ".1"))
        }
        try chains.add(.refused, "\(name)MarkAsPurpose", "the \(name) has the mark among its extended key usages only")
        {
          plan throws(MintingError) in
          plan[keyPath: path].removeExtension(mark)
          plan[keyPath: path].extensions.append(.extendedKeyUsage([mark]))
        }
      }
      try chains.add(.refused, "marksSwapped", "each carries the other's mark") { plan throws(MintingError) in
        plan.leaf.removeExtension(leafMark)
        plan.leaf.extensions.append(.marker(authorityMark))
        plan.intermediate.removeExtension(authorityMark)
        plan.intermediate.extensions.append(.marker(leafMark))
      }
      let unmarked = try chains.authority { plan throws(MintingError) in
        plan.leaf.removeExtension(leafMark)
      }
      let marked = try chains.authority { plan throws(MintingError) in
        try plan.setLeafKey(TestKey(seed: plan.seed, label: "bystander"))
      }
      chains.append(
        .refused, "leafMarkOnBystander", "the signer is unmarked; a marked sibling stands in x5c[2]",
        authority: unmarked, certificates: [unmarked.leaf, unmarked.intermediate, marked.leaf])
      try addDecoys(to: &chains)
    }

    /// The chain that is judged must be the chain that x5c shows, whatever else the verifier knows of the same name.
    private static func addDecoys(to chains: inout ChainCollection) throws(MintingError) {
      let authorityMark = CertificateExtension.Identifier.developerRelations
      let marked = try chains.authority()
      let unmarked = try chains.authority { plan throws(MintingError) in
        let key = try TestKey(.p384, seed: plan.seed, label: "unmarked intermediate")
        plan.intermediateKey = key
        plan.intermediate.publicKeyInfo = key.publicKeyInfo
        plan.intermediate.removeExtension(authorityMark)
        plan.leafSigner = key
      }
      chains.append(
        .refused, "intermediateMarkOnDecoy",
        "x5c[1] is marked, but the leaf is signed by an unmarked one of the same name that the verifier also trusts",
        authority: unmarked, certificates: [unmarked.leaf, marked.intermediate, marked.root],
        anchors: [unmarked.intermediate, marked.root])
      let expired = try chains.authority { plan throws(MintingError) in
        plan.intermediate.notAfter = ChainCollection.usualMoment - 1
      }
      chains.append(
        .refused, "expiredIntermediateBesideGoodOne",
        "x5c[1] is expired; the verifier also trusts an unexpired one of the same name and key",
        authority: marked, certificates: [marked.leaf, expired.intermediate, marked.root],
        anchors: [marked.intermediate, marked.root])
    }
  }
#endif
