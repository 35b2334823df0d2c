// SPDX-License-Identifier: MIT

/// The parts of a CMS signedData (RFC 5652 §5.1), to be changed before they are put together.
public struct ReceiptParts: Hashable, Sendable {
  /// The content type of the whole.
  public var contentType = "1.2.840.113549.1.7.2"
  /// Version of the signedData.
  public var version = 1
  /// AlgorithmIdentifiers.
  public var digestAlgorithms: [DERNode]
  /// The content type of what is signed.
  public var innerContentType = "1.2.840.113549.1.7.1"
  /// The OCTET STRING with what is signed; nil leaves it out.
  public var content: DERNode?
  /// DER of certificates, in order.
  public var certificates: [[UInt8]]
  /// SignerInfos.
  public var signers: [SignerParts]
  /// How the lengths of everything around content, certificates and signers are written.
  public var lengthForm = DERNode.LengthForm.shortest
  /// Octets behind the document.
  public var tail: [UInt8] = []

  /// Makes parts.
  public init(
    digestAlgorithms: [DERNode], content: DERNode?, certificates: [[UInt8]], signers: [SignerParts]
  ) {
    self.digestAlgorithms = digestAlgorithms
    self.content = content
    self.certificates = certificates
    self.signers = signers
  }

  /// Writes the content in segments of so many octets, nested so many levels, as BER has it.
  public mutating func segmentContent(every count: Int, nesting: Int = 1, form: DERNode.LengthForm = .indefinite) {
    guard let content, case .octets(let octets) = content.body, count > 0 else { return }
    let pieces = stride(from: 0, to: octets.count, by: count).map { Array(octets[$0..<min($0 + count, octets.count)]) }
    var node = DERNode.constructedOctetString(pieces).withLength(form)
    for _ in 1..<max(1, nesting) { node = DERNode(tag: 0x24, body: .elements([node]), lengthForm: form) }
    self.content = node
  }

  /// The document.
  public var encoded: [UInt8] {
    let inner: [DERNode] =
      [.objectIdentifier(innerContentType)] + (content.map { [DERNode.tagged(0, [$0]).withLength(lengthForm)] } ?? [])
    var fields: [DERNode] = [
      .integer(version), .set(digestAlgorithms), DERNode.sequence(inner).withLength(lengthForm),
    ]
    if !certificates.isEmpty { fields.append(.tagged(0, certificates.map { .verbatim($0) }).withLength(lengthForm)) }
    fields.append(.set(signers.map(\.node)))
    let signedData = DERNode.sequence(fields).withLength(lengthForm)
    let document = DERNode.sequence([
      .objectIdentifier(contentType), DERNode.tagged(0, [signedData]).withLength(lengthForm),
    ]).withLength(lengthForm)
    return document.encoded + tail
  }
}

/// The parts of a SignerInfo (RFC 5652 §5.3).
public struct SignerParts: Hashable, Sendable {
  /// Version of the SignerInfo.
  public var version = 1
  /// The Name of the signer's issuer.
  public var issuer: DERNode
  /// The serial number of the signer's certificate.
  public var serialNumber: DERNode
  /// In the place of issuer and serial number, if not nil: the subject key identifier.
  public var subjectKeyIdentifier: [UInt8]?
  /// AlgorithmIdentifier of the digest.
  public var digestAlgorithm: DERNode
  /// The signed attributes, tagged [0].
  public var signedAttributes: DERNode?
  /// AlgorithmIdentifier of the signature; rsaEncryption as in nearly all receipts.
  public var signatureAlgorithm = DERNode.sequence([.objectIdentifier("1.2.840.113549.1.1.1"), .null])
  /// The octets of the signature.
  public var signature: [UInt8]

  /// Makes parts.
  public init(issuer: DERNode, serialNumber: DERNode, digestAlgorithm: DERNode, signature: [UInt8]) {
    self.issuer = issuer
    self.serialNumber = serialNumber
    self.digestAlgorithm = digestAlgorithm
    self.signature = signature
  }

  /// The SignerInfo as ASN.1.
  public var node: DERNode {
    let identifier = subjectKeyIdentifier.map { DERNode.tagged(0, octets: $0) } ?? .sequence([issuer, serialNumber])
    return .sequence(
      [.integer(version), identifier, digestAlgorithm] + (signedAttributes.map { [$0] } ?? [])
        + [signatureAlgorithm, .octetString(signature)])
  }
}
