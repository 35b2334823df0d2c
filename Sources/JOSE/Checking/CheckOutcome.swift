// SPDX-License-Identifier: MIT

/// What became of one check. There is no fourth answer: a check that was not run is never shown as passed.
public enum CheckOutcome: Hashable, Sendable {
  /// The check was run and holds.
  case passed
  /// The check was run and does not hold.
  case failed(CheckFinding)
  /// The check was not run, and why.
  case notRun(CheckFinding)

  /// Why the check failed or was not run; nil if it passed.
  public var finding: CheckFinding? {
    switch self {
    case .passed: nil
    case .failed(let finding), .notRun(let finding): finding
    }
  }
}

/// Why a check failed or was not run.
///
/// Equality looks at the code only; the message may be reworded in any version.
public struct CheckFinding: Hashable, Sendable {
  /// Stable, machine-readable, lowerCamelCase; scripts may rely on it.
  public let code: String
  /// One sentence without a full stop: the fact, then what was expected and found. Never secret bytes.
  public let message: String

  /// Makes a finding.
  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  /// Compares codes.
  public static func == (left: CheckFinding, right: CheckFinding) -> Bool {
    left.code == right.code
  }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
  }
}
