// SPDX-License-Identifier: MIT

/// Turns chunks of lines into output; one for each worker.
struct ChunkWorker {
  /// What became of one chunk.
  struct Result: Sendable {
    /// Records, each behind the presenter's separator.
    var bytes: [UInt8] = []
    var tally = Tally()
    /// Records to be spoken of on standard error, with their lines; empty in formats of one record a line.
    var troubles: [(record: Record, source: ArraySlice<UInt8>)] = []
  }

  private var reader: DocumentReader
  private let presenter: Presenter
  private let input: InputName

  init(rules: DocumentReader.Rules, presenter: Presenter, input: InputName) {
    reader = DocumentReader(rules: rules)
    self.presenter = presenter
    self.input = input
  }

  mutating func process(_ chunk: LineChunk) -> Result {
    var result = Result()
    let separator = presenter.separator
    let isOneALine = presenter.format.isOneRecordALine
    result.bytes.reserveCapacity(chunk.bytes.count)
    for (index, range) in chunk.lines.enumerated() {
      let number = chunk.firstLine + index
      let line = chunk.bytes[range]
      if !isOneALine, line.allSatisfy(\.isBlank) { continue }
      let record =
        chunk.tooLong[index] == nil
        ? reader.read(chunk.bytes, range, input: input, line: number) : reader.tooLong(input: input, line: number)
      result.tally.count(record)
      result.bytes.append(contentsOf: separator)
      presenter.append(record, source: line, alone: false, to: &result.bytes)
      if !isOneALine, record.deservesMention { result.troubles.append((record, line)) }
    }
    return result
  }
}

extension Record {
  /// Standard error has something to say about it.
  var deservesMention: Bool {
    !notes.isEmpty || all.contains { $0.error != nil || ($0.isSigned && $0.verification.state != .verified) }
  }
}
