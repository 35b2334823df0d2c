// SPDX-License-Identifier: MIT

internal import JOSE

/// One run of the tool over its inputs.
struct DumpRun {
  private let invocation: Invocation
  private let surroundings: Surroundings
  private let output: BufferedOutput
  private let messages: Messages
  private var presenter: Presenter
  private let rules: DocumentReader.Rules
  /// Output and messages go to the same screen, so that a result need not be told twice.
  private let isOneScreen: Bool
  private var stream: RecordStream
  private var tally: Tally
  /// Only where it disturbs nothing: standard error is a terminal, and results go elsewhere.
  private let progress: Progress?
  /// The kept columns have their places in the table.
  private var hasDeclaredColumns = false

  init(
    _ invocation: Invocation, _ surroundings: Surroundings, output: BufferedOutput, messages: Messages,
    rules: DocumentReader.Rules, presenter: Presenter
  ) {
    self.invocation = invocation
    self.surroundings = surroundings
    self.output = output
    self.messages = messages
    self.rules = rules
    self.presenter = presenter
    isOneScreen = presenter.isTerminal && messages.facts.isTerminal && invocation.format == .pretty
    stream = RecordStream(output, presenter)
    tally = Tally(summarizes: invocation.summary != nil)
    let showsProgress = messages.facts.isTerminal && !presenter.isTerminal && invocation.format.isOneRecordALine
    progress = showsProgress ? Progress(messages, clock: surroundings.clock) : nil
  }

  /// Reads all inputs and writes their records.
  mutating func run() throws(OutputError) -> Int32 {
    let words = invocation.inputs.isEmpty ? ["-"] : invocation.inputs
    if words.count > 1 { try stream.beginMany() }
    for word in words {
      do throws(RunFailure) {
        try dump(word)
      } catch {
        switch error {
        case .output(let problem): throw problem
        case .input(let problem):
          if problem.isInterruption { break }
          tally.unopened += 1
          progress?.clear()
          let name = word == "-" ? "standard input" : word
          messages.error("\(TerminalText.escape(name, limit: 200)): \(problem.reason)")
        case .misfit(let problem, let name):
          tally.misfits += 1
          progress?.clear()
          messages.error("\(messages.place(name, line: problem.line)): \(ErrorText.line(problem.fault))")
          if let hint = problem.hint { messages.line(TerminalText.escape(hint, limit: 400)) }
        }
      }
      if Termination.isRequested { break }
    }
    try stream.end()
    try output.flush()
    progress?.clear()
    closingWords()
    if Termination.isRequested { return ExitStatus.terminated }
    return tally.exitStatus(failOn: invocation.failOn, verifies: invocation.verifies && !presenter.view.isRaw)
  }

  private mutating func dump(_ word: String) throws(RunFailure) {
    let input: OpenedInput
    do throws(InputError) {
      input = try InputOpener.open(word, standardInput: surroundings.standardInput)
    } catch {
      throw .input(error)
    }
    progress?.beginInput(size: input.size)
    let before = tally
    defer {
      let gaveRecords = tally.records - tally.blankLines > before.records - before.blankLines
      if gaveRecords, tally.verified == before.verified { tally.inputsWithoutVerified += 1 }
    }
    var collector = DocumentCollector(input.source)
    if let column = invocation.column, let picker = try picker(column, &collector, input.name) {
      return try lines(
        LineCutter(behind: collector, input.source, separator: separator), input.name, picker)
    }
    var isWhole = true
    var shape = InputShape.document
    // What is separated by NUL bytes is many, however it looks.
    let asked = invocation.isNullSeparated ? .lines : invocation.shape
    do throws(InputError) {
      shape =
        try presenter.view.isRaw
        ? .document : collector.shape(asked: asked, keepsBlankLines: invocation.format.isOneRecordALine)
      if shape == .document { isWhole = try collector.readAll() }
    } catch {
      throw .input(error)
    }
    if case .raw(let part) = presenter.view {
      try raw(part, collector.bytes, input.name)
    } else if shape == .document {
      try document(collector.bytes, input.name, isWhole: isWhole)
    } else {
      try lines(LineCutter(behind: collector, input.source, separator: separator), input.name, nil)
    }
  }

  /// The byte that ends a line.
  private var separator: UInt8 { invocation.isNullSeparated ? 0 : 0x0A }

  // MARK: - Rows

  /// What takes the tokens out of an input's rows; nil where it holds nothing, which is answered as without columns.
  private mutating func picker(
    _ choice: ColumnChoice, _ collector: inout DocumentCollector, _ name: InputName
  ) throws(RunFailure) -> ColumnPicker? {
    let first: FirstLine?
    do throws(InputError) {
      first = try collector.firstLine(separator: separator)
    } catch {
      throw .input(error)
    }
    guard let first else {
      if collector.isAtEnd {
        // Blank lines are rows of the table too, and what columns later inputs have is not known yet.
        if !collector.bytes.isEmpty { declare([.keptRest]) }
        return nil
      }
      throw .misfit(ColumnMisfit(fault: .missingColumn("nothing but blank lines: expected rows", offset: 0)), name)
    }
    let picker: ColumnPicker
    do throws(ColumnMisfit) {
      picker = try ColumnScout(choice: choice).picker(first, in: collector.bytes)
    } catch {
      throw .misfit(error, name)
    }
    declareColumns(of: picker, first, in: collector.bytes)
    return picker
  }

  /// A table has its columns from the first rows that come, unless `--fields` has named them.
  private mutating func declareColumns(of picker: ColumnPicker, _ first: FirstLine, in bytes: [UInt8]) {
    let isClosed = picker.hasHeader && invocation.inputs.count <= 1
    declare(picker.columns(first, in: bytes) + (isClosed ? [] : [.keptRest]))
  }

  private mutating func declare(_ columns: [TableColumn]) {
    guard presenter.table != nil, invocation.fields == nil, !hasDeclaredColumns else { return }
    hasDeclaredColumns = true
    presenter.table?.columns += columns
    stream.presenter = presenter
  }

  // MARK: - Documents

  private mutating func document(_ bytes: [UInt8], _ name: InputName, isWhole: Bool) throws(RunFailure) {
    // A stream without a line gives no record; a document that is empty is a mistake.
    if bytes.isEmpty, invocation.format.isOneRecordALine { return }
    var reader = DocumentReader(rules: rules)
    let record = reader.read(
      GivenText(storage: bytes, range: 0..<bytes.count, isTooLong: !isWhole), input: name)
    tally.count(record)
    do throws(OutputError) {
      try stream.write(record, source: bytes[...])
      try output.flush()
    } catch {
      throw .output(error)
    }
    speak(of: record, source: bytes[...])
  }

  /// Writes the bytes of one part of the only token.
  private mutating func raw(_ part: RawPart, _ bytes: [UInt8], _ name: InputName) throws(RunFailure) {
    var reader = DocumentReader(rules: rules)
    let record = reader.read(GivenText(storage: bytes, range: 0..<bytes.count), input: name)
    tally.count(record)
    let segment: [UInt8]
    do throws(JOSEError) {
      segment = try RecordView.raw(part, of: record.token)
    } catch {
      if record.error == nil { tally.errors += 1 }
      let problem = record.error ?? RecordError(error, OffsetMap())
      return messages.error("\(messages.place(name, line: nil)): \(ErrorText.line(problem))")
    }
    do throws(OutputError) { try output.write(segment) } catch { throw .output(error) }
  }

  // MARK: - Lines

  private mutating func lines(
    _ cutter: LineCutter, _ name: InputName, _ picker: ColumnPicker?
  ) throws(RunFailure) {
    var cutter = cutter
    var team = WorkerTeam(jobs: invocation.jobs) {
      ChunkWorker(
        rules: rules, presenter: presenter, input: name, picker: picker, summarizes: invocation.summary != nil)
    }
    do throws(OutputError) { try stream.beginMany() } catch { throw .output(error) }
    while !Termination.isRequested {
      var chunks: [LineChunk] = []
      do throws(InputError) {
        // Waits for the first chunk only: what is there is worked on while the input pauses.
        while chunks.count < team.windowSize, chunks.isEmpty || cutter.isReady, let chunk = try cutter.next() {
          chunks.append(chunk)
        }
      } catch {
        for result in team.process(chunks) { try emit(result) }
        throw .input(error)
      }
      if chunks.isEmpty { break }
      for result in team.process(chunks) { try emit(result) }
      if !cutter.isReady { try flush() }
    }
  }

  private func flush() throws(RunFailure) {
    do throws(OutputError) { try output.flush() } catch { throw .output(error) }
  }

  private mutating func emit(_ result: ChunkWorker.Result) throws(RunFailure) {
    tally.add(result.tally)
    do throws(OutputError) {
      try stream.write(records: result.bytes, startsWithSeparator: true)
    } catch {
      throw .output(error)
    }
    progress?.advance(bytes: result.inputBytes, lines: tally.records, errors: tally.errors)
    for trouble in result.troubles { speak(of: trouble.record, source: trouble.source) }
  }

  // MARK: - Standard error

  private func speak(of record: Record, source: ArraySlice<UInt8>) {
    if isOneScreen || invocation.format.isOneRecordALine { return }
    // What is hidden on standard output is not shown beside it: a row has more in it than its token.
    let redactor = presenter.redactor
    messages.tell(
      redactor?.redacted(record) ?? record, source: redactor == nil ? source : nil, verifies: invocation.verifies)
  }

  private static let unverifiedNote = "nothing was verified (--no-verify)"

  /// In formats of one record a line the records say what is wrong; standard error has the sum.
  private func closingWords() {
    messages.tellRest()
    defer { if let summary = tally.summary { messages.line(summary.json(tally)) } }
    if !invocation.format.isOneRecordALine {
      if !invocation.verifies, tally.records > 0, !presenter.view.isRaw, !isOneScreen {
        messages.note(Self.unverifiedNote)
      }
      return
    }
    if tally.errors > 0 { messages.error("\(tally.errors) of \(tally.records) records could not be read") }
    if !invocation.verifies, tally.records > 0 {
      messages.note(Self.unverifiedNote)
    } else if tally.unverified > 0 {
      messages.note("\(tally.unverified) signed documents are not verified")
    }
  }
}

/// Why a run cannot go on with an input, or at all.
enum RunFailure: Error {
  case input(InputError)
  case output(OutputError)
  case misfit(ColumnMisfit, InputName)
}
