// SPDX-License-Identifier: MIT
internal import StrictJSON

/// Why a catalog, a ledger or an act on one was refused.
///
/// Equality compares code and offset; the wording may change in any version.
public struct EntitlementError: Error, Sendable {
  /// The stable name of a fault. Faults of JSON keep the names that the JSON reader gives them.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name, lowerCamelCase.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A catalog without a product.
    public static let emptyCatalog = Code(rawValue: "emptyCatalog")
    /// A subscription group without a product.
    public static let emptyGroup = Code(rawValue: "emptyGroup")
    /// A document that is no catalog.
    public static let notACatalog = Code(rawValue: "notACatalog")
    /// An id of a product or group without a visible character.
    public static let blankID = Code(rawValue: "blankID")
    /// A product that is declared twice.
    public static let duplicateProductID = Code(rawValue: "duplicateProductID")
    /// A subscription group that is declared twice.
    public static let duplicateGroupID = Code(rawValue: "duplicateGroupID")
    /// A product other than a consumable that grants nothing.
    public static let noEntitlement = Code(rawValue: "noEntitlement")
    /// A duration that is not positive, or is no ISO 8601 period of years, months, weeks and days.
    public static let invalidPeriod = Code(rawValue: "invalidPeriod")
    /// A name in a catalog that the program has no entitlement for.
    public static let unknownEntitlement = Code(rawValue: "unknownEntitlement")
    /// A kind of product that is none of the four.
    public static let unknownKind = Code(rawValue: "unknownKind")
    /// A member that a catalog does not have: a misspelt one would otherwise be lost.
    public static let unknownMember = Code(rawValue: "unknownMember")
    /// A document that is no ledger.
    public static let notALedger = Code(rawValue: "notALedger")
    /// A ledger of a newer format.
    public static let unsupportedVersion = Code(rawValue: "unsupportedVersion")
    /// An evidence id that is not 64 hexadecimal digits.
    public static let invalidEvidenceID = Code(rawValue: "invalidEvidenceID")
    /// Ledgers of two customers are not to be merged.
    public static let differentCustomer = Code(rawValue: "differentCustomer")
    /// A page holds strings that are not verified, so that it is not whole.
    public static let refusedEvidence = Code(rawValue: "refusedEvidence")
    /// A date that no calendar holds.
    public static let dateOutOfRange = Code(rawValue: "dateOutOfRange")
  }

  /// What a caller can do about a fault.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    /// The input ends too early.
    case truncated
    /// The input breaks its grammar or its rules.
    case malformed
    /// The input is well formed, but not what was asked for.
    case unsupported
    /// The input meets a budget.
    case overLimit
    /// The input was read and is not to be believed.
    case notTrusted
    /// No answer was to be had; the same call may succeed later.
    case unavailable
  }

  /// The stable code.
  public let code: Code
  /// The category of the code.
  public let category: Category
  /// Byte offset in the JSON given, where there is one.
  public let offset: Int?
  /// One sentence without a full stop.
  public let message: String

  /// Makes an error.
  public init(code: Code, category: Category, offset: Int? = nil, message: String) {
    self.code = code
    self.category = category
    self.offset = offset
    self.message = message
  }

  init(_ error: JSONError) {
    let category: Category =
      switch error.category {
      case .truncated: .truncated
      case .malformed: .malformed
      case .unsupported: .unsupported
      case .overLimit: .overLimit
      }
    self.init(
      code: Code(rawValue: error.code.rawValue), category: category, offset: error.offset, message: error.message)
  }
}

extension EntitlementError: Hashable {
  /// Compares code and offset.
  public static func == (left: EntitlementError, right: EntitlementError) -> Bool {
    left.code == right.code && left.offset == right.offset
  }

  /// Hashes code and offset.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(offset)
  }
}

extension EntitlementError: CustomStringConvertible {
  /// The message, then code and offset.
  public var description: String {
    "\(message) (\(code.rawValue)\(offset.map { " at byte \($0)" } ?? ""))"
  }
}
