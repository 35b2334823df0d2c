// SPDX-License-Identifier: MIT

/// The one decoder behind ``Base64URL`` and ``Base64``: characters without padding in, bytes out.
enum Base64Decoding {
  /// Decodes `characters`, which carry no padding.
  ///
  /// - Throws: `base64Character`, `base64Padding`, `base64Length`, `base64LeftoverBits`, with the exact offset.
  static func decode(_ characters: Span<UInt8>, alphabet: Base64Alphabet) throws(JOSEError) -> [UInt8] {
    let count = characters.count
    let tail = count & 3
    let wholeGroups = count &>> 2
    let byteCount = wholeGroups &* 3 &+ (tail == 0 ? 0 : tail &- 1)
    var isInvalid = tail == 1
    let table = unsafe alphabet.table
    // One byte more than the result, because the loop stores four bytes for every three.
    // SAFETY: `decodeGroups` writes each of the `byteCount` bytes that are then declared initialised.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCount &+ 1) { output, initializedCount in
      let seen = unsafe characters.withUnsafeBufferPointer { input in
        unsafe decodeGroups(input, wholeGroups: wholeGroups, tail: tail, into: output, table.entries)
      }
      unsafe isInvalid = isInvalid || seen & DecodingTable.invalid != 0
      initializedCount = byteCount
    }
    if isInvalid || (tail != 0 && hasLeftoverBits(characters, tail: tail, alphabet)) {
      throw fault(in: characters, alphabet: alphabet)
    }
    return bytes
  }

  /// The hot loop.
  ///
  /// - Returns: all table entries that were used, OR-ed: ``DecodingTable/invalid`` is set if any character was foreign.
  private static func decodeGroups(
    _ input: UnsafeBufferPointer<UInt8>,
    wholeGroups: Int,
    tail: Int,
    into output: UnsafeMutableBufferPointer<UInt8>,
    _ entries: UnsafePointer<UInt32>
  ) -> UInt32 {
    guard let source = input.baseAddress, let target = output.baseAddress else { return 0 }
    var seen: UInt32 = 0
    var read = unsafe source
    var write = UnsafeMutableRawPointer(target)
    // SAFETY: every turn reads four of the 4·wholeGroups (+ tail) characters of `input` and writes four bytes of which
    // the last is written again by the next turn; `output` has room for 3·wholeGroups + 1. Table indices are below 1,024.
    for _ in 0..<wholeGroups {
      let group =
        unsafe entries[Int(read[0])]
        | entries[256 &+ Int(read[1])]
        | entries[512 &+ Int(read[2])]
        | entries[768 &+ Int(read[3])]
      seen |= group
      unsafe write.storeBytes(of: (group &<< 8).bigEndian, as: UInt32.self)
      unsafe read += 4
      unsafe write += 3
    }
    if tail >= 2 {
      var group = unsafe entries[Int(read[0])] | entries[256 &+ Int(read[1])]
      if tail == 3 { group |= unsafe entries[512 &+ Int(read[2])] }
      seen |= group
      unsafe write.storeBytes(of: UInt8(truncatingIfNeeded: group &>> 16), as: UInt8.self)
      if tail == 3 {
        unsafe (write + 1).storeBytes(of: UInt8(truncatingIfNeeded: group &>> 8), as: UInt8.self)
      }
    }
    return seen
  }

  /// Two characters carry twelve bits for one byte, three carry eighteen for two: the rest must be zero.
  private static func hasLeftoverBits(_ characters: Span<UInt8>, tail: Int, _ alphabet: Base64Alphabet) -> Bool {
    guard tail >= 2 else { return false }
    // SAFETY: a byte as index, below the 256 entries of the first table.
    let value = unsafe alphabet.table.entries[Int(characters[characters.count - 1])] &>> 18
    return value & (tail == 2 ? 0x0F : 0x03) != 0
  }

  /// Finds what is wrong, slowly and exactly: the first foreign character, else the length, else the last character.
  @inline(never)
  private static func fault(in characters: Span<UInt8>, alphabet: Base64Alphabet) -> JOSEError {
    let name = alphabet == .urlSafe ? "base64url" : "base64"
    let allowed = alphabet.characters
    for index in characters.indices where !allowed.contains(characters[index]) {
      let byte = characters[index]
      if byte == UInt8(ascii: "=") {
        let fact =
          alphabet == .urlSafe
          ? "expected base64url without padding (RFC 7515 section 2), found '='"
          : "expected base64, found '=' before the end"
        return JOSEError(code: .base64Padding, category: .malformed, offset: index, message: fact)
      }
      return JOSEError(
        code: .base64Character, category: .malformed, offset: index,
        message: "expected \(name), found \(describe(byte))")
    }
    let tail = characters.count & 3
    if tail == 1 {
      return JOSEError(
        code: .base64Length, category: .truncated, offset: characters.count - 1,
        message: "expected two characters or more for the last bytes, found one")
    }
    return JOSEError(
      code: .base64LeftoverBits, category: .malformed, offset: characters.count - 1,
      message: "expected zero bits after the last byte, found \(describe(characters[characters.count - 1]))")
  }

  private static func describe(_ byte: UInt8) -> String {
    if (0x21...0x7E).contains(byte) { return "'\(Character(Unicode.Scalar(byte)))'" }
    if byte == 0x20 { return "a space" }
    let digits = String(byte, radix: 16, uppercase: true)
    return "byte 0x" + (digits.count == 1 ? "0" : "") + digits
  }
}
