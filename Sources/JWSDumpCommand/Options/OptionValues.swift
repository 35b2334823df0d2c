// SPDX-License-Identifier: MIT

/// How results are printed.
package enum OutputFormat: String, CaseIterable, Sendable {
  case pretty, json, ndjson, csv, tsv

  /// One line of input gives one line of output, whatever it holds.
  package var isOneRecordALine: Bool {
    switch self {
    case .pretty, .json: false
    case .ndjson, .csv, .tsv: true
    }
  }
}

/// Whether an input is taken as lines or as one document.
package enum InputShape: String, CaseIterable, Sendable {
  case auto, lines, document
}

/// When to colour.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// What makes the exit status other than zero.
package enum FailOn: String, CaseIterable, Sendable {
  case none, error, unverified
}

/// A part of a token to print as it is.
package enum RawPart: String, CaseIterable, Sendable {
  case header, payload, signature
}

/// How `csv` and `tsv` write dates.
package enum DateForm: String, CaseIterable, Sendable {
  case iso, ms
}

/// How `--summary` prints.
package enum SummaryForm: String, CaseIterable, Sendable {
  case json
}

/// The column that `--column` names.
package struct ColumnChoice: Hashable, Sendable {
  /// The name as it was given.
  package let text: String
  /// What it says where it is a number: a position, counted from 1.
  package let position: Int?
}

/// Shells that completions are made for.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

/// Declarations that `--schema` prints.
package enum SchemaName: String, CaseIterable, Sendable {
  case jsonSchema = "json-schema"
  case duckdb, postgres, clickhouse, bigquery, spark
}

/// The moment at which certificates must be valid.
package enum AskedMoment: Hashable, Sendable {
  /// When the document says it was signed.
  case signed
  /// The present moment, or that of `--now`.
  case now
  /// A given moment, milliseconds since 1970-01-01T00:00:00Z.
  case milliseconds(Int64)
}

/// What the caller expects of a document's content; nil is not asked for.
package struct Expectations: Hashable, Sendable {
  package var bundleID: String?
  package var appAppleID: Int64?
  package var environments: [String] = []
  package var appAccountToken: String?
  package var appVersion: String?
  package var guid: [UInt8]?

  package init() {}
}

/// What to do instead of reading inputs.
package enum InformationRequest: Hashable, Sendable {
  case briefHelp, fullHelp, version, manual, errorCodes, fields
  case schema(SchemaName)
  case completion(CompletionShell)
}

/// A command line that was understood.
package struct Invocation: Sendable {
  package var subcommand: Subcommand = .dump
  package var information: InformationRequest?
  package var inputs: [String] = []
  package var format: OutputFormat = .pretty
  package var shape: InputShape = .auto
  /// Inputs are separated by NUL bytes instead of newlines.
  package var isNullSeparated = false
  /// The column in which the tokens stand; nil where lines are tokens.
  package var column: ColumnChoice?
  package var summary: SummaryForm?
  package var raw: RawPart?
  package var field: String?
  package var fields: [String]?
  package var dates: DateForm = .iso
  package var hasHeader = true
  package var guardsFormulas = false
  package var showsCertificates = false
  package var redactionKey: String?
  /// The path of a catalog of entitlements.
  package var catalog: String?
  package var kind: RecordKind?
  package var roots: [String] = []
  package var intermediates: [String] = []
  package var moment: AskedMoment = .signed
  package var verifies = true
  package var failOn: FailOn = .unverified
  package var isStrict = false
  package var expectations = Expectations()
  /// Workers; 0 is one a processor.
  package var jobs = 1
  package var color: ColorChoice = .auto
  /// Milliseconds since 1970-01-01T00:00:00Z; nil reads the clock.
  package var now: Int64?

  package init() {}
}

/// A command line that was not understood; the exit status is 64.
package struct UsageError: Error, Hashable, Sendable {
  /// The fact, without a full stop.
  package let message: String
  /// What may have been meant, as a sentence, or nil.
  package let hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
