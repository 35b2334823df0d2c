// SPDX-License-Identifier: MIT

#if OpenSSL
  public import StoreJWS
  public import StoreReceipts

  extension ReceiptVerifier {
    /// A verifier for the App Store's receipts, with Apple's roots inside.
    ///
    /// - Parameters:
    ///   - bundleIDs: the apps whose receipts are accepted, compared exactly. Receipts are copied: one of another app is as
    ///     genuine as one of yours.
    ///   - environments: the accepted stores. App Review sends sandbox purchases to production servers: accept both there.
    ///   - anchors: the roots to trust; Apple's three unless said otherwise. Xcode's certificate can be added.
    ///   - intermediates: DER of untrusted certificates, for transaction receipts, which do not carry their issuer.
    /// - Throws: ``StoreJWS/StoreError`` with `configuration` for an empty list, which nothing could match.
    public static func appStore(
      bundleIDs: [String],
      environments: [StoreEnvironment],
      anchors: TrustAnchors = .appStoreReceipts,
      intermediates: [[UInt8]] = []
    ) throws(StoreError) -> ReceiptVerifier {
      try appStore(
        policy: ReceiptPolicy(VerificationPolicy(bundleIDs: bundleIDs, environments: environments)), anchors: anchors,
        intermediates: intermediates)
    }

    /// A verifier for the App Store's receipts, with any policy.
    ///
    /// - Parameters:
    ///   - policy: what is expected beyond a good signature; a policy that expects nothing accepts the receipts of every app.
    ///   - anchors: the roots to trust; Apple's three unless said otherwise. Xcode's certificate can be added.
    ///   - intermediates: DER of untrusted certificates, for transaction receipts, which do not carry their issuer.
    ///   - mode: how much wrapping is undone.
    /// - Throws: ``StoreJWS/StoreError`` with `configuration` for a policy that nothing could match.
    public static func appStore(
      policy: ReceiptPolicy, anchors: TrustAnchors = .appStoreReceipts, intermediates: [[UInt8]] = [],
      mode: ReceiptInput.Mode = .forgiving
    ) throws(StoreError) -> ReceiptVerifier {
      try ReceiptVerifier(
        policy: policy, checker: AppStoreReceiptChecker(anchors: anchors), intermediates: intermediates, mode: mode)
    }
  }
#endif
