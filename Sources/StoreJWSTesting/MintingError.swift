// SPDX-License-Identifier: MIT

/// Why something could not be minted.
///
/// Minting fails on a wrong request (a path of no certificates, an RSA size of 3 bits) or because libcrypto refused;
/// it never traps. Equality looks at the code only.
public struct MintingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is, for a caller that wants to act on it.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    /// The request cannot be written as asked.
    case malformed
    /// The request needs something that this kit does not do.
    case unsupported
    /// libcrypto failed (out of memory, a refused algorithm); the same request may work elsewhere.
    case unavailable
  }

  /// Stable, machine-readable, lowerCamelCase.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name as it is written in messages.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// libcrypto answered with a failure.
    public static let libcryptoFailed = Code(rawValue: "libcryptoFailed")
    /// The key cannot do what was asked (an RSA key asked for ES256, say).
    public static let wrongKeyType = Code(rawValue: "wrongKeyType")
    /// The key size or exponent is not one that a key can be made with.
    public static let keyParameters = Code(rawValue: "keyParameters")
    /// A search (for a signature with a wanted shape) found nothing within its limit.
    public static let searchExhausted = Code(rawValue: "searchExhausted")
  }

  /// The stable code.
  public let code: Code
  /// The fact, in one sentence without a full stop.
  public let message: String

  /// Makes an error.
  public init(code: Code, message: String) {
    self.code = code
    self.message = message
  }

  /// The category that the code belongs to.
  public var category: Category {
    switch code {
    case .libcryptoFailed: .unavailable
    case .wrongKeyType, .searchExhausted: .unsupported
    default: .malformed
    }
  }

  /// Code and message.
  public var description: String {
    "\(code.rawValue): \(message)"
  }

  /// Compares codes.
  public static func == (left: MintingError, right: MintingError) -> Bool {
    left.code == right.code
  }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
  }
}
