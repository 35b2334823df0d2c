// SPDX-License-Identifier: MIT
#if OpenSSL
  /// The nonces of RFC 6979 §3.2: a stream of numbers that depends on key and message alone.
  ///
  /// Only orders whose bit length is a multiple of eight are needed, so bits2octets is a reduction and no shift.
  struct DeterministicNonce {
    private let digest: DigestAlgorithm
    private let order: [UInt8]
    private var key: [UInt8]
    private var value: [UInt8]

    /// Begins the stream.
    ///
    /// - Parameter variation: additional input of §3.6; empty for the plain standard, other octets for another stream.
    init(
      digest: DigestAlgorithm,
      hash: [UInt8],
      scalar: [UInt8],
      order: [UInt8],
      variation: [UInt8] = []
    ) throws(MintingError) {
      self.digest = digest
      self.order = order
      key = [UInt8](repeating: 0, count: digest.byteCount)
      value = [UInt8](repeating: 1, count: digest.byteCount)
      let seed = scalar + Self.reduced(hash, order: order) + variation
      for separator: UInt8 in [0, 1] {
        key = try digest.authenticationCode(key: key, message: value + [separator] + seed)
        value = try digest.authenticationCode(key: key, message: value)
      }
    }

    /// The next number in 1…n−1.
    mutating func next() throws(MintingError) -> [UInt8] {
      while true {
        var candidate: [UInt8] = []
        while candidate.count < order.count {
          value = try digest.authenticationCode(key: key, message: value)
          candidate += value
        }
        candidate.removeLast(candidate.count - order.count)
        key = try digest.authenticationCode(key: key, message: value + [0])
        value = try digest.authenticationCode(key: key, message: value)
        if candidate.contains(where: { $0 != 0 }), candidate.lexicographicallyPrecedes(order) {
          return candidate
        }
      }
    }

    /// The leftmost octets of the hash, less the order once where they reach it (§2.3.4).
    private static func reduced(_ hash: [UInt8], order: [UInt8]) -> [UInt8] {
      let padding = [UInt8](repeating: 0, count: max(0, order.count - hash.count))
      var octets = padding + hash.prefix(order.count)
      if octets.lexicographicallyPrecedes(order) {
        return octets
      }
      var borrow = 0
      for index in octets.indices.reversed() {
        let difference = Int(octets[index]) - Int(order[index]) - borrow
        borrow = difference < 0 ? 1 : 0
        octets[index] = UInt8(truncatingIfNeeded: difference)
      }
      return octets
    }
  }
#endif
