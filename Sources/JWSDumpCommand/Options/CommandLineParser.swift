// SPDX-License-Identifier: MIT

/// Turns the words of a command line into an ``Invocation``.
///
/// Options and inputs may be mixed; `--` ends the options; `--name=value`, `--name value`, `-fvalue` and `-f value` mean
/// the same; one-letter flags may be joined. A name must be written in full, so that a later version can add options
/// without changing what a script means.
package struct CommandLineParser {
  private var words: ArraySlice<String>
  private var invocation = Invocation()
  private var seen: Set<ToolOption> = []

  private init(_ words: [String]) {
    self.words = words[...]
  }

  /// Parses `words`, which do not include the program's name.
  package static func parse(_ words: [String]) throws(UsageError) -> Invocation {
    var parser = CommandLineParser(words)
    try parser.run()
    return parser.invocation
  }

  private mutating func run() throws(UsageError) {
    if let first = words.first, let subcommand = Subcommand(rawValue: first), subcommand != .dump {
      invocation.subcommand = subcommand
      words.removeFirst()
    }
    while let word = words.popFirst() {
      if word == "--" {
        invocation.inputs += words
        break
      } else if word.hasPrefix("--") {
        try longOption(word)
      } else if word.hasPrefix("-"), word != "-" {
        try shortOptions(word)
      } else {
        invocation.inputs.append(word)
      }
      if invocation.information != nil { return }
    }
    try checkCombinations()
  }

  private mutating func longOption(_ word: String) throws(UsageError) {
    let body = word.dropFirst(2)
    let name = String(body.prefix { $0 != "=" })
    let attached = body.count > name.count ? String(body.dropFirst(name.count + 1)) : nil
    let rows = OptionTable.rows(for: invocation.subcommand)
    guard let row = rows.first(where: { $0.option.rawValue == name }) else {
      throw unknown("--" + name, among: rows.map(\.longName))
    }
    if row.argument == nil {
      guard attached == nil else { throw UsageError("option \(row.longName) takes no value") }
      try apply(row, value: "")
    } else {
      guard let value = attached ?? words.popFirst() else { throw missingValue(row, written: row.longName) }
      try apply(row, value: value)
    }
  }

  private mutating func shortOptions(_ word: String) throws(UsageError) {
    var letters = word.dropFirst()
    let rows = OptionTable.rows(for: invocation.subcommand)
    while let letter = letters.popFirst() {
      guard let row = rows.first(where: { $0.short == letter }) else {
        throw unknown("-\(letter)", among: [])
      }
      if row.argument == nil {
        if row.option == .help {
          invocation.information = .briefHelp
        } else {
          try apply(row, value: "")
        }
        continue
      }
      if letters.first == "=" { letters.removeFirst() }
      guard let value = letters.isEmpty ? words.popFirst() : String(letters) else {
        throw missingValue(row, written: "-\(letter)")
      }
      try apply(row, value: value)
      return
    }
  }

  private func unknown(_ written: String, among names: [String]) -> UsageError {
    let elsewhere = OptionTable.all.first { $0.longName == written || $0.short.map { "-\($0)" } == written }
    if elsewhere != nil {
      return UsageError("option \(written) does not go with \(invocation.subcommand.rawValue)")
    }
    let near = Suggestion.nearest(to: written, among: names)
    return UsageError("unknown option \(written)", hint: near.map { "Did you mean \($0)?" })
  }

  private func missingValue(_ row: OptionDescription, written: String) -> UsageError {
    UsageError("option \(written) needs a value: \(row.argument?.placeholder ?? "")")
  }
}

// MARK: - Values

extension CommandLineParser {
  private mutating func apply(_ row: OptionDescription, value: String) throws(UsageError) {
    if row.argument != nil, !row.isRepeatable, !seen.insert(row.option).inserted {
      throw UsageError("option \(row.longName) is given twice")
    }
    switch row.option {
    case .format: invocation.format = try choice(row, value)
    case .input: invocation.shape = try choice(row, value)
    case .raw: invocation.raw = try choice(row, value) as RawPart
    case .field: invocation.field = try nonEmpty(row, value)
    case .fields: invocation.fields = try nonEmpty(row, value).split(separator: ",").map(String.init)
    case .dates: invocation.dates = try choice(row, value)
    case .noHeader: invocation.hasHeader = false
    case .guardFormulas: invocation.guardsFormulas = true
    case .certificates: invocation.showsCertificates = true
    case .redact: invocation.redactionKey = try nonEmpty(row, value)
    case .catalog: invocation.catalog = try nonEmpty(row, value)
    case .null: invocation.isNullSeparated = true
    case .column: invocation.column = try column(row, value)
    case .kind: invocation.kind = try choice(row, value) as RecordKind
    case .root: invocation.roots.append(try nonEmpty(row, value))
    case .intermediate: invocation.intermediates.append(try nonEmpty(row, value))
    case .at: invocation.moment = try moment(row, value)
    case .noVerify: invocation.verifies = false
    case .failOn: invocation.failOn = try choice(row, value)
    case .strict: invocation.isStrict = true
    case .bundleID: invocation.expectations.bundleID = try nonEmpty(row, value)
    case .appAppleID: invocation.expectations.appAppleID = try number(row, value, in: 0...Int64.max)
    case .environment: invocation.expectations.environments.append(try nonEmpty(row, value))
    case .appAccountToken: invocation.expectations.appAccountToken = try uuid(row, value)
    case .appVersion: invocation.expectations.appVersion = try nonEmpty(row, value)
    case .guid: invocation.expectations.guid = try guid(row, value)
    case .jobs: invocation.jobs = Int(try number(row, value, in: 0...256))
    case .summary: invocation.summary = try choice(row, value) as SummaryForm
    case .color: invocation.color = try choice(row, value)
    case .now: invocation.now = try date(row, value)
    case .help: invocation.information = .fullHelp
    case .version: invocation.information = .version
    case .schema: invocation.information = .schema(try choice(row, value))
    case .completion: invocation.information = .completion(try choice(row, value))
    case .man: invocation.information = .manual
    case .listFields: invocation.information = .fields
    case .listErrors: invocation.information = .errorCodes
    }
  }

  private func choice<Value: RawRepresentable>(
    _ row: OptionDescription,
    _ value: String
  ) throws(UsageError) -> Value where Value.RawValue == String {
    let words = row.argument?.words ?? []
    if words.contains(value), let result = Value(rawValue: value) { return result }
    let near = Suggestion.nearest(to: value, among: words)
    throw UsageError(
      "option \(row.longName): expected \(words.joined(separator: ", ")); found \"\(value)\"",
      hint: near.map { "Did you mean \($0)?" }
    )
  }

  private func nonEmpty(_ row: OptionDescription, _ value: String) throws(UsageError) -> String {
    guard !value.isEmpty else { throw UsageError("option \(row.longName) is given an empty value") }
    return value
  }

  private func number(
    _ row: OptionDescription,
    _ value: String,
    in range: ClosedRange<Int64>
  ) throws(UsageError) -> Int64 {
    guard let number = Int64(value), range.contains(number), value.utf8.allSatisfy({ $0 != 0x2B }) else {
      let end = range.upperBound == .max ? "" : " to \(range.upperBound)"
      throw UsageError("option \(row.longName): expected a number from \(range.lowerBound)\(end); found \"\(value)\"")
    }
    return number
  }

  private func column(_ row: OptionDescription, _ value: String) throws(UsageError) -> ColumnChoice {
    let text = try nonEmpty(row, value)
    guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return ColumnChoice(text: text, position: nil) }
    let position = try number(row, text, in: 1...Int64(DelimitedRow.maximumFieldCount))
    return ColumnChoice(text: text, position: Int(position))
  }

  private func date(_ row: OptionDescription, _ value: String) throws(UsageError) -> Int64 {
    guard let milliseconds = Instant.parse(value) else {
      throw UsageError(
        "option \(row.longName): expected a date such as 2025-10-09T12:00:00Z or milliseconds since 1970; "
          + "found \"\(value)\""
      )
    }
    return milliseconds
  }

  private func moment(_ row: OptionDescription, _ value: String) throws(UsageError) -> AskedMoment {
    switch value {
    case "signed": .signed
    case "now": .now
    default: .milliseconds(try date(row, value))
    }
  }

  private func uuid(_ row: OptionDescription, _ value: String) throws(UsageError) -> String {
    let shape = value.utf8.map { $0 == 0x2D ? "-" : ($0.isHexDigit ? "x" : "?") }.joined()
    guard shape == "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx" else {
      throw UsageError("option \(row.longName): expected a UUID; found \"\(value)\"")
    }
    return value
  }

  private func guid(_ row: OptionDescription, _ value: String) throws(UsageError) -> [UInt8] {
    let digits = value.utf8.filter { $0 != 0x2D && $0 != 0x3A }
    guard !digits.isEmpty, digits.count.isMultiple(of: 2), digits.count <= 128, digits.allSatisfy(\.isHexDigit) else {
      throw UsageError("option \(row.longName): expected a UUID or hex bytes; found \"\(value)\"")
    }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0].hexValue << 4 | digits[$0 + 1].hexValue }
  }

  private func checkCombinations() throws(UsageError) {
    if invocation.subcommand == .diff {
      guard invocation.inputs.count == 2 else {
        throw UsageError("diff compares two documents; \(invocation.inputs.count) given")
      }
      guard invocation.format == .pretty || invocation.format == .json else {
        throw UsageError("diff prints pretty or json, not \(invocation.format.rawValue)")
      }
    }
    let isTable = invocation.format == .csv || invocation.format == .tsv
    if invocation.fields != nil, !isTable { throw UsageError("--fields goes with --format csv or tsv") }
    if invocation.subcommand == .entitlements {
      guard invocation.format == .pretty || invocation.format == .json else {
        throw UsageError("entitlements prints pretty or json, not \(invocation.format.rawValue)")
      }
      guard invocation.verifies else {
        throw UsageError("entitlements rest on verified evidence; not with --no-verify")
      }
    }
    if invocation.isNullSeparated, invocation.shape == .document {
      throw UsageError("--null separates many; it does not go with --input document")
    }
    if invocation.raw != nil, invocation.inputs.count > 1 {
      throw UsageError("--raw takes one token; \(invocation.inputs.count) given")
    }
    if invocation.isNullSeparated, invocation.raw != nil { throw UsageError("--raw takes one token; not with --null") }
    if invocation.column != nil, invocation.shape == .document {
      throw UsageError("--column is for many rows; it does not go with --input document")
    }
    if invocation.column != nil, invocation.raw != nil { throw UsageError("--raw takes one token; not with --column") }
    let views: [(String, Bool)] = [
      ("--raw", invocation.raw != nil), ("--field", invocation.field != nil),
      ("--certificates", invocation.showsCertificates),
    ]
    let asked = views.filter(\.1).map(\.0)
    if asked.count > 1 { throw UsageError("\(asked[0]) and \(asked[1]) ask for different things") }
    if invocation.redactionKey != nil, let view = asked.first {
      throw UsageError("\(view) prints what is there; it does not go with --redact")
    }
  }
}
