// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import COpenSSL

  /// One request about one certificate, kept until its answer has been judged.
  @safe
  final class OCSPQuestion: @unchecked Sendable {
    // SAFETY: made and freed here; one task at a time works with a question, first to send it, then to judge.
    let request: OpaquePointer
    /// Owned by the request.
    let certificateID: OpaquePointer
    /// DER of the OCSPRequest.
    let der: [UInt8]

    private static let nonceByteCount = 16

    /// nil if libcrypto fails.
    init?(subject: OwnedCertificate, issuer: OwnedCertificate) {
      let made = unsafe LibraryErrors.clean { () -> (OpaquePointer, OpaquePointer)? in
        guard let request = unsafe OCSP_REQUEST_new() else { return nil }
        // SHA-1 names the issuer here and protects nothing; responders must know it (RFC 5019 §2.1.1).
        guard let identifier = unsafe OCSP_cert_to_id(EVP_sha1(), subject.pointer, issuer.pointer) else {
          unsafe OCSP_REQUEST_free(request)
          return nil
        }
        guard unsafe OCSP_request_add0_id(request, identifier) != nil else {
          unsafe OCSP_CERTID_free(identifier)
          unsafe OCSP_REQUEST_free(request)
          return nil
        }
        guard unsafe OCSP_request_add1_nonce(request, nil, Int32(Self.nonceByteCount)) == 1 else {
          unsafe OCSP_REQUEST_free(request)
          return nil
        }
        return unsafe (request, identifier)
      }
      guard let made = unsafe made else { return nil }
      unsafe request = unsafe made.0
      unsafe certificateID = unsafe made.1
      der = unsafe Self.encoding(of: made.0)
    }

    deinit {
      unsafe OCSP_REQUEST_free(request)
    }

    private static func encoding(of request: OpaquePointer) -> [UInt8] {
      let count = Int(unsafe i2d_OCSP_REQUEST(request, nil))
      guard count > 0 else { return [] }
      var bytes = [UInt8](repeating: 0, count: count)
      // SAFETY: the first call has told how many bytes the second will write.
      unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        var next = buffer.baseAddress
        _ = unsafe i2d_OCSP_REQUEST(request, &next)
      }
      return bytes
    }
  }
#endif
