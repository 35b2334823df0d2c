// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import COpenSSL
  internal import JOSE
  internal import Synchronization

  /// A parsed P-256 key and the verification contexts that go with it.
  ///
  /// Making a context costs 2 to 7 µs against the 80 µs of a check, so used ones are kept. The key itself never
  /// changes after its admission, which is what lets several threads read it at once.
  @safe
  final class ES256PublicKey: Sendable {
    /// DER of the SubjectPublicKeyInfo.
    let subjectPublicKeyInfo: [UInt8]
    // SAFETY: an EVP_PKEY is reference counted and is only read after init; freed once, in deinit.
    private nonisolated(unsafe) let key: OpaquePointer
    private let idleContexts = Mutex(Contexts())

    /// Why a key was not admitted.
    enum Refusal: Error {
      /// Not id-ecPublicKey with prime256v1 and an uncompressed point, in DER.
      case form
      /// The coordinates are no point of the curve.
      case notOnCurve
      /// libcrypto could not say.
      case library(String)

      /// The same as a verdict on a signature under that key.
      var verdict: SignatureVerdict {
        switch self {
        case .form: .unsupported("the public key is not an uncompressed P-256 point in a DER SubjectPublicKeyInfo")
        case .notOnCurve: .unsupported("the public key is not a point of P-256")
        case .library(let reason): .failed(reason)
        }
      }
    }

    /// Admits a key: its form by bytes, before anything is parsed, then `EVP_PKEY_public_check`.
    init(subjectPublicKeyInfo: [UInt8]) throws(Refusal) {
      guard P256.hasPublicKeyForm(subjectPublicKeyInfo) else { throw .form }
      unsafe key = try unsafe LibraryErrors.clean { () throws(Refusal) -> OpaquePointer in
        // With the form settled, the point is all there is to read: d2i_PUBKEY would go through the library's search for
        // a decoder and take six times as long.
        // SAFETY: the pointer is read within the call only, and the length is the slice's own.
        let parsed = unsafe P256.point(of: subjectPublicKeyInfo).withUnsafeBufferPointer { point in
          unsafe storejws_P256_public_key(point.baseAddress, point.count)
        }
        guard let parsed = unsafe parsed else {
          // A pair of coordinates off the curve ends here already.
          throw .notOnCurve
        }
        guard let context = unsafe EVP_PKEY_CTX_new(parsed, nil) else {
          unsafe EVP_PKEY_free(parsed)
          throw .library(LibraryErrors.lastReason(or: "no context for the public key check"))
        }
        let checked = unsafe EVP_PKEY_public_check(context)
        unsafe EVP_PKEY_CTX_free(context)
        guard checked == 1 else {
          unsafe EVP_PKEY_free(parsed)
          throw .notOnCurve
        }
        return unsafe parsed
      }
      self.subjectPublicKeyInfo = subjectPublicKeyInfo
    }

    deinit {
      idleContexts.withLock { idle in
        while let context = unsafe idle.pointers.popLast() { unsafe EVP_PKEY_CTX_free(context) }
      }
      unsafe EVP_PKEY_free(key)
    }

    /// Checks r‖s over a SHA-256 digest by `EVP_PKEY_verify`: the reference that every other path must equal.
    ///
    /// - Parameters:
    ///   - digest: 32 bytes.
    ///   - signature: 64 bytes.
    func check(digest: Span<UInt8>, signature: Span<UInt8>) -> SignatureVerdict {
      guard signature.count == P256.signatureByteCount, P256.signatureIsInRange(signature) else { return .invalid }
      return LibraryErrors.clean {
        guard let context = unsafe takeContext() else {
          return .failed(LibraryErrors.lastReason(or: "no context for the signature check"))
        }
        // SAFETY: both buffers outlive the call, and their lengths are their own.
        let result = unsafe DERSignature.withEncoded(signature) { encoded in
          unsafe digest.withUnsafeBufferPointer { hash in
            unsafe EVP_PKEY_verify(context, encoded.baseAddress, encoded.count, hash.baseAddress, hash.count)
          }
        }
        let verdict: SignatureVerdict
        switch result {
        case 1: verdict = .valid
        case 0: verdict = .invalid
        default:
          // −1 is also the answer when u1·G + u2·Q is the point at infinity, which is a fact about the signature.
          let reason = LibraryErrors.lastReason(or: "EVP_PKEY_verify failed")
          verdict = LibraryErrors.blamesSignature() ? .invalid : .failed(reason)
        }
        unsafe giveBack(context)
        return verdict
      }
    }

    /// A new EC_POINT of `group` with this key's coordinates, or nil if libcrypto fails.
    func makePoint(in group: OpaquePointer) -> OpaquePointer? {
      guard let point = unsafe EC_POINT_new(group) else { return nil }
      // SAFETY: the pointer is read within the call only, and the length is the slice's own.
      let decoded = unsafe P256.point(of: subjectPublicKeyInfo).withUnsafeBufferPointer { bytes in
        unsafe EC_POINT_oct2point(group, point, bytes.baseAddress, bytes.count, nil)
      }
      guard decoded == 1 else {
        unsafe EC_POINT_free(point)
        return nil
      }
      return unsafe point
    }

    // MARK: - Contexts

    /// EVP_PKEY_CTX pointers that no thread is using.
    @safe
    private struct Contexts: @unchecked Sendable {
      // SAFETY: a context is in this list or in the hands of one call, never both.
      var pointers: [OpaquePointer] = unsafe []
    }

    /// More idle contexts than any sensible number of workers would only hold memory.
    private static let maximumIdleContexts = 16

    private func takeContext() -> OpaquePointer? {
      if let idle = unsafe idleContexts.withLock({ unsafe $0.pointers.popLast() }) { return unsafe idle }
      guard let context = unsafe EVP_PKEY_CTX_new(key, nil) else { return nil }
      guard unsafe EVP_PKEY_verify_init(context) == 1 else {
        unsafe EVP_PKEY_CTX_free(context)
        return nil
      }
      return unsafe context
    }

    private func giveBack(_ context: OpaquePointer) {
      let kept = idleContexts.withLock { idle in
        guard unsafe idle.pointers.count < Self.maximumIdleContexts else { return false }
        unsafe idle.pointers.append(context)
        return true
      }
      if !kept { unsafe EVP_PKEY_CTX_free(context) }
    }
  }
#endif
