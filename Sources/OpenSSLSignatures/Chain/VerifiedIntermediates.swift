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

    private let known = Mutex<[[UInt8]]>([])

    func contains(_ der: [UInt8]) -> Bool {
      known.withLock { known in
        guard let index = known.firstIndex(of: der) else { return false }
        if index > 0 { known.insert(known.remove(at: index), at: 0) }
        return true
      }
    }

    func insert(_ der: [UInt8]) {
      known.withLock { known in
        guard !known.contains(der) else { return }
        known.insert(der, at: 0)
        if known.count > Self.capacity { known.removeLast() }
      }
    }
  }
#endif
