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
    /// - Returns: the compact JWS that stands in `signedPayload`.
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
        object["status"] = 1
      }
      return try sign(
        .notification(type, subtype: subtype, ["data": object.with(data).value]).with(changes))
    }
  }
#endif
