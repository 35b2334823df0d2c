// SPDX-License-Identifier: MIT
#if OpenSSL
  /// A throwaway private key that a seed and a label decide: the same words give the same key on every machine.
  ///
  /// Whoever knows the seed has the key. Never use one for anything but tests.
  public struct TestKey: Hashable, Sendable {
    /// The kinds of key that the App Store's documents are signed with, and one neighbour of each.
    public enum Kind: Hashable, Sendable {
      /// NIST P-256 (SEC 2 secp256r1): leaves of tokens.
      case p256
      /// NIST P-384: the authorities above them.
      case p384
      /// RSA (RFC 8017): receipts. `bits` is the size of the modulus.
      case rsa(bits: Int, exponent: UInt32)

      /// RSA of 2048 bits with exponent 65537.
      public static let rsa2048 = Kind.rsa(bits: 2048, exponent: 65537)
    }

    /// What kind of key it is.
    public let kind: Kind
    /// DER of the SubjectPublicKeyInfo (RFC 5280 §4.1.2.7).
    public let publicKeyInfo: [UInt8]
    /// Big-endian scalar of an elliptic-curve key; DER of the RSAPrivateKey (RFC 8017 §A.1.2) of an RSA key.
    let secret: [UInt8]

    /// Derives a key.
    ///
    /// An RSA key takes a search for primes: some tenths of a second for 2048 bits.
    ///
    /// - Throws: ``MintingError/Code/keyParameters`` for an RSA size outside 512…8192 or an even exponent,
    ///   ``MintingError/Code/libcryptoFailed`` if libcrypto fails.
    public init(_ kind: Kind = .p256, seed: String, label: String) throws(MintingError) {
      self.kind = kind
      let material = Array(seed.utf8) + [0] + Array(label.utf8)
      switch kind {
      case .p256, .p384:
        let digest: DigestAlgorithm = kind == .p256 ? .sha256 : .sha384
        secret = try kind.requireCurve().reducedScalar(digest.digest(material))
        publicKeyInfo = try Self.curveKeyInfo(kind, secret: secret).encoded
      case .rsa(let bits, let exponent):
        let numbers = try RSANumbers(bits: bits, exponent: exponent, seed: material)
        secret = numbers.privateKey.encoded
        publicKeyInfo = numbers.publicKeyInfo.encoded
      }
    }

    /// A P-256 key from its scalar, for published vectors.
    ///
    /// - Throws: ``MintingError/Code/libcryptoFailed`` if libcrypto fails.
    public init(p256Scalar: [UInt8]) throws(MintingError) {
      kind = .p256
      secret = p256Scalar
      publicKeyInfo = try Self.curveKeyInfo(.p256, secret: p256Scalar).encoded
    }

    /// The public point of an elliptic-curve key (SEC 1 §2.3.3).
    ///
    /// - Throws: ``MintingError/Code/wrongKeyType`` for an RSA key.
    public func publicPoint(compressed: Bool = false) throws(MintingError) -> [UInt8] {
      try kind.requireCurve().publicPoint(scalar: secret, compressed: compressed)
    }

    /// The private key as PKCS #8 PEM (RFC 5958), as other tools want it.
    public var privateKeyPEM: String {
      let algorithm: DERNode
      let key: DERNode
      switch kind {
      case .p256, .p384:
        algorithm = .sequence([.objectIdentifier("1.2.840.10045.2.1"), .objectIdentifier(kind.curveIdentifier)])
        // SEC 1 §C.4; the public key is left out, every reader computes it.
        key = .sequence([.integer(1), .octetString(secret)])
      case .rsa:
        algorithm = .sequence([.objectIdentifier("1.2.840.113549.1.1.1"), .null])
        key = .verbatim(secret)
      }
      let document = DERNode.sequence([.integer(0), algorithm, .octetString(key.encoded)])
      return PEMText.encode(document.encoded, label: "PRIVATE KEY")
    }

    /// The order n of P-256's base point (FIPS 186-4 §D.1.2.3), big-endian: numbers of a signature lie in 1…n−1.
    public static let p256Order: [UInt8] = [
      0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
      0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    private static func curveKeyInfo(_ kind: Kind, secret: [UInt8]) throws(MintingError) -> DERNode {
      try .sequence([
        .sequence([.objectIdentifier("1.2.840.10045.2.1"), .objectIdentifier(kind.curveIdentifier)]),
        .bitString(kind.requireCurve().publicPoint(scalar: secret)),
      ])
    }
  }

  extension TestKey.Kind {
    /// The named curve (RFC 5480 §2.1.1.1), empty for RSA.
    var curveIdentifier: String {
      switch self {
      case .p256: "1.2.840.10045.3.1.7"
      case .p384: "1.3.132.0.34"
      case .rsa: ""
      }
    }

    func requireCurve() throws(MintingError) -> CurveArithmetic {
      switch self {
      case .p256: return CurveArithmetic.p256
      case .p384: return CurveArithmetic.p384
      case .rsa: throw MintingError(code: .wrongKeyType, message: "an elliptic-curve key was wanted; this is RSA")
      }
    }
  }
#endif
