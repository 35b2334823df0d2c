// SPDX-License-Identifier: MIT

internal import StoreJWS
internal import StrictJSON

/// `jwsdump diff A B`.
struct DiffRun {
  let invocation: Invocation
  let surroundings: Surroundings
  let messages: Messages
  let rules: DocumentReader.Rules
  let redactor: Redactor?
  let facts: TerminalFacts

  /// Compares the two inputs and writes what differs.
  func run(_ output: BufferedOutput) throws(OutputError) -> Int32 {
    var records: [Record] = []
    var received: [[UInt8]] = []
    var tally = Tally()
    for word in invocation.inputs {
      do throws(InputError) {
        let (read, bytes) = try read(word)
        // What is hidden on standard output is not told beside it.
        let record = redactor?.redacted(read) ?? read
        records.append(record)
        received.append(bytes)
        tally.count(record)
        messages.tell(record, source: nil)
      } catch {
        tally.unopened += 1
        messages.error("\(TerminalText.escape(word == "-" ? "standard input" : word, limit: 200)): \(error.reason)")
      }
    }
    if records.count == 2 {
      let differences = DocumentComparison(
        records[0], records[1], received: received, redactor: redactor
      ).differences
      let text = invocation.format == .json ? json(differences, records) : pretty(differences, records)
      try output.write(text)
      try output.flush()
    }
    return tally.exitStatus(failOn: invocation.failOn, verifies: invocation.verifies)
  }

  private func read(_ word: String) throws(InputError) -> (record: Record, bytes: [UInt8]) {
    let input = try InputOpener.open(word, standardInput: surroundings.standardInput)
    var collector = DocumentCollector(input.source)
    let isWhole = try collector.readAll()
    var rules = rules
    rules.keepsTokens = true
    var reader = DocumentReader(rules: rules)
    let text = GivenText(storage: collector.bytes, range: 0..<collector.bytes.count, isTooLong: !isWhole)
    return (reader.read(text, input: input.name), collector.bytes)
  }

  private func json(_ differences: [Difference], _ records: [Record]) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("schema")
    writer.integer(1)
    writer.name("first")
    writer.string(records[0].input.text)
    writer.name("second")
    writer.string(records[1].input.text)
    writer.name("equal")
    writer.boolean(differences.isEmpty)
    writer.name("differences")
    writer.beginArray()
    for difference in differences {
      writer.beginObject()
      writer.name("path")
      writer.string(difference.path)
      writer.name("first")
      if let value = difference.first { writer.verbatim(value.utf8) } else { writer.null() }
      writer.name("second")
      if let value = difference.second { writer.verbatim(value.utf8) } else { writer.null() }
      writer.name("remark")
      writer.string(difference.remark)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    var bytes: [UInt8] = []
    JSONOutput.appendIndented(writer.bytes, to: &bytes)
    if facts.isTerminal { bytes = JSONOutput.escapedForTerminal(bytes) }
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }

  private func pretty(_ differences: [Difference], _ records: [Record]) -> String {
    let style = Style(isOn: facts.usesColor)
    var text = ""
    for (mark, record) in zip(["-", "+"], records) {
      let state = record.verification.state
      let verdict = record.error != nil ? "not readable" : state == .verified ? "verified" : "not verified"
      let words = "\(mark) \(messages.place(record)): \(record.kind.words), \(verdict)"
      text += (mark == "-" ? style.bad(words) : style.good(words)) + "\n"
    }
    if differences.isEmpty { return text + "They say the same.\n" }
    for difference in differences {
      text += "\n" + style.bold(TerminalText.escape(difference.path, limit: 200)) + "\n"
      if let value = difference.first { text += style.bad("  - " + TerminalText.escape(value, limit: 400)) + "\n" }
      if let value = difference.second { text += style.good("  + " + TerminalText.escape(value, limit: 400)) + "\n" }
      if !difference.remark.isEmpty { text += "    " + style.faint(difference.remark) + "\n" }
    }
    return text
  }
}
