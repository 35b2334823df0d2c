// SPDX-License-Identifier: MIT

/// Why the simulated store cannot do what a test asks of it. Nothing has changed then.
///
/// Minting has errors of its own, ``MintingError``: there the request is right and the signature fails. Equality looks at
/// the code only.
public struct SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    /// The declaration of the store is wrong.
    case malformed
    /// The store does not do that, or not now.
    case unsupported
    /// There is nothing to do it to.
    case unavailable
  }

  /// Stable, machine-readable, lowerCamelCase.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name as it is written in messages.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A catalog without products.
    public static let emptyCatalog = Code(rawValue: "emptyCatalog")
    /// An id of nothing but white space.
    public static let blankID = Code(rawValue: "blankID")
    /// A product, customer or transaction that is there already.
    public static let alreadyDeclared = Code(rawValue: "alreadyDeclared")
    /// A product that the store does not sell.
    public static let undeclared = Code(rawValue: "undeclared")
    /// A customer or a transaction that the store does not know.
    public static let unregistered = Code(rawValue: "unregistered")
    /// The product is of another subscription group.
    public static let groupMismatch = Code(rawValue: "groupMismatch")
    /// The product is of another kind than the act needs.
    public static let kindMismatch = Code(rawValue: "kindMismatch")
    /// The customer has no subscription in the group that the act could be about.
    public static let noneActive = Code(rawValue: "noneActive")
    /// The customer owns the product already.
    public static let alreadyOwned = Code(rawValue: "alreadyOwned")
    /// The customer may not have the offer.
    public static let offerUnavailable = Code(rawValue: "offerUnavailable")
    /// The act is not possible in the state that the subscription is in.
    public static let operationUnavailable = Code(rawValue: "operationUnavailable")
    /// A length of time that is negative or longer than the store can be asked to wait.
    public static let durationOutOfRange = Code(rawValue: "durationOutOfRange")
  }

  /// The stable code.
  public let code: Code
  /// The fact, in one sentence without a full stop.
  public let message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The category that the code belongs to.
  public var category: Category {
    switch code {
    case .emptyCatalog, .blankID, .alreadyDeclared, .groupMismatch, .kindMismatch,
      .durationOutOfRange:
      .malformed
    case .undeclared, .unregistered, .noneActive: .unavailable
    default: .unsupported
    }
  }

  /// Code and message.
  public var description: String { "\(code.rawValue): \(message)" }

  /// Compares codes.
  public static func == (left: SimulationError, right: SimulationError) -> Bool { left.code == right.code }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
