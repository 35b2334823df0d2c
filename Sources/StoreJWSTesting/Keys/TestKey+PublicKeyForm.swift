// SPDX-License-Identifier: MIT
#if OpenSSL
  extension TestKey {
    /// Ways to write a P-256 public key in a certificate; only one of them is right (RFC 5480 §2).
    public enum PublicKeyForm: String, Hashable, Sendable, CaseIterable {
      /// id-ecPublicKey, the named curve, the uncompressed point.
      case named
      /// The curve's numbers instead of its name: the same curve today, any curve tomorrow.
      case explicitParameters
      /// The compressed point.
      case compressed
      /// The hybrid point: both coordinates and the sign of the second.
      case hybrid
      /// The point at infinity, for which a signature can be made without any key.
      case infinity
      /// A point that is not on the curve.
      case offCurve
      /// The algorithm id-ecDH, which is for key agreement.
      case keyAgreement
      /// An octet more than the point has.
      case trailingOctet
    }

    /// DER of a SubjectPublicKeyInfo in this form.
    ///
    /// - Throws: ``MintingError/Code/wrongKeyType`` if the key is not P-256.
    public func publicKeyInfo(form: PublicKeyForm) throws(MintingError) -> [UInt8] {
      guard kind == .p256 else {
        throw MintingError(code: .wrongKeyType, message: "the forms of a public key are for P-256")
      }
      var point = try publicPoint(compressed: form == .compressed)
      var algorithm = "1.2.840.10045.2.1"
      var parameters = DERNode.objectIdentifier(kind.curveIdentifier)
      switch form {
      case .named, .compressed: break
      case .explicitParameters: parameters = Self.explicitP256
      case .hybrid: point[0] = 0x06 | (point[64] & 1)
      case .infinity: point = [0]
      case .offCurve: point[64] ^= 1
      case .keyAgreement: algorithm = "1.3.132.1.12"
      case .trailingOctet: point.append(0)
      }
      return DERNode.sequence([.sequence([.objectIdentifier(algorithm), parameters]), .bitString(point)]).encoded
    }

    /// ECParameters (RFC 3279 §2.3.5) of P-256, numbers from FIPS 186-4 §D.1.2.3.
    private static var explicitP256: DERNode {
      let prime: [UInt8] =
        [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 12) + [UInt8](repeating: 0xFF, count: 12)
      let b: [UInt8] = [
        0x5A, 0xC6, 0x35, 0xD8, 0xAA, 0x3A, 0x93, 0xE7, 0xB3, 0xEB, 0xBD, 0x55, 0x76, 0x98, 0x86, 0xBC,
        0x65, 0x1D, 0x06, 0xB0, 0xCC, 0x53, 0xB0, 0xF6, 0x3B, 0xCE, 0x3C, 0x3E, 0x27, 0xD2, 0x60, 0x4B,
      ]
      // The base point is 1·G, so that its digits need not be typed.
      let one = [UInt8](repeating: 0, count: 31) + [1]
      let base = (try? CurveArithmetic.p256.publicPoint(scalar: one)) ?? []
      return .sequence([
        .integer(1),
        .sequence([.objectIdentifier("1.2.840.10045.1.1"), .integer(magnitude: prime)]),
        .sequence([.octetString(prime.dropLast() + [0xFC]), .octetString(b)]),
        .octetString(base),
        .integer(magnitude: p256Order),
        .integer(1),
      ])
    }
  }
#endif
