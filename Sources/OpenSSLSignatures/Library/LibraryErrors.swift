// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import COpenSSL

  /// libcrypto keeps errors in a queue of the thread. What an earlier caller left there would be read as ours, and
  /// what we leave would be read as theirs; so every excursion into the library is wrapped in ``clean(_:)``.
  enum LibraryErrors {
    /// Runs `body` with an empty queue and leaves an empty queue.
    @inline(__always)
    static func clean<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
      ERR_clear_error()
      defer { ERR_clear_error() }
      return try body()
    }

    /// The last entry of the queue in libcrypto's words, or `fallback` if there is none.
    @inline(never)
    static func lastReason(or fallback: String) -> String {
      let code = ERR_peek_last_error()
      guard code != 0, let text = unsafe ERR_reason_error_string(code) else { return fallback }
      return unsafe String(cString: text)
    }

    /// Whether the queue's last entry says that memory ran out.
    @inline(never)
    static func isOutOfMemory() -> Bool {
      ERR_GET_REASON(ERR_peek_last_error()) == storejws_ERR_R_MALLOC_FAILURE()
    }

    /// Whether the queue holds a reason that only the input can have caused in an ECDSA check: everything else that
    /// makes `EVP_PKEY_verify` answer below zero is a failure of the library.
    @inline(never)
    static func blamesSignature() -> Bool {
      var code = ERR_get_error()
      while code != 0 {
        let reason = ERR_GET_REASON(code)
        if ERR_GET_LIB(code) == ERR_LIB_EC, reason == EC_R_POINT_AT_INFINITY || reason == EC_R_BAD_SIGNATURE {
          return true
        }
        code = ERR_get_error()
      }
      return false
    }
  }
#endif
