// SPDX-License-Identifier: MIT

#if OpenSSL
  import OpenSSLSignatures
  import StoreJWS
  import StoreJWSTesting

  /// An authority, and verifiers that trust it.
  struct Minting {
    let authority: TestAuthority

    init(seed: String = "bodies") throws {
      authority = try TestAuthority(seed: seed)
    }

    /// A verifier for the invented app.
    func verifier(_ change: (inout VerificationPolicy) -> Void = { _ in }) throws -> StoreVerifier {
      var policy = VerificationPolicy(
        bundleIDs: [TestPayload.usualBundleID], appAppleIDs: [TestPayload.usualAppAppleID],
        environments: [.production, .sandbox])
      change(&policy)
      return try StoreVerifier(
        policy: policy, chainChecker: AppStoreChainChecker(anchors: try TrustAnchors(file: authority.root)),
        signatureChecker: ES256Checker())
    }

    /// A token whose signature belongs to another payload.
    func forged(_ payload: TestPayload) throws -> String {
      let right = try authority.sign(payload).split(separator: ".")
      let other = try authority.sign(payload.with(["forged": true])).split(separator: ".")
      return [right[0], right[1], other[2]].joined(separator: ".")
    }
  }

  extension TestPayload {
    var bytes: [UInt8] { Array(json.utf8) }
  }
#endif
