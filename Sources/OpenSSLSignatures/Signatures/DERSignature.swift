// SPDX-License-Identifier: MIT

/// ECDSA-Sig-Value (RFC 3279 §2.2.3): SEQUENCE { r INTEGER, s INTEGER }, which is the form that EVP takes.
///
///     r = 00…00 7F 01   →  02 02 7F 01
///     s = 80 00 … 00    →  02 21 00 80 00 … 00   (a leading zero keeps it positive)
enum DERSignature {
  /// Two integers of at most 33 bytes with two header bytes each, within one header of two.
  private static let maximumByteCount = 72

  /// Encodes r‖s and lends the encoding to `body`.
  ///
  /// - Parameter signature: 64 bytes, r and s each non-zero.
  @inline(__always)
  static func withEncoded<Result>(
    _ signature: Span<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: maximumByteCount) { buffer in
      // SAFETY: at most 2 + 2·(2 + 33) = 72 bytes are written, each before it is read.
      unsafe buffer.initialize(repeating: 0)
      var end = 2
      unsafe appendInteger(signature, from: 0, to: buffer, at: &end)
      unsafe appendInteger(signature, from: 32, to: buffer, at: &end)
      unsafe buffer[0] = 0x30
      unsafe buffer[1] = UInt8(truncatingIfNeeded: end - 2)
      return unsafe body(UnsafeBufferPointer(rebasing: buffer[..<end]))
    }
  }

  @inline(__always)
  private static func appendInteger(
    _ signature: Span<UInt8>, from start: Int, to buffer: UnsafeMutableBufferPointer<UInt8>, at end: inout Int
  ) {
    var first = start
    while first < start + 31, signature[first] == 0 { first += 1 }
    let padding = signature[first] >= 0x80 ? 1 : 0
    let count = start + 32 - first
    // SAFETY: `withEncoded` says why the buffer is long enough.
    unsafe buffer[end] = 0x02
    unsafe buffer[end + 1] = UInt8(truncatingIfNeeded: count + padding)
    end += 2
    if padding == 1 {
      unsafe buffer[end] = 0
      end += 1
    }
    for index in first..<start + 32 {
      unsafe buffer[end] = signature[index]
      end += 1
    }
  }
}
