// SPDX-License-Identifier: MIT

public import ASN1Reading

/// A CMS signedData (RFC 5652 §5) taken apart, as far as receipts use it; nothing of it is trusted.
///
/// It is narrower than CMS, because two readers of one document must not come to two readings: exactly one digest
/// algorithm, exactly one signer, content of type id-data that is inside, at most eight certificates. The octets in
/// ``content`` are the ones that a signature is checked over and the ones that are decoded.
public struct SignedReceipt: Hashable, Sendable {
  /// The whole document, as given.
  public let der: [UInt8]
  /// The octets of eContent, segments joined.
  public let content: [UInt8]
  /// Where the octets of ``content`` stand in ``der``.
  public let contentPieces: [ASN1Piece]
  /// Something in the document has an indefinite length or is in segments, which Xcode does and Apple does not.
  public let usesBER: Bool
  /// The only digest algorithm.
  public let digestAlgorithm: ObjectIdentifier
  /// Certificates in the order of the document; the signer's may be any of them, or none.
  public let certificates: [[UInt8]]
  /// The only signer.
  public let signer: SignerInfo

  /// The offset in ``der`` of an offset in ``content``.
  public func offset(ofContent offset: Int) -> Int {
    let piece = contentPieces.last { $0.start <= offset } ?? ASN1Piece(start: 0, source: 0..<0)
    return piece.source.lowerBound + min(offset - piece.start, piece.source.count)
  }
}

/// The SignerInfo of a receipt (RFC 5652 §5.3).
public struct SignerInfo: Hashable, Sendable {
  /// Which certificate's key signed.
  public let identifier: SignerIdentifier
  /// The digest that the signature is made with.
  public let digestAlgorithm: ObjectIdentifier
  /// The signature algorithm as written: rsaEncryption in nearly all receipts, which leaves the digest to the field before.
  public let signatureAlgorithm: ObjectIdentifier
  /// The octets of the signature.
  public let signature: [UInt8]
  /// The signed attributes, which no receipt has had yet; nil where absent. The signature is over them, if present.
  public let signedAttributes: SignedAttributes?
}

/// How a SignerInfo names its certificate.
public enum SignerIdentifier: Hashable, Sendable {
  /// DER of the issuer's Name, and the octets of the serial number.
  case issuerAndSerialNumber(issuer: [UInt8], serialNumber: [UInt8])
  /// The octets of the subject key identifier.
  case subjectKeyIdentifier([UInt8])
}

/// Signed attributes (RFC 5652 §5.3 and §11).
public struct SignedAttributes: Hashable, Sendable {
  /// The octets that are signed: the attributes in DER with the tag of a SET (§5.4).
  public let signedOctets: [UInt8]
  /// The octets of the message-digest attribute (§11.2), which must be the digest of the content.
  public let messageDigest: [UInt8]
}
