// SPDX-License-Identifier: MIT

internal import StoreJWS

/// Writes to standard error: one line a message, begun with the tool's name.
final class Messages {
  private let sink: any ByteSink
  let facts: TerminalFacts
  let style: Style

  init(_ sink: any ByteSink, facts: TerminalFacts) {
    self.sink = sink
    self.facts = facts
    style = Style(isOn: facts.usesColor)
  }

  /// Something went wrong.
  func error(_ text: String) { line(style.bad("jwsdump:") + " " + text) }

  /// Something should be known.
  func note(_ text: String) { line(style.caution("jwsdump:") + " " + text) }

  func line(_ text: String) {
    // Nothing can be said where standard error itself is closed.
    try? sink.write(Array((text + "\n").utf8))
  }

  /// Puts a passing word on the current line of a terminal, in place of the one before.
  func status(_ text: String) {
    let fitting = String(text.prefix(max(0, facts.width - 1)))
    try? sink.write(Array("\r\u{1B}[K\(fitting)".utf8))
  }

  /// `name`, or `name:line`, made safe.
  func place(_ record: Record) -> String { place(record.input, line: record.line) }

  func place(_ input: InputName, line: Int?) -> String {
    let name = TerminalText.escape(input.words, limit: 200)
    return line.map { "\(name):\($0)" } ?? name
  }

  /// More records than this are not spoken of one by one.
  private static let limit = 20
  private var told = 0
  private var untold = 0

  /// Says what is wrong with a record, if anything is: an error, or that it is not verified.
  func tell(_ record: Record, source: ArraySlice<UInt8>?, verifies: Bool = true) {
    let isWorthIt = record.deservesMention(verifies: verifies)
    if isWorthIt { told += 1 }
    if told > Self.limit {
      untold += isWorthIt ? 1 : 0
      return
    }
    for note in record.notes where record.path == nil {
      self.note("\(place(record)): \(TerminalText.escape(note, limit: 400))")
    }
    for part in record.all { tellPart(part, source: source, verifies: verifies) }
  }

  /// Says how many records were not spoken of.
  func tellRest() {
    if untold > 0 { note("\(untold) more records have errors or notes, or are not verified") }
  }

  private func tellPart(_ record: Record, source: ArraySlice<UInt8>?, verifies: Bool) {
    let where_ = place(record) + (record.path.map { " " + TerminalText.escape($0, limit: 120) } ?? "")
    if let problem = record.error {
      error("\(where_): \(ErrorText.line(problem))")
      if facts.isTerminal, record.path == nil, let source {
        let excerpt = ErrorText.excerpt(problem, in: source, style: style, width: facts.width - 2)
        for line in excerpt { self.line("  " + line) }
      }
    } else if verifies, record.isSigned, record.verification.state != .verified {
      note("\(where_): \(ErrorText.unverified(record))")
    }
  }
}
