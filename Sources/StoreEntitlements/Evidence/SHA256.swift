// SPDX-License-Identifier: MIT

/// SHA-256 (FIPS 180-4 §6.2), to name evidence by what was received, and for the redaction of the command-line tool. No
/// signature rests on it: those are the verifier's business, and both must work where libcrypto is absent.
package struct SHA256 {
  private var state: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  /// The digest of `bytes` as four words, most significant first.
  package static func digest(_ bytes: Span<UInt8>) -> (UInt64, UInt64, UInt64, UInt64) {
    var hash = SHA256()
    var start = 0
    while bytes.count - start >= 64 {
      hash.process(bytes, start)
      start += 64
    }
    // §5.1.1: a one bit, zeros, and the length in bits, in one block or two.
    var tail: [UInt8] = []
    tail.reserveCapacity(128)
    for index in start..<bytes.count { tail.append(bytes[index]) }
    tail.append(0x80)
    while tail.count % 64 != 56 { tail.append(0) }
    let bits = UInt64(bytes.count) &* 8
    for shift in stride(from: 56, through: 0, by: -8) { tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
    for start in stride(from: 0, to: tail.count, by: 64) { hash.process(tail.span, start) }
    return (hash.words(0), hash.words(2), hash.words(4), hash.words(6))
  }

  private func words(_ index: Int) -> UInt64 { UInt64(state[index]) << 32 | UInt64(state[index + 1]) }

  /// One block of 64 bytes from `start` on. The schedule is kept as its last sixteen words.
  private mutating func process(_ bytes: Span<UInt8>, _ start: Int) {
    var words = InlineArray<16, UInt32>(repeating: 0)
    for index in 0..<16 {
      let place = start &+ index &* 4
      words[index] =
        UInt32(bytes[place]) << 24 | UInt32(bytes[place &+ 1]) << 16 | UInt32(bytes[place &+ 2]) << 8
        | UInt32(bytes[place &+ 3])
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    var index = 0
    // Rotations are written out and the loop counts by hand: builds without optimisation, which the tests are, call a
    // function for each `rotate` and each step of a range.
    while index < 64 {
      let slot = index & 15
      if index >= 16 {
        // SAFETY: every index is taken modulo 16.
        let w15 = unsafe words[unchecked: (index &+ 1) & 15]
        let w2 = unsafe words[unchecked: (index &+ 14) & 15]
        let s0 = (w15 &>> 7 | w15 &<< 25) ^ (w15 &>> 18 | w15 &<< 14) ^ w15 &>> 3
        let s1 = (w2 &>> 17 | w2 &<< 15) ^ (w2 &>> 19 | w2 &<< 13) ^ w2 &>> 10
        unsafe words[unchecked: slot] = unsafe words[unchecked: slot] &+ s0 &+ words[unchecked: (index &+ 9) & 15] &+ s1
      }
      let sum1 = (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
      let choice = (e & f) ^ (~e & g)
      // SAFETY: the index is below 64, the slot below 16.
      let first = unsafe h &+ sum1 &+ choice &+ roundConstants[unchecked: index] &+ words[unchecked: slot]
      let sum0 = (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
      let second = sum0 &+ ((a & b) ^ (a & c) ^ (b & c))
      h = g
      g = f
      f = e
      e = d &+ first
      d = c
      c = b
      b = a
      a = first &+ second
      index &+= 1
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }
}

/// §4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes.
private let roundConstants: InlineArray<64, UInt32> = [
  0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
  0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
  0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
  0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
  0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
  0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
  0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
  0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
]
