// SPDX-License-Identifier: MIT

/// One extension of a certificate (RFC 5280 §4.2).
public struct CertificateExtension: Hashable, Sendable {
  /// Object identifier as dotted numbers.
  public var identifier: String
  /// Whether a reader that does not know it must refuse the certificate.
  public var isCritical: Bool
  /// What the OCTET STRING holds.
  public var value: [UInt8]

  /// Makes an extension.
  public init(identifier: String, isCritical: Bool = false, value: [UInt8]) {
    self.identifier = identifier
    self.isCritical = isCritical
    self.value = value
  }

  /// The extension as ASN.1; a criticality of false is left out, as DER has it.
  public var node: DERNode {
    let critical: [DERNode] = isCritical ? [.boolean(true)] : []
    return .sequence([.objectIdentifier(identifier)] + critical + [.octetString(value)])
  }
}

extension CertificateExtension {
  /// Bits of KeyUsage (RFC 5280 §4.2.1.3), numbered from the most significant one.
  public enum KeyUsageBit: Int, Hashable, Sendable {
    /// Signatures on things other than certificates.
    case digitalSignature = 0
    /// Key transport.
    case keyEncipherment = 2
    /// Signatures on certificates.
    case keyCertSign = 5
    /// Signatures on revocation lists.
    case cRLSign = 6
  }

  /// Identifiers that tests look up and change.
  public enum Identifier {
    /// BasicConstraints.
    public static let basicConstraints = "2.5.29.19"
    /// KeyUsage.
    public static let keyUsage = "2.5.29.15"
    /// SubjectKeyIdentifier.
    public static let subjectKeyIdentifier = "2.5.29.14"
    /// AuthorityKeyIdentifier.
    public static let authorityKeyIdentifier = "2.5.29.35"
    /// AuthorityInfoAccess.
    public static let authorityInfoAccess = "1.3.6.1.5.5.7.1.1"
    /// Apple's mark on a certificate that signs App Store receipts and tokens.
    public static let receiptSigning = "1.2.840.113635.100.6.11.1"
    /// Apple's mark on a Worldwide Developer Relations authority.
    public static let developerRelations = "1.2.840.113635.100.6.2.1"
    /// Apple's mark on the certificates of version 2 transaction receipts.
    public static let transactionReceiptSigning = "1.2.840.113635.100.6.5.1"
    /// Apple's mark on the iTunes Store authority above them.
    public static let iTunesStoreAuthority = "1.2.840.113635.100.6.2.2"
  }

  /// BasicConstraints; CA false is written as the empty sequence, its DER.
  public static func basicConstraints(isCA: Bool, pathLength: Int? = nil) -> CertificateExtension {
    let flag: [DERNode] = isCA ? [.boolean(true)] : []
    let limit: [DERNode] = pathLength.map { [.integer($0)] } ?? []
    return CertificateExtension(
      identifier: Identifier.basicConstraints, isCritical: true, value: DERNode.sequence(flag + limit).encoded)
  }

  /// KeyUsage with these bits.
  public static func keyUsage(_ bits: Set<KeyUsageBit>) -> CertificateExtension {
    let octet = bits.reduce(UInt8(0)) { $0 | 0x80 >> UInt8(truncatingIfNeeded: $1.rawValue) }
    let unused = UInt8(truncatingIfNeeded: octet.trailingZeroBitCount)
    return CertificateExtension(
      identifier: Identifier.keyUsage, isCritical: true,
      value: DERNode.bitString(octet == 0 ? [] : [octet], unusedBits: octet == 0 ? 0 : unused).encoded)
  }

  /// ExtendedKeyUsage with these purposes.
  public static func extendedKeyUsage(_ purposes: [String]) -> CertificateExtension {
    CertificateExtension(
      identifier: "2.5.29.37", value: DERNode.sequence(purposes.map { .objectIdentifier($0) }).encoded)
  }

  /// SubjectKeyIdentifier.
  public static func subjectKeyIdentifier(_ identifier: [UInt8]) -> CertificateExtension {
    CertificateExtension(
      identifier: Identifier.subjectKeyIdentifier, value: DERNode.octetString(identifier).encoded)
  }

  /// AuthorityKeyIdentifier with the keyIdentifier alone.
  public static func authorityKeyIdentifier(_ identifier: [UInt8]) -> CertificateExtension {
    CertificateExtension(
      identifier: Identifier.authorityKeyIdentifier,
      value: DERNode.sequence([.tagged(0, octets: identifier)]).encoded)
  }

  /// AuthorityInfoAccess: where the issuer's certificate lies (optional) and where an OCSP responder listens.
  public static func authorityInfoAccess(issuer: String? = nil, ocsp: String) -> CertificateExtension {
    func access(_ method: String, _ address: String) -> DERNode {
      .sequence([.objectIdentifier(method), .tagged(6, octets: Array(address.utf8))])
    }
    let issuerAccess = issuer.map { [access("1.3.6.1.5.5.7.48.2", $0)] } ?? []
    return CertificateExtension(
      identifier: Identifier.authorityInfoAccess,
      value: DERNode.sequence(issuerAccess + [access("1.3.6.1.5.5.7.48.1", ocsp)]).encoded)
  }

  /// CRLDistributionPoints with one address.
  public static func crlDistributionPoint(_ address: String) -> CertificateExtension {
    CertificateExtension(
      identifier: "2.5.29.31",
      value: DERNode.sequence([
        .sequence([.tagged(0, [.tagged(0, [.tagged(6, octets: Array(address.utf8))])])])
      ]).encoded)
  }

  /// CertificatePolicies with one policy, a notice and the address of a statement; gives leaves Apple's size.
  public static func certificatePolicy(_ policy: String, notice: String, statement: String) -> CertificateExtension {
    CertificateExtension(
      identifier: "2.5.29.32",
      value: DERNode.sequence([
        .sequence([
          .objectIdentifier(policy),
          .sequence([
            .sequence([.objectIdentifier("1.3.6.1.5.5.7.2.2"), .sequence([.utf8String(notice)])]),
            .sequence([.objectIdentifier("1.3.6.1.5.5.7.2.1"), .ia5String(statement)]),
          ]),
        ])
      ]).encoded)
  }

  /// An extension whose presence is its meaning: the value is NULL, as in Apple's certificates.
  public static func marker(_ identifier: String, isCritical: Bool = false) -> CertificateExtension {
    CertificateExtension(identifier: identifier, isCritical: isCritical, value: DERNode.null.encoded)
  }
}
