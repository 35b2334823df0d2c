// SPDX-License-Identifier: MIT

/// For every pair of characters the twelve bits that they stand for, or a bit above those where one of them is no part of the
/// alphabet.
///
/// Two loads decode three bytes and find a bad character at once. A table of single characters takes twice the loads and
/// was 1.4 times as slow; `SIMD16` does not help, because its comparisons are generic operations. The table has 128 KB, of
/// which valid text touches 12, so it stays in the nearest cache.
@unsafe struct DecodingTable: @unchecked Sendable {
  // SAFETY of the class: 65,536 entries, written once before the value is shared, never freed, only read afterwards.
  /// Indexed by the first character plus 256 times the second.
  let pairs: UnsafePointer<UInt16>

  /// Set in an entry that has a character outside the alphabet.
  static let invalid: UInt16 = 1 << 15

  init(alphabet: Base64Alphabet) {
    let storage = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << 16)
    unsafe storage.initialize(repeating: Self.invalid, count: 1 << 16)
    let characters = alphabet.characters
    for (high, first) in characters.enumerated() {
      for (low, second) in characters.enumerated() {
        unsafe storage[Int(second) << 8 | Int(first)] = UInt16(high << 6 | low)
      }
    }
    unsafe pairs = UnsafePointer(storage)
  }

  static let urlSafe = unsafe DecodingTable(alphabet: .urlSafe)
  static let standard = unsafe DecodingTable(alphabet: .standard)
}

/// The two alphabets of RFC 4648.
enum Base64Alphabet: Sendable {
  /// §5, with `-` and `_`.
  case urlSafe
  /// §4, with `+` and `/`.
  case standard

  /// The sixty-four characters in the order of their values.
  var characters: [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    switch self {
    case .urlSafe: return letters + Array("-_".utf8)
    case .standard: return letters + Array("+/".utf8)
    }
  }

  var table: DecodingTable {
    switch self {
    case .urlSafe: unsafe DecodingTable.urlSafe
    case .standard: unsafe DecodingTable.standard
    }
  }
}
