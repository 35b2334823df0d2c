// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import Synchronization

  /// Intermediates that have been part of a path that held, the last used first.
  ///
  /// Anybody can put a genuine intermediate beside a forged leaf. For one that is known, the leaf's signature is looked
  /// at first, and the forged leaf costs one check of a certificate signature and not two. Nothing is accepted because
  /// of this list: a leaf that passes goes through the whole path all the same. Only an intermediate that a trusted
  /// root signed gets in, so nobody can fill it with others.
  final class VerifiedIntermediates: Sendable {
    /// Apple has signed tokens under two intermediates in four years.
    static let capacity = 16

    private struct Entry {
      let der: [UInt8]
      let certificate: OwnedCertificate
    }

    private let known = Mutex<[Entry]>([])

    /// The parsed certificate, if it is known; reading a P-384 key takes libcrypto a good part of a millisecond.
    func find(_ der: [UInt8]) -> OwnedCertificate? {
      known.withLock { known in
        guard let index = known.firstIndex(where: { $0.der == der }) else { return nil }
        if index > 0 { known.insert(known.remove(at: index), at: 0) }
        return known[0].certificate
      }
    }

    func insert(_ der: [UInt8], _ certificate: OwnedCertificate) {
      known.withLock { known in
        guard !known.contains(where: { $0.der == der }) else { return }
        known.insert(Entry(der: der, certificate: certificate), at: 0)
        if known.count > Self.capacity { known.removeLast() }
      }
    }
  }
#endif
