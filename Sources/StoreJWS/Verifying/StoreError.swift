// SPDX-License-Identifier: MIT
public import JOSE
public import StrictJSON

/// Why a document could not be read, or why it is not to be believed.
///
/// Equality compares code, offset and check; the wording may change in any version.
public struct StoreError: Error, Sendable {
  /// The stable name of a fault. Faults of JSON and of the compact form keep the names that ``JSONError`` and
  /// ``JOSEError`` give them; failed checks keep the code of their finding.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name, lowerCamelCase.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The document is of another kind than the one that was asked for.
    public static let kindMismatch = Code(rawValue: "kindMismatch")
    /// The verifier's own configuration cannot work: an empty list of accepted values.
    public static let configuration = Code(rawValue: "configuration")
    /// Nothing was refused, but a required check was not run.
    public static let notChecked = Code(rawValue: "notChecked")
  }

  /// What a caller can do about a fault.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    /// The input ends too early.
    case truncated
    /// The input breaks its grammar.
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
  /// One sentence without a full stop.
  public let message: String
  /// Byte offset in the token as given, where there is one.
  public let offset: Int?
  /// The segment, where the fault lies in one.
  public let segment: JWSSegment?
  /// JSON path in the segment, like `$.price`.
  public let path: String?
  /// The most telling failed check; nil if the document could not be read.
  public let check: VerificationCheck?
  /// Every check, where a verification was tried.
  public internal(set) var report: VerificationReport?

  /// Makes an error.
  public init(
    code: Code,
    category: Category,
    message: String,
    offset: Int? = nil,
    segment: JWSSegment? = nil,
    path: String? = nil,
    check: VerificationCheck? = nil,
    report: VerificationReport? = nil
  ) {
    self.code = code
    self.category = category
    self.message = message
    self.offset = offset
    self.segment = segment
    self.path = path
    self.check = check
    self.report = report
  }
}

extension StoreError: Hashable {
  /// Compares code, offset and check.
  public static func == (left: StoreError, right: StoreError) -> Bool {
    left.code == right.code && left.offset == right.offset && left.check == right.check
  }

  /// Hashes code, offset and check.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(offset)
    hasher.combine(check)
  }
}

extension StoreError: CustomStringConvertible {
  /// The message, then code, place and path.
  public var description: String {
    var place = code.rawValue
    if let offset { place += " at byte \(offset)" }
    if let segment { place += " in the \(segment.rawValue)" }
    if let path { place += ", \(path)" }
    return "\(message) (\(place))"
  }
}

// MARK: - From the floors below

extension StoreError.Category {
  /// The category of a fault of JSON or of the compact form, under its name here.
  package init(_ category: JOSEError.Category) {
    switch category {
    case .truncated: self = .truncated
    case .malformed: self = .malformed
    case .unsupported: self = .unsupported
    case .overLimit: self = .overLimit
    }
  }
}

extension StoreError {
  /// A fault of the compact form.
  init(_ error: JOSEError) {
    self.init(
      code: Code(rawValue: error.code.rawValue), category: Category(error.category), message: error.message,
      offset: error.offset, segment: error.segment, path: error.path)
  }

  /// A fault in a payload's JSON, carried over to the token.
  init(_ error: JSONError, payload: [UInt8], _ segments: JWSSegments) {
    self.init(JOSEError(error, in: .payload, json: payload, segments))
  }

  /// A fault in JSON that stands by itself.
  public init(_ error: JSONError, json: Span<UInt8>) {
    self.init(
      code: Code(rawValue: error.code.rawValue), category: Category(JOSEError.Category(error.category)),
      message: error.message, offset: error.offset, path: JSONPath.path(at: error.offset, in: json))
  }

  /// The refusal that a report amounts to; nil if everything required passed.
  package init?(_ report: VerificationReport) {
    guard report.state != .verified else { return nil }
    guard let failure = report.failures.first else {
      if let (check, finding) = report.unavailability {
        self.init(
          code: Code(rawValue: finding.code), category: .unavailable,
          message: "not verified: \(check.rawValue): \(finding.message)", check: check, report: report)
      } else {
        self.init(code: .notChecked, category: .notTrusted, message: report.summary, report: report)
      }
      return
    }
    self.init(
      code: Code(rawValue: failure.finding.code),
      category: failure.finding.isUnavailability ? .unavailable : .notTrusted,
      message: report.summary, check: failure.check, report: report)
  }
}

extension CheckFinding {
  /// The finding says nothing about the input: a caller may try again.
  fileprivate var isUnavailability: Bool {
    ["signatureUnavailable", "revocationUnavailable", "chainUnavailable"].contains(code)
  }
}

extension VerificationReport {
  /// The first required check that was not run for a reason that says nothing about the input.
  fileprivate var unavailability: (check: VerificationCheck, finding: CheckFinding)? {
    for check in VerificationCheck.required {
      if case .notRun(let finding) = self[check], finding.isUnavailability { return (check, finding) }
    }
    return nil
  }
}
