// SPDX-License-Identifier: MIT

#if OpenSSL
  import COpenSSL

  /// Arithmetic on P-256 for tests: numbers are 32 bytes, big-endian; points are 65 bytes, 04‖X‖Y.
  ///
  /// It goes through libcrypto's plain group, so it shares nothing with the batches under test but the curve.
  enum CurveMath {
    nonisolated(unsafe) static let group = unsafe EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1)
    static let order: [UInt8] = unsafe bytes(EC_GROUP_get0_order(group))
    static let prime: [UInt8] = unsafe bytes(EC_GROUP_get0_field(group))
    static let generator: [UInt8] = point(times: number(1))

    static func number(_ value: UInt64) -> [UInt8] {
      [UInt8](repeating: 0, count: 24) + (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    enum Operation { case add, subtract, multiply, inverse }

    /// `left operation right` modulo n.
    static func modN(_ left: [UInt8], _ operation: Operation, _ right: [UInt8] = []) -> [UInt8] {
      let context = unsafe BN_CTX_new()
      let (a, b, result) = unsafe (big(left), big(right), BN_new())
      defer { unsafe BN_free(a); unsafe BN_free(b); unsafe BN_free(result); unsafe BN_CTX_free(context) }
      let n = unsafe EC_GROUP_get0_order(group)
      switch operation {
      case .add: unsafe BN_mod_add(result, a, b, n, context)
      case .subtract: unsafe BN_mod_sub(result, a, b, n, context)
      case .multiply: unsafe BN_mod_mul(result, a, b, n, context)
      case .inverse: _ = unsafe BN_mod_inverse(result, a, n, context)
      }
      return unsafe bytes(result)
    }

    /// `left + right` without a modulus; nil if it needs more than 32 bytes.
    static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8]? {
      let (a, b) = unsafe (big(left), big(right))
      defer { unsafe BN_free(a); unsafe BN_free(b) }
      unsafe BN_add(a, a, b)
      return unsafe BN_num_bits(a) > 256 ? nil : bytes(a)
    }

    /// `scalar` times G.
    static func point(times scalar: [UInt8]) -> [UInt8] {
      let (result, k) = unsafe (EC_POINT_new(group), big(scalar))
      defer { unsafe EC_POINT_free(result); unsafe BN_free(k) }
      unsafe EC_POINT_mul(group, result, k, nil, nil, nil)
      return unsafe encoded(result)
    }

    /// u1·G + u2·Q; a single zero byte at infinity.
    static func combine(_ u1: [UInt8], _ u2: [UInt8], _ point: [UInt8]) -> [UInt8] {
      let (result, q, a, b) = unsafe (EC_POINT_new(group), decoded(point), big(u1), big(u2))
      defer { unsafe EC_POINT_free(result); unsafe EC_POINT_free(q); unsafe BN_free(a); unsafe BN_free(b) }
      unsafe EC_POINT_mul(group, result, a, q, b, nil)
      return unsafe encoded(result)
    }

    /// The point with this x-coordinate and an even y, or nil if the curve has none.
    static func point(withX x: [UInt8]) -> [UInt8]? {
      let (result, value) = unsafe (EC_POINT_new(group), big(x))
      defer { unsafe EC_POINT_free(result); unsafe BN_free(value); ERR_clear_error() }
      guard unsafe EC_POINT_set_compressed_coordinates(group, result, value, 0, nil) == 1 else { return nil }
      return unsafe encoded(result)
    }

    static func x(of point: [UInt8]) -> [UInt8] { Array(point[1..<33]) }

    /// x(P) mod n.
    static func r(of point: [UInt8]) -> [UInt8] { modN(x(of: point), .add, number(0)) }

    /// The key under which (r, s) with the nonce point R fits the digest e: Q = r⁻¹·(s·R − e·G).
    static func recoveredKey(r: [UInt8], s: [UInt8], nonce: [UInt8], digest: [UInt8]) -> [UInt8] {
      let inverse = modN(r, .inverse)
      let minusE = modN(number(0), .subtract, modN(digest, .multiply, inverse))
      return combine(minusE, modN(s, .multiply, inverse), nonce)
    }

    /// An ordinary signature r‖s with a chosen nonce.
    static func sign(digest: [UInt8], privateKey: [UInt8], nonce: [UInt8]) -> [UInt8] {
      let r = r(of: point(times: nonce))
      let s = modN(modN(nonce, .inverse), .multiply, modN(digest, .add, modN(r, .multiply, privateKey)))
      return r + s
    }

    /// DER SubjectPublicKeyInfo of a point.
    static func publicKey(_ point: [UInt8]) -> [UInt8] {
      [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
        0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
      ] + point
    }

    static func sha256(_ message: [UInt8]) -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: 32)
      unsafe SHA256(message, message.count, &digest)
      return digest
    }

    /// A scalar in 1…n−1 that depends on the seed alone.
    static func scalar(_ seed: String) -> [UInt8] { modN(sha256(Array(seed.utf8)), .add, number(0)) }

    // MARK: - Between bytes and libcrypto

    private static func big(_ bytes: [UInt8]) -> OpaquePointer? { unsafe BN_bin2bn(bytes, Int32(bytes.count), nil) }

    private static func bytes(_ value: OpaquePointer?) -> [UInt8] {
      var result = [UInt8](repeating: 0, count: 32)
      unsafe BN_bn2binpad(value, &result, 32)
      return result
    }

    private static func encoded(_ point: OpaquePointer?) -> [UInt8] {
      var result = [UInt8](repeating: 0, count: 65)
      let count = unsafe EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &result, 65, nil)
      return Array(result.prefix(count))
    }

    private static func decoded(_ bytes: [UInt8]) -> OpaquePointer? {
      let point = unsafe EC_POINT_new(group)
      unsafe EC_POINT_oct2point(group, point, bytes, bytes.count, nil)
      return unsafe point
    }
  }
#endif
