// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import ASN1Reading
  internal import COpenSSL
  internal import StoreReceipts

  /// RSASSA-PKCS1-v1_5 (RFC 8017 §8.2) through EVP.
  enum RSASignature {
    enum Verdict {
      case valid
      case invalid
      /// The library does not do it, by build or by policy: nothing is known about the input.
      case unavailable(String)
    }

    /// The digests that receipts have been signed with.
    enum Digest {
      case sha1
      case sha256

      init?(_ identifier: ObjectIdentifier) {
        switch identifier {
        case .sha1: self = .sha1
        case .sha256: self = .sha256
        default: return nil
        }
      }

      var function: OpaquePointer? {
        switch self {
        case .sha1: unsafe EVP_sha1()
        case .sha256: unsafe EVP_sha256()
        }
      }

      /// The digest of octets; nil if the library refuses it.
      func callAsFunction(_ octets: [UInt8]) -> [UInt8]? {
        LibraryErrors.clean {
          var result = [UInt8](repeating: 0, count: self == .sha1 ? 20 : 32)
          // SAFETY: as many bytes as the digest has are there to be written, and the input's length is its own.
          let done = unsafe octets.withUnsafeBufferPointer { input in
            unsafe result.withUnsafeMutableBufferPointer { output in
              unsafe EVP_Digest(input.baseAddress, input.count, output.baseAddress, nil, function, nil)
            }
          }
          return done == 1 ? result : nil
        }
      }
    }

    /// Whether the library verifies RSA with SHA-1 at all: some systems forbid it by policy, and then every old receipt
    /// would look forged. Known answer: the self-signature of Apple Root CA, which has no other use here.
    static let isSHA1Available: Bool = {
      guard let summary = try? CertificateSummary(der: AppleRoots.rootCA),
        let certificate = OwnedCertificate(der: AppleRoots.rootCA)
      else { return false }
      let verdict = check(
        Array(summary.der[summary.signatureRange]), over: Array(summary.der[summary.tbsRange]), digest: .sha1,
        key: certificate)
      if case .valid = verdict { return true } else { return false }
    }()

    /// Checks a signature over octets with a certificate's key, which is known to be RSA of an accepted size.
    static func check(
      _ signature: [UInt8], over octets: [UInt8], digest: Digest, key certificate: OwnedCertificate
    ) -> Verdict {
      LibraryErrors.clean {
        guard let key = unsafe X509_get0_pubkey(certificate.pointer), let context = unsafe EVP_MD_CTX_new() else {
          return .unavailable("the key cannot be used")
        }
        defer { unsafe EVP_MD_CTX_free(context) }
        guard unsafe EVP_DigestVerifyInit(context, nil, digest.function, nil, key) == 1 else {
          return .unavailable(LibraryErrors.lastReason(or: "the algorithm cannot be used"))
        }
        // SAFETY: both pointers are read within the call only, for their arrays' own lengths.
        let result = unsafe signature.withUnsafeBufferPointer { signature in
          unsafe octets.withUnsafeBufferPointer { octets in
            unsafe EVP_DigestVerify(
              context, signature.baseAddress, signature.count, octets.baseAddress, octets.count)
          }
        }
        if result == 1 { return .valid }
        // Below zero is also what a signature of the wrong length gives.
        return LibraryErrors.isOutOfMemory() ? .unavailable("no memory for a signature") : .invalid
      }
    }
  }
#endif
