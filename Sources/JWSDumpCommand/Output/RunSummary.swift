// SPDX-License-Identifier: MIT

internal import JOSE
internal import StoreJWS
internal import StrictJSON

/// Counts by kind, verdict and code, for `--summary json`.
package struct RunSummary: Sendable, Hashable {
  private var kinds: [RecordKind: Int] = [:]
  private var verdicts: [VerificationReport.State: Int] = [:]
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
    for failure in record.verification.failures { failedChecks[failure.finding.code, default: 0] += 1 }
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
    var writer = JSONWriter()
    writer.beginObject()
    for (name, count) in [
      ("schema", 1), ("records", tally.records), ("blankLines", tally.blankLines),
      ("unreadableInputs", tally.unopened + tally.misfits),
    ] {
      writer.name(name)
      writer.integer(count)
    }
    let states: [VerificationReport.State] = [.verified, .failed, .notRun]
    Self.write("kinds", RecordKind.allCases.map { ($0.rawValue, kinds[$0] ?? 0) }, to: &writer)
    Self.write("verdicts", states.map { ($0.rawValue, verdicts[$0] ?? 0) }, to: &writer)
    Self.write("errors", errors.sorted { $0.key < $1.key }, to: &writer)
    Self.write("failedChecks", failedChecks.sorted { $0.key < $1.key }, to: &writer)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func write(_ name: String, _ counts: [(key: String, value: Int)], to writer: inout JSONWriter) {
    writer.name(name)
    writer.beginObject()
    for (key, count) in counts {
      writer.name(key)
      writer.integer(count)
    }
    writer.endObject()
  }
}
