// SPDX-License-Identifier: MIT

internal import StoreJWS

/// Exit statuses of the contract.
package enum ExitStatus {
  package static let success: Int32 = 0
  package static let unreadable: Int32 = 1
  package static let unverified: Int32 = 2
  package static let usage: Int32 = 64
  package static let noInput: Int32 = 66
  package static let internalError: Int32 = 70
  package static let terminated: Int32 = 143
}

/// Counts what happened, for the exit status and the closing words.
package struct Tally: Sendable, Hashable {
  /// Records written, nested ones apart.
  package var records = 0
  /// Records of blank lines, which do not touch the exit status.
  package var blankLines = 0
  /// Records with an error, nested ones too; blank lines are none.
  package var errors = 0
  /// Signed records that are not verified, nested ones too.
  package var unverified = 0
  /// Records that are verified, nested ones too.
  package var verified = 0
  /// Inputs that could not be opened or read.
  package var unopened = 0
  /// Inputs that have no such column as was asked for.
  package var misfits = 0
  /// Inputs that gave records, but no verified one.
  package var inputsWithoutVerified = 0

  /// Counts by kind, verdict and code; nil where nobody asks for them.
  package var summary: RunSummary?

  package init(summarizes: Bool = false) {
    summary = summarizes ? RunSummary() : nil
  }

  /// Counts one record.
  mutating func count(_ record: Record) {
    records += 1
    summary?.count(record)
    if record.error?.code == Mistake.blankLine.code {
      blankLines += 1
      return
    }
    countInside(record)
  }

  private mutating func countInside(_ record: Record) {
    if record.error != nil { errors += 1 }
    if record.verification.state == .verified {
      verified += 1
    } else if record.isSigned {
      unverified += 1
    }
    for nested in record.nested { countInside(nested) }
  }

  /// Adds the counts of another part of the work.
  mutating func add(_ other: Tally) {
    records += other.records
    if let counts = other.summary { summary?.add(counts) }
    blankLines += other.blankLines
    errors += other.errors
    unverified += other.unverified
    verified += other.verified
    unopened += other.unopened
    misfits += other.misfits
    inputsWithoutVerified += other.inputsWithoutVerified
  }

  /// 64, for a column that is not there, wins over all, 66 over 1, and 1 over 2; `failOn` says which of the others count.
  package func exitStatus(failOn: FailOn, verifies: Bool) -> Int32 {
    if misfits > 0 { return ExitStatus.usage }
    if failOn == .none { return ExitStatus.success }
    if unopened > 0 { return ExitStatus.noInput }
    if errors > 0 { return ExitStatus.unreadable }
    if failOn == .error || !verifies { return ExitStatus.success }
    return unverified > 0 || inputsWithoutVerified > 0 ? ExitStatus.unverified : ExitStatus.success
  }
}
