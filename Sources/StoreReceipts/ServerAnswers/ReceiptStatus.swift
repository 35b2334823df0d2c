// SPDX-License-Identifier: MIT

/// The status of a verifyReceipt answer.
public struct ReceiptStatus: RawRepresentable, Hashable, Sendable {
  /// 0, or a code from 21000 on.
  public let rawValue: Int64

  /// Wraps a code.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// What to do after an answer with the status.
  public enum Advice: Hashable, Sendable {
    /// The answer is final; asking again changes nothing.
    case final
    /// The request or the configuration is wrong; mend it first.
    case fixRequest
    /// The receipt belongs to the other environment: ask there.
    case askSandbox
    /// The receipt belongs to the other environment: ask there.
    case askProduction
    /// Ask again once or twice; then take it as final.
    case retryFewTimes
    /// A passing failure: ask again, with growing pauses.
    case retry
  }

  /// The receipt is good, or good but expired: the body carries it. Any other status carries none.
  public var carriesReceipt: Bool { rawValue == 0 || rawValue == 21_006 }

  /// What the code means, in words.
  public var meaning: String {
    switch rawValue {
    case 0: "the receipt is genuine (this says nothing about a subscription)"
    case 21_000: "the request was not a POST, or its JSON could not be read"
    case 21_001: "no longer sent"
    case 21_002: "the receipt data is malformed or missing, or the service had a passing problem"
    case 21_003: "the receipt could not be authenticated"
    case 21_004: "the shared secret is not the account's"
    case 21_005: "the receipt server was not available"
    case 21_006: "the receipt is genuine, but the subscription has expired"
    case 21_007: "a sandbox receipt was sent to production"
    case 21_008: "a production receipt was sent to the sandbox"
    case 21_009: "internal data access error"
    case 21_010: "the user account cannot be found or has been deleted"
    case 21_100...21_199: "internal data access error"
    default: "a status that is not documented"
    }
  }

  /// What to do; `isRetryable` is the flag of the same answer, which decides for 21100 to 21199.
  public func advice(isRetryable: Bool?) -> Advice {
    switch rawValue {
    case 21_000, 21_004: .fixRequest
    case 21_002: .retryFewTimes
    case 21_005, 21_009: .retry
    case 21_007: .askSandbox
    case 21_008: .askProduction
    case 21_100...21_199: isRetryable.map { $0 ? .retry : .final } ?? .retryFewTimes
    default: isRetryable == true ? .retry : .final
    }
  }
}
