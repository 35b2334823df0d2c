// SPDX-License-Identifier: MIT

/// What became of a piece of evidence.
public enum EvidenceOutcome: Hashable, Sendable {
  /// New, or newer than what was known: answers may change.
  case recorded
  /// This very evidence is in the ledger.
  case alreadyKnown
  /// Signed earlier than what is known of the same transaction or subscription: answers do not change.
  case superseded
  /// It cannot be used; the finding says why. Nothing was recorded.
  case unusable(EntitlementFinding)
}

/// What became of the parts of a notification, a page or an answer.
public struct RecordingSummary: Hashable, Sendable {
  /// Parts that were new.
  public internal(set) var recordedCount = 0
  /// Parts that were known already.
  public internal(set) var alreadyKnownCount = 0
  /// Parts that are older than what is known.
  public internal(set) var supersededCount = 0
  /// Why parts could not be used.
  public internal(set) var findings: [EntitlementFinding] = []
  /// Strings that no verifier vouches for; they were left out, and the rest was recorded.
  public internal(set) var refusedCount = 0

  /// Whether answers may have changed.
  public var changedLedger: Bool { recordedCount > 0 }

  mutating func count(_ outcome: EvidenceOutcome) {
    switch outcome {
    case .recorded: recordedCount += 1
    case .alreadyKnown: alreadyKnownCount += 1
    case .superseded: supersededCount += 1
    case .unusable(let finding): findings.append(finding)
    }
  }

  mutating func add(_ other: RecordingSummary) {
    recordedCount += other.recordedCount
    alreadyKnownCount += other.alreadyKnownCount
    supersededCount += other.supersededCount
    findings += other.findings
    refusedCount += other.refusedCount
  }
}
