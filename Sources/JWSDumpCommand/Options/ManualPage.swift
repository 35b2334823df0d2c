// SPDX-License-Identifier: MIT

/// The manual page in the man(7) macros, drawn from the option table.
package enum ManualPage {
  /// The whole page.
  package static var text: String {
    var page = ".TH JWSDUMP 1 \"\" \"jwsdump \(ToolVersion.text)\" \"User Commands\"\n"
    page += ".SH NAME\njwsdump \\- \(escape(ToolText.summary))\n"
    page += ".SH SYNOPSIS\n"
    for line in ToolText.usage { page += ".B " + escape(line) + "\n.br\n" }
    page += ".SH DESCRIPTION\n"
    for paragraph in ToolText.introduction { page += ".PP\n" + escape(paragraph) + "\n" }
    page += ".PP\n.B jwsdump diff\n" + escape(ToolText.diffIntroduction) + "\n"
    page += ".PP\n.B jwsdump entitlements\n" + escape(ToolText.entitlementsIntroduction) + "\n"
    page += ".SH OPTIONS\n"
    for group in OptionGroup.allCases {
      page += ".SS \"" + escape(group.rawValue) + "\"\n"
      for row in OptionTable.all where row.group == group { page += option(row) }
    }
    page += ".SH \"EXIT STATUS\"\n"
    for (status, meaning) in ToolText.exitStatus { page += ".TP\n.B \(status)\n" + escape(meaning) + "\n" }
    page += ".SH ENVIRONMENT\n"
    for (name, meaning) in ToolText.environmentVariables {
      page += ".TP\n.B " + escape(name) + "\n" + escape(meaning) + "\n"
    }
    page += ".SH EXAMPLES\n"
    for (command, meaning) in ToolText.examples {
      page += ".TP\n.B " + escape(command) + "\n" + escape(meaning) + "\n"
    }
    return page
  }

  private static func option(_ row: OptionDescription) -> String {
    var text = ".TP\n"
    let short = row.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
    text += short + "\\fB" + escape(row.longName) + "\\fR"
    if let argument = row.argument { text += " \\fI" + escape(argument.placeholder) + "\\fR" }
    text += "\n" + escape(row.summary) + ".\n"
    if !row.details.isEmpty { text += escape(row.details) + "\n" }
    return text
  }

  /// Escapes what roff would read as its own: backslashes, hyphens, and a leading dot or apostrophe.
  static func escape(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "…": result += "..."
      case "\"": result += "\\(dq"
      default: result.append(character)
      }
    }
    return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&" + result : result
  }
}

/// The version of the tool.
package enum ToolVersion {
  /// As `--version` prints it, without the name.
  package static let text = "0.1.0"
}
