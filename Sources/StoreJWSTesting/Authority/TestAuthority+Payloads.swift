// SPDX-License-Identifier: MIT
#if OpenSSL
  extension TestAuthority {
    /// Signs a payload.
    ///
    /// - Throws: as ``sign(_:header:form:)-(String,_,_)``.
    public func sign(
      _ payload: TestPayload,
      header: TokenHeader = TokenHeader(),
      form: TokenForm = TokenForm()
    ) throws(MintingError) -> String {
      try sign(payload.json, header: header, form: form)
    }

    /// Signs a notification about a subscription or a purchase, and the strings inside it.
    ///
    /// - Parameters:
    ///   - type: `notificationType`.
    ///   - subtype: `subtype`, absent where nil.
    ///   - transaction: what `signedTransactionInfo` holds, absent where nil.
    ///   - renewalInfo: what `signedRenewalInfo` holds, absent where nil.
    ///   - data: changes to the object `data`.
    ///   - changes: changes to the envelope.
    /// - Returns: the compact JWS that stands in `signedPayload`. Beside a renewal info stands the `status` that fits the type: 1,
    ///   or 2 to 5 where the type says that service has ended or is in danger; none for refunds, which may leave it running.
    /// - Throws: ``MintingError/Code/libcryptoFailed`` if libcrypto fails.
    public func notification(
      _ type: String,
      subtype: String? = nil,
      transaction: TestPayload? = .transaction(),
      renewalInfo: TestPayload? = .renewalInfo(),
      data: KeyValuePairs<String, PayloadValue> = [:],
      _ changes: KeyValuePairs<String, PayloadValue> = [:]
    ) throws(MintingError) -> String {
      var object = TestPayload.notificationData()
      if let transaction {
        object["signedTransactionInfo"] = .text(try sign(transaction))
      }
      if let renewalInfo {
        object["signedRenewalInfo"] = .text(try sign(renewalInfo))
        object["status"] = Self.status(type, subtype).map { .integer($0) } ?? .absent
      }
      return try sign(
        .notification(type, subtype: subtype, ["data": object.with(data).value]).with(changes))
    }

    /// The status of a subscription that a notification's type leaves no doubt about.
    private static func status(_ type: String, _ subtype: String?) -> Int64? {
      switch (type, subtype) {
      case ("EXPIRED", _): 2
      case ("DID_FAIL_TO_RENEW", "GRACE_PERIOD"): 4
      case ("DID_FAIL_TO_RENEW", _), ("GRACE_PERIOD_EXPIRED", _): 3
      case ("REVOKE", _): 5
      case ("REFUND", _), ("REFUND_REVERSED", _): nil
      default: 1
      }
    }
  }
#endif
