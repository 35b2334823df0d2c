// SPDX-License-Identifier: MIT

/// The one encoder behind ``Base64URL`` and ``Base64``.
enum Base64Encoding {
  static func encode(_ bytes: Span<UInt8>, alphabet: Base64Alphabet, padded: Bool) -> [UInt8] {
    let characters = alphabet.characters
    var encoded: [UInt8] = []
    encoded.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    // Whole groups without a loop inside, which without optimisation is most of the work.
    while index + 2 < bytes.count {
      let group = UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
      encoded.append(characters[Int(group >> 18)])
      encoded.append(characters[Int(group >> 12) & 63])
      encoded.append(characters[Int(group >> 6) & 63])
      encoded.append(characters[Int(group) & 63])
      index += 3
    }
    let rest = bytes.count - index
    if rest > 0 {
      let group = UInt32(bytes[index]) << 16 | (rest > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
      encoded.append(characters[Int(group >> 18)])
      encoded.append(characters[Int(group >> 12) & 63])
      if rest > 1 { encoded.append(characters[Int(group >> 6) & 63]) }
      if padded { encoded.append(contentsOf: rest > 1 ? "=".utf8 : "==".utf8) }
    }
    return encoded
  }
}
