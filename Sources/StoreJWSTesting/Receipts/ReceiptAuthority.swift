// SPDX-License-Identifier: MIT
#if OpenSSL
  /// A throwaway authority that signs receipts as the App Store does: three RSA certificates, PKCS #1 v1.5.
  ///
  /// The seed decides everything: the same seed, the same changes and the same payload give the same octets. Give the
  /// verifier under test ``root`` as its only trusted root.
  public struct ReceiptAuthority: Hashable, Sendable {
    /// What the certificates were made from.
    public let plan: ReceiptChainPlan
    /// DER of the root: the one to trust.
    public let root: [UInt8]
    /// DER of the intermediate.
    public let intermediate: [UInt8]
    /// DER of the leaf.
    public let leaf: [UInt8]

    /// Mints the chain of a plan.
    ///
    /// - Throws: ``MintingError/Code/wrongKeyType`` if the plan has a key sign with an algorithm that is not its own.
    public init(plan: ReceiptChainPlan) throws(MintingError) {
      self.plan = plan
      root = try plan.root.signed(by: plan.rootKey)
      intermediate = try plan.intermediate.signed(by: plan.intermediateSigner)
      leaf = try plan.leaf.signed(by: plan.leafSigner)
    }

    /// Signs the attributes of a receipt.
    ///
    /// - Returns: the parts of the document, each of which can be changed before it is encoded.
    /// - Throws: ``MintingError/Code/libcryptoFailed``, for instance where a policy forbids SHA-1.
    public func sign(_ payload: ReceiptPayload, digest: DigestAlgorithm = .sha256) throws(MintingError) -> ReceiptParts
    {
      try sign(content: payload.encoded, digest: digest)
    }

    /// Signs any content.
    ///
    /// - Throws: as ``sign(_:digest:)``.
    public func sign(content: [UInt8], digest: DigestAlgorithm = .sha256) throws(MintingError) -> ReceiptParts {
      ReceiptParts(
        digestAlgorithms: [digest.identifierNode], content: .octetString(content),
        certificates: [leaf, intermediate, root], signers: [try signer(content: content, digest: digest)])
    }

    /// The SignerInfo over a content.
    ///
    /// - Throws: as ``sign(_:digest:)``.
    public func signer(content: [UInt8], digest: DigestAlgorithm = .sha256) throws(MintingError) -> SignerParts {
      SignerParts(
        issuer: plan.leaf.issuer.node, serialNumber: .integer(contents: plan.leaf.serialNumber),
        digestAlgorithm: digest.identifierNode, signature: try plan.leafKey.signDER(content, digest: digest))
    }

    /// A SignerInfo with signed attributes (RFC 5652 §5.3): content type and digest of the content.
    ///
    /// - Parameter statedDigest: the digest that the attributes name; the content's own unless given.
    /// - Throws: as ``sign(_:digest:)``.
    public func signerWithAttributes(
      content: [UInt8], digest: DigestAlgorithm = .sha256, statedDigest: [UInt8]? = nil
    ) throws(MintingError) -> SignerParts {
      let own = try digest.digest(content)
      let named = statedDigest ?? own
      let attributes: [DERNode] = [
        .sequence([
          .objectIdentifier("1.2.840.113549.1.9.3"), .set([.objectIdentifier("1.2.840.113549.1.7.1")]),
        ]),
        .sequence([.objectIdentifier("1.2.840.113549.1.9.4"), .set([.octetString(named)])]),
      ]
      let sorted = DERNode.sortedSet(attributes)
      var signer = try signer(content: sorted.encoded, digest: digest)
      if case .elements(let elements) = sorted.body { signer.signedAttributes = .tagged(0, elements) }
      return signer
    }

    /// A transaction receipt: purchase-info signed with SHA-1, as version 2 (a 1024-bit leaf) or 3 (2048 bits) has it.
    ///
    /// - Parameter purchaseInfo: the text of the inner list, which is signed as it is.
    /// - Throws: as ``sign(_:digest:)``.
    public func signTransaction(_ purchaseInfo: String, version: UInt8) throws(MintingError) -> TransactionReceiptParts
    {
      let info = Array(purchaseInfo.utf8)
      return TransactionReceiptParts(
        purchaseInfo: info, version: version, signature: try plan.leafKey.signDER([version] + info, digest: .sha1),
        certificate: leaf)
    }
  }

  extension DigestAlgorithm {
    /// AlgorithmIdentifier of the digest, with the NULL that receipts have.
    public var identifierNode: DERNode {
      switch self {
      case .sha1: .sequence([.objectIdentifier("1.3.14.3.2.26"), .null])
      case .sha256: .sequence([.objectIdentifier("2.16.840.1.101.3.4.2.1"), .null])
      case .sha384: .sequence([.objectIdentifier("2.16.840.1.101.3.4.2.2"), .null])
      case .sha512: .sequence([.objectIdentifier("2.16.840.1.101.3.4.2.3"), .null])
      }
    }
  }
#endif
