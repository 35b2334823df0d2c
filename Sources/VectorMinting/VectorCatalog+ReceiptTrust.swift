// SPDX-License-Identifier: MIT
#if OpenSSL
  import JOSE
  import StoreJWSTesting

  extension ReceiptVectors {
    private typealias Identifier = CertificateExtension.Identifier

    mutating func addChains() throws(MintingError) {
      let stranger = try TestKey(.rsa(bits: 1_024, exponent: 65_537), seed: "somebody else", label: "leaf")
      let table: [(String, String, String, String, (inout ReceiptChainPlan) -> Void)] = [
        (
          "leaf-without-mark", "the leaf lacks its mark", "certificatePurpose", "leafPurpose",
          { $0.leaf.removeExtension(Identifier.receiptSigning) }
        ),
        (
          "intermediate-without-mark", "the intermediate lacks its mark", "certificatePurpose", "intermediatePurpose",
          { $0.intermediate.removeExtension(Identifier.developerRelations) }
        ),
        (
          "leaf-with-transaction-mark", "the leaf has the mark of transaction receipts", "certificatePurpose",
          "leafPurpose",
          {
            $0.leaf.removeExtension(Identifier.receiptSigning)
            $0.leaf.extensions.append(.marker(Identifier.transactionReceiptSigning))
          }
        ),
        (
          "leaf-is-authority", "the leaf is an authority", "chainTrust", "leafIsAuthority",
          { $0.leaf.setExtension(.basicConstraints(isCA: true)) }
        ),
        (
          "leaf-forged", "the leaf is signed by somebody else", "chainTrust", "leafSignature",
          { $0.leafSigner = stranger }
        ),
        (
          "intermediate-forged", "the intermediate is signed by somebody else", "chainTrust", "intermediateSignature",
          { $0.intermediateSigner = stranger }
        ),
        (
          "intermediate-no-authority", "the intermediate is no authority", "chainTrust", "intermediateIsNoAuthority",
          { $0.intermediate.setExtension(.basicConstraints(isCA: false)) }
        ),
      ]
      for (name, what, check, code, change) in table {
        refused(
          "chains/\(name)", what, check: check, code: code, try chained { (plan) throws(MintingError) in change(&plan) }
        )
      }
      refused(
        "chains/signer-missing", "no certificates at all", check: "chainLength", code: "signerMissing",
        try changed { (parts) throws(MintingError) in parts.certificates = [] })
      refused(
        "chains/issuer-missing", "the leaf alone", check: "chainLength", code: "issuerMissing",
        try changed { (parts) throws(MintingError) in parts.certificates.removeSubrange(1...) })
      // The mark sits on a bystander: the genuine leaf is in the document, an unmarked sibling signed it.
      var plan = authority.plan
      plan.leafKey = stranger
      plan.leaf.publicKeyInfo = stranger.publicKeyInfo
      plan.leaf.serialNumber = [0x42]
      plan.leaf.removeExtension(Identifier.receiptSigning)
      let sibling = try ReceiptAuthority(plan: plan)
      var parts = try sibling.sign(.app())
      parts.certificates = [authority.leaf, sibling.leaf, sibling.intermediate]
      refused(
        "chains/marked-bystander", "the genuine leaf stands by while an unmarked sibling signs",
        check: "certificatePurpose", code: "leafPurpose", parts.encoded)
    }

    mutating func addTransactions(_ iTunes: ReceiptAuthority) throws(MintingError) {
      let info = TransactionReceiptParts.purchaseInfo()
      let three = try authority.signTransaction(info, version: 3)
      let two = try iTunes.signTransaction(info, version: 2)
      func add(
        _ name: String, _ what: String, _ parts: TransactionReceiptParts, _ issuer: String?,
        check: String? = nil, code: String? = nil
      ) {
        let prefix = issuer == "itunes" ? "itunes" : "receipt"
        collection.add(
          "receipts/transactions/\(name).b64", Base64.encode(Array(parts.text.utf8)) + "\n",
          VectorEntry(
            what: what, kind: "transactionReceipt", root: "authority/\(prefix)-root.pem",
            verdict: check == nil ? .verified : .refused, check: check, code: code,
            notes: issuer.map { "given authority/\($0)-intermediate.pem, which is not inside" }))
      }
      add("version-2", "version 2, RSA of 1024 bits", two, "itunes")
      add("version-3", "version 3, RSA of 2048 bits", three, "receipt")
      add("issuer-missing", "without its issuer", three, nil, check: "chainLength", code: "issuerMissing")
      var changed = three
      changed.purchaseInfo = Array(TransactionReceiptParts.purchaseInfo(transactionID: "9").utf8)
      add(
        "tampered", "another transaction than was signed", changed, "receipt", check: "signature",
        code: "signatureMismatch")
      changed = three
      changed.version = 4
      add("version-4", "a version that does not exist", changed, "receipt", check: "signature", code: "signatureForm")
      // A developer's certificate under the same intermediate: the forger chooses the purchase date.
      var plan = authority.plan
      plan.leaf.removeExtension(Identifier.receiptSigning)
      add(
        "developer-certificate", "signed with an unmarked certificate of the same issuer",
        try ReceiptAuthority(plan: plan).signTransaction(info, version: 3), "receipt", check: "certificatePurpose",
        code: "leafPurpose")
    }
  }
#endif
