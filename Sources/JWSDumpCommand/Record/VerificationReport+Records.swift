// SPDX-License-Identifier: MIT

internal import JOSE
internal import StoreJWS

extension VerificationReport {
  /// All checks not run, for one reason.
  init(notRun code: String, _ message: String) {
    self.init { _ in CheckFinding(code: code, message: message) }
  }

  /// Verification was not asked for.
  static let switchedOff = VerificationReport(notRun: "verificationOff", "not asked for (--no-verify)")

  /// The document has no signature of its own.
  static let container = VerificationReport(
    notRun: "noSignature", "the document has no signature of its own; what is signed inside speaks for itself")

  /// The document could not be read far enough to check anything.
  static let unreached = VerificationReport(notRun: "documentUnreadable", "the document cannot be read")

  /// The failed checks in the order of checks.
  var failedChecks: [(check: VerificationCheck, finding: CheckFinding)] {
    outcomes.compactMap { check, outcome in
      if case .failed(let finding) = outcome { (check, finding) } else { nil }
    }
  }

  /// Why nothing is verified although nothing failed: the signature's reason first, then that of any check that is required.
  var reasonNotRun: String {
    for check in [.signature] + VerificationCheck.required {
      if case .notRun(let finding) = self[check] { return finding.message }
    }
    return "not all checks were run"
  }
}

extension CheckOutcome {
  /// The name in records.
  var result: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .notRun: "notRun"
    }
  }
}
