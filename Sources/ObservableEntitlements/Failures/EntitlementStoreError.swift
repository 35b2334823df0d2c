// SPDX-License-Identifier: MIT

/// Why the store could not do what was asked.
///
/// Equality compares the code; the wording may change in any version.
public struct EntitlementStoreError: Error, Sendable {
  /// The stable name of a fault.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name, lowerCamelCase.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The store is being closed and takes no more work.
    public static let closing = Code(rawValue: "closing")
    /// The store is closed.
    public static let closed = Code(rawValue: "closed")
    /// The store's answers are fixed; it has no source.
    public static let overridden = Code(rawValue: "overridden")
    /// A callback of the store asked the store for something that would wait for that callback.
    public static let reentrant = Code(rawValue: "reentrant")
    /// The caller was cancelled; the work goes on.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The source could not answer.
    public static let sourceFailed = Code(rawValue: "sourceFailed")
    /// A token is not verified; `underlying` is the `StoreError`.
    public static let notVerified = Code(rawValue: "notVerified")
    /// A verified transaction that cannot be used: without an id, or of a store that the policy does not accept.
    public static let unusable = Code(rawValue: "unusable")
    /// A transaction contradicts the catalog.
    public static let catalogContradiction = Code(rawValue: "catalogContradiction")
    /// A product for which only the app can say what a purchase is worth, and the app said nothing.
    public static let unhandledProduct = Code(rawValue: "unhandledProduct")
    /// The app's own callback threw; the transaction stays unfinished. `underlying` is what it threw.
    public static let callbackFailed = Code(rawValue: "callbackFailed")
    /// The app's effect is done, and the source could not finish the transaction.
    public static let finishFailed = Code(rawValue: "finishFailed")
    /// What was asked is done and need not be asked again; only the refresh after it failed.
    public static let refreshFailedAfterCompletion = Code(rawValue: "refreshFailedAfterCompletion")
  }

  /// What a caller can do about a fault.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    /// The input breaks its rules.
    case malformed
    /// The call is not possible here.
    case unsupported
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
  /// The error that led to this one.
  public let underlying: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ category: Category, _ message: String, underlying: (any Error)? = nil) {
    self.code = code
    self.category = category
    self.message = message
    self.underlying = underlying
  }

  /// What to do about it, one sentence without a full stop.
  public var recoverySuggestion: String {
    switch code {
    case .closing, .closed: "make a new store"
    case .overridden: "use a store with a source"
    case .reentrant: "return from the callback first, then ask"
    case .cancelled: "nothing: the work goes on, and its failure is reported in the background"
    case .refreshFailedAfterCompletion: "refresh later; do not repeat the operation"
    case .finishFailed: "nothing: it is finished at the next delivery, and the app's effect is not repeated"
    case .catalogContradiction: "compare the catalog with App Store Connect"
    case .unhandledProduct: "answer finish for the product once its effect is stored"
    case .notVerified, .unusable: "do not grant anything for it"
    case .callbackFailed: "nothing: it comes again until the callback succeeds"
    default: "try again later"
    }
  }
}

extension EntitlementStoreError: Hashable {
  /// Compares the codes.
  public static func == (left: EntitlementStoreError, right: EntitlementStoreError) -> Bool { left.code == right.code }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension EntitlementStoreError: CustomStringConvertible {
  /// The message, then what led to it, then the code.
  public var description: String {
    "\(message)\(underlying.map { ": \($0)" } ?? "") (\(code.rawValue))"
  }
}
