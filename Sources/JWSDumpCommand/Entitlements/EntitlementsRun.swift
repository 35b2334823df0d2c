// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import StoreEntitlements
internal import StoreJWS
internal import StrictJSON

/// `jwsdump entitlements`: evidence in, answers and timeline out.
struct EntitlementsRun {
  let invocation: Invocation
  let surroundings: Surroundings
  let messages: Messages
  let rules: DocumentReader.Rules
  let facts: TerminalFacts

  /// Reads all inputs as evidence about one customer, and writes what that customer may use.
  func run(_ output: BufferedOutput) throws(OutputError) -> Int32 {
    guard let verifier = rules.verifier else {
      messages.error("entitlements rest on verified evidence, and this build cannot verify")
      return ExitStatus.internalError
    }
    let catalogFile: [UInt8]?
    do throws(SetupError) {
      catalogFile = try invocation.catalog.map { path throws(SetupError) in try RunSetup.contents(of: path) }
    } catch {
      messages.error(TerminalText.escape(error.message, limit: 400))
      return error.status
    }
    var gatherer = EvidenceGatherer(verifier: verifier)
    var tally = Tally()
    for word in invocation.inputs.isEmpty ? ["-"] : invocation.inputs {
      do throws(InputError) {
        let before = tally.verified
        let records = try read(word)
        for record in records {
          gatherer.take(record)
          tally.count(record)
          messages.tell(record, source: nil)
        }
        if !records.isEmpty, tally.verified == before { tally.inputsWithoutVerified += 1 }
      } catch {
        tally.unopened += 1
        messages.error("\(TerminalText.escape(word == "-" ? "standard input" : word, limit: 200)): \(error.reason)")
      }
    }
    messages.tellRest()
    let answer: EntitlementsReport
    do throws(EntitlementError) {
      answer = try report(gatherer.ledger, catalogFile)
    } catch {
      let name = invocation.catalog.map { TerminalText.escape($0, limit: 200) } ?? "catalog"
      messages.error("\(name): \(TerminalText.escape(error.description, limit: 400))")
      return ExitStatus.unreadable
    }
    try output.write(invocation.format == .json ? answer.json(isTerminal: facts.isTerminal) : answer.pretty(facts))
    try output.flush()
    return tally.exitStatus(failOn: invocation.failOn, verifies: true)
  }

  private func report(_ ledger: CustomerLedger, _ catalogFile: [UInt8]?) throws(EntitlementError) -> EntitlementsReport
  {
    let now = invocation.now ?? surroundings.clock()
    let moment: Int64 = if case .milliseconds(let asked) = invocation.moment { asked } else { now }
    let catalog: EntitlementCatalog<String>?
    if let catalogFile {
      catalog = try EntitlementCatalog(json: catalogFile)
    } else {
      let implied = try ImpliedCatalog(ledger)
      catalog = implied.catalog
      for product in implied.undated {
        messages.note(
          "how long \(TerminalText.escape(product, limit: 120)) lasts, only a catalog can say; it is left out")
      }
      for product in implied.ungrouped {
        messages.note(
          "of which group \(TerminalText.escape(product, limit: 120)) is, only a catalog can say; it is left out")
      }
      if implied.unnamedCount > 0 {
        messages.note("\(implied.unnamedCount) transactions name no product or group that can be declared")
      }
    }
    // All stores that the evidence is of, unless some are named: the answer says which it rests on.
    let named = invocation.expectations.environments.map { StoreEnvironment(rawValue: $0) }
    let found = ledger.transactions.compactMap(\.environment)
    let policy = EntitlementPolicy<String>(
      environments: Set(named.isEmpty ? found : named), clockToleranceSeconds: 0)
    return EntitlementsReport(ledger: ledger, catalog: catalog, policy: policy, moment: moment)
  }

  private func read(_ word: String) throws(InputError) -> [Record] {
    let input = try InputOpener.open(word, standardInput: surroundings.standardInput)
    var collector = DocumentCollector(input.source)
    let shape = try collector.shape(asked: invocation.shape, keepsBlankLines: false)
    var rules = rules
    rules.keepsTokens = true
    var reader = DocumentReader(rules: rules)
    if shape == .document {
      let isWhole = try collector.readAll()
      let text = GivenText(storage: collector.bytes, range: 0..<collector.bytes.count, isTooLong: !isWhole)
      return [reader.read(text, input: input.name)]
    }
    var records: [Record] = []
    var cutter = LineCutter(behind: collector, input.source)
    while let chunk = try cutter.next() {
      var texts: [GivenText] = []
      for (index, range) in chunk.lines.enumerated() where !chunk.bytes[range].allSatisfy(\.isBlank) {
        texts.append(
          GivenText(
            storage: chunk.bytes, range: range, line: chunk.firstLine + index, isTooLong: chunk.tooLong[index] != nil))
      }
      records += reader.read(texts, input: input.name)
    }
    return records
  }
}

extension Invocation {
  /// For `entitlements` the moment of `--at` is the one asked about, and certificates are judged when they signed.
  var certificatesInTheirTime: Invocation {
    var invocation = self
    if subcommand == .entitlements { invocation.moment = .signed }
    return invocation
  }
}
