// SPDX-License-Identifier: MIT

internal import StoreJWS
internal import StoreReceipts

/// Why a run cannot begin, and the exit status that says so.
struct SetupError: Error {
  let message: String
  let status: Int32
}

/// What a run needs beside its inputs, made from the command line once.
struct RunSetup {
  let rules: DocumentReader.Rules
  let presenter: Presenter

  init(_ invocation: Invocation, _ surroundings: Surroundings, facts: TerminalFacts) throws(SetupError) {
    let now = invocation.now ?? surroundings.clock()
    let view = RecordView(invocation)
    let showsCertificates = invocation.format == .pretty || view == .certificates || invocation.subcommand == .diff
    let verifiers: (tokens: StoreVerifier?, receipts: ReceiptVerifier?) =
      try invocation.verifies && !view.isRaw ? VerifierSetup.verifiers(invocation, now: now) : (nil, nil)
    rules = DocumentReader.Rules(
      isStrict: invocation.isStrict, kind: invocation.kind, verifier: verifiers.tokens,
      receiptVerifier: verifiers.receipts,
      unjudged: verifiers.tokens == nil ? VerifierSetup.unjudged(invocation) : .unreached,
      keepsCertificates: showsCertificates, keepsTokens: view.isRaw)
    var presenter = Presenter(
      format: invocation.format,
      pretty: PrettyPrinter(width: facts.width, style: Style(isOn: facts.usesColor), now: now),
      isTerminal: facts.isTerminal, keepsColumns: invocation.column != nil)
    presenter.view = view
    if invocation.format == .csv || invocation.format == .tsv {
      presenter.table = TableWriter(
        columns: try Self.columns(invocation), kind: invocation.kind, isTabbed: invocation.format == .tsv,
        dates: invocation.dates,
        guardsFormulas: invocation.guardsFormulas)
      presenter.hasHeader = invocation.hasHeader
    }
    if let key = invocation.redactionKey { presenter.redactor = Redactor(key: try Self.key(key)) }
    self.presenter = presenter
  }

  /// The columns that the command line asks for.
  static func columns(_ invocation: Invocation) throws(SetupError) -> [TableColumn] {
    let all = TableLayout.columns(for: invocation.kind)
    guard let fields = invocation.fields else { return all }
    do throws(UsageError) {
      return try TableLayout.choose(fields, from: all, keepsColumns: invocation.column != nil)
    } catch {
      throw SetupError(
        message: [error.message, error.hint].compactMap { $0 }.joined(separator: ". "), status: ExitStatus.usage)
    }
  }

  /// The key itself, or the contents of the file that `@` names, without the newline at its end.
  private static func key(_ text: String) throws(SetupError) -> [UInt8] {
    guard text.hasPrefix("@") else { return Array(text.utf8) }
    var key = try contents(of: String(text.dropFirst()))
    while let last = key.last, last == 0x0A || last == 0x0D { key.removeLast() }
    if key.isEmpty { throw SetupError(message: "\(text.dropFirst()): the key is empty", status: ExitStatus.usage) }
    return key
  }

  /// A small file, whole.
  static func contents(of path: String) throws(SetupError) -> [UInt8] {
    do throws(InputError) {
      var collector = DocumentCollector(try Descriptor.open(path))
      guard try collector.readAll() else { throw InputError("the file is too long") }
      return collector.bytes
    } catch {
      throw SetupError(message: "\(path): \(error.reason)", status: ExitStatus.noInput)
    }
  }
}
