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
  /// The last signer, and what it is in a record.
  private var lastSigner: (identity: AnyObject, facts: SignerFacts)?

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
    for token in tokens { batch.add(token.storage, token.range) }
    var next = 0
    batch.finish { examination in
      // As many examinations as tokens come, in their order.
      let draft = tokens[next].draft
      fill(&drafts[draft].record, examination, tokens[next].map)
      if drafts[draft].parent != nil || examination.kind == .notification { drafts[draft].examination = examination }
      next += 1
    }
  }

  private mutating func fill(_ record: inout Record, _ examination: Examination<AnyPayload>, _ map: OffsetMap) {
    record.kind = PayloadTables.kind(examination.kind)
    record.error = examination.error.map { RecordError($0, map) }
    record.verification = examination.report
    record.notes += examination.notes
    record.signer = signerFacts(examination)
    if let payload = examination.unverifiedPayload, let json = examination.payloadJSON { record.show(payload, json) }
    if rules.keepsCertificates { record.certificates = (try? examination.header?.certificates()) ?? [] }
  }

  private mutating func signerFacts(_ examination: Examination<AnyPayload>) -> SignerFacts? {
    guard let identity = examination.signerIdentity else { return nil }
    if let lastSigner, lastSigner.identity === identity { return lastSigner.facts }
    guard let facts = examination.signer.flatMap({ SignerFacts($0) }) else { return nil }
    lastSigner = (identity, facts)
    return facts
  }
}

extension SignerFacts {
  /// nil for a signer without a certificate.
  init?(_ signer: StoreJWS.Signer) {
    guard let leaf = signer.leaf else { return nil }
    self.init(
      leafSubject: leaf.subject, leafSerial: leaf.serialNumber,
      leafNotBeforeSeconds: leaf.notBeforeSeconds, leafNotAfterSeconds: leaf.notAfterSeconds,
      rootSHA256: signer.anchors.first?.sha256, origin: signer.origin.rawValue)
  }
}
