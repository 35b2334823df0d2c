// SPDX-License-Identifier: MIT
#if OpenSSL
  import ASN1Reading
  import COpenSSL
  import Dispatch
  import JOSE
  import Synchronization

  /// Bare libcrypto on the same tokens: a kept key, `EVP_PKEY_verify`, and for the second form the SHA-256 of the whole signing
  /// input. Cutting, decoding and the DER form of the signatures are done before the clock starts.
  // SAFETY of the class: one thread uses it; both objects are freed once, when it ends.
  @safe final class LibcryptoBaseline {
    private let key: OpaquePointer
    private let context: OpaquePointer

    /// One token made ready.
    struct Prepared {
      let signingInput: [UInt8]
      let digest: [UInt8]
      let signature: [UInt8]
    }

    /// Takes the key from the first certificate of a token.
    init(token: [UInt8]) throws {
      let certificate = try CompactJWS(token).header.certificates()[0]
      let info = try CertificateSummary(der: certificate).publicKey.der
      var next: UnsafePointer<UInt8>? = nil
      let parsed = unsafe info.withUnsafeBufferPointer { buffer in
        unsafe next = buffer.baseAddress
        return unsafe d2i_PUBKEY(nil, &next, info.count)
      }
      guard let key = unsafe parsed, let context = unsafe EVP_PKEY_CTX_new(key, nil),
        unsafe EVP_PKEY_verify_init(context) == 1
      else { throw BenchmarkError("libcrypto does not read the leaf's key") }
      unsafe self.key = key
      unsafe self.context = context
    }

    deinit {
      unsafe EVP_PKEY_CTX_free(context)
      unsafe EVP_PKEY_free(key)
    }

    func prepare(_ token: [UInt8]) throws -> Prepared {
      let segments = try JWSSegments(token.span)
      let signature = try CompactJWS.decode(.signature, token.span, segments)
      let signingInput = Array(token[segments.signingInput])
      return Prepared(signingInput: signingInput, digest: sha256(signingInput), signature: Self.der(signature))
    }

    func sha256(_ bytes: [UInt8]) -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: 32)
      _ = unsafe SHA256(bytes, bytes.count, &digest)
      return digest
    }

    func isValid(digest: [UInt8], signature: [UInt8]) -> Bool {
      unsafe EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1
    }

    /// SEQUENCE of the two INTEGERs (RFC 3279 §2.2.3).
    private static func der(_ signature: [UInt8]) -> [UInt8] {
      func integer(_ half: ArraySlice<UInt8>) -> [UInt8] {
        var digits = Array(half.drop { $0 == 0 })
        if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
        return [0x02, UInt8(digits.count)] + digits
      }
      let contents = integer(signature.prefix(32)) + integer(signature.dropFirst(32))
      return [0x30, UInt8(contents.count)] + contents
    }
  }

  extension Measurement {
    /// `EVP_PKEY_verify` on two threads that share nothing: what the machine gives for a second core.
    static func evpVerifyOnTwoThreads(_ corpus: Corpus, count: Int) -> Measurement {
      Measurement(
        id: "baseline/evp-verify/2-threads", name: "EVP_PKEY_verify with kept keys, on two threads that share nothing"
      ) { tally in
        try corpus.forEachBlock(limit: count, blockByteCount: 12 << 20) { tokens in
          // SAFETY: each thread uses its own.
          nonisolated(unsafe) let baselines = try (0..<2).map { _ in try LibcryptoBaseline(token: tokens[0]) }
          let prepared = try tokens.map { try unsafe baselines[0].prepare($0) }
          let bad = Atomic<Int>(0)
          tally.time(tokens: tokens.count, bytes: tokens.reduce(0) { $0 + $1.count }) {
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
              let known = unsafe baselines[thread]
              for index in stride(from: thread, to: prepared.count, by: 2) {
                let token = prepared[index]
                if !known.isValid(digest: token.digest, signature: token.signature) {
                  bad.wrappingAdd(1, ordering: .relaxed)
                }
              }
            }
          }
          if bad.load(ordering: .relaxed) > 0 { throw BenchmarkError("signatures do not fit") }
        }
      }
    }

    /// `EVP_PKEY_verify` alone, or with the SHA-256 of the whole signing input.
    static func evpVerify(_ corpus: Corpus, count: Int, withHash: Bool) -> Measurement {
      var baseline: LibcryptoBaseline?
      return Measurement(
        id: withHash ? "baseline/evp-verify+sha256" : "baseline/evp-verify",
        name: withHash
          ? "EVP_PKEY_verify with a kept key, and SHA-256 of the whole signing input"
          : "EVP_PKEY_verify with a kept key"
      ) { tally in
        try corpus.forEachBlock(limit: count, blockByteCount: 1 << 21) { tokens in
          let known = try baseline ?? LibcryptoBaseline(token: tokens[0])
          baseline = known
          let prepared = try tokens.map { try known.prepare($0) }
          var bad = 0
          tally.time(tokens: tokens.count, bytes: tokens.reduce(0) { $0 + $1.count }) {
            for token in prepared {
              let digest = withHash ? known.sha256(token.signingInput) : token.digest
              if !known.isValid(digest: digest, signature: token.signature) { bad += 1 }
            }
          }
          if bad > 0 { throw BenchmarkError("\(bad) signatures do not fit") }
        }
      }
    }
  }
#endif
