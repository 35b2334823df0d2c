// SPDX-License-Identifier: MIT

/// Why bytes are not a file of trusted certificates.
///
/// Equality looks at code and offset; the wording may change in any version.
public struct TrustAnchorError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong. Stable, lowerCamelCase.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing is there.
    public static let empty = Code(rawValue: "empty")
    /// The file is a web page, as a browser saves one in place of a certificate.
    public static let webPage = Code(rawValue: "webPage")
    /// The file is neither DER nor PEM.
    public static let notACertificate = Code(rawValue: "notACertificate")
    /// PEM that holds something other than a certificate, for instance a key.
    public static let otherPEM = Code(rawValue: "otherPEM")
    /// A PEM block without an end, or with characters that are not base64.
    public static let pemMalformed = Code(rawValue: "pemMalformed")
    /// DER that is not one X.509 certificate.
    public static let certificateMalformed = Code(rawValue: "certificateMalformed")
    /// More bytes or certificates than any file of roots has.
    public static let overLimit = Code(rawValue: "overLimit")
    /// libcrypto failed.
    public static let unavailable = Code(rawValue: "unavailable")
  }

  /// What a caller can do about it.
  public enum Category: String, Hashable, Sendable {
    /// The file ends too early.
    case truncated
    /// The file is broken.
    case malformed
    /// The file is something else.
    case unsupported
    /// The file is larger than the budget.
    case overLimit
    /// The library failed; the file may be good.
    case unavailable
  }

  /// What is wrong.
  public let code: Code
  /// What a caller can do about it.
  public let category: Category
  /// Byte in the given file at which it shows, counted from 0.
  public let offset: Int
  /// The fact, what was expected and found.
  public let description: String

  init(_ code: Code, _ category: Category, at offset: Int, _ description: String) {
    self.code = code
    self.category = category
    self.offset = offset
    self.description = description
  }

  /// Compares code and offset.
  public static func == (left: TrustAnchorError, right: TrustAnchorError) -> Bool {
    left.code == right.code && left.offset == right.offset
  }

  /// Hashes code and offset.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(offset)
  }
}
