// SPDX-License-Identifier: MIT

public import ASN1Reading
import JOSE
import StrictJSON

/// Why bytes are not the receipt (or the answer about receipts) that they should be, and where.
///
/// Two errors are equal when code and offset are equal; the texts may be reworded in any version.
public struct ReceiptError: Error, Hashable, Sendable {
  /// What is wrong, for programs. Faults of ASN.1, base64 and JSON keep the names that ``ASN1Error``, `JOSEError` and
  /// `JSONError` give them.
  public let code: Code
  /// What a caller can do about it.
  public let category: Category
  /// Zero-based byte offset in the input as the caller gave it. For decoded bytes, that of the character that holds the
  /// first bits of the byte.
  public let offset: Int
  /// Where in the structure, like `$.payload[3].value`; nil where the offset says all.
  public let path: String?
  /// What the rule asks for.
  public let expected: String
  /// What stands there. Never secret bytes.
  public let found: String

  /// Makes an error.
  public init(
    code: Code, category: Category = .malformed, offset: Int, path: String? = nil, expected: String, found: String
  ) {
    self.code = code
    self.category = category
    self.offset = offset
    self.path = path
    self.expected = expected
    self.found = found
  }

  /// Compares code and offset.
  public static func == (left: ReceiptError, right: ReceiptError) -> Bool {
    left.code == right.code && left.offset == right.offset
  }

  /// Hashes code and offset.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(offset)
  }
}

extension ReceiptError: CustomStringConvertible {
  /// One sentence: the fact, expected and found, where.
  public var description: String {
    "\(code.rawValue): expected \(expected), found \(found) at byte \(offset)\(path.map { ", \($0)" } ?? "")"
  }
}

extension ReceiptError {
  /// What kind of failure this is.
  public enum Category: String, Hashable, Sendable {
    /// The input ends before the structure does.
    case truncated
    /// The input breaks a rule.
    case malformed
    /// The input is something else, or something that this reader does not do.
    case unsupported
    /// A budget was used up.
    case overLimit
  }

  /// A stable code.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code as text, lowerCamelCase.
    public let rawValue: String

    /// Wraps a code's text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The name of an ASN.1 fault.
    public init(_ code: ASN1Error.Code) {
      rawValue = code.rawValue
    }

    /// The category of the rules that this module adds to those of ASN.1.
    var category: Category {
      switch self {
      case .notAReceipt, .notSignedData, .wrongContentType, .detachedContent: .unsupported
      case .tooManyCertificates, .digestAlgorithmCount, .signerCount, .inputTooLong: .overLimit
      default: .malformed
      }
    }

    /// Nothing was given.
    public static let emptyInput = Code(rawValue: "emptyInput")
    /// The input ends inside the structure.
    public static let truncated = Code(rawValue: "truncated")
    /// The bytes are something else, which the text names where it is known: a JWS, an App Attest receipt, JSON.
    public static let notAReceipt = Code(rawValue: "notAReceipt")
    /// The bytes are larger than the budget.
    public static let inputTooLong = Code(rawValue: "inputTooLong")
    /// The text is neither base64 nor anything else that a receipt comes as.
    public static let badBase64 = Code(rawValue: "badBase64")

    /// The CMS is no signedData, or of another version.
    public static let notSignedData = Code(rawValue: "notSignedData")
    /// The signed content is not of type id-data.
    public static let wrongContentType = Code(rawValue: "wrongContentType")
    /// The signed content is not inside the CMS.
    public static let detachedContent = Code(rawValue: "detachedContent")
    /// Not exactly one digestAlgorithm.
    public static let digestAlgorithmCount = Code(rawValue: "digestAlgorithmCount")
    /// Not exactly one SignerInfo.
    public static let signerCount = Code(rawValue: "signerCount")
    /// More certificates than the budget of eight.
    public static let tooManyCertificates = Code(rawValue: "tooManyCertificates")
    /// The signed attributes lack one that must be there, have one twice, or contradict the content.
    public static let badSignedAttributes = Code(rawValue: "badSignedAttributes")

    /// The payload is not a SET OF SEQUENCE { INTEGER, INTEGER, OCTET STRING }.
    public static let badPayload = Code(rawValue: "badPayload")
    /// An attribute that a receipt must have is absent.
    public static let missingAttribute = Code(rawValue: "missingAttribute")
    /// An attribute that may come once comes again.
    public static let duplicateAttribute = Code(rawValue: "duplicateAttribute")
    /// An attribute's value is not of its type.
    public static let badAttribute = Code(rawValue: "badAttribute")

    /// A property list breaks its grammar.
    public static let badPropertyList = Code(rawValue: "badPropertyList")
    /// A property list, or an object, has one key twice.
    public static let duplicateKey = Code(rawValue: "duplicateKey")
    /// A key that must be there is absent.
    public static let missingKey = Code(rawValue: "missingKey")
    /// The signature of a transaction receipt has another layout.
    public static let badSignatureBlob = Code(rawValue: "badSignatureBlob")
    /// A JSON member is of a type that cannot be read as its value.
    public static let badMember = Code(rawValue: "badMember")
  }
}

extension ReceiptError {
  /// The same fault, with its name and place kept.
  init(_ error: ASN1Error) {
    let code = Code(error.code)
    let category: Category =
      switch error.category {
      case .truncated: .truncated
      case .malformed: code.category
      case .unsupported: .unsupported
      case .overLimit: .overLimit
      }
    self.init(
      code: code, category: category, offset: error.offset, expected: error.expected, found: error.found)
  }

  /// The same error, with its offset put through a map from decoded bytes to the caller's input.
  func mapped(_ offset: (Int) -> Int) -> ReceiptError {
    ReceiptError(
      code: code, category: category, offset: offset(self.offset), path: path, expected: expected, found: found)
  }
}
