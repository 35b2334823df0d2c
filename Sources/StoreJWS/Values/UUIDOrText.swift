// SPDX-License-Identifier: MIT
public import FoundationEssentials
internal import StrictJSON

/// A member that should be a UUID. Apps attach what they like, so text that is none is kept rather than refused.
public enum UUIDOrText: Hashable, Sendable {
  /// The usual case.
  case uuid(UUID)
  /// Text that is no UUID, or one in a spelling that the UUID would not give back.
  case text(String)

  /// The UUID, if the text spells one in either case.
  public var uuid: UUID? {
    switch self {
    case .uuid(let uuid): uuid
    case .text(let text): UUID(uuidString: text)
    }
  }

  /// The text as the payload has it.
  public var text: String {
    switch self {
    case .uuid(let uuid): uuid.uuidString.lowercased()
    case .text(let text): text
    }
  }

  /// Wraps text.
  public init(_ text: String) {
    let bytes = Array(text.utf8)
    self = Self.lowercaseUUID(bytes.span).map { .uuid($0) } ?? .text(text)
  }

  /// A UUID in the canonical lower-case form that Apple writes, without going through a string.
  static func lowercaseUUID(_ bytes: Span<UInt8>) -> UUID? {
    guard bytes.count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    var digits = 0
    for offset in 0..<36 {
      let byte = bytes[offset]
      if offset == 8 || offset == 13 || offset == 18 || offset == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let value: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      if digits < 16 { high = high << 4 | UInt64(value) } else { low = low << 4 | UInt64(value) }
      digits += 1
    }
    func byte(_ word: UInt64, _ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - 8 * place)) }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5), byte(high, 6),
        byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5),
        byte(low, 6), byte(low, 7)
      ))
  }
}

extension JSONReader {
  /// Reads UUID text, or other text.
  mutating func readUUIDOrText() throws(JSONError) -> UUIDOrText {
    let text = try readText()
    if !text.isEscaped, let uuid = UUIDOrText.lowercaseUUID(rawBytes(of: text)) { return .uuid(uuid) }
    return .text(string(text))
  }
}
