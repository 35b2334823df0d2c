// SPDX-License-Identifier: MIT
#if OpenSSL
  extension SimulatedEvent {
    /// The notification with the strings inside it, all signed: what stands in `signedPayload`.
    ///
    /// - Throws: ``MintingError/Code/libcryptoFailed`` if libcrypto fails.
    public func notification(signedBy authority: TestAuthority) throws(MintingError) -> String {
      try notification(signedBy: authority.signer())
    }

    /// The notification; see ``notification(signedBy:)-(TestAuthority)``. A signer for many documents saves writing the
    /// header anew.
    public func notification(signedBy signer: TokenSigner) throws(MintingError) -> String {
      var data = data
      data["signedTransactionInfo"] = .text(try transactionToken(signedBy: signer))
      data["signedRenewalInfo"] = try renewalInfoToken(signedBy: signer).map { .text($0) } ?? .absent
      return try signer.sign(
        .notification(
          type, subtype: subtype,
          [
            "notificationUUID": .text(notificationUUID), "data": data.value, "signedDate": .integer(signedDate),
          ]))
    }

    /// The body of the request that the App Store posts.
    ///
    /// - Throws: as ``notification(signedBy:)-(TestAuthority)``.
    public func body(signedBy authority: TestAuthority) throws(MintingError) -> [UInt8] {
      Array(TestPayload.signedPayloadBody(try notification(signedBy: authority)).json.utf8)
    }

    /// The transaction alone, as an app sends StoreKit's `jwsRepresentation`.
    ///
    /// - Throws: as ``notification(signedBy:)-(TestAuthority)``.
    public func transactionToken(signedBy signer: TokenSigner) throws(MintingError) -> String {
      try signer.sign(transaction)
    }

    /// The renewal info alone; nil for purchases that do not renew.
    ///
    /// - Throws: as ``notification(signedBy:)-(TestAuthority)``.
    public func renewalInfoToken(signedBy signer: TokenSigner) throws(MintingError) -> String? {
      guard let renewalInfo else { return nil }
      return try signer.sign(renewalInfo)
    }
  }

  extension TokenSigner {
    /// A compact JWS over a payload.
    ///
    /// - Throws: ``MintingError/Code/wrongKeyType`` if the key is not P-256.
    public func sign(_ payload: TestPayload) throws(MintingError) -> String { try sign(Array(payload.json.utf8)) }
  }
#endif
