// SPDX-License-Identifier: MIT

/// Counts by kind, verdict and code, for `--summary json`.
package struct RunSummary: Sendable, Hashable {
  private var kinds: [RecordKind: Int] = [:]
  private var verdicts: [Verification.State: Int] = [:]
  private var errors: [String: Int] = [:]
  private var failedChecks: [String: Int] = [:]

  init() {}

  /// Kind and verdict are those of the record itself, so that their counts add up to the records; codes are counted
  /// in nested records too.
  mutating func count(_ record: Record) {
    kinds[record.kind, default: 0] += 1
    verdicts[record.verification.state, default: 0] += 1
    countCodes(record)
  }

  private mutating func countCodes(_ record: Record) {
    if let error = record.error { errors[error.code, default: 0] += 1 }
    for row in record.verification.rows where row.result == .failed { failedChecks[row.code, default: 0] += 1 }
    for nested in record.nested { countCodes(nested) }
  }

  /// Adds the counts of another part of the work.
  mutating func add(_ other: RunSummary) {
    kinds.merge(other.kinds, uniquingKeysWith: +)
    verdicts.merge(other.verdicts, uniquingKeysWith: +)
    errors.merge(other.errors, uniquingKeysWith: +)
    failedChecks.merge(other.failedChecks, uniquingKeysWith: +)
  }

  /// One compact JSON object; members in the contract's order, codes in the order of their bytes.
  func json(_ tally: Tally) -> String {
    let kinds = RecordKind.allCases.map { "\"\($0.rawValue)\":\(self.kinds[$0] ?? 0)" }.joined(separator: ",")
    let verdicts = [Verification.State.verified, .failed, .notRun]
      .map { "\"\($0.rawValue)\":\(self.verdicts[$0] ?? 0)" }.joined(separator: ",")
    return "{\"schema\":1,\"records\":\(tally.records),\"blankLines\":\(tally.blankLines),"
      + "\"unreadableInputs\":\(tally.unopened),\"kinds\":{\(kinds)},\"verdicts\":{\(verdicts)},"
      + "\"errors\":\(Self.object(errors)),\"failedChecks\":\(Self.object(failedChecks))}"
  }

  private static func object(_ counts: [String: Int]) -> String {
    let rows = counts.sorted { $0.key < $1.key }
    return "{" + rows.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }
}
