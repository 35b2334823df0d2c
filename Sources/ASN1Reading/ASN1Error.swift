// SPDX-License-Identifier: MIT

/// Why bytes are not the ASN.1 that they should be: the fact, where, and what was expected and found there.
///
/// Two errors are equal when code and offset are equal; the texts may be reworded in any version.
public struct ASN1Error: Error, Hashable, Sendable {
  /// What is wrong, for programs.
  public let code: Code
  /// Zero-based byte offset in the input that the caller handed in. For an element as a whole it is that of its
  /// identifier octet; for a single bad octet it is that octet's.
  public let offset: Int
  /// What the rule asks for.
  public let expected: String
  /// What stands there. Never the content of a value.
  public let found: String

  /// What a caller can do about it.
  public var category: Category { code.category }

  /// Makes an error; readers above this module use it for rules of their own formats.
  public init(code: Code, offset: Int, expected: String, found: String) {
    self.code = code
    self.offset = offset
    self.expected = expected
    self.found = found
  }

  /// The same error, `distance` bytes further on: for a reader that was given a piece of a larger input.
  public func shifted(by distance: Int) -> ASN1Error {
    ASN1Error(code: code, offset: offset + distance, expected: expected, found: found)
  }

  /// Compares code and offset.
  public static func == (left: ASN1Error, right: ASN1Error) -> Bool {
    left.code == right.code && left.offset == right.offset
  }

  /// Hashes code and offset.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(offset)
  }
}

extension ASN1Error: CustomStringConvertible {
  /// One sentence: the fact, expected and found, where.
  public var description: String {
    "\(code.rawValue): expected \(expected), found \(found) at byte \(offset)"
  }
}

extension ASN1Error {
  /// What kind of failure this is.
  public enum Category: String, Hashable, Sendable {
    /// The input ends before the structure does.
    case truncated
    /// The input breaks a rule.
    case malformed
    /// The input may be right, but this reader does not go there.
    case unsupported
    /// A budget of the caller was used up.
    case overLimit
  }

  /// A stable code. New ones may be added; a comparison with the static members is the way to ask.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code as text, lowerCamelCase.
    public let rawValue: String

    /// Wraps a code's text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    fileprivate var category: Category {
      switch self {
      case .truncated: .truncated
      case .tooDeep, .tooManyElements, .tooManyBytes: .overLimit
      case .integerTooLarge, .tagTooLarge, .lengthTooLarge: .unsupported
      default: .malformed
      }
    }
  }
}

extension ASN1Error.Code {
  /// The input ends inside an element, or before one that must come.
  public static let truncated = Self(rawValue: "truncated")
  /// An element is longer than what is left of the element around it.
  public static let overrunsParent = Self(rawValue: "overrunsParent")
  /// An element that must come is not there.
  public static let missingElement = Self(rawValue: "missingElement")
  /// Another element stands here.
  public static let unexpectedTag = Self(rawValue: "unexpectedTag")
  /// Bytes follow where nothing may.
  public static let trailingBytes = Self(rawValue: "trailingBytes")

  /// A tag number is not written in the fewest octets (X.690 §8.1.2.4.2).
  public static let nonMinimalTag = Self(rawValue: "nonMinimalTag")
  /// A tag number has more than 28 bits.
  public static let tagTooLarge = Self(rawValue: "tagTooLarge")
  /// The reserved length octet 0xFF (X.690 §8.1.3.5).
  public static let reservedLength = Self(rawValue: "reservedLength")
  /// A length has more than 56 bits.
  public static let lengthTooLarge = Self(rawValue: "lengthTooLarge")
  /// A length is not written in the fewest octets (X.690 §10.1) and the caller did not allow it.
  public static let nonMinimalLength = Self(rawValue: "nonMinimalLength")
  /// An indefinite length (X.690 §8.1.3.6) that the caller did not allow, or on a primitive element.
  public static let indefiniteLength = Self(rawValue: "indefiniteLength")
  /// End-of-contents octets where no indefinite length is open, or not empty.
  public static let unexpectedEndOfContents = Self(rawValue: "unexpectedEndOfContents")
  /// A string in segments (X.690 §8.7.3) that the caller did not allow.
  public static let constructedString = Self(rawValue: "constructedString")
  /// A primitive form of a type that is always constructed, or the reverse.
  public static let wrongForm = Self(rawValue: "wrongForm")

  /// More nesting than ``ASN1Limits/maximumDepth``.
  public static let tooDeep = Self(rawValue: "tooDeep")
  /// More elements than ``ASN1Limits/maximumElements``.
  public static let tooManyElements = Self(rawValue: "tooManyElements")
  /// More bytes than ``ASN1Limits/maximumBytes``.
  public static let tooManyBytes = Self(rawValue: "tooManyBytes")

  /// An INTEGER without octets.
  public static let emptyInteger = Self(rawValue: "emptyInteger")
  /// An INTEGER whose first nine bits are equal (X.690 §8.3.2).
  public static let nonMinimalInteger = Self(rawValue: "nonMinimalInteger")
  /// An INTEGER that does not fit into 64 bits.
  public static let integerTooLarge = Self(rawValue: "integerTooLarge")
  /// A BOOLEAN that is not one octet, or TRUE other than 0xFF (X.690 §11.1).
  public static let badBoolean = Self(rawValue: "badBoolean")
  /// A NULL with octets.
  public static let badNull = Self(rawValue: "badNull")
  /// A BIT STRING with a wrong count of unused bits, or unused bits that are not zero (X.690 §11.2.1).
  public static let badBitString = Self(rawValue: "badBitString")
  /// An OBJECT IDENTIFIER that is empty, cut, or not minimal (X.690 §8.19).
  public static let badObjectIdentifier = Self(rawValue: "badObjectIdentifier")
  /// A string with bytes that its type does not have.
  public static let badString = Self(rawValue: "badString")
  /// A time that is not in a form allowed here.
  public static let badTime = Self(rawValue: "badTime")
  /// The elements of a SET OF do not ascend (X.690 §11.6).
  public static let setOrder = Self(rawValue: "setOrder")
  /// A value equal to its DEFAULT is written out (X.690 §11.5).
  public static let explicitDefault = Self(rawValue: "explicitDefault")

  /// A certificate version other than v1, v2, v3, or a field that the version does not have (RFC 5280 §4.1.2).
  public static let badCertificateVersion = Self(rawValue: "badCertificateVersion")
  /// The algorithm inside the signed part differs from the one outside (RFC 5280 §4.1.1.2).
  public static let algorithmMismatch = Self(rawValue: "algorithmMismatch")
}
