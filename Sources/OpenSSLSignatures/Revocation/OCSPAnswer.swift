// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import ASN1Reading
  internal import COpenSSL
  internal import JOSE
  internal import StoreJWS

  /// Judges one OCSPResponse (RFC 6960 §4.2) against the question it answers.
  ///
  /// The signer is authorised here and not by OCSP_basic_verify, which would judge the responder's certificate by the
  /// system's clock and trust: it is the issuer itself, or a certificate that the issuer's own key signed for this
  /// purpose (§4.2.2.2).
  enum OCSPAnswer {
    /// What an answer says, and until when it may be kept.
    struct Status {
      var verdict: RevocationVerdict
      /// nil if the answer does not say when the next one is due.
      var nextUpdateSeconds: Int64?
    }

    /// Why an answer is of no use. Nothing is known about the certificate.
    struct Useless: Error {
      let reason: String

      init(_ reason: String) { self.reason = reason }
    }

    /// What is asked about.
    struct Subject {
      /// For words: `x5c[0] (…)`.
      var name: String
      var issuer: OwnedCertificate
      var issuerSummary: CertificateSummary
    }

    private static let signatureAlgorithms: Set<Int32> = [
      NID_ecdsa_with_SHA256, NID_ecdsa_with_SHA384, NID_ecdsa_with_SHA512, NID_sha256WithRSAEncryption,
      NID_sha384WithRSAEncryption, NID_sha512WithRSAEncryption,
    ]

    static func judge(
      _ der: [UInt8], question: OCSPQuestion, subject: Subject, options: OCSPOptions, nowSeconds: Int64
    ) throws(Useless) -> Status {
      guard der.count <= OCSPOptions.maximumAnswerByteCount else {
        throw Useless("the answer has \(der.count) bytes, more than \(OCSPOptions.maximumAnswerByteCount)")
      }
      return try LibraryErrors.clean { () throws(Useless) -> Status in
        guard let response = unsafe decode(der) else { throw Useless("the answer is not an OCSP response") }
        defer { unsafe OCSP_RESPONSE_free(response) }
        let status = unsafe OCSP_response_status(response)
        guard status == OCSP_RESPONSE_STATUS_SUCCESSFUL else {
          let word = unsafe OCSP_response_status_str(Int(status)).map { unsafe String(cString: $0) } ?? "\(status)"
          throw Useless("the responder answers \(word)")
        }
        guard let basic = unsafe OCSP_response_get1_basic(response) else {
          throw Useless("the answer is not a basic OCSP response")
        }
        defer { unsafe OCSP_BASICRESP_free(basic) }
        try unsafe checkNonce(basic, question, options)
        try unsafe checkSigner(basic, subject, options, nowSeconds)
        return try unsafe readStatus(basic, question, subject, options, nowSeconds)
      }
    }

    /// The response, if the bytes are one and nothing else.
    private static func decode(_ der: [UInt8]) -> OpaquePointer? {
      // SAFETY: the pointers are used within the call only, and the length is the array's own.
      unsafe der.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return nil }
        var next: UnsafePointer<UInt8>? = unsafe base
        guard let response = unsafe d2i_OCSP_RESPONSE(nil, &next, bytes.count) else { return nil }
        guard unsafe next == base + bytes.count else {
          unsafe OCSP_RESPONSE_free(response)
          return nil
        }
        return unsafe response
      }
    }

    private static func checkNonce(
      _ basic: OpaquePointer, _ question: OCSPQuestion, _ options: OCSPOptions
    ) throws(Useless) {
      // 1: both have the same; −1: only the request has one.
      let result = unsafe OCSP_check_nonce(question.request, basic)
      if result == 1 || (result == -1 && options.nonce == .ifPresent) { return }
      throw Useless(result == -1 ? "the answer lacks the nonce of the request" : "the answer has another nonce")
    }

    // MARK: - Who signed

    private static func checkSigner(
      _ basic: OpaquePointer, _ subject: Subject, _ options: OCSPOptions, _ nowSeconds: Int64
    ) throws(Useless) {
      var object: OpaquePointer?
      unsafe X509_ALGOR_get0(&object, nil, nil, OCSP_resp_get0_tbs_sigalg(basic))
      guard signatureAlgorithms.contains(unsafe OBJ_obj2nid(object)) else {
        throw Useless("the answer is signed with an algorithm that is not accepted")
      }
      if unsafe isSigned(basic, by: subject.issuer.pointer) { return }
      let certificates = unsafe OCSP_resp_get0_certs(basic)
      let count = min(Int(unsafe storejws_X509_list_count(certificates)), OCSPOptions.maximumSignerCount)
      for index in 0..<max(0, count) {
        guard let certificate = unsafe storejws_X509_list_at(certificates, Int32(index)),
          unsafe isAuthorised(certificate, subject, options, nowSeconds)
        else { continue }
        if unsafe isSigned(basic, by: certificate) { return }
      }
      throw Useless("the answer is not signed by \(subject.issuerSummary.subject.shortText) or a responder of its own")
    }

    /// Whether `signer` is named as the responder and its key made the signature. Nothing else is asked of it here.
    private static func isSigned(_ basic: OpaquePointer, by signer: OpaquePointer) -> Bool {
      guard let list = unsafe storejws_X509_list(signer) else { return false }
      defer { unsafe storejws_X509_list_free(list) }
      let flags = UInt(OCSP_NOINTERN | OCSP_NOVERIFY)
      return unsafe OCSP_basic_verify(basic, list, nil, flags) == 1
    }

    /// A responder's certificate: signed by the issuer's own key, for OCSP, and alive at the moment of the question.
    private static func isAuthorised(
      _ certificate: OpaquePointer, _ subject: Subject, _ options: OCSPOptions, _ nowSeconds: Int64
    ) -> Bool {
      guard let owned = OwnedCertificate(der: unsafe OwnedCertificate.encoding(of: certificate)),
        let summary = try? CertificateSummary(der: unsafe OwnedCertificate.encoding(of: certificate)),
        summary.issuer.der == subject.issuerSummary.subject.der,
        summary.duplicateExtensions.isEmpty,
        summary.extensions.allSatisfy({ !$0.isCritical || enforced.contains($0.identifier) }),
        !summary.extensions(.extendedKeyUsage).isEmpty,
        unsafe X509_get_extended_key_usage(owned.pointer) & UInt32(XKU_OCSP_SIGN) != 0,
        summary.keyUsage?.contains(.digitalSignature) ?? true
      else { return false }
      let tolerance = options.clockToleranceSeconds
      guard summary.notBeforeSeconds <= nowSeconds.clampedAdding(tolerance),
        summary.notAfterSeconds >= nowSeconds.clampedAdding(-tolerance)
      else { return false }
      return owned.isSigned(by: subject.issuer) == true
    }

    private static let enforced: Set<ObjectIdentifier> = [.basicConstraints, .keyUsage, .extendedKeyUsage]

    // MARK: - What it says

    private static func readStatus(
      _ basic: OpaquePointer, _ question: OCSPQuestion, _ subject: Subject, _ options: OCSPOptions, _ nowSeconds: Int64
    ) throws(Useless) -> Status {
      var status: Int32 = -1
      var reason: Int32 = -1
      var revoked: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
      var thisUpdate: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
      var nextUpdate: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
      guard
        unsafe OCSP_resp_find_status(
          basic, question.certificateID, &status, &reason, &revoked, &thisUpdate, &nextUpdate) == 1
      else { throw Useless("the answer is about another certificate") }
      guard let from = unsafe seconds(thisUpdate) else { throw Useless("the answer does not say when it was made") }
      let tolerance = options.clockToleranceSeconds
      guard from <= nowSeconds.clampedAdding(tolerance) else {
        throw Useless("the answer was made \(from - nowSeconds) seconds in the future")
      }
      let until = unsafe seconds(nextUpdate)
      if unsafe nextUpdate != nil, until == nil { throw Useless("the answer does not say how long it holds") }
      let end = until ?? from.clampedAdding(options.maximumAgeSeconds)
      guard end >= nowSeconds.clampedAdding(-tolerance), end >= from else {
        throw Useless("the answer expired \(nowSeconds - end) seconds ago")
      }
      switch status {
      case V_OCSP_CERTSTATUS_GOOD:
        return Status(verdict: .good, nextUpdateSeconds: until)
      case V_OCSP_CERTSTATUS_REVOKED:
        let word = reason < 0 ? nil : unsafe OCSP_crl_reason_str(Int(reason)).map { unsafe String(cString: $0) }
        let moment = unsafe seconds(revoked).map { " since \(Timestamp.text(seconds: $0))" } ?? ""
        return Status(
          verdict: .revoked("\(subject.name) is revoked\(moment)" + (word.map { " (\($0))" } ?? "")),
          nextUpdateSeconds: until)
      default:
        return Status(verdict: .unknown("the responder does not know \(subject.name)"), nextUpdateSeconds: until)
      }
    }

    /// Seconds since 1970-01-01T00:00:00Z; nil for a missing or broken time.
    private static func seconds(_ time: UnsafePointer<ASN1_GENERALIZEDTIME>?) -> Int64? {
      guard let time = unsafe time, let epoch = unsafe ASN1_TIME_set(nil, 0) else { return nil }
      defer { unsafe ASN1_TIME_free(epoch) }
      var (days, seconds): (Int32, Int32) = (0, 0)
      guard unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
      return Int64(days) * 86_400 + Int64(seconds)
    }
  }

  extension Int64 {
    /// The sum, or the nearest number that there is.
    func clampedAdding(_ other: Int64) -> Int64 {
      let (sum, overflow) = addingReportingOverflow(other)
      return overflow ? (other < 0 ? .min : .max) : sum
    }
  }
#endif
