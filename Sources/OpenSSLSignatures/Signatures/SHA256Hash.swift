// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import COpenSSL

  /// A running SHA-256 whose state is a plain value, so that "everything up to here" can be kept and copied for the
  /// price of 112 bytes.
  ///
  /// These functions do not go through a provider; where FIPS rules the process, ``LibraryMode/isFIPS`` keeps callers
  /// away from them.
  struct SHA256Hash {
    static let byteCount = 32

    private var state = SHA256_CTX()

    init() {
      unsafe SHA256_Init(&state)
    }

    @inline(__always)
    mutating func update(_ bytes: Span<UInt8>) {
      // SAFETY: the pointer is read within the call only, for the span's own length.
      unsafe bytes.withUnsafeBufferPointer { buffer in
        _ = unsafe SHA256_Update(&state, buffer.baseAddress, buffer.count)
      }
    }

    /// Gives the digest; the state is used up.
    @inline(__always)
    mutating func finish() -> InlineArray<32, UInt8> {
      var digest = InlineArray<32, UInt8>(repeating: 0)
      var output = digest.mutableSpan
      // SAFETY: SHA256_Final writes 32 bytes, which the type says are there.
      unsafe output.withUnsafeMutableBufferPointer { buffer in
        _ = unsafe SHA256_Final(buffer.baseAddress, &state)
      }
      return digest
    }

    /// SHA-256 through EVP, that is through whichever provider the process is set to; nil if it refuses.
    static func digest(_ bytes: Span<UInt8>) -> [UInt8]? {
      LibraryErrors.clean {
        var result = [UInt8](repeating: 0, count: byteCount)
        // SAFETY: 32 bytes are there to be written, and the input's length is its own.
        let done = unsafe bytes.withUnsafeBufferPointer { input in
          unsafe result.withUnsafeMutableBufferPointer { output in
            unsafe EVP_Digest(input.baseAddress, input.count, output.baseAddress, nil, EVP_sha256(), nil)
          }
        }
        return done == 1 ? result : nil
      }
    }
  }

  /// How the process's libcrypto has been set up.
  enum LibraryMode {
    /// Whether the default properties ask for FIPS: then nothing may bypass the providers.
    static let isFIPS = EVP_default_properties_is_fips_enabled(nil) == 1
  }
#endif
