// SPDX-License-Identifier: MIT

public import ASN1Reading
public import JOSE

/// Checks the signature of a receipt and the path of its certificates: bytes in, verdict out.
///
/// Implementations do not read a clock and do not judge validity in time: they report the intervals. They must be safe
/// to call from many tasks at once and must never trap on any input.
public protocol ReceiptSignatureChecker: Sendable {
  /// Judges one signature.
  func check(_ signature: ReceiptSignature) -> ReceiptSignatureVerdict
}

/// A signature and all that belongs to it, taken out of a receipt.
public struct ReceiptSignature: Hashable, Sendable {
  /// Which marks of purpose leaf and intermediate must carry.
  public enum Purpose: Hashable, Sendable {
    /// App receipts, and transaction receipts of version 3.
    case appReceipt
    /// Transaction receipts of version 2.
    case iTunesStore

    /// The mark of the leaf.
    public var leafMark: ObjectIdentifier {
      self == .appReceipt ? .appleReceiptSigningLeaf : .appleTransactionReceiptLeaf
    }

    /// The mark of the intermediate.
    public var intermediateMark: ObjectIdentifier {
      self == .appReceipt ? .appleWorldwideDeveloperRelations : .appleITunesStoreIntermediate
    }
  }

  /// What kind of receipt it is.
  public var purpose: Purpose
  /// DER of the certificate whose key is said to have signed.
  public var leaf: [UInt8]
  /// DER of certificates that may be its issuer; none of them is trusted.
  public var intermediates: [[UInt8]]
  /// The digest algorithm that the signer names.
  public var digestAlgorithm: ObjectIdentifier
  /// SHA-1 may be used, in the signature and in the certificates' own.
  public var allowsSHA1: Bool
  /// The octets whose digest is signed, or stands in ``messageDigest``.
  public var content: [UInt8]
  /// Where there are signed attributes: the octets of these, which are signed in the content's stead, and the digest
  /// of the content that they name.
  public var signedAttributes: SignedAttributes?
  /// The octets of the signature (RSASSA-PKCS1-v1_5, RFC 8017 §8.2).
  public var signature: [UInt8]

  /// Puts a signature together.
  public init(
    purpose: Purpose, leaf: [UInt8], intermediates: [[UInt8]], digestAlgorithm: ObjectIdentifier, allowsSHA1: Bool,
    content: [UInt8], signedAttributes: SignedAttributes? = nil, signature: [UInt8]
  ) {
    self.purpose = purpose
    self.leaf = leaf
    self.intermediates = intermediates
    self.digestAlgorithm = digestAlgorithm
    self.allowsSHA1 = allowsSHA1
    self.content = content
    self.signedAttributes = signedAttributes
    self.signature = signature
  }
}

/// What a ``ReceiptSignatureChecker`` found.
public struct ReceiptSignatureVerdict: Sendable {
  /// Digest and key are of the kinds that are accepted. A refusal by the library's own policy is a failure with the code
  /// `signatureUnavailable`: it says nothing about the receipt.
  public var algorithm: CheckOutcome
  /// The path of the certificates.
  public var chain: CertificateChainVerdict
  /// The signature belongs to the octets and the leaf's key, whether that is trusted or not.
  public var signature: CheckOutcome

  /// Makes a verdict.
  public init(algorithm: CheckOutcome, chain: CertificateChainVerdict, signature: CheckOutcome) {
    self.algorithm = algorithm
    self.chain = chain
    self.signature = signature
  }
}
