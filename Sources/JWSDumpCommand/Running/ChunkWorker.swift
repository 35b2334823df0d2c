// SPDX-License-Identifier: MIT

/// Turns chunks of lines into output; one for each worker.
struct ChunkWorker {
  /// What became of one chunk.
  struct Result: Sendable {
    /// Records, each behind the presenter's separator.
    var bytes: [UInt8] = []
    /// Bytes of the input that are done with.
    var inputBytes = 0
    var tally = Tally()
    /// Records to be spoken of on standard error, with their lines; empty in formats of one record a line.
    var troubles: [(record: Record, source: ArraySlice<UInt8>)] = []
  }

  private var reader: DocumentReader
  private var presenter: Presenter
  private let input: InputName
  private let verifies: Bool
  private let summarizes: Bool

  init(rules: DocumentReader.Rules, presenter: Presenter, input: InputName, summarizes: Bool) {
    reader = DocumentReader(rules: rules)
    self.presenter = presenter
    self.input = input
    self.summarizes = summarizes
    verifies = rules.verifier != nil
  }

  mutating func process(_ chunk: LineChunk) -> Result {
    var result = Result(inputBytes: chunk.end, tally: Tally(summarizes: summarizes))
    let separator = presenter.separator
    let isOneALine = presenter.format.isOneRecordALine
    var texts: [GivenText] = []
    texts.reserveCapacity(chunk.lines.count)
    for (index, range) in chunk.lines.enumerated() {
      // The formats for people have no use for blank lines.
      if !isOneALine, chunk.bytes[range].allSatisfy(\.isBlank) { continue }
      texts.append(
        GivenText(
          storage: chunk.bytes, range: range, line: chunk.firstLine + index, isTooLong: chunk.tooLong[index] != nil))
    }
    result.bytes.reserveCapacity(chunk.bytes.count)
    for (text, record) in zip(texts, reader.read(texts, input: input)) {
      let line = chunk.bytes[text.range]
      result.tally.count(record)
      result.bytes.append(contentsOf: separator)
      presenter.append(record, source: line, alone: false, to: &result.bytes)
      if !isOneALine, record.deservesMention(verifies: verifies) { result.troubles.append((record, line)) }
    }
    return result
  }
}

extension Record {
  /// Standard error has something to say about it.
  func deservesMention(verifies: Bool) -> Bool {
    !notes.isEmpty
      || all.contains { $0.error != nil || (verifies && $0.isSigned && $0.verification.state != .verified) }
  }
}
