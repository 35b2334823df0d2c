// SPDX-License-Identifier: MIT
#if OpenSSL
  import COpenSSL
  import OpenSSLSignatures
  import StoreJWSTesting
  import StoreReceipts

  /// A receipt of 190 purchases (80 KB), its root, and a verifier that trusts that root.
  struct ReceiptCorpus {
    let receipt: [UInt8]
    let root: [UInt8]
    let verifier: ReceiptVerifier

    init() throws {
      let authority = try ReceiptAuthority(plan: ReceiptChainPlan(seed: "StoreJWS benchmarks"))
      receipt = try authority.sign(.app(renewals: 190)).encoded
      root = authority.root
      verifier = try .appStore(policy: ReceiptPolicy(), anchors: TrustAnchors(file: authority.root))
    }
  }

  extension Measurement {
    /// Every attribute of the receipt and of its purchases.
    static func decodeReceipt(_ corpus: ReceiptCorpus, count: Int) -> Measurement {
      repeated("decode/receipt-190", "decode a receipt of 190 purchases (80 KB), all attributes", corpus, count) {
        blackHole(try AppReceipt(der: corpus.receipt))
      }
    }

    /// Decoding, signature, path, purpose and dates; the verifier has seen the chain before, as a server's has.
    static func verifyReceipt(_ corpus: ReceiptCorpus, count: Int) -> Measurement {
      repeated("verify/receipt-190", "decode and verify a receipt of 190 purchases (80 KB)", corpus, count) {
        blackHole(try corpus.verifier.appReceipt(corpus.receipt))
      }
    }

    /// What libcrypto's own CMS_verify takes on the same bytes, without decoding the payload.
    static func verifyByCMS(_ corpus: ReceiptCorpus, count: Int) throws -> Measurement {
      let baseline = try CMSBaseline(root: corpus.root)
      return repeated(
        "baseline/cms-verify", "CMS_verify on the same receipt, payload not decoded", corpus, count
      ) {
        guard baseline.verify(corpus.receipt) else { throw BaselineFailure() }
      }
    }

    private struct BaselineFailure: Error {}

    private static func repeated(
      _ id: String, _ name: String, _ corpus: ReceiptCorpus, _ count: Int, _ work: @escaping () throws -> Void
    ) -> Measurement {
      Measurement(id: id, name: name) { tally in
        try tally.time(tokens: count, bytes: count * corpus.receipt.count) {
          for _ in 0..<count { try work() }
        }
      }
    }
  }

  /// CMS_verify with one trusted root.
  @safe
  final class CMSBaseline {
    private let store: OpaquePointer

    init(root: [UInt8]) throws {
      guard let store = unsafe X509_STORE_new() else { throw MintingError(code: .libcryptoFailed, message: "no store") }
      unsafe self.store = unsafe store
      // SAFETY: the pointer is read within the call only, and the length is the array's own.
      unsafe root.withUnsafeBufferPointer { bytes in
        var next = bytes.baseAddress
        let certificate = unsafe d2i_X509(nil, &next, bytes.count)
        unsafe X509_STORE_add_cert(store, certificate)
        unsafe X509_free(certificate)
      }
    }

    deinit {
      unsafe X509_STORE_free(store)
    }

    func verify(_ receipt: [UInt8]) -> Bool {
      // SAFETY: as above; everything that is made here is freed here.
      unsafe receipt.withUnsafeBufferPointer { bytes in
        var next = bytes.baseAddress
        guard let document = unsafe d2i_CMS_ContentInfo(nil, &next, bytes.count) else { return false }
        defer { unsafe CMS_ContentInfo_free(document) }
        guard let output = unsafe BIO_new(BIO_s_mem()) else { return false }
        defer { unsafe BIO_free(output) }
        return unsafe CMS_verify(document, nil, store, nil, output, UInt32(CMS_BINARY)) == 1
      }
    }
  }
#endif
