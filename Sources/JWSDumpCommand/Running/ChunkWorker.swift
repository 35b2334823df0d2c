// SPDX-License-Identifier: MIT

internal import StoreJWS

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
  /// Nil where a line is a token.
  private let picker: ColumnPicker?
  private let separator: [UInt8]
  private let isOneALine: Bool
  private let verifies: Bool
  private let summarizes: Bool

  init(rules: DocumentReader.Rules, presenter: Presenter, input: InputName, picker: ColumnPicker?, summarizes: Bool) {
    reader = DocumentReader(rules: rules)
    self.presenter = presenter
    self.input = input
    self.picker = picker
    separator = presenter.separator
    isOneALine = presenter.format.isOneRecordALine
    self.summarizes = summarizes
    verifies = rules.verifier != nil
  }

  mutating func process(_ chunk: LineChunk) -> Result {
    var result = Result(inputBytes: chunk.end, tally: Tally(summarizes: summarizes))
    result.bytes.reserveCapacity(chunk.bytes.count)
    if let picker { processRows(chunk, picker, &result) } else { processLines(chunk, &result) }
    return result
  }

  private mutating func processLines(_ chunk: LineChunk, _ result: inout Result) {
    var texts: [GivenText] = []
    texts.reserveCapacity(chunk.lines.count)
    for (index, range) in chunk.lines.enumerated() {
      // The formats for people have no use for blank lines.
      if !isOneALine, chunk.bytes[range].allSatisfy(\.isBlank) { continue }
      texts.append(
        GivenText(
          storage: chunk.bytes, range: range, line: chunk.firstLine + index, isTooLong: chunk.tooLong[index] != nil))
    }
    for (text, record) in zip(texts, reader.read(texts, input: input)) {
      present(record, chunk.bytes[text.range], &result)
    }
  }

  private mutating func processRows(_ chunk: LineChunk, _ picker: ColumnPicker, _ result: inout Result) {
    var rows: [ColumnPicker.Row] = []
    rows.reserveCapacity(chunk.lines.count)
    for (index, range) in chunk.lines.enumerated() {
      let line = chunk.firstLine + index
      let isTooLong = chunk.tooLong[index] != nil
      let isBlank = !isTooLong && picker.isBlank(chunk.bytes[range], line: line)
      if picker.isHeader(line) || (isBlank && !isOneALine) { continue }
      if isTooLong || isBlank {
        // What is blank is a blank line, whatever a row may be.
        let text = GivenText(
          storage: chunk.bytes, range: isBlank ? range.lowerBound..<range.lowerBound : range, line: line,
          isTooLong: isTooLong)
        rows.append(ColumnPicker.Row(text: text, shown: range))
      } else {
        rows.append(picker.row(chunk.bytes, range, line: line))
      }
    }
    for (row, record) in zip(rows, reader.read(rows.map(\.text), input: input)) {
      var record = record
      record.columns = row.columns
      record.notes = row.notes + record.notes
      present(record, chunk.bytes[row.shown], &result)
    }
  }

  private mutating func present(_ record: Record, _ line: ArraySlice<UInt8>, _ result: inout Result) {
    result.tally.count(record)
    result.bytes.append(contentsOf: separator)
    presenter.append(record, source: line, alone: false, to: &result.bytes)
    if !isOneALine, record.deservesMention(verifies: verifies) { result.troubles.append((record, line)) }
  }
}

extension Record {
  /// Standard error has something to say about it.
  func deservesMention(verifies: Bool) -> Bool {
    !notes.isEmpty
      || all.contains { $0.error != nil || (verifies && $0.isSigned && $0.verification.state != .verified) }
  }
}
