// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import COpenSSL

  /// An X509 of libcrypto that encodes to exactly the bytes it was made from.
  @safe
  final class OwnedCertificate: Sendable {
    // SAFETY: an X509 is reference counted and guards its own lazily filled fields; freed once, in deinit.
    nonisolated(unsafe) let pointer: OpaquePointer

    /// nil if libcrypto cannot read the bytes, or would write them differently: what it judges must be what is there.
    init?(der: [UInt8]) {
      let parsed = unsafe LibraryErrors.clean { () -> OpaquePointer? in
        // SAFETY: the pointer is read within the call only, and the length is the array's own.
        let made = unsafe der.withUnsafeBufferPointer { bytes in
          var next = bytes.baseAddress
          return unsafe d2i_X509(nil, &next, bytes.count)
        }
        guard let made = unsafe made else { return nil }
        guard unsafe Self.encoding(of: made) == der else {
          unsafe X509_free(made)
          return nil
        }
        return unsafe made
      }
      guard let parsed = unsafe parsed else { return nil }
      unsafe pointer = unsafe parsed
    }

    deinit {
      unsafe X509_free(pointer)
    }

    /// The DER of an X509; empty if libcrypto fails.
    static func encoding(of certificate: OpaquePointer) -> [UInt8] {
      let count = Int(unsafe i2d_X509(certificate, nil))
      guard count > 0 else { return [] }
      var bytes = [UInt8](repeating: 0, count: count)
      // SAFETY: the first call has told how many bytes the second will write.
      let written = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        var next = buffer.baseAddress
        return unsafe i2d_X509(certificate, &next)
      }
      return Int(written) == count ? bytes : []
    }

    /// Whether `issuer`'s key made this certificate's signature; nil if libcrypto could not say.
    func isSigned(by issuer: OwnedCertificate) -> Bool? {
      LibraryErrors.clean {
        guard let key = unsafe X509_get0_pubkey(issuer.pointer) else { return nil }
        switch unsafe X509_verify(pointer, key) {
        case 1: return true
        case 0: return false
        // A signature that is no signature, or for another kind of key, is still a wrong one.
        default: return LibraryErrors.isOutOfMemory() ? nil : false
        }
      }
    }
  }
#endif
