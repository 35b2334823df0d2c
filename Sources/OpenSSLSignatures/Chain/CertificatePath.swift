// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import COpenSSL

  /// A store that holds one anchor and nothing else: with two of one name, OpenSSL's answer depends on their order.
  @safe
  final class AnchorStore: Sendable {
    // SAFETY: filled in init; X509_STORE guards itself with a lock. Freed once, in deinit.
    nonisolated(unsafe) let pointer: OpaquePointer
    /// The anchor itself.
    let anchor: OwnedCertificate

    init?(anchor: OwnedCertificate) {
      let made = unsafe LibraryErrors.clean { () -> OpaquePointer? in
        guard let store = unsafe X509_STORE_new() else { return nil }
        guard unsafe X509_STORE_add_cert(store, anchor.pointer) == 1 else {
          unsafe X509_STORE_free(store)
          return nil
        }
        return unsafe store
      }
      guard let made = unsafe made else { return nil }
      unsafe pointer = unsafe made
      self.anchor = anchor
    }

    deinit {
      unsafe X509_STORE_free(pointer)
    }
  }

  /// Builds and verifies leaf → intermediate → anchor by X509_verify_cert, and accepts only that very path.
  enum CertificatePath {
    /// Why the path does not hold, the most telling last.
    enum Failure: Error, Comparable {
      /// OpenSSL found no path of these three; its words.
      case notBuilt(String)
      /// The anchor's key did not sign the intermediate.
      case intermediateSignature
      /// A rule that OpenSSL knows is broken; its words.
      case rule(String)
      /// The intermediate's key did not sign the leaf.
      case leafSignature
      /// OpenSSL failed, and nothing is known.
      case library(String)
    }

    /// How much strength keys and digests of the path must have (SSL_CTX_set_security_level): set in every call, so
    /// that a system-wide configuration cannot lower or raise it.
    enum AuthenticationLevel: Int32 {
      /// For tokens: 112 bits, no SHA-1.
      case tokens = 2
      /// For receipts, whose older chains use SHA-1; an allow-list of algorithms and sizes stands beside it.
      case receipts = 0
    }

    /// Verifies one path, and where OpenSSL finds none looks for the reason that a person wants to hear.
    ///
    /// OpenSSL does not even try a signature where key identifiers differ, as they do in most forged chains.
    static func verify(
      leaf: OwnedCertificate, intermediate: OwnedCertificate, anchor: AnchorStore, level: AuthenticationLevel
    ) throws(Failure) {
      do {
        try build(leaf: leaf, intermediate: intermediate, anchor: anchor, level: level)
      } catch .notBuilt(let words) {
        if leaf.isSigned(by: intermediate) == false { throw .leafSignature }
        if intermediate.isSigned(by: anchor.anchor) == false { throw .intermediateSignature }
        throw .notBuilt(words)
      }
    }

    /// Verifies one path. Time is not judged here: the caller compares intervals, token by token.
    private static func build(
      leaf: OwnedCertificate, intermediate: OwnedCertificate, anchor: AnchorStore, level: AuthenticationLevel
    ) throws(Failure) {
      try LibraryErrors.clean { () throws(Failure) in
        guard let context = unsafe X509_STORE_CTX_new() else { throw .library("no memory for a path") }
        defer { unsafe X509_STORE_CTX_free(context) }
        // The context does not own the list, so the list must outlive it: freed after the context is cleaned up.
        guard let untrusted = unsafe storejws_X509_list(intermediate.pointer) else {
          throw .library("no memory for a path")
        }
        defer { unsafe storejws_X509_list_free(untrusted) }
        guard unsafe X509_STORE_CTX_init(context, anchor.pointer, leaf.pointer, untrusted) == 1,
          let parameters = unsafe X509_STORE_CTX_get0_param(context)
        else { throw .library(LibraryErrors.lastReason(or: "no context for a path")) }
        defer { unsafe X509_STORE_CTX_cleanup(context) }
        unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_NO_CHECK_TIME))
        // Intermediates between leaf and anchor.
        unsafe X509_VERIFY_PARAM_set_depth(parameters, 1)
        unsafe X509_VERIFY_PARAM_set_auth_level(parameters, level.rawValue)
        let result = unsafe X509_verify_cert(context)
        guard result == 1 else { throw unsafe failure(context, result: result) }
        guard unsafe storejws_X509_STORE_CTX_is_path(context, leaf.pointer, intermediate.pointer) == 1 else {
          throw .notBuilt("the path that was found is not the one of x5c")
        }
      }
    }

    private static func failure(_ context: OpaquePointer, result: Int32) -> Failure {
      let code = unsafe X509_STORE_CTX_get_error(context)
      let depth = unsafe X509_STORE_CTX_get_error_depth(context)
      let words = unsafe X509_verify_cert_error_string(Int(code)).map { unsafe String(cString: $0) } ?? "error \(code)"
      switch code {
      case X509_V_ERR_OUT_OF_MEM, X509_V_ERR_UNSPECIFIED: return .library(words)
      case X509_V_ERR_CERT_SIGNATURE_FAILURE, X509_V_ERR_UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY:
        return depth == 0 ? .leafSignature : .intermediateSignature
      case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
        X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
        X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_CERT_CHAIN_TOO_LONG:
        return .notBuilt(words)
      default:
        return result < 0 ? .library(words) : .rule("certificate \(depth) of the path: \(words)")
      }
    }
  }
#endif
