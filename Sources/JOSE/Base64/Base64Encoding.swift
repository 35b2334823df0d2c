// SPDX-License-Identifier: MIT

/// The one encoder behind ``Base64URL`` and ``Base64``.
enum Base64Encoding {
  static func encode(_ bytes: Span<UInt8>, alphabet: Base64Alphabet, padded: Bool) -> [UInt8] {
    let characters = alphabet.characters
    var encoded: [UInt8] = []
    encoded.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let taken = min(3, bytes.count - index)
      var group = UInt32(bytes[index]) << 16
      if taken > 1 { group |= UInt32(bytes[index + 1]) << 8 }
      if taken > 2 { group |= UInt32(bytes[index + 2]) }
      for place in 0...taken {
        encoded.append(characters[Int(group >> UInt32(18 - 6 * place)) & 63])
      }
      if padded {
        for _ in taken..<3 { encoded.append(UInt8(ascii: "=")) }
      }
      index += 3
    }
    return encoded
  }
}
