// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JOSE
  import OpenSSLSignatures
  import StoreJWS
  import StoreJWSTesting
  import StoreReceipts
  import Testing

  @Suite("Receipts that must not verify")
  struct ForgeryTests {
    private func verifier(_ root: [UInt8], intermediates: [[UInt8]] = []) throws -> ReceiptVerifier {
      try .appStore(policy: ReceiptPolicy(), anchors: TrustAnchors(file: root), intermediates: intermediates)
    }

    private typealias Identifier = StoreJWSTesting.CertificateExtension.Identifier

    @Test("Each rule of the chain, broken alone, with its code")
    func chain() throws {
      let stranger = try #require(Chains.stranger)
      let table: [(String, (inout ReceiptChainPlan) throws -> Void, [String])] = [
        (
          "leaf without its mark", { $0.leaf.removeExtension(Identifier.receiptSigning) },
          ["certificatePurpose leafPurpose"]
        ),
        (
          "leaf with a critical mark",
          {
            $0.leaf.setExtension(.marker(Identifier.receiptSigning, isCritical: true))
          }, ["chainTrust pathRule", "certificatePurpose leafPurpose"]
        ),
        (
          "leaf with its mark twice", { $0.leaf.extensions.append(.marker(Identifier.receiptSigning)) },
          ["certificatePurpose leafPurpose"]
        ),
        (
          "leaf with the mark of the other kind",
          { plan in
            plan.leaf.removeExtension(Identifier.receiptSigning)
            plan.leaf.extensions.append(.marker(Identifier.transactionReceiptSigning))
          }, ["certificatePurpose leafPurpose"]
        ),
        (
          "intermediate without its mark", { $0.intermediate.removeExtension(Identifier.developerRelations) },
          ["certificatePurpose intermediatePurpose"]
        ),
        (
          "leaf that is an authority", { $0.leaf.setExtension(.basicConstraints(isCA: true)) },
          ["chainTrust leafIsAuthority"]
        ),
        (
          "leaf that may not sign", { $0.leaf.setExtension(.keyUsage([.keyEncipherment])) }, ["chainTrust leafKeyUsage"]
        ),
        (
          "intermediate that is no authority", { $0.intermediate.setExtension(.basicConstraints(isCA: false)) },
          ["chainTrust intermediateIsNoAuthority"]
        ),
        (
          "intermediate that may not sign", { $0.intermediate.setExtension(.keyUsage([.digitalSignature])) },
          ["chainTrust intermediateKeyUsage"]
        ),
        (
          "leaf of version 1",
          { plan in
            plan.leaf.version = 1
            plan.leaf.extensions = []
          }, ["chainTrust certificateVersion", "certificatePurpose leafPurpose"]
        ),
        ("serial number of zero", { $0.leaf.serialNumber = [0] }, ["chainTrust certificateSerialNumber"]),
        ("negative serial number", { $0.leaf.serialNumber = [0x81] }, ["chainTrust certificateSerialNumber"]),
        (
          "serial number of 21 octets", { $0.leaf.serialNumber = [UInt8](repeating: 1, count: 21) },
          ["chainTrust certificateSerialNumber"]
        ),
        (
          "an extension twice", { $0.leaf.extensions.append(.keyUsage([.digitalSignature])) },
          ["chainTrust extensionRepeated"]
        ),
        (
          "an unknown critical extension",
          {
            $0.leaf.extensions.append(.marker("1.2.3.4", isCritical: true))
          }, ["chainTrust criticalExtension"]
        ),
        ("leaf signed by a stranger", { $0.leafSigner = stranger.plan.leafKey }, ["chainTrust leafSignature"]),
        (
          "intermediate signed by a stranger", { $0.intermediateSigner = stranger.plan.leafKey },
          ["chainTrust intermediateSignature"]
        ),
        ("leaf with a broken signature", { $0.leaf.breaksSignature = true }, ["chainTrust leafSignature"]),
        ("root without certSign", { $0.root.setExtension(.keyUsage([.cRLSign])) }, ["chainTrust rootKeyUsage"]),
        (
          "leaf key of 768 bits",
          { plan in
            plan.leafKey = try TestKey(.rsa(bits: 768, exponent: 65_537), seed: "small", label: "leaf")
            plan.leaf.publicKeyInfo = plan.leafKey.publicKeyInfo
          }, ["algorithm leafKey", "chainTrust leafKey"]
        ),
        (
          "elliptic leaf",
          { plan in
            plan.leaf.publicKeyInfo = try TestKey(.p256, seed: "curve", label: "leaf").publicKeyInfo
          }, ["algorithm leafKey", "chainTrust leafKey"]
        ),
        ("leaf in BER", { $0.leaf.encodingFault = .paddedLength }, ["chainLength signerMissing"]),
        (
          "intermediate in BER", { $0.intermediate.encodingFault = .paddedLength }, ["chainLength certificateMalformed"]
        ),
      ]
      for (name, change, expected) in table {
        let authority = try Chains.app(change)
        let examination = try verifier(authority.root).examineAppReceipt(authority.sign(.app()).encoded)
        expectEqual(outcome(examination), expected, "\(name)")
        #expect(examination.verified == nil, "\(name)")
        #expect(examination.unverifiedReceipt != nil, "\(name)")
      }
    }

    @Test("Another root, and a root of the same name with another key")
    func roots() throws {
      let authority = try #require(Chains.app)
      let stranger = try #require(Chains.stranger)
      let document = try authority.sign(.app()).encoded
      try expectEqual(
        outcome(verifier(stranger.root).examineAppReceipt(document)), ["chainTrust intermediateSignature"]
      )
      let apple = try ReceiptVerifier.appStore(policy: ReceiptPolicy()).examineAppReceipt(document)
      expectEqual(outcome(apple), ["chainTrust rootNotTrusted"])
      // With both roots in the list, in either order, the right one is found.
      for roots in [[authority.root, stranger.root], [stranger.root, authority.root]] {
        var anchors = TrustAnchors.none
        for root in roots { anchors = try anchors.adding(file: root) }
        #expect(
          try ReceiptVerifier.appStore(policy: ReceiptPolicy(), anchors: anchors).examineAppReceipt(document).verified
            != nil)
      }
    }

    @Test("The mark on a bystander does not help an unmarked sibling")
    func bystander() throws {
      let genuine = try #require(Chains.app)
      let sibling = try Chains.app { plan in
        plan.leafKey = try TestKey(.rsa(bits: 1_024, exponent: 65_537), seed: "sibling", label: "leaf")
        plan.leaf.publicKeyInfo = plan.leafKey.publicKeyInfo
        plan.leaf.serialNumber = [0x42]
        plan.leaf.removeExtension(Identifier.receiptSigning)
      }
      var parts = try sibling.sign(.app())
      parts.certificates = [genuine.leaf, sibling.leaf, sibling.intermediate, sibling.root]
      try expectEqual(
        outcome(verifier(genuine.root).examineAppReceipt(parts.encoded)), ["certificatePurpose leafPurpose"]
      )
      // Naming the genuine leaf while signing with the sibling's key.
      parts.signers[0].serialNumber = .integer(contents: genuine.plan.leaf.serialNumber)
      try expectEqual(outcome(verifier(genuine.root).examineAppReceipt(parts.encoded)), ["signature signatureMismatch"])
    }

    @Test("An unmarked intermediate of the right name does not hide behind a marked decoy")
    func decoy() throws {
      let genuine = try #require(Chains.app)
      let unmarked = try Chains.app { plan in
        plan.intermediateKey = try TestKey(.rsa(bits: 1_024, exponent: 65_537), seed: "decoy", label: "intermediate")
        plan.intermediate.publicKeyInfo = plan.intermediateKey.publicKeyInfo
        plan.intermediate.removeExtension(Identifier.developerRelations)
        plan.leafSigner = plan.intermediateKey
      }
      var parts = try unmarked.sign(.app())
      parts.certificates = [unmarked.leaf, genuine.intermediate, unmarked.intermediate, genuine.root]
      let examination = try verifier(genuine.root).examineAppReceipt(parts.encoded)
      expectEqual(outcome(examination), ["certificatePurpose intermediatePurpose"])
    }

    @Test("Structure: several signers, foreign content types, foreign digests")
    func structure() throws {
      let authority = try #require(Chains.app)
      let good = try authority.sign(.app())
      let verifier = try verifier(authority.root)
      func examine(_ change: (inout ReceiptParts) -> Void) -> ReceiptExamination<AppReceipt> {
        var parts = good
        change(&parts)
        return verifier.examineAppReceipt(parts.encoded)
      }
      expectEqual(examine { $0.signers += $0.signers }.error?.code, .signerCount)
      expectEqual(examine { $0.digestAlgorithms += $0.digestAlgorithms }.error?.code, .digestAlgorithmCount)
      expectEqual(examine { $0.innerContentType = "1.2.840.113549.1.7.2" }.error?.code, .wrongContentType)
      expectEqual(outcome(examine { $0.certificates = [] }), ["chainLength signerMissing"])
      expectEqual(outcome(examine { $0.certificates.removeSubrange(1...) }), ["chainLength issuerMissing"])
      expectEqual(
        outcome(examine { $0.digestAlgorithms = [DigestAlgorithm.sha1.identifierNode] }),
        ["algorithm algorithmMismatch"]
      )
      let elliptic = DERNode.sequence([.objectIdentifier("1.2.840.10045.4.3.2")])
      expectEqual(outcome(examine { $0.signers[0].signatureAlgorithm = elliptic }), ["algorithm algorithmMismatch"])
      let md5 = DERNode.sequence([.objectIdentifier("1.2.840.113549.2.5"), .null])
      let old = examine {
        $0.digestAlgorithms = [md5]
        $0.signers[0].digestAlgorithm = md5
      }
      #expect(outcome(old) == ["algorithm digestUnsupported"] && old.verified == nil)
      for count in [0, 1, 255, 257] {
        let examination = examine { $0.signers[0].signature = [UInt8](repeating: 1, count: count) }
        expectEqual(outcome(examination), ["signature signatureMismatch"], "\(count)")
      }
    }

    @Test("Transaction receipts: version and marks belong together, and the issuer must lead to the root")
    func transactions() throws {
      let app = try #require(Chains.app)
      let iTunes = try #require(Chains.iTunes)
      let info = TransactionReceiptParts.purchaseInfo()
      let three = try app.signTransaction(info, version: 3)
      let two = try iTunes.signTransaction(info, version: 2)
      func examine(
        _ parts: TransactionReceiptParts, _ authority: ReceiptAuthority, issuer: [UInt8]? = nil
      ) throws -> ReceiptExamination<TransactionReceipt> {
        try verifier(authority.root, intermediates: [issuer ?? authority.intermediate])
          .examineTransactionReceipt(Array(Base64.encode(Array(parts.text.utf8)).utf8))
      }
      try expectEqual(examine(three, app).verified?.payload.transactionID, "1000000000000007")
      try expectEqual(examine(two, iTunes).verified?.payload.productID, "com.example.app.pro")
      // A developer's certificate under the same intermediate, with a purchase date of the forger's choice.
      let developer = try Chains.app { $0.leaf.removeExtension(Identifier.receiptSigning) }
      try expectEqual(
        outcome(examine(developer.signTransaction(info, version: 3), developer)), ["certificatePurpose leafPurpose"]
      )
      // The marks of app receipts under version 2: a leaf of 1024 bits below the app chain.
      let crossed = try Chains.app { plan in
        plan.leafKey = try #require(Chains.iTunes).plan.leafKey
        plan.leaf.publicKeyInfo = plan.leafKey.publicKeyInfo
      }
      try expectEqual(
        outcome(examine(crossed.signTransaction(info, version: 2), crossed)), ["certificatePurpose leafPurpose"]
      )
      // The version is signed: 3 as 2 has another layout, and other octets.
      var changed = three
      changed.version = 2
      try expectEqual(outcome(examine(changed, app)).first, "signature signatureForm")
      changed.version = 4
      try expectEqual(outcome(examine(changed, app)).first, "signature signatureForm")
      changed = three
      changed.tail = [0]
      try expectEqual(outcome(examine(changed, app)).first, "signature signatureForm")
      changed = three
      changed.purchaseInfo = Array(TransactionReceiptParts.purchaseInfo(transactionID: "9").utf8)
      try expectEqual(outcome(examine(changed, app)), ["signature signatureMismatch"])
      // An issuer of the forger's own, given by whoever asks: it does not lead to the trusted root.
      let stranger = try Chains.app { plan in
        plan.rootKey = try #require(Chains.stranger).plan.rootKey
        plan.root.publicKeyInfo = plan.rootKey.publicKeyInfo
        plan.intermediateSigner = plan.rootKey
      }
      try expectEqual(
        outcome(examine(stranger.signTransaction(info, version: 3), app, issuer: stranger.intermediate)),
        ["chainTrust intermediateSignature"]
      )
      let late = try app.signTransaction(
        TransactionReceiptParts.purchaseInfo(purchaseMilliseconds: 1_737_676_800_000), version: 3)
      try expectEqual(outcome(examine(late, app)), ["algorithm sha1Retired"])
    }

    @Test("Nothing is believed of a transaction receipt's outer list, which nobody signs")
    func outerList() throws {
      let app = try #require(Chains.app)
      func environments(_ parts: TransactionReceiptParts, _ accepted: StoreEnvironment) throws -> CheckOutcome {
        let verifier = try ReceiptVerifier.appStore(
          policy: ReceiptPolicy(VerificationPolicy(environments: [accepted])), anchors: TrustAnchors(file: app.root),
          intermediates: [app.intermediate])
        return verifier.examineTransactionReceipt(Array(parts.text.utf8)).report[.environment]
      }
      let mismatch = CheckOutcome.failed(CheckFinding(code: "environmentMismatch", message: ""))
      var sandbox = try app.signTransaction(TransactionReceiptParts.purchaseInfo(), version: 3)
      var production = try app.signTransaction(TransactionReceiptParts.purchaseInfo(appItemID: "7"), version: 3)
      for claim in [nil, "Sandbox", "Production"] {
        (sandbox.environment, production.environment) = (claim, claim)
        try expectEqual(environments(sandbox, .production), mismatch)
        try expectEqual(environments(sandbox, .sandbox), .passed)
        try expectEqual(environments(production, .production), .passed)
        try expectEqual(environments(production, .sandbox), mismatch)
        let verifier = try verifier(app.root, intermediates: [app.intermediate])
        let purchase = StorePurchase(try verifier.transactionReceipt(Array(sandbox.text.utf8)))
        #expect(purchase.environment == .sandbox && purchase.evidence.isVerified)
      }
    }

    @Test("Xcode's certificate vouches for itself alone, and only for Xcode's environment")
    func xcode() throws {
      let own = try Chains.app { plan in
        plan.leaf.subject = DistinguishedName(commonName: "StoreKit", organization: "StoreKit")
        plan.leaf.issuer = plan.leaf.subject
        plan.leafSigner = plan.leafKey
        plan.leaf.setExtension(.basicConstraints(isCA: true))
        plan.leaf.setExtension(.keyUsage([.digitalSignature, .keyCertSign]))
      }
      var parts = try own.sign(.app(environment: "Xcode"))
      parts.certificates = [own.leaf]
      parts.signers[0].signatureAlgorithm = .sequence([.objectIdentifier("1.2.840.113549.1.1.11"), .null])
      let untrusted = try ReceiptVerifier.appStore(policy: ReceiptPolicy()).examineAppReceipt(parts.encoded)
      #expect(outcome(untrusted) == ["chainTrust signedByXcode"] && untrusted.report[.signature] == .passed)
      let trusting = try verifier(own.leaf)
      try expectEqual(trusting.appReceipt(parts.encoded).signer.origin, .xcode)
      var elsewhere = try own.sign(.app(environment: "Production"))
      elsewhere.certificates = [own.leaf]
      expectEqual(outcome(trusting.examineAppReceipt(elsewhere.encoded)), ["environment xcodeOutsideXcode"])
      // Whatever its name, the certificate that the caller trusts is told by its bytes.
      let named = try Chains.app { plan in
        plan.leaf.subject = DistinguishedName(commonName: "Local signing", organization: "Example")
        plan.leaf.issuer = plan.leaf.subject
        plan.leafSigner = plan.leafKey
      }
      var local = try named.sign(.app(environment: "Xcode"))
      local.certificates = [named.leaf]
      local.signers[0].signatureAlgorithm = parts.signers[0].signatureAlgorithm
      let byBytes = try ReceiptVerifier.appStore(
        policy: ReceiptPolicy(), anchors: TrustAnchors.none.adding(xcodeCertificates: named.leaf))
      try expectEqual(byBytes.appReceipt(local.encoded).signer.origin, .xcode)
      // A leaf that Xcode's certificate has signed is nobody's.
      let child = try Chains.app { plan in
        plan.leaf.issuer = own.plan.leaf.subject
        plan.leafSigner = own.plan.leafKey
      }
      var forged = try child.sign(.app(environment: "Xcode"))
      forged.certificates = [child.leaf, own.leaf]
      expectEqual(
        outcome(trusting.examineAppReceipt(forged.encoded)),
        ["chainTrust rootNotTrusted", "certificatePurpose intermediatePurpose"]
      )
    }
  }
#endif
