// SPDX-License-Identifier: MIT

#if OpenSSL
  public import JOSE
  public import StoreJWS

  extension StoreVerifier {
    /// A verifier for what the App Store signs, with Apple's root inside.
    ///
    /// - Parameters:
    ///   - bundleIDs: the apps whose documents are accepted, compared exactly.
    ///   - appAppleIDs: the apps' numbers in the App Store; nil leaves them unchecked. Sandbox documents have none.
    ///   - environments: the accepted stores. App Review sends sandbox purchases to production servers: accept both there.
    ///   - anchors: the roots to trust in place of Apple's, for tests.
    /// - Throws: ``StoreJWS/StoreError`` with `configuration` for an empty list, which nothing could match.
    public static func appStore(
      bundleIDs: [String],
      appAppleIDs: [Int64]? = nil,
      environments: [StoreEnvironment],
      anchors: TrustAnchors = .appStoreTokens
    ) throws(StoreError) -> StoreVerifier {
      try appStore(
        policy: VerificationPolicy(bundleIDs: bundleIDs, appAppleIDs: appAppleIDs, environments: environments),
        anchors: anchors)
    }

    /// A verifier for what the App Store signs, with any policy.
    ///
    /// - Parameters:
    ///   - policy: what is expected, and at which moment certificates must be valid.
    ///   - anchors: the roots to trust.
    ///   - batching: how signatures in batches are checked; every choice gives the same verdicts.
    ///   - revocationChecker: asks about revocation in the `…Online` calls; nil leaves it out.
    ///   - unavailableRevocationPasses: whether a token is accepted when no answer was to be had.
    ///   - headerCapacity: how many headers are remembered; a header takes some 20 KB.
    ///   - limits: budgets on tokens, headers and certificates.
    /// - Throws: ``StoreJWS/StoreError`` with `configuration` for a policy that nothing could match.
    public static func appStore(
      policy: VerificationPolicy,
      anchors: TrustAnchors = .appStoreTokens,
      batching: BatchingPolicy = .automatic,
      revocationChecker: (any RevocationChecker)? = nil,
      unavailableRevocationPasses: Bool = false,
      headerCapacity: Int = 1024,
      limits: JWSLimits = .standard
    ) throws(StoreError) -> StoreVerifier {
      try StoreVerifier(
        policy: policy, chainChecker: AppStoreChainChecker(anchors: anchors, limits: limits),
        signatureChecker: ES256Checker(batching: batching), revocationChecker: revocationChecker,
        unavailableRevocationPasses: unavailableRevocationPasses, headerCapacity: headerCapacity, limits: limits)
    }
  }
#endif
