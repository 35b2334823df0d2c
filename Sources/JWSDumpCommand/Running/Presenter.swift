// SPDX-License-Identifier: MIT

/// Turns records into the bytes of the chosen format. The same for every worker; what lies between records is the
/// ``RecordStream``'s part.
struct Presenter: Sendable {
  let format: OutputFormat
  private var writer: RecordWriter
  let pretty: PrettyPrinter
  /// Standard output is a terminal, so that JSON is made safe for it.
  let isTerminal: Bool
  var view = RecordView.whole
  var redactor: Redactor?
  /// Only for `csv` and `tsv`.
  var table: TableWriter?
  var hasHeader = true

  init(format: OutputFormat, pretty: PrettyPrinter, isTerminal: Bool, keepsColumns: Bool = false) {
    self.format = format
    writer = RecordWriter(keepsColumns: keepsColumns)
    self.pretty = pretty
    self.isTerminal = isTerminal
  }

  /// What goes in front of every record but the first.
  var separator: [UInt8] {
    if view != .whole { return [] }
    return switch format {
    case .pretty: [0x0A]
    case .json: Array(",\n".utf8)
    case .ndjson, .csv, .tsv: []
    }
  }

  /// Appends one record. In `json` it is one element of an array, or, `alone`, the whole output.
  mutating func append(_ record: Record, source: ArraySlice<UInt8>?, alone: Bool, to output: inout [UInt8]) {
    switch view {
    case .field(let path): return appendLine(RecordView.field(path, of: record) ?? "", to: &output)
    case .certificates: return output.append(contentsOf: RecordView.certificates(of: record).utf8)
    case .whole, .raw: break
    }
    let source = redactor == nil ? source : nil
    let record = redactor?.redacted(record) ?? record
    switch format {
    case .pretty: output.append(contentsOf: pretty.text(record, source: source).utf8)
    case .json:
      let level = alone ? 0 : 1
      if !alone { output.append(contentsOf: "  ".utf8) }
      JSONOutput.appendIndented(compact(record), level: level, to: &output)
      if alone { output.append(0x0A) }
    case .csv, .tsv:
      guard let table else { return }
      appendRow(to: &output) { table.append(record, to: &$0) }
    case .ndjson:
      if isTerminal {
        output.append(contentsOf: compact(record))
      } else {
        writer.append(record, to: &output)
      }
      output.append(0x0A)
    }
  }

  /// Appends the line of column names.
  func appendHeader(to output: inout [UInt8]) {
    guard let table else { return }
    appendRow(to: &output) { table.appendHeader(to: &$0) }
  }

  /// Appends one line of a table; on a terminal it is made safe first.
  private func appendRow(to output: inout [UInt8], _ append: (inout [UInt8]) -> Void) {
    guard isTerminal else { return append(&output) }
    var line: [UInt8] = []
    append(&line)
    line.removeLast()
    appendLine(String(decoding: line, as: UTF8.self), to: &output)
  }

  private func appendLine(_ text: String, to output: inout [UInt8]) {
    output.append(contentsOf: (isTerminal ? TerminalText.escape(text) : text).utf8)
    output.append(0x0A)
  }

  private mutating func compact(_ record: Record) -> [UInt8] {
    var bytes: [UInt8] = []
    writer.append(record, to: &bytes)
    return isTerminal ? JSONOutput.escapedForTerminal(bytes) : bytes
  }
}

/// Writes records one after another, with what belongs between and around them.
struct RecordStream {
  private let output: BufferedOutput
  /// May still learn of columns while nothing is written.
  var presenter: Presenter
  /// The output is an array; only `json` asks.
  private var isArray = false
  private var isFirst = true
  private var needsHeader: Bool

  init(_ output: BufferedOutput, _ presenter: Presenter) {
    self.output = output
    self.presenter = presenter
    needsHeader = presenter.table != nil && presenter.hasHeader && presenter.view == .whole
  }

  /// Says that more than one record may come.
  mutating func beginMany() throws(OutputError) {
    guard presenter.format == .json, presenter.view == .whole, !isArray else { return }
    isArray = true
    try output.write("[\n")
  }

  /// Writes one record.
  mutating func write(_ record: Record, source: ArraySlice<UInt8>?) throws(OutputError) {
    var bytes: [UInt8] = []
    presenter.append(record, source: source, alone: !isArray, to: &bytes)
    try write(records: bytes, startsWithSeparator: false)
  }

  /// Writes records that a worker has put together, each behind a separator.
  mutating func write(records bytes: [UInt8], startsWithSeparator: Bool) throws(OutputError) {
    if bytes.isEmpty { return }
    if needsHeader {
      var header: [UInt8] = []
      presenter.appendHeader(to: &header)
      try output.write(header)
      needsHeader = false
    }
    let separator = presenter.separator
    if isFirst, startsWithSeparator, !separator.isEmpty {
      try output.write(Array(bytes[separator.count...]))
    } else {
      if !isFirst, !startsWithSeparator { try output.write(separator) }
      try output.write(bytes)
    }
    isFirst = false
  }

  /// Writes what closes the output.
  mutating func end() throws(OutputError) {
    if isArray { try output.write(isFirst ? "]\n" : "\n]\n") }
  }
}
