// SPDX-License-Identifier: MIT
#if OpenSSL
  extension TestKey {
    /// Which of the many right or lucky signatures over one message is wanted.
    public enum SignatureShape: String, Hashable, Sendable, CaseIterable {
      /// The one that RFC 6979 gives.
      case standard
      /// s in the lower half of the order.
      case lowS
      /// s in the upper half of the order; as right as the other.
      case highS
      /// r begins with a zero octet, where encoders that drop it go wrong.
      case leadingZeroR
      /// s begins with a zero octet.
      case leadingZeroS
    }

    /// Signs with ES256 (RFC 7518 §3.4), deterministically (RFC 6979).
    ///
    /// - Returns: the 64 octets r‖s.
    /// - Throws: ``MintingError/Code/wrongKeyType`` if the key is not P-256.
    public func signES256(_ message: [UInt8], shape: SignatureShape = .standard) throws(MintingError) -> [UInt8] {
      guard kind == .p256 else {
        throw MintingError(code: .wrongKeyType, message: "ES256 wants a P-256 key; this is another one")
      }
      let scalars = try signECDSA(message, digest: .sha256, shape: shape)
      return scalars.r + scalars.s
    }

    /// Signs as X.509 and CMS do: DER of ECDSA-Sig-Value (RFC 3279 §2.2.3), or RSASSA-PKCS1-v1_5.
    ///
    /// - Throws: ``MintingError/Code/libcryptoFailed``, for instance where a policy forbids SHA-1.
    public func signDER(_ message: [UInt8], digest: DigestAlgorithm) throws(MintingError) -> [UInt8] {
      if case .rsa = kind {
        return try RSANumbers.sign(message, digest: digest, privateKey: secret)
      }
      let scalars = try signECDSA(message, digest: digest, shape: .standard)
      return DERNode.sequence([.integer(magnitude: scalars.r), .integer(magnitude: scalars.s)]).encoded
    }

    private func signECDSA(
      _ message: [UInt8],
      digest: DigestAlgorithm,
      shape: SignatureShape
    ) throws(MintingError) -> SignatureScalars {
      let curve = try kind.requireCurve()
      let hash = try digest.digest(message)
      let order = try curve.order()
      // A leading zero comes once in 256 tries; ten thousand misses in a row do not happen.
      for attempt in 0..<10_000 {
        let variation = attempt == 0 ? [] : Array("attempt \(attempt)".utf8)
        var nonces = try DeterministicNonce(
          digest: digest, hash: hash, scalar: secret, order: order, variation: variation)
        guard var scalars = try curve.sign(digest: hash, scalar: secret, nonce: nonces.next()) else { continue }
        switch shape {
        case .standard: return scalars
        case .lowS, .highS:
          let other = try curve.negated(scalars.s)
          let isHigh = other.lexicographicallyPrecedes(scalars.s)
          if isHigh != (shape == .highS) {
            scalars.s = other
          }
          return scalars
        case .leadingZeroR where scalars.r.first == 0: return scalars
        case .leadingZeroS where scalars.s.first == 0: return scalars
        case .leadingZeroR, .leadingZeroS: continue
        }
      }
      throw MintingError(code: .searchExhausted, message: "no signature of shape \(shape.rawValue) was found")
    }
  }
#endif
