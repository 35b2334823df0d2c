// SPDX-License-Identifier: MIT

/// Why a document is not the JSON that was asked for, and where.
///
/// Equality compares code and offset; the wording may change in any version.
public struct JSONError: Error, Hashable, Sendable {
  /// The stable name of a fault. New codes may come with new versions; a `switch` keeps a `default`.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The input ends inside a value.
    case unexpectedEnd
    /// A byte that the grammar does not allow at this place.
    case unexpectedCharacter
    /// A comma before `}` or `]`.
    case trailingComma
    /// Bytes other than white space after the document.
    case trailingBytes
    /// The document begins with U+FEFF (RFC 8259 §8.1).
    case byteOrderMark
    /// A string holds a byte below 0x20.
    case controlCharacter
    /// A backslash is followed by something that is no escape.
    case invalidEscape
    /// `\uD800` to `\uDFFF` that is not half of a pair.
    case loneSurrogate
    /// A string is not UTF-8 (RFC 3629).
    case invalidUTF8
    /// A number breaks RFC 8259 §6: a leading zero or plus, a bare point, an empty exponent.
    case invalidNumber
    /// One object has two members of one name. RFC 8259 §4 leaves the meaning open, so it is refused.
    case duplicateMember
    /// Objects and arrays are nested deeper than the budget allows.
    case depthLimit
    /// The document has more members and elements than the budget allows.
    case memberLimit
    /// The document is longer than the budget allows.
    case byteLimit
    /// A value is of another type than the one that was asked for.
    case typeMismatch
    /// A number does not fit the type that was asked for.
    case numberOutOfRange
    /// A member that must be there is not.
    case missingMember
  }

  /// What a caller can do about a fault.
  public enum Category: String, Hashable, Sendable {
    /// The input ends too early: more bytes may help.
    case truncated
    /// The input breaks the grammar.
    case malformed
    /// The input is JSON, but not of the shape that was asked for.
    case unsupported
    /// The input meets a budget.
    case overLimit
  }

  /// The stable code.
  public let code: Code
  /// Zero-based byte offset in the document; the first byte that is wrong, or the document's length.
  public let offset: Int
  /// One sentence without a full stop: what was expected and what was found.
  public let message: String

  /// Makes an error.
  public init(code: Code, offset: Int, message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }

  /// The category of the code.
  public var category: Category {
    switch code {
    case .unexpectedEnd: .truncated
    case .typeMismatch, .numberOutOfRange, .missingMember: .unsupported
    case .depthLimit, .memberLimit, .byteLimit: .overLimit
    default: .malformed
    }
  }

  /// Compares code and offset.
  public static func == (left: JSONError, right: JSONError) -> Bool {
    left.code == right.code && left.offset == right.offset
  }

  /// Hashes code and offset.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(offset)
  }
}

extension JSONError: CustomStringConvertible {
  /// The message, then code and offset.
  public var description: String {
    "\(message) (\(code.rawValue) at byte \(offset))"
  }
}
