// SPDX-License-Identifier: MIT

/// The few facts about P-256 (FIPS 186-5, SEC 2 §2.4.2) that are checked before libcrypto sees a byte.
enum P256 {
  /// DER of everything in a SubjectPublicKeyInfo before the coordinates. DER leaves no choice: the algorithm
  /// id-ecPublicKey, the named curve prime256v1, a BIT STRING without unused bits, an uncompressed point
  /// (RFC 5480 §2). Explicit curve parameters, other curves, compressed points and infinity all differ here.
  static let publicKeyPrefix: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE,
    0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
  ]

  /// Bytes of a SubjectPublicKeyInfo in the only form that is taken.
  static let publicKeyByteCount = 91

  /// Bytes of a signature r‖s (RFC 7518 §3.4).
  static let signatureByteCount = 64

  /// The order n of the group.
  static let order = UInt256(0xFFFF_FFFF_0000_0000, 0xFFFF_FFFF_FFFF_FFFF, 0xBCE6_FAAD_A717_9E84, 0xF3B9_CAC2_FC63_2551)

  /// p − n: below it, x = r + n is a second x-coordinate that fits r.
  static let primeMinusOrder = UInt256(0, 0, 0x4319_0553_58E8_617B, 0x0C46_353D_039C_DAAE)

  /// Whether `key` is a SubjectPublicKeyInfo in the form that is taken; whether its point lies on the curve is
  /// another question.
  static func hasPublicKeyForm(_ key: [UInt8]) -> Bool {
    key.count == publicKeyByteCount && key.starts(with: publicKeyPrefix)
  }

  /// The point 04‖X‖Y of a key in that form.
  static func point(of key: [UInt8]) -> ArraySlice<UInt8> { key[(publicKeyPrefix.count - 1)...] }

  /// Whether r and s of a 64-byte signature are both in 1…n−1 (SEC 1 §4.1.4 step 1).
  @inline(__always)
  static func signatureIsInRange(_ signature: Span<UInt8>) -> Bool {
    let r = UInt256(signature, at: 0)
    let s = UInt256(signature, at: 32)
    return !r.isZero && r < order && !s.isZero && s < order
  }
}

/// A 256-bit unsigned integer that can be compared, and nothing else.
struct UInt256: Comparable {
  /// Most significant first.
  let words: (UInt64, UInt64, UInt64, UInt64)

  init(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
    words = (first, second, third, fourth)
  }

  /// Reads 32 bytes, big-endian, from `offset` on; the caller has checked that they are there.
  @inline(__always)
  init(_ bytes: Span<UInt8>, at offset: Int) {
    func word(_ start: Int) -> UInt64 {
      var value: UInt64 = 0
      for index in start..<start + 8 { value = value << 8 | UInt64(bytes[index]) }
      return value
    }
    words = (word(offset), word(offset + 8), word(offset + 16), word(offset + 24))
  }

  var isZero: Bool { words.0 | words.1 | words.2 | words.3 == 0 }

  static func == (left: UInt256, right: UInt256) -> Bool { left.words == right.words }

  static func < (left: UInt256, right: UInt256) -> Bool { left.words < right.words }
}
