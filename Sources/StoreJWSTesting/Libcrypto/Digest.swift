// SPDX-License-Identifier: MIT
#if OpenSSL
  import COpenSSL

  /// The hash functions that signatures on tokens, certificates and receipts use.
  public enum DigestAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// FIPS 180-4 SHA-1: broken, still found in receipts until 2023.
    case sha1
    /// FIPS 180-4 SHA-256.
    case sha256
    /// FIPS 180-4 SHA-384.
    case sha384
    /// FIPS 180-4 SHA-512.
    case sha512

    /// Octets of a digest.
    public var byteCount: Int {
      switch self {
      case .sha1: 20
      case .sha256: 32
      case .sha384: 48
      case .sha512: 64
      }
    }

    /// The digest of `message`.
    ///
    /// - Throws: ``MintingError/Code/libcryptoFailed`` where a policy forbids the function.
    public func digest(_ message: [UInt8]) throws(MintingError) -> [UInt8] {
      var output = [UInt8](repeating: 0, count: byteCount)
      var written: UInt32 = 0
      // SAFETY: the output has the octets that this function writes, and EVP keeps neither pointer.
      let status = unsafe EVP_Digest(message, message.count, &output, &written, function, nil)
      guard status == 1, Int(written) == output.count else {
        throw MintingError(code: .libcryptoFailed, message: "\(rawValue) could not be computed")
      }
      return output
    }

    /// HMAC (RFC 2104) of `message`; written out because a deterministic nonce needs many short ones.
    func authenticationCode(key: [UInt8], message: [UInt8]) throws(MintingError) -> [UInt8] {
      let blockSize = byteCount > 32 ? 128 : 64
      var block = key.count > blockSize ? try digest(key) : key
      block += [UInt8](repeating: 0, count: blockSize - block.count)
      let inner = try digest(block.map { $0 ^ 0x36 } + message)
      return try digest(block.map { $0 ^ 0x5C } + inner)
    }

    /// libcrypto's constant description of the function.
    var function: OpaquePointer? {
      switch self {
      case .sha1: unsafe EVP_sha1()
      case .sha256: unsafe EVP_sha256()
      case .sha384: unsafe EVP_sha384()
      case .sha512: unsafe EVP_sha512()
      }
    }
  }
#endif
