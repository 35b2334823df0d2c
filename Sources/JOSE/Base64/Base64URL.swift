// SPDX-License-Identifier: MIT

/// Base64url without padding (RFC 4648 §5, RFC 7515 §2), strict: one text for every byte string and no other.
///
/// Refused: `=`, the standard alphabet's `+` and `/`, white space, lengths of one more than a multiple of four, and a last
/// character with bits that belong to no byte.
public enum Base64URL {
  /// Decodes characters to bytes. One allocation.
  ///
  /// - Throws: `base64Character`, `base64Padding`, `base64Length` or `base64LeftoverBits`, with the offset of the first
  ///   character that is wrong.
  public static func decode(_ characters: Span<UInt8>) throws(JOSEError) -> [UInt8] {
    try Base64Decoding.decode(characters, alphabet: .urlSafe)
  }

  /// Decodes characters to bytes; see ``decode(_:)-(Span<UInt8>)``.
  public static func decode(_ characters: [UInt8]) throws(JOSEError) -> [UInt8] {
    try decode(characters.span)
  }

  /// Decodes text to bytes; see ``decode(_:)-(Span<UInt8>)``. Offsets count UTF-8 bytes.
  public static func decode(_ text: String) throws(JOSEError) -> [UInt8] {
    try decode(Array(text.utf8).span)
  }

  /// Refuses what ``decode(_:)-(Span<UInt8>)`` refuses, and makes no bytes.
  package static func check(_ characters: Span<UInt8>) throws(JOSEError) {
    try Base64Decoding.check(characters, alphabet: .urlSafe)
  }

  /// Encodes bytes as characters.
  public static func encode(_ bytes: Span<UInt8>) -> [UInt8] {
    Base64Encoding.encode(bytes, alphabet: .urlSafe, padded: false)
  }

  /// Encodes bytes as text.
  public static func encode(_ bytes: [UInt8]) -> String {
    String(decoding: encode(bytes.span), as: UTF8.self)
  }
}

/// Standard base64 with padding (RFC 4648 §4), as `x5c` has it (RFC 7515 §4.1.6); as strict as ``Base64URL``.
public enum Base64 {
  /// Decodes characters to bytes. One allocation.
  ///
  /// - Throws: `base64Character`, `base64Padding` (also when it is missing), `base64Length` or `base64LeftoverBits`.
  public static func decode(_ characters: Span<UInt8>) throws(JOSEError) -> [UInt8] {
    var count = characters.count
    while count > 0, characters.count - count < 2, characters[count - 1] == UInt8(ascii: "=") { count -= 1 }
    let bytes = try Base64Decoding.decode(characters.extracting(0..<count), alphabet: .standard)
    if characters.count & 3 != 0 {
      // Too little of it is wrong at the end, too much where it begins to be.
      throw JOSEError(
        code: .base64Padding, category: .malformed, offset: min(characters.count, (count + 3) & ~3),
        message: "expected padding to a multiple of four characters")
    }
    return bytes
  }

  /// Decodes characters to bytes; see ``decode(_:)-(Span<UInt8>)``.
  public static func decode(_ characters: [UInt8]) throws(JOSEError) -> [UInt8] {
    try decode(characters.span)
  }

  /// Decodes text to bytes; see ``decode(_:)-(Span<UInt8>)``. Offsets count UTF-8 bytes.
  public static func decode(_ text: String) throws(JOSEError) -> [UInt8] {
    try decode(Array(text.utf8).span)
  }

  /// Encodes bytes as characters.
  public static func encode(_ bytes: Span<UInt8>) -> [UInt8] {
    Base64Encoding.encode(bytes, alphabet: .standard, padded: true)
  }

  /// Encodes bytes as text.
  public static func encode(_ bytes: [UInt8]) -> String {
    String(decoding: encode(bytes.span), as: UTF8.self)
  }
}
