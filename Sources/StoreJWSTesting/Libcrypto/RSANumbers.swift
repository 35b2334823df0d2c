// SPDX-License-Identifier: MIT
#if OpenSSL
  import COpenSSL

  /// The numbers of an RSA key whose primes are found from a seed.
  struct RSANumbers {
    /// RSAPrivateKey (RFC 8017 §A.1.2).
    let privateKey: DERNode
    /// SubjectPublicKeyInfo with rsaEncryption (RFC 3279 §2.3.1).
    let publicKeyInfo: DERNode

    init(bits: Int, exponent: UInt32, seed: [UInt8]) throws(MintingError) {
      guard (512...8192).contains(bits), bits.isMultiple(of: 16), exponent > 1, !exponent.isMultiple(of: 2) else {
        throw MintingError(
          code: .keyParameters, message: "an RSA key of \(bits) bits with exponent \(exponent) cannot be made")
      }
      var stream = SeedStream(seed: seed)
      let arithmetic = try NumberArithmetic()
      let e = try BigNumber((0..<4).map { UInt8(truncatingIfNeeded: exponent >> (24 - 8 * UInt32($0))) })
      let p = try Self.prime(bits: bits / 2, exponent: e, from: &stream, with: arithmetic)
      let q = try Self.prime(bits: bits / 2, exponent: e, from: &stream, with: arithmetic)
      let (n, d, totient) = (try BigNumber(), try BigNumber(), try BigNumber())
      let (pLess, qLess) = (try BigNumber(), try BigNumber())
      let (dp, dq, inverse) = (try BigNumber(), try BigNumber(), try BigNumber())
      let context = unsafe arithmetic.context
      guard unsafe BN_mul(n.value, p.value, q.value, context) == 1,
        unsafe BN_sub(pLess.value, p.value, BN_value_one()) == 1,
        unsafe BN_sub(qLess.value, q.value, BN_value_one()) == 1,
        unsafe BN_mul(totient.value, pLess.value, qLess.value, context) == 1,
        unsafe BN_mod_inverse(d.value, e.value, totient.value, context) != nil,
        unsafe BN_div(nil, dp.value, d.value, pLess.value, context) == 1,
        unsafe BN_div(nil, dq.value, d.value, qLess.value, context) == 1,
        unsafe BN_mod_inverse(inverse.value, q.value, p.value, context) != nil
      else { throw NumberArithmetic.failure }
      let fields: [DERNode] = [.integer(0)] + [n, e, d, p, q, dp, dq, inverse].map { .integer(magnitude: $0.octets) }
      privateKey = .sequence(fields)
      publicKeyInfo = .sequence([
        .sequence([.objectIdentifier("1.2.840.113549.1.1.1"), .null]),
        .bitString(DERNode.sequence([fields[1], fields[2]]).encoded),
      ])
    }

    /// RSASSA-PKCS1-v1_5 (RFC 8017 §8.2), which has no randomness of its own.
    static func sign(
      _ message: [UInt8],
      digest: DigestAlgorithm,
      privateKey: [UInt8]
    ) throws(MintingError) -> [UInt8] {
      let failure = MintingError(code: .libcryptoFailed, message: "the RSA signature could not be made")
      // SAFETY: the array outlives the call, and libcrypto moves only its own copy of the cursor.
      let key = unsafe privateKey.withUnsafeBufferPointer { buffer -> OpaquePointer? in
        var cursor = buffer.baseAddress
        return unsafe d2i_PrivateKey(EVP_PKEY_RSA, nil, &cursor, buffer.count)
      }
      guard let key = unsafe key, let context = unsafe EVP_MD_CTX_new() else { throw failure }
      defer {
        unsafe EVP_MD_CTX_free(context)
        unsafe EVP_PKEY_free(key)
      }
      var count = 0
      guard unsafe EVP_DigestSignInit(context, nil, digest.function, nil, key) == 1,
        unsafe EVP_DigestSign(context, nil, &count, message, message.count) == 1
      else { throw failure }
      var output = [UInt8](repeating: 0, count: count)
      guard unsafe EVP_DigestSign(context, &output, &count, message, message.count) == 1 else { throw failure }
      return Array(output.prefix(count))
    }

    /// A prime whose two highest bits are set (so that the product has its full length) and whose p−1 is coprime to e.
    private static func prime(
      bits: Int,
      exponent: BigNumber,
      from stream: inout SeedStream,
      with arithmetic: NumberArithmetic
    ) throws(MintingError) -> BigNumber {
      let (less, divisor) = (try BigNumber(), try BigNumber())
      while true {
        var octets = try stream.next(bits / 8)
        octets[0] |= 0xC0
        octets[octets.count - 1] |= 1
        let candidate = try BigNumber(octets)
        switch unsafe BN_check_prime(candidate.value, arithmetic.context, nil) {
        case 0: continue
        case 1: break
        default: throw NumberArithmetic.failure
        }
        guard unsafe BN_sub(less.value, candidate.value, BN_value_one()) == 1,
          unsafe BN_gcd(divisor.value, less.value, exponent.value, arithmetic.context) == 1
        else { throw NumberArithmetic.failure }
        if unsafe BN_is_one(divisor.value) == 1 {
          return candidate
        }
      }
    }
  }

  /// A number of libcrypto that is freed with its last reference.
  @safe private final class BigNumber {
    let value: OpaquePointer

    init(_ octets: [UInt8] = []) throws(MintingError) {
      guard let value = unsafe BN_bin2bn(octets, Int32(octets.count), nil) else { throw NumberArithmetic.failure }
      unsafe self.value = unsafe value
    }

    deinit {
      unsafe BN_clear_free(value)
    }

    /// Big-endian, without leading zeros.
    var octets: [UInt8] {
      var output = [UInt8](repeating: 0, count: unsafe (Int(BN_num_bits(value)) + 7) / 8)
      _ = unsafe BN_bn2bin(value, &output)
      return output
    }
  }

  /// Scratch space for one computation.
  @safe private final class NumberArithmetic {
    static let failure = MintingError(code: .libcryptoFailed, message: "big-number arithmetic failed")
    let context: OpaquePointer

    init() throws(MintingError) {
      guard let context = unsafe BN_CTX_new() else { throw Self.failure }
      unsafe self.context = unsafe context
    }

    deinit {
      unsafe BN_CTX_free(context)
    }
  }

  /// Octets without end from a seed: SHA-256 of the seed and a counter.
  struct SeedStream {
    private let seed: [UInt8]
    private var counter: UInt64 = 0

    init(seed: [UInt8]) {
      self.seed = seed
    }

    mutating func next(_ count: Int) throws(MintingError) -> [UInt8] {
      var output: [UInt8] = []
      while output.count < count {
        let number = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * UInt64($0))) }
        output += try DigestAlgorithm.sha256.digest(seed + number)
        counter += 1
      }
      return Array(output.prefix(count))
    }
  }
#endif
