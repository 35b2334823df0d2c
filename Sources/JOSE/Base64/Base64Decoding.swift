// SPDX-License-Identifier: MIT

/// The one decoder behind ``Base64URL`` and ``Base64``: characters without padding in, bytes out.
enum Base64Decoding {
  /// Decodes `characters`, which carry no padding.
  ///
  /// - Throws: `base64Character`, `base64Padding`, `base64Length`, `base64LeftoverBits`, with the exact offset.
  static func decode(_ characters: Span<UInt8>, alphabet: Base64Alphabet) throws(JOSEError) -> [UInt8] {
    let tail = characters.count & 3
    let byteCount = characters.count &>> 2 &* 3 &+ (tail == 0 ? 0 : tail &- 1)
    var isValid = true
    var bytes: [UInt8] = []
    // Eight bytes more than the result, because the loop stores eight bytes for every six.
    bytes.append(addingCapacity: byteCount &+ 8) { output in
      // SAFETY: `decode` writes each of the `byteCount` bytes that are then declared initialised.
      unsafe output.withUnsafeMutableBufferPointer { buffer, initializedCount in
        unsafe isValid = decode(characters, into: buffer, alphabet.table.pairs)
        initializedCount = isValid ? byteCount : 0
      }
    }
    if !isValid { throw fault(in: characters, alphabet: alphabet) }
    return bytes
  }

  /// The same refusals without the bytes: for a segment whose contents nobody asked for.
  static func check(_ characters: Span<UInt8>, alphabet: Base64Alphabet) throws(JOSEError) {
    // SAFETY: the memory is the call's own and is larger than what is decoded at a time.
    let isValid = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: chunkLength) { buffer in
      var start = 0
      while characters.count &- start > chunkLength {
        let chunk = characters.extracting(start..<start &+ chunkLength)
        guard unsafe decode(chunk, into: buffer, alphabet.table.pairs) else { return false }
        start &+= chunkLength
      }
      return unsafe decode(characters.extracting(start..<characters.count), into: buffer, alphabet.table.pairs)
    }
    if !isValid { throw fault(in: characters, alphabet: alphabet) }
  }

  /// A multiple of four characters; their bytes and eight more fit as many bytes.
  private static let chunkLength = 256

  /// The hot loop.
  ///
  /// - Parameter output: three bytes for every four characters, and room for eight more.
  /// - Returns: whether the characters are all of the alphabet, can end where they end, and leave no bits over.
  private static func decode(
    _ characters: Span<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>, _ pairs: UnsafePointer<UInt16>
  ) -> Bool {
    guard let target = output.baseAddress else { return false }
    let count = characters.count
    let tail = count & 3
    let wholeEnd = count &- tail
    var write = UnsafeMutableRawPointer(target)
    var read = 0
    var seen: UInt16 = 0
    // SAFETY: reads stay below `count`, as the conditions say. Each turn writes eight bytes (four in the second step) at a place
    // that is at most six (three) per eight (four) characters into `output`, which has room for eight more. Indices of
    // `pairs` have sixteen bits.
    while read &+ 8 <= wholeEnd {
      let word = unsafe UInt64(
        littleEndian: characters.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: read, as: UInt64.self))
      let first = unsafe pairs[Int(truncatingIfNeeded: word & 0xFFFF)]
      let second = unsafe pairs[Int(truncatingIfNeeded: word &>> 16 & 0xFFFF)]
      let third = unsafe pairs[Int(truncatingIfNeeded: word &>> 32 & 0xFFFF)]
      let fourth = unsafe pairs[Int(truncatingIfNeeded: word &>> 48)]
      seen |= first | second | third | fourth
      let high = UInt64(first) &<< 52 | UInt64(second) &<< 40
      let low = UInt64(third) &<< 28 | UInt64(fourth) &<< 16
      unsafe write.storeBytes(of: (high | low).bigEndian, as: UInt64.self)
      read &+= 8
      unsafe write += 6
    }
    if read < wholeEnd {
      let word = unsafe UInt32(
        littleEndian: characters.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: read, as: UInt32.self))
      let first = unsafe pairs[Int(truncatingIfNeeded: word & 0xFFFF)]
      let second = unsafe pairs[Int(truncatingIfNeeded: word &>> 16)]
      seen |= first | second
      unsafe write.storeBytes(of: (UInt32(first) &<< 20 | UInt32(second) &<< 8).bigEndian, as: UInt32.self)
      read &+= 4
      unsafe write += 3
    }
    if tail == 0 { return unsafe seen & DecodingTable.invalid == 0 }
    guard tail > 1 else { return false }
    // Two characters carry twelve bits for one byte, three carry eighteen for two: the rest must be zero.
    let zero = Int(UInt8(ascii: "A")) &<< 8
    let first = unsafe pairs[Int(characters[read &+ 1]) &<< 8 | Int(characters[read])]
    let second = tail == 3 ? unsafe pairs[zero | Int(characters[read &+ 2])] : 0
    let bits = UInt32(first) &<< 12 | UInt32(second)
    seen |= first | second
    unsafe write.storeBytes(of: UInt8(truncatingIfNeeded: bits &>> 16), as: UInt8.self)
    if tail == 3 { unsafe (write + 1).storeBytes(of: UInt8(truncatingIfNeeded: bits &>> 8), as: UInt8.self) }
    return unsafe seen & DecodingTable.invalid == 0 && bits & (tail == 2 ? 0xFFFF : 0xFF) == 0
  }

  /// Finds what is wrong, slowly and exactly: the first foreign character, else the length, else the last character.
  @inline(never)
  private static func fault(in characters: Span<UInt8>, alphabet: Base64Alphabet) -> JOSEError {
    let name = alphabet == .urlSafe ? "base64url" : "base64"
    let beside = Int(UInt8(ascii: "A"))
    for index in characters.indices {
      let byte = characters[index]
      // SAFETY: an index of sixteen bits. Beside a character that is allowed, the other one decides.
      if unsafe alphabet.table.pairs[Int(byte) &<< 8 | beside] & DecodingTable.invalid == 0 { continue }
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
