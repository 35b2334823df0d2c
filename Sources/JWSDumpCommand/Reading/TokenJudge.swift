// SPDX-License-Identifier: MIT

internal import JOSE
internal import StoreJWS

/// A token that waits to be read, and the draft that it belongs to.
struct WaitingToken {
  var draft: Int
  var storage: [UInt8]
  var range: Range<Int>
  var map: OffsetMap
  /// The text has not been through the door yet.
  var isAsGiven: Bool
}

/// Reads tokens into records, many at a time: verified by a ``StoreVerifier``, or plainly where there is none. One for each
/// worker.
struct TokenJudge {
  private let batch: TokenBatch<AnyPayload>?
  private var plain: PlainReader
  private let rules: DocumentReader.Rules

  init(rules: DocumentReader.Rules) {
    self.rules = rules
    batch = rules.verifier.map { TokenBatch(of: AnyPayload.self, for: $0) }
    plain = PlainReader(keepsCertificates: rules.keepsCertificates)
  }

  /// Reads all of `tokens` into the records of their drafts.
  mutating func read(_ tokens: [WaitingToken], into drafts: inout [Draft]) {
    guard let batch else {
      for token in tokens { plain.read(token.storage, token.range, token.map, into: &drafts[token.draft].record) }
      return
    }
    for token in tokens { batch.add(token.storage.span.extracting(token.range)) }
    var next = 0
    batch.finish { examination in
      // As many examinations as tokens come, in their order.
      let draft = tokens[next].draft
      fill(&drafts[draft].record, examination, tokens[next].map)
      if drafts[draft].parent != nil || examination.kind == .notification { drafts[draft].examination = examination }
      next += 1
    }
  }

  private func fill(_ record: inout Record, _ examination: Examination<AnyPayload>, _ map: OffsetMap) {
    record.kind = PayloadTables.kind(examination.kind)
    record.error = examination.error.map { RecordError($0, map) }
    record.verification = Verification(examination.report)
    record.notes += examination.notes
    record.signer = examination.signer.map { SignerFacts($0) }
    if examination.unverifiedPayload != nil, let json = examination.payloadJSON { record.payload = PayloadBytes(json) }
    if rules.keepsCertificates { record.certificates = (try? examination.header?.certificates()) ?? [] }
  }
}

extension SignerFacts {
  init(_ signer: StoreJWS.Signer) {
    self.init(
      leafSubject: signer.leaf.subject, leafSerial: signer.leaf.serialNumber,
      leafNotBeforeSeconds: signer.leaf.notBeforeSeconds, leafNotAfterSeconds: signer.leaf.notAfterSeconds,
      rootSHA256: signer.anchors.first?.sha256, origin: signer.origin.rawValue)
  }
}

extension Verification {
  /// The checks of a report, which has them under the same names and in the same order.
  init(_ report: VerificationReport) {
    self.init(rows: report.outcomes.map { CheckRow($0.outcome) })
  }
}

extension CheckRow {
  init(_ outcome: CheckOutcome) {
    switch outcome {
    case .passed: self = .passed
    case .failed(let finding): self = .failed(finding.code, finding.message)
    case .notRun(let finding): self = .notRun(finding.code, finding.message)
    }
  }
}
