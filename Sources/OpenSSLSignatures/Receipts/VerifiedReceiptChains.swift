// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import JOSE
  internal import StoreReceipts
  internal import Synchronization

  /// Chains under which a receipt's signature has proved good: Apple has signed fifteen years of receipts under a dozen
  /// of them, so the path is checked once for each. Failures are not in it, and no moment in time.
  final class VerifiedReceiptChains: Sendable {
    /// One chain, and what follows from its bytes.
    struct Entry: Sendable {
      let leafDER: [UInt8]
      let intermediateDER: [UInt8]
      let purpose: ReceiptSignature.Purpose
      let leaf: OwnedCertificate
      let chain: CertificateChainVerdict
      let usesSHA1: Bool
    }

    static let capacity = 16
    private let known = Mutex<[Entry]>([])

    /// The entry for a receipt that carries both certificates, byte for byte.
    func find(_ request: ReceiptSignature) -> Entry? {
      known.withLock { known in
        let index = known.firstIndex { entry in
          entry.purpose == request.purpose && entry.leafDER == request.leaf
            && request.intermediates.contains(entry.intermediateDER)
        }
        guard let index else { return nil }
        let entry = known.remove(at: index)
        known.insert(entry, at: 0)
        return entry
      }
    }

    func insert(_ entry: Entry) {
      known.withLock { known in
        let isKnown = known.contains {
          $0.purpose == entry.purpose && $0.leafDER == entry.leafDER && $0.intermediateDER == entry.intermediateDER
        }
        guard !isKnown else { return }
        known.insert(entry, at: 0)
        if known.count > Self.capacity { known.removeLast() }
      }
    }
  }
#endif
