// SPDX-License-Identifier: MIT
public import StrictJSON

/// Why characters are not a compact JWS, and where.
///
/// Equality compares code and offset; the wording may change in any version.
public struct JOSEError: Error, Hashable, Sendable {
  /// The stable name of a fault. A fault of a header's JSON keeps the name that ``JSONError/Code`` gives it.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name, lowerCamelCase.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A character outside the alphabet (RFC 4648 §5 for segments, §4 for `x5c`).
    public static let base64Character = Code(rawValue: "base64Character")
    /// `=` where RFC 7515 §2 allows none, or padding that is missing or wrong in an `x5c` entry.
    public static let base64Padding = Code(rawValue: "base64Padding")
    /// A length that no bytes encode to: one more than a multiple of four.
    public static let base64Length = Code(rawValue: "base64Length")
    /// The last character carries bits that belong to no byte (RFC 4648 §3.5).
    public static let base64LeftoverBits = Code(rawValue: "base64LeftoverBits")
    /// Not three segments.
    public static let segmentCount = Code(rawValue: "segmentCount")
    /// A segment that must not be empty is.
    public static let emptySegment = Code(rawValue: "emptySegment")
    /// The token is longer than the budget allows.
    public static let tokenTooLong = Code(rawValue: "tokenTooLong")
    /// The header is longer than the budget allows.
    public static let headerTooLong = Code(rawValue: "headerTooLong")
    /// An `x5c` entry is longer than the budget allows.
    public static let certificateTooLong = Code(rawValue: "certificateTooLong")
  }

  /// What a caller can do about a fault.
  public enum Category: String, Hashable, Sendable {
    /// The input ends too early.
    case truncated
    /// The input breaks the grammar.
    case malformed
    /// The input is well formed, but not of the shape that was asked for.
    case unsupported
    /// The input meets a budget.
    case overLimit
  }

  /// The stable code.
  public let code: Code
  /// The category of the code.
  public let category: Category
  /// Zero-based byte offset in the characters that were given. For a fault in decoded bytes it is the character that
  /// holds the first bits of the byte.
  public let offset: Int
  /// The segment, where the fault lies in one.
  public let segment: JWSSegment?
  /// Path in the header's JSON, like `$.x5c[1]`, where the fault has one.
  public let path: String?
  /// One sentence without a full stop: what was expected and what was found.
  public let message: String

  /// Makes an error.
  public init(
    code: Code,
    category: Category,
    offset: Int,
    segment: JWSSegment? = nil,
    path: String? = nil,
    message: String
  ) {
    self.code = code
    self.category = category
    self.offset = offset
    self.segment = segment
    self.path = path
    self.message = message
  }

  /// Compares code and offset.
  public static func == (left: JOSEError, right: JOSEError) -> Bool {
    left.code == right.code && left.offset == right.offset
  }

  /// Hashes code and offset.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(offset)
  }
}

extension JOSEError: CustomStringConvertible {
  /// The message, then code, place and path.
  public var description: String {
    let place = segment.map { " in the \($0.rawValue)" } ?? ""
    let member = path.map { ", \($0)" } ?? ""
    return "\(message) (\(code.rawValue) at byte \(offset)\(place)\(member))"
  }
}

extension JOSEError.Category {
  /// The category of a JSON fault, under its name here.
  public init(_ category: JSONError.Category) {
    switch category {
    case .truncated: self = .truncated
    case .malformed: self = .malformed
    case .unsupported: self = .unsupported
    case .overLimit: self = .overLimit
    }
  }
}
