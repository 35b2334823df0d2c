// SPDX-License-Identifier: MIT

extension Array<UInt8> {
  /// Copies a span's bytes in one go.
  package init(copying span: Span<UInt8>) {
    // SAFETY: the buffer is only read, and only inside the closure.
    self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
  }
}

extension Span<UInt8> {
  /// Offset of the first `byte` at `start` or behind it, or `count`. Eight bytes at a time: a token is scanned for its
  /// dots before anything else is known about it.
  package func firstIndex(of byte: UInt8, from start: Int) -> Int {
    var index = start
    let ones: UInt64 = 0x0101_0101_0101_0101
    let pattern = ones &* UInt64(byte)
    while index &+ 32 <= count {
      // SAFETY: 32 bytes from `index` on lie inside the span, as the loop condition says.
      let found =
        unsafe (hits(index, pattern) | hits(index &+ 8, pattern))
        | (hits(index &+ 16, pattern) | hits(index &+ 24, pattern))
      if found != 0 { break }
      index &+= 32
    }
    while index &+ 8 <= count {
      // SAFETY: eight bytes from `index` on lie inside the span, as the loop condition says.
      let hit = unsafe hits(index, pattern)
      if hit != 0 { return index &+ hit.littleEndian.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    while index < count, self[index] != byte { index &+= 1 }
    return index
  }

  /// A bit at every byte of the eight from `index` on that equals the pattern's; above the lowest such bit there may be false
  /// ones. The caller has checked that the eight bytes are there.
  @unsafe @inline(__always)
  private func hits(_ index: Int, _ pattern: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self) ^ pattern
    return (word &- ones) & ~word & (ones &<< 7)
  }

  /// Whether this span begins with `prefix`, byte for byte; 128 bytes at a time, because a header of 4,400 characters is
  /// compared for every token.
  package func starts(with prefix: Span<UInt8>) -> Bool {
    guard prefix.count <= count else { return false }
    var index = 0
    while index &+ 128 <= prefix.count {
      // SAFETY: 128 bytes from `index` on lie inside the shorter of the two spans, as the loop condition says.
      let low =
        unsafe (difference(prefix, index) | difference(prefix, index &+ 16))
        | (difference(prefix, index &+ 32) | difference(prefix, index &+ 48))
      let high =
        unsafe (difference(prefix, index &+ 64) | difference(prefix, index &+ 80))
        | (difference(prefix, index &+ 96) | difference(prefix, index &+ 112))
      let all = low | high
      if all[0] | all[1] != 0 { return false }
      index &+= 128
    }
    while index < prefix.count {
      if self[index] != prefix[index] { return false }
      index &+= 1
    }
    return true
  }

  /// Zero if the sixteen bytes from `index` on are the same in both. The caller has checked that both have them.
  @unsafe @inline(__always)
  private func difference(_ other: Span<UInt8>, _ index: Int) -> SIMD2<UInt64> {
    unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD2<UInt64>.self)
      ^ other.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD2<UInt64>.self)
  }
}
