// SPDX-License-Identifier: MIT

/// Every option of the tool. The parser switches over this list, so an option that is described but not handled
/// does not compile.
package enum ToolOption: String, CaseIterable, Sendable {
  case format
  case input
  case raw
  case field
  case fields
  case dates
  case noHeader = "no-header"
  case guardFormulas = "guard-formulas"
  case certificates
  case redact
  case catalog
  case null
  case column
  case kind
  case root
  case intermediate
  case at
  case noVerify = "no-verify"
  case failOn = "fail-on"
  case strict
  case bundleID = "bundle-id"
  case appAppleID = "app-apple-id"
  case environment
  case appAccountToken = "app-account-token"
  case appVersion = "app-version"
  case guid
  case jobs
  case summary
  case color
  case now
  case help
  case version
  case schema
  case completion
  case man
  case listFields = "list-fields"
  case listErrors = "list-errors"
}

/// What the tool is asked to do; the first word of the command line names the ones other than `dump`.
package enum Subcommand: String, CaseIterable, Sendable {
  /// Show what the inputs hold.
  case dump
  /// Compare two documents.
  case diff
  /// Say what a customer may use.
  case entitlements
}

/// How the options are grouped in help and manual, in this order.
package enum OptionGroup: String, CaseIterable, Sendable {
  case output = "Output"
  case input = "Input"
  case trust = "Trust"
  case expectations = "Expectations (each is one more check)"
  case running = "Running"
  case information = "Information"
}

/// What kind of argument an option takes; completions offer files or choices accordingly.
package enum OptionArgument: Hashable, Sendable {
  /// One of a fixed list of words.
  case choice(placeholder: String, words: [String])
  /// A file's path.
  case file(placeholder: String)
  /// Free text.
  case text(placeholder: String)

  /// How the argument is written in help.
  package var placeholder: String {
    switch self {
    case .choice(let placeholder, _), .file(let placeholder), .text(let placeholder): placeholder
    }
  }

  /// The words to choose from; empty where any text will do.
  package var words: [String] {
    if case .choice(_, let words) = self { words } else { [] }
  }
}

/// One row of the option table: what the parser, help, manual page and completions know of an option.
package struct OptionDescription: Sendable {
  /// Which option this is; its raw value is the long name.
  package let option: ToolOption
  /// The one-letter name, if it has one.
  package let short: Character?
  /// The argument, or nil for a flag.
  package let argument: OptionArgument?
  /// Where help lists it.
  package let group: OptionGroup
  /// One line, no full stop.
  package let summary: String
  /// Sentences for the long help and the manual; empty where the summary says it all.
  package let details: String
  /// It may be given more than once.
  package let isRepeatable: Bool
  /// The subcommands that know it.
  package let subcommands: Set<Subcommand>

  init(
    _ option: ToolOption,
    _ short: Character? = nil,
    _ argument: OptionArgument? = nil,
    in group: OptionGroup,
    _ summary: String,
    details: String = "",
    isRepeatable: Bool = false,
    subcommands: Set<Subcommand> = Set(Subcommand.allCases)
  ) {
    self.option = option
    self.short = short
    self.argument = argument
    self.group = group
    self.summary = summary
    self.details = details
    self.isRepeatable = isRepeatable
    self.subcommands = subcommands
  }

  /// The long name with its dashes.
  package var longName: String { "--" + option.rawValue }
}
