// SPDX-License-Identifier: MIT

#if OpenSSL
  public import StoreReceipts

  extension ReceiptVerifier {
    /// A verifier for the App Store's receipts, with Apple's roots inside.
    ///
    /// - Parameters:
    ///   - policy: what is expected beyond a good signature.
    ///   - anchors: the roots to trust; Apple's three unless said otherwise. Xcode's certificate can be added.
    ///   - intermediates: DER of untrusted certificates, for transaction receipts, which do not carry their issuer.
    ///   - mode: how much wrapping is undone.
    public static func appStore(
      policy: ReceiptPolicy = ReceiptPolicy(), anchors: TrustAnchors = .appStoreReceipts,
      intermediates: [[UInt8]] = [], mode: ReceiptInput.Mode = .forgiving
    ) -> ReceiptVerifier {
      ReceiptVerifier(
        policy: policy, checker: AppStoreReceiptChecker(anchors: anchors), intermediates: intermediates, mode: mode)
    }
  }
#endif
