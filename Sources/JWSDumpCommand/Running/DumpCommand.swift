// SPDX-License-Identifier: MIT

/// The tool as a function: words in, exit status out.
package enum DumpCommand {
  /// Runs a command line.
  ///
  /// - Parameter words: the command line without the program's name.
  /// - Returns: the exit status of the contract.
  package static func run(_ words: [String], in surroundings: Surroundings) -> Int32 {
    let invocation: Invocation
    do throws(UsageError) {
      invocation = try CommandLineParser.parse(words)
    } catch {
      return tell(error, surroundings)
    }
    let facts = facts(surroundings.outputStream, invocation, surroundings)
    let messages = Messages(
      surroundings.standardError, facts: self.facts(surroundings.errorStream, invocation, surroundings))
    let output = BufferedOutput(surroundings.standardOutput)
    do throws(OutputError) {
      if let request = invocation.information {
        if let error = undeclared(request, invocation) { return tell(error, surroundings) }
        try output.write(information(request, invocation, facts))
        try output.flush()
        return ExitStatus.success
      }
      if invocation.inputs.isEmpty, surroundings.inputIsTerminal {
        let error = UsageError("no INPUT is given and standard input is a terminal", hint: "jwsdump - reads it anyway.")
        return tell(error, surroundings)
      }
      return try run(invocation, surroundings, output: output, messages: messages, facts: facts)
    } catch {
      switch error {
      case .closed: return Termination.isRequested ? ExitStatus.terminated : ExitStatus.success
      case .failed(let code):
        messages.error("standard output: \(SystemMessage.text(code))")
        return ExitStatus.internalError
      }
    }
  }

  private static func run(
    _ invocation: Invocation, _ surroundings: Surroundings, output: BufferedOutput, messages: Messages,
    facts: TerminalFacts
  ) throws(OutputError) -> Int32 {
    let setup: RunSetup
    do throws(SetupError) {
      setup = try RunSetup(invocation.certificatesInTheirTime, surroundings, facts: facts)
    } catch {
      messages.error(TerminalText.escape(error.message, limit: 400))
      return error.status
    }
    if invocation.subcommand == .diff {
      let run = DiffRun(
        invocation: invocation, surroundings: surroundings, messages: messages, rules: setup.rules,
        redactor: setup.presenter.redactor, facts: facts)
      return try run.run(output)
    }
    if invocation.subcommand == .entitlements {
      let run = EntitlementsRun(
        invocation: invocation, surroundings: surroundings, messages: messages, rules: setup.rules, facts: facts)
      return try run.run(output)
    }
    var run = DumpRun(
      invocation, surroundings, output: output, messages: messages, rules: setup.rules, presenter: setup.presenter)
    return try run.run()
  }

  private static func facts(
    _ stream: Surroundings.Stream, _ invocation: Invocation, _ surroundings: Surroundings
  ) -> TerminalFacts {
    TerminalFacts(
      isTerminal: stream.isTerminal, measuredWidth: stream.columns, color: invocation.color,
      variable: surroundings.variable)
  }

  private static func tell(_ error: UsageError, _ surroundings: Surroundings) -> Int32 {
    let messages = Messages(
      surroundings.standardError, facts: facts(surroundings.errorStream, Invocation(), surroundings))
    messages.error(TerminalText.escape(error.message, limit: 400))
    if let hint = error.hint { messages.line(TerminalText.escape(hint, limit: 400)) }
    messages.line("Usage: \(ToolText.usage[0])")
    messages.line("Try jwsdump --help.")
    return ExitStatus.usage
  }

  /// What columns an input keeps is not known before it is read, so that they must be named to be declared.
  private static func undeclared(_ request: InformationRequest, _ invocation: Invocation) -> UsageError? {
    guard case .schema(let name) = request, name != .jsonSchema, invocation.column != nil, invocation.fields == nil
    else { return nil }
    return UsageError(
      "the columns that --column keeps are known only when an input is read",
      hint: "Name those to declare, and to write: --fields transactionId,input.user.")
  }

  private static func information(
    _ request: InformationRequest, _ invocation: Invocation, _ facts: TerminalFacts
  ) -> String {
    let style = Style(isOn: facts.usesColor)
    let subcommand = invocation.subcommand
    let columns = (try? RunSetup.columns(invocation)) ?? TableLayout.columns(for: invocation.kind)
    switch request {
    case .briefHelp: return HelpText(subcommand: subcommand, width: facts.width, style: style).brief
    case .fullHelp: return HelpText(subcommand: subcommand, width: facts.width, style: style).full
    case .version: return "jwsdump \(ToolVersion.text)\n"
    case .manual: return ManualPage.text
    case .errorCodes: return CodeCatalog.text(width: facts.width, style: style)
    case .fields: return columns.map { $0.name + "\n" }.joined()
    case .schema(.jsonSchema): return SchemaText.jsonSchema(keepsColumns: invocation.column != nil)
    case .schema(let name): return TableSchema.text(name, columns, dates: invocation.dates)
    case .completion(let shell): return Completions.script(for: shell)
    }
  }
}
