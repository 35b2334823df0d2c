// SPDX-License-Identifier: MIT

internal import JOSE

/// The checks of the contract, in its order.
package enum CheckName: Int, CaseIterable, Sendable {
  case kind, structure, algorithm, chainLength, chainTrust, certificatePurpose, signingDate, validityTime, signature
  case revocation, bundleID, appAppleID, appVersion, environment, appAccountToken, deviceHash, consistency

  /// The name in records.
  package var text: String { String(describing: self) }

  /// Without each of these nothing is verified.
  static let essential: ClosedRange<Int> = CheckName.algorithm.rawValue...CheckName.signature.rawValue
}

/// What became of one check; code and message are absent where it passed.
package struct CheckRow: Hashable, Sendable {
  /// The three answers.
  package enum Result: String, Sendable { case passed, failed, notRun }

  package var result: Result
  package var code: String
  package var message: String

  static let passed = CheckRow(result: .passed, code: "", message: "")

  static func failed(_ code: String, _ message: String) -> CheckRow {
    CheckRow(result: .failed, code: code, message: message)
  }

  static func notRun(_ code: String, _ message: String) -> CheckRow {
    CheckRow(result: .notRun, code: code, message: message)
  }
}

/// The verdict on one document: every check, always.
package struct Verification: Sendable {
  /// What follows from the checks.
  package enum State: String, Sendable { case verified, failed, notRun }

  /// One row for each ``CheckName``, in its order.
  package private(set) var rows: [CheckRow]

  /// All checks not run, for one reason.
  init(notRun code: String, _ message: String) {
    rows = Array(repeating: .notRun(code, message), count: CheckName.allCases.count)
  }

  /// One row for each check, in their order.
  init(rows: [CheckRow]) {
    self.rows = rows
  }

  subscript(name: CheckName) -> CheckRow {
    get { rows[name.rawValue] }
    set { rows[name.rawValue] = newValue }
  }

  /// `verified` only if nothing failed and everything from `algorithm` to `signature` passed.
  package var state: State {
    if rows.contains(where: { $0.result == .failed }) { return .failed }
    return rows[CheckName.essential].allSatisfy { $0.result == .passed } ? .verified : .notRun
  }

  /// Verification was not asked for.
  static let switchedOff = Verification(notRun: "verificationOff", "not asked for (--no-verify)")

  /// The document has no signature of its own.
  static let container = Verification(
    notRun: "noSignature", "the document has no signature of its own; what is signed inside speaks for itself"
  )
}

extension Verification {
  /// The document could not be read far enough to check anything.
  static let unreached = Verification(notRun: "documentUnreadable", "the document cannot be read")
}
