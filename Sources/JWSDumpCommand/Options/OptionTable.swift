// SPDX-License-Identifier: MIT

/// The one table of options. Parsing, help, the manual page and the completions are drawn from it.
package enum OptionTable {
  /// All options, in the order in which help lists them.
  package static let all: [OptionDescription] = output + input + trust + expectations + running + information

  /// The row of one option.
  package static func description(of option: ToolOption) -> OptionDescription? {
    all.first { $0.option == option }
  }

  /// The rows that a subcommand knows.
  package static func rows(for subcommand: Subcommand) -> [OptionDescription] {
    all.filter { $0.subcommands.contains(subcommand) }
  }

  private static let output: [OptionDescription] = [
    OptionDescription(
      .format, "f", .choice(placeholder: "FORMAT", words: OutputFormat.allCases.map(\.rawValue)), in: .output,
      "how to print: pretty, json, ndjson, csv or tsv",
      details: """
        The default, pretty, is for people. json prints one object for an input that is one document and an indented \
        array otherwise; ndjson prints one compact object a line, exactly one for each line of input. csv and tsv print \
        the same envelope as columns, and with --kind the columns of that kind's payload.
        """
    ),
    OptionDescription(
      .raw, nil, .choice(placeholder: "PART", words: RawPart.allCases.map(\.rawValue)), in: .output,
      "print the decoded bytes of one part and nothing else",
      details: """
        The bytes are those that were signed, without a newline after them. Takes one token. Nothing is verified.
        """,
      subcommands: [.dump]
    ),
    OptionDescription(
      .field, nil, .text(placeholder: "PATH"), in: .output,
      "print one value of the payload, such as $.productId",
      details: """
        Prints the value at a JSON path, one a line and one for each record; strings without their quotes. A record \
        that lacks the value prints an empty line. The exit status speaks of the verification as always.
        """,
      subcommands: [.dump]
    ),
    OptionDescription(
      .fields, nil, .text(placeholder: "NAMES"), in: .output,
      "csv and tsv: only these columns, in this order, commas between",
      details: """
        --list-fields, with the same --kind, lists the names. With --column, input.NAME is a column that was kept.
        """,
      subcommands: [.dump]
    ),
    OptionDescription(
      .dates, nil, .choice(placeholder: "FORM", words: DateForm.allCases.map(\.rawValue)), in: .output,
      "csv and tsv: dates as iso (UTC) or ms (since 1970)",
      subcommands: [.dump]
    ),
    OptionDescription(.noHeader, nil, nil, in: .output, "csv and tsv: no line of column names", subcommands: [.dump]),
    OptionDescription(
      .guardFormulas, nil, nil, in: .output,
      "csv and tsv: an apostrophe in front of texts that look like formulas",
      subcommands: [.dump]
    ),
    OptionDescription(
      .certificates, nil, nil, in: .output,
      "print the certificates of x5c as PEM, each under a readable view",
      subcommands: [.dump]
    ),
    OptionDescription(
      .redact, nil, .text(placeholder: "KEY"), in: .output,
      "replace ids and tokens by hashes made with KEY",
      details: """
        So that a customer's document can be shared: equal values stay equal under the same key, and cannot be guessed \
        without it. @FILE takes the key from a file. Signed strings, and members that this version does not know, are \
        hashed whole; of receipts and answers, all that is not known to be harmless.
        """,
      subcommands: [.dump, .diff]
    ),
    OptionDescription(
      .catalog, nil, .file(placeholder: "FILE"), in: .output,
      "which products there are and what each grants (JSON)",
      details: """
        {"groups": [{"id": GROUP, "products": [{"id": PRODUCT, "entitlements": [NAME]}]}], "products": [{"id": PRODUCT, \
        "kind": "nonConsumable", "entitlements": [NAME]}]}; other kinds are nonRenewing, with a "period" such as P30D, and \
        consumable. Without a catalog every product grants its own id.
        """,
      subcommands: [.entitlements]
    ),
    OptionDescription(
      .color, nil, .choice(placeholder: "WHEN", words: ColorChoice.allCases.map(\.rawValue)), in: .output,
      "use colour: auto, always or never",
      details: """
        auto colours on a terminal unless NO_COLOR is set and not empty or TERM is dumb; CLICOLOR_FORCE and FORCE_COLOR \
        switch it on elsewhere. Standard error is judged apart from standard output.
        """
    ),
  ]

  private static let input: [OptionDescription] = [
    OptionDescription(
      .input, nil, .choice(placeholder: "SHAPE", words: InputShape.allCases.map(\.rawValue)), in: .input,
      "read inputs as lines or as one document: auto, lines or document",
      details: """
        auto looks at the first mebibyte: one document that spans lines (a pretty-printed body, a wrapped token, a \
        receipt) is taken as one, anything else as lines. A single line is a document. lines answers each line as it \
        comes, without waiting for the next.
        """,
      subcommands: [.dump]
    ),
    OptionDescription(
      .null, "0", nil, in: .input,
      "NUL bytes separate the tokens or documents, not newlines",
      details: "As find -print0 and xargs -0 have it. Each may span lines. Output is separated by newlines as always.",
      subcommands: [.dump]
    ),
    OptionDescription(
      .column, "c", .text(placeholder: "NAME"), in: .input,
      "the tokens stand in this column of CSV, TSV or NDJSON",
      details: """
        The first line that is not blank decides. If it begins with {, each line is a JSON object, and NAME a member of it. \
        Otherwise it is a header with NAME in it, cut at tabs if it has one and at commas if not; it gives no record. A NAME \
        that is a number is a position, counted from 1, in lines without a header. The other columns come out as the member \
        columns, in csv and tsv as input.NAME. A quoted field that spans lines is an error of its row.
        """,
      subcommands: [.dump]
    ),
    OptionDescription(
      .kind, "k", .choice(placeholder: "KIND", words: RecordKind.allCases.map(\.rawValue).filter { $0 != "unknown" }),
      in: .input,
      "refuse input of another kind, naming the kind found"
    ),
    OptionDescription(
      .strict, nil, nil, in: .input,
      "undo nothing at the door: no quotes, white space, Bearer, wrapping",
      details: """
        Without it, what copying and pasting adds around a token is removed, and a note in the record says what was.
        """
    ),
  ]

  private static let trust: [OptionDescription] = [
    OptionDescription(
      .root, "r", .file(placeholder: "FILE"), in: .trust,
      "trust this root (PEM or DER) instead of Apple's; repeatable",
      details: "For test authorities, and for Xcode's certificate, which vouches for nothing but itself.",
      isRepeatable: true
    ),
    OptionDescription(
      .intermediate, nil, .file(placeholder: "FILE"), in: .trust,
      "an issuer for documents that do not carry it; not trusted; repeatable",
      isRepeatable: true
    ),
    OptionDescription(
      .at, nil, .text(placeholder: "MOMENT"), in: .trust,
      "when certificates must be valid: signed, now, or a date",
      details: """
        The default, signed, is the moment at which the document says that it was signed. A date is RFC 3339 \
        (2025-10-09T12:00:00Z) or milliseconds since 1970.
        """
    ),
    OptionDescription(.noVerify, "n", nil, in: .trust, "decode only; every check is notRun"),
    OptionDescription(
      .failOn, nil, .choice(placeholder: "WHAT", words: FailOn.allCases.map(\.rawValue)), in: .trust,
      "what makes the exit status non-zero: unverified, error or none",
      details: """
        unverified, the default: 1 if something could not be read, 2 if something was read but is not verified. error: \
        only 1 and 66. none: always 0, save for usage and a failure of the tool itself.
        """
    ),
  ]

  private static let expectations: [OptionDescription] = [
    OptionDescription(.bundleID, nil, .text(placeholder: "ID"), in: .expectations, "the app's bundle id, exactly"),
    OptionDescription(
      .appAppleID, nil, .text(placeholder: "N"), in: .expectations, "the app's number in the App Store"),
    OptionDescription(
      .environment, nil, .text(placeholder: "NAME"), in: .expectations,
      "Production, Sandbox, Xcode or LocalTesting; repeatable",
      details: "Repeat it for a server that accepts several: app review sends Sandbox purchases to production.",
      isRepeatable: true
    ),
    OptionDescription(
      .appAccountToken, nil, .text(placeholder: "UUID"), in: .expectations,
      "the account that the app attached to the purchase"
    ),
    OptionDescription(.appVersion, nil, .text(placeholder: "V"), in: .expectations, "the app's version"),
    OptionDescription(
      .guid, nil, .text(placeholder: "GUID"), in: .expectations,
      "the device of an app receipt, as a UUID or hex bytes"
    ),
  ]

  private static let running: [OptionDescription] = [
    OptionDescription(
      .jobs, "j", .text(placeholder: "N"), in: .running,
      "workers for many tokens; 0 takes one a processor",
      details: "Output order is input order whatever N is, and the bytes are the same.",
      subcommands: [.dump]
    ),
    OptionDescription(
      .summary, nil, .choice(placeholder: "FORM", words: SummaryForm.allCases.map(\.rawValue)), in: .running,
      "print counts at the end, on standard error, as json",
      details: """
        One line with the counts by kind, verdict, and code of error and failed check. Kinds and verdicts add up to the \
        records; codes are counted in nested records too.
        """,
      subcommands: [.dump]
    ),
    OptionDescription(
      .now, nil, .text(placeholder: "DATE"), in: .running,
      "the present moment, for relative dates and --at now"
    ),
  ]

  private static let information: [OptionDescription] = [
    OptionDescription(.help, "h", nil, in: .information, "show help; -h in brief, --help in full"),
    OptionDescription(.version, "V", nil, in: .information, "show the version"),
    OptionDescription(
      .schema, nil, .choice(placeholder: "NAME", words: SchemaName.allCases.map(\.rawValue)), in: .information,
      "print the declaration of the records or columns for a loader",
      details: """
        json-schema describes the json and ndjson formats; the others declare a table for csv and tsv with the same \
        --kind, --fields and --dates, which go before it. With --column, --fields says which columns are kept.
        """,
      subcommands: [.dump]
    ),
    OptionDescription(
      .completion, nil, .choice(placeholder: "SHELL", words: CompletionShell.allCases.map(\.rawValue)),
      in: .information,
      "print completions for bash, zsh or fish",
      subcommands: [.dump]
    ),
    OptionDescription(.man, nil, nil, in: .information, "print the manual page (roff)", subcommands: [.dump]),
    OptionDescription(
      .listFields, nil, nil, in: .information,
      "list the columns of csv and tsv, with --kind before it those of the kind",
      subcommands: [.dump]
    ),
    OptionDescription(
      .listErrors, nil, nil, in: .information, "list the codes of errors and checks with their meaning",
      subcommands: [.dump]
    ),
  ]
}
