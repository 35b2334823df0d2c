// SPDX-License-Identifier: MIT

/// The name of a piece of evidence: SHA-256 of the characters as received.
///
/// A transaction id is no such name, as a later revision of one transaction may carry a revocation.
public struct EvidenceID: Hashable, Sendable {
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// Names the evidence that these bytes are: a compact JWS, every character of it.
  public init(of characters: [UInt8]) {
    words = SHA256.digest(characters.span)
  }

  /// Reads 64 hexadecimal digits; nil for any other text.
  public init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 64 else { return nil }
    var values: [UInt64] = [0, 0, 0, 0]
    for (place, digit) in digits.enumerated() {
      guard let value = Self.value(of: digit) else { return nil }
      values[place / 16] = values[place / 16] << 4 | value
    }
    words = (values[0], values[1], values[2], values[3])
  }

  private static func value(of digit: UInt8) -> UInt64? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(digit - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(digit - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// Compares all 32 bytes.
  public static func == (left: EvidenceID, right: EvidenceID) -> Bool { left.words == right.words }

  /// Hashes the first eight bytes, which are as good as any.
  public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

extension EvidenceID: Comparable {
  /// The order of the bytes.
  public static func < (left: EvidenceID, right: EvidenceID) -> Bool { left.words < right.words }
}

extension EvidenceID: CustomStringConvertible {
  /// 64 hexadecimal digits, lower case.
  public var description: String {
    [words.0, words.1, words.2, words.3].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }
}

/// What kind of evidence a fact rests on.
public enum EvidenceKind: String, Hashable, Sendable, CaseIterable {
  /// Inside a verified signature.
  case signed
  /// A member that stood beside signed strings, in an answer that the caller says to have fetched itself. Lower: of two
  /// facts of one moment the signed one counts.
  case fetched
}

/// One piece of evidence that an answer rests on.
public struct EvidenceReference: Hashable, Sendable {
  /// The name of the evidence; for a `fetched` member that of the signed transaction beside it.
  public let id: EvidenceID
  /// Whether the fact itself is signed.
  public let kind: EvidenceKind

  /// Makes a reference.
  public init(id: EvidenceID, kind: EvidenceKind) {
    self.id = id
    self.kind = kind
  }
}
