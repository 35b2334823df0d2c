// SPDX-License-Identifier: MIT
#if OpenSSL
  import COpenSSL

  /// The two numbers of an ECDSA signature, big-endian, each as long as the order of the curve.
  struct SignatureScalars: Hashable {
    var r: [UInt8]
    var s: [UInt8]
  }

  /// Points and numbers of one named curve.
  ///
  /// ECDSA is written out over libcrypto's arithmetic (FIPS 186-4 §6.4), because its own signing functions choose a
  /// random nonce and so would give other vectors every time. Timing does not matter: the keys are throwaway ones.
  ///
  // SAFETY: an EC_GROUP without a table being built is read-only, and every call has a BN_CTX of its own.
  @safe final class CurveArithmetic: @unchecked Sendable {
    static let p256 = CurveArithmetic(nid: NID_X9_62_prime256v1, scalarByteCount: 32)
    static let p384 = CurveArithmetic(nid: NID_secp384r1, scalarByteCount: 48)

    let scalarByteCount: Int
    private let group: OpaquePointer?

    private init(nid: Int32, scalarByteCount: Int) {
      unsafe group = EC_GROUP_new_by_curve_name(nid)
      self.scalarByteCount = scalarByteCount
    }

    deinit {
      unsafe EC_GROUP_free(group)
    }

    /// The order n of the base point, big-endian.
    func order() throws(MintingError) -> [UInt8] {
      guard let group = unsafe group else { throw Self.failure }
      return try unsafe number(EC_GROUP_get0_order(group))
    }

    /// `octets` as a number, reduced to 1…n−1.
    func reducedScalar(_ octets: [UInt8]) throws(MintingError) -> [UInt8] {
      guard let group = unsafe group, let context = unsafe BN_CTX_new() else { throw Self.failure }
      defer { unsafe BN_CTX_free(context) }
      guard let value = unsafe BN_bin2bn(octets, Int32(octets.count), nil) else { throw Self.failure }
      defer { unsafe BN_free(value) }
      guard let modulus = unsafe BN_dup(EC_GROUP_get0_order(group)) else { throw Self.failure }
      defer { unsafe BN_free(modulus) }
      guard unsafe BN_sub_word(modulus, 1) == 1, unsafe BN_div(nil, value, value, modulus, context) == 1,
        unsafe BN_add_word(value, 1) == 1
      else { throw Self.failure }
      return try unsafe number(value)
    }

    /// `scalar`·G as an uncompressed or compressed point (SEC 1 §2.3.3).
    func publicPoint(scalar: [UInt8], compressed: Bool = false) throws(MintingError) -> [UInt8] {
      guard let group = unsafe group, let point = unsafe EC_POINT_new(group) else { throw Self.failure }
      defer { unsafe EC_POINT_free(point) }
      guard let value = unsafe BN_bin2bn(scalar, Int32(scalar.count), nil) else { throw Self.failure }
      defer { unsafe BN_free(value) }
      var output = [UInt8](repeating: 0, count: compressed ? 1 + scalarByteCount : 1 + 2 * scalarByteCount)
      let form = compressed ? POINT_CONVERSION_COMPRESSED : POINT_CONVERSION_UNCOMPRESSED
      guard unsafe EC_POINT_mul(group, point, value, nil, nil, nil) == 1,
        unsafe EC_POINT_point2oct(group, point, form, &output, output.count, nil) == output.count
      else { throw Self.failure }
      return output
    }

    /// One try at a signature with this nonce: nil where r or s comes out as zero.
    func sign(digest: [UInt8], scalar: [UInt8], nonce: [UInt8]) throws(MintingError) -> SignatureScalars? {
      guard let group = unsafe group, let context = unsafe BN_CTX_new() else { throw Self.failure }
      defer { unsafe BN_CTX_free(context) }
      unsafe BN_CTX_start(context)
      defer { unsafe BN_CTX_end(context) }
      guard let point = unsafe EC_POINT_new(group) else { throw Self.failure }
      defer { unsafe EC_POINT_free(point) }
      let order = unsafe EC_GROUP_get0_order(group)
      // The bits of the digest that count are the leftmost ones (FIPS 186-4 §6.4).
      let hash = Array(digest.prefix(scalarByteCount))
      guard let r = unsafe BN_CTX_get(context), let s = unsafe BN_CTX_get(context),
        let k = unsafe BN_CTX_get(context), let d = unsafe BN_CTX_get(context),
        unsafe BN_bin2bn(nonce, Int32(nonce.count), k) != nil,
        unsafe BN_bin2bn(scalar, Int32(scalar.count), d) != nil,
        unsafe EC_POINT_mul(group, point, k, nil, nil, context) == 1,
        unsafe EC_POINT_get_affine_coordinates(group, point, r, nil, context) == 1,
        unsafe BN_nnmod(r, r, order, context) == 1,
        unsafe BN_mod_mul(d, d, r, order, context) == 1,
        unsafe BN_bin2bn(hash, Int32(hash.count), s) != nil,
        unsafe BN_mod_add(s, s, d, order, context) == 1,
        unsafe BN_mod_inverse(k, k, order, context) != nil,
        unsafe BN_mod_mul(s, s, k, order, context) == 1
      else { throw Self.failure }
      if unsafe BN_is_zero(r) == 1 || BN_is_zero(s) == 1 {
        return nil
      }
      return SignatureScalars(r: try unsafe number(r), s: try unsafe number(s))
    }

    /// n − s: the other s of the same signature.
    func negated(_ scalar: [UInt8]) throws(MintingError) -> [UInt8] {
      guard let group = unsafe group, let value = unsafe BN_bin2bn(scalar, Int32(scalar.count), nil) else {
        throw Self.failure
      }
      defer { unsafe BN_free(value) }
      guard unsafe BN_sub(value, EC_GROUP_get0_order(group), value) == 1 else { throw Self.failure }
      return try unsafe number(value)
    }

    private func number(_ value: OpaquePointer?) throws(MintingError) -> [UInt8] {
      var output = [UInt8](repeating: 0, count: scalarByteCount)
      guard unsafe BN_bn2binpad(value, &output, Int32(output.count)) == Int32(output.count) else {
        throw Self.failure
      }
      return output
    }

    private static var failure: MintingError {
      MintingError(code: .libcryptoFailed, message: "curve arithmetic failed")
    }
  }
#endif
