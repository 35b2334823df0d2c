// SPDX-License-Identifier: MIT
#if OpenSSL
  /// Everything that a certificate says (RFC 5280 §4.1), each part free to be wrong.
  public struct CertificateTemplate: Hashable, Sendable {
    /// Signature algorithms of certificates (RFC 3279 §2.2, RFC 5758 §3.2, RFC 4055 §5).
    public enum SignatureAlgorithm: String, Hashable, Sendable, CaseIterable {
      /// ECDSA with SHA-1: no longer trusted.
      case ecdsaWithSHA1
      /// ECDSA with SHA-256.
      case ecdsaWithSHA256
      /// ECDSA with SHA-384: what Apple's ECC authorities use.
      case ecdsaWithSHA384
      /// ECDSA with SHA-512.
      case ecdsaWithSHA512
      /// RSA with SHA-1.
      case sha1WithRSA
      /// RSA with SHA-256.
      case sha256WithRSA
    }

    /// What is done to the encoding after all has been said.
    public enum EncodingFault: Hashable, Sendable {
      /// Nothing: DER.
      case none
      /// The outermost length has one octet too many: BER.
      case paddedLength
      /// The signed part has a length that DER does not allow; the signature is over those octets.
      case paddedLengthInside
      /// The outermost length is indefinite: BER.
      case indefiniteLength
      /// Octets after the end.
      case trailing([UInt8])
      /// Only that many octets.
      case truncated(Int)
    }

    /// 1 and 2 and 3 are right; version 1 has no version field.
    public var version = 3
    /// Contents octets of the serial number's INTEGER, as they are.
    public var serialNumber: [UInt8]
    /// The algorithm that the issuer really signs with, named outside the signed part.
    public var signatureAlgorithm: SignatureAlgorithm
    /// The algorithm named inside the signed part, where it is to differ.
    public var statedSignatureAlgorithm: SignatureAlgorithm?
    /// Who signs.
    public var issuer: DistinguishedName
    /// Whose key it is.
    public var subject: DistinguishedName
    /// Start of validity, inclusive, in seconds since 1970-01-01T00:00:00Z.
    public var notBefore: Int64
    /// End of validity, inclusive, in seconds since 1970-01-01T00:00:00Z.
    public var notAfter: Int64
    /// DER of the SubjectPublicKeyInfo.
    public var publicKeyInfo: [UInt8]
    /// The extensions, in order.
    public var extensions: [CertificateExtension]
    /// What is done to the encoding.
    public var encodingFault = EncodingFault.none
    /// Whether the last bit of the signature is flipped after signing.
    public var breaksSignature = false

    /// Makes a template.
    public init(
      serialNumber: [UInt8],
      signatureAlgorithm: SignatureAlgorithm = .ecdsaWithSHA384,
      issuer: DistinguishedName,
      subject: DistinguishedName,
      notBefore: Int64,
      notAfter: Int64,
      publicKeyInfo: [UInt8],
      extensions: [CertificateExtension]
    ) {
      self.serialNumber = serialNumber
      self.signatureAlgorithm = signatureAlgorithm
      self.issuer = issuer
      self.subject = subject
      self.notBefore = notBefore
      self.notAfter = notAfter
      self.publicKeyInfo = publicKeyInfo
      self.extensions = extensions
    }

    /// Takes away every extension with this identifier.
    public mutating func removeExtension(_ identifier: String) {
      extensions.removeAll { $0.identifier == identifier }
    }

    /// Puts an extension where one with the same identifier stands, or at the end.
    public mutating func setExtension(_ replacement: CertificateExtension) {
      if let index = extensions.firstIndex(where: { $0.identifier == replacement.identifier }) {
        extensions[index] = replacement
      } else {
        extensions.append(replacement)
      }
    }

    /// The certificate, signed by `key`.
    ///
    /// - Returns: DER (or what the fault makes of it).
    /// - Throws: ``MintingError/Code/wrongKeyType`` if the key cannot sign with the template's algorithm.
    public func signed(by key: TestKey) throws(MintingError) -> [UInt8] {
      guard signatureAlgorithm.isRSA == key.kind.isRSA else {
        throw MintingError(code: .wrongKeyType, message: "\(signatureAlgorithm.rawValue) does not fit the key")
      }
      var toBeSigned = bodyNode
      if encodingFault == .paddedLengthInside {
        toBeSigned = toBeSigned.withLength(.padded(1))
      }
      let body = toBeSigned.encoded
      var signature = try key.signDER(body, digest: signatureAlgorithm.digest)
      if breaksSignature, let last = signature.indices.last {
        signature[last] ^= 1
      }
      let certificate = DERNode.sequence([.verbatim(body), signatureAlgorithm.node, .bitString(signature)])
      switch encodingFault {
      case .none, .paddedLengthInside: return certificate.encoded
      case .paddedLength: return certificate.withLength(.padded(1)).encoded
      case .indefiniteLength: return certificate.withLength(.indefinite).encoded
      case .trailing(let octets): return certificate.encoded + octets
      case .truncated(let count): return Array(certificate.encoded.prefix(max(count, 0)))
      }
    }

    /// TBSCertificate.
    private var bodyNode: DERNode {
      var fields: [DERNode] = version == 1 ? [] : [.tagged(0, [.integer(version - 1)])]
      fields += [
        .integer(contents: serialNumber),
        (statedSignatureAlgorithm ?? signatureAlgorithm).node,
        issuer.node,
        .sequence([.time(notBefore), .time(notAfter)]),
        subject.node,
        .verbatim(publicKeyInfo),
      ]
      if !extensions.isEmpty {
        fields.append(.tagged(3, [.sequence(extensions.map(\.node))]))
      }
      return .sequence(fields)
    }
  }

  extension CertificateTemplate.SignatureAlgorithm {
    var isRSA: Bool {
      self == .sha1WithRSA || self == .sha256WithRSA
    }

    var digest: DigestAlgorithm {
      switch self {
      case .ecdsaWithSHA1, .sha1WithRSA: .sha1
      case .ecdsaWithSHA256, .sha256WithRSA: .sha256
      case .ecdsaWithSHA384: .sha384
      case .ecdsaWithSHA512: .sha512
      }
    }

    /// AlgorithmIdentifier; RSA has a NULL parameter, ECDSA has none.
    var node: DERNode {
      switch self {
      case .ecdsaWithSHA1: .sequence([.objectIdentifier("1.2.840.10045.4.1")])
      case .ecdsaWithSHA256: .sequence([.objectIdentifier("1.2.840.10045.4.3.2")])
      case .ecdsaWithSHA384: .sequence([.objectIdentifier("1.2.840.10045.4.3.3")])
      case .ecdsaWithSHA512: .sequence([.objectIdentifier("1.2.840.10045.4.3.4")])
      case .sha1WithRSA: .sequence([.objectIdentifier("1.2.840.113549.1.1.5"), .null])
      case .sha256WithRSA: .sequence([.objectIdentifier("1.2.840.113549.1.1.11"), .null])
      }
    }
  }

  extension TestKey.Kind {
    var isRSA: Bool {
      if case .rsa = self { true } else { false }
    }
  }
#endif
