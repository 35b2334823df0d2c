// SPDX-License-Identifier: MIT

/// The words around the options: what the tool is and how it is called. Help and manual share them.
package enum ToolText {
  static let summary = "show and verify what the App Store signs"

  static let usage = [
    "jwsdump [OPTION…] [INPUT…]",
    "jwsdump diff [OPTION…] A B",
    "jwsdump entitlements [--catalog FILE] [--at DATE] [OPTION…] [INPUT…]",
  ]

  static let introduction: [String] = [
    """
    Reads signed transactions, renewal infos, notifications, app transactions and receipts; says whether Apple really \
    signed them, and what they say.
    """,
    """
    An INPUT is a file, or - for standard input, or a token itself. Without one, standard input is read. What an input \
    holds is found by looking: one token, many lines of tokens, JSON with signed strings inside, or a receipt.
    """,
  ]

  static let diffIntroduction = """
    Compares two documents: what they are, what was verified, their payloads member by member, and their certificates. \
    Exit status 0 if they say the same, 1 if not, 66 if one cannot be opened.
    """

  static let entitlementsIntroduction = """
    Takes all verified transactions, renewal infos and notifications of the inputs for evidence about one customer, and \
    says what that customer may use, since when, until when and why, with a bar of the time in which each thing was held. \
    What stands unsigned beside signed strings is not used. --at names the moment that is asked about; certificates are \
    judged at the moment of signing. Unknown is an answer: evidence that does not decide grants and denies nothing.
    """

  static let exitStatus: [(status: Int32, meaning: String)] = [
    (0, "all is well"),
    (1, "something could not be read as what it should be"),
    (2, "something was read but is not verified"),
    (64, "the command line was not understood, or an input has no such column"),
    (66, "an input cannot be opened"),
    (70, "the tool itself failed"),
    (143, "ended by SIGTERM, after finishing the line"),
  ]

  static let examples: [(command: String, meaning: String)] = [
    ("jwsdump purchase.jws", "who signed it, and what it says"),
    ("pbpaste | jwsdump", "whatever was copied"),
    ("jwsdump --bundle-id com.example.app --environment Production body.json", "one more check for each"),
    ("jwsdump -f ndjson -j 4 tokens.txt > records.ndjson", "one record a line, in order"),
    ("jwsdump diff before.jws after.jws", "what changed"),
  ]

  static let environmentVariables: [(name: String, meaning: String)] = [
    ("NO_COLOR", "set and not empty: no colour"),
    ("CLICOLOR_FORCE, FORCE_COLOR", "set, not empty and not 0: colour even without a terminal"),
    ("COLUMNS", "the width to write for"),
    ("TERM", "dumb: no colour"),
  ]
}

/// `-h` and `--help`, drawn from the option table.
package struct HelpText {
  let subcommand: Subcommand
  let width: Int
  let style: Style

  /// Help for `subcommand`, wrapped to `width` columns.
  package init(subcommand: Subcommand, width: Int, style: Style) {
    self.subcommand = subcommand
    self.width = min(max(width, 40), 100)
    self.style = style
  }

  /// One line an option.
  package var brief: String {
    var text = heading()
    for group in OptionGroup.allCases {
      let rows = rows(in: group)
      if rows.isEmpty { continue }
      text += "\n" + style.bold(group.rawValue) + "\n"
      for row in rows { text += twoColumns(names(of: row), row.summary) }
    }
    return text + "\nExit status: 0 fine, 1 not readable, 2 not verified, 64 usage, 66 no input. More with --help.\n"
  }

  /// Paragraphs, examples, exit status and environment.
  package var full: String {
    var text = heading()
    let paragraphs =
      switch subcommand {
      case .dump: ToolText.introduction
      case .diff: [ToolText.diffIntroduction]
      case .entitlements: [ToolText.entitlementsIntroduction]
      }
    for paragraph in paragraphs { text += "\n" + TextLayout.wrap(paragraph, width: width) + "\n" }
    for group in OptionGroup.allCases {
      let rows = rows(in: group)
      if rows.isEmpty { continue }
      text += "\n" + style.bold(group.rawValue) + "\n"
      for row in rows {
        text += "  " + names(of: row) + "\n"
        text += TextLayout.wrap(sentence(row.summary), width: width, indent: 6) + "\n"
        if !row.details.isEmpty { text += TextLayout.wrap(row.details, width: width, indent: 6) + "\n" }
      }
    }
    text += "\n" + style.bold("Exit status") + "\n"
    for (status, meaning) in ToolText.exitStatus { text += twoColumns("\(status)", meaning) }
    text += "\n" + style.bold("Environment") + "\n"
    for (name, meaning) in ToolText.environmentVariables { text += twoColumns(name, meaning) }
    text += "\n" + style.bold("Examples") + "\n"
    for (command, meaning) in ToolText.examples { text += "  " + command + "\n      " + meaning + "\n" }
    return text
  }

  private func heading() -> String {
    var text = style.bold("jwsdump") + ": " + ToolText.summary + "\n\n"
    let lines = subcommand == .dump ? ToolText.usage : ToolText.usage.filter { $0.contains(subcommand.rawValue) }
    for (index, line) in lines.enumerated() { text += (index == 0 ? "Usage: " : "       ") + line + "\n" }
    return text
  }

  private func rows(in group: OptionGroup) -> [OptionDescription] {
    OptionTable.rows(for: subcommand).filter { $0.group == group }
  }

  private func names(of row: OptionDescription) -> String {
    let short = row.short.map { "-\($0), " } ?? "    "
    return short + row.longName + (row.argument.map { " " + $0.placeholder } ?? "")
  }

  private func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private func twoColumns(_ left: String, _ right: String) -> String {
    let column = 30
    let padding = left.count + 2 < column ? String(repeating: " ", count: column - left.count - 2) : "\n"
    let body = TextLayout.wrap(right, width: width, indent: column)
    if padding == "\n" { return "  " + left + "\n" + body + "\n" }
    return "  " + left + padding + body.dropFirst(column) + "\n"
  }
}
