// SPDX-License-Identifier: MIT

/// What is known about where a stream goes. Standard output and standard error are judged apart.
package struct TerminalFacts: Hashable, Sendable {
  /// The stream is a terminal: what is written there is made safe for it.
  package let isTerminal: Bool
  /// Colours are to be used.
  package let usesColor: Bool
  /// Columns to write for.
  package let width: Int

  /// Facts for tests.
  package init(isTerminal: Bool, usesColor: Bool, width: Int) {
    self.isTerminal = isTerminal
    self.usesColor = usesColor
    self.width = width
  }

  /// Judges a stream.
  ///
  /// - Parameters:
  ///   - isTerminal: what isatty says.
  ///   - measuredWidth: what the terminal says of its columns, if it is one.
  ///   - color: what `--color` asks for; it wins over the environment.
  ///   - variable: looks up an environment variable.
  package init(
    isTerminal: Bool,
    measuredWidth: Int?,
    color: ColorChoice,
    variable: (String) -> String?
  ) {
    self.isTerminal = isTerminal
    let asked = variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    width = min(max(asked ?? measuredWidth ?? 80, 20), 10_000)
    usesColor =
      switch color {
      case .always: true
      case .never: false
      case .auto: Self.automaticColor(isTerminal: isTerminal, variable: variable)
      }
  }

  /// An unset or empty NO_COLOR forbids nothing (no-color.org); a force switch may be unset, empty or "0".
  private static func automaticColor(isTerminal: Bool, variable: (String) -> String?) -> Bool {
    if let value = variable("NO_COLOR"), !value.isEmpty { return false }
    for name in ["CLICOLOR_FORCE", "FORCE_COLOR"] {
      if let value = variable(name), !value.isEmpty, value != "0" { return true }
    }
    guard isTerminal, let term = variable("TERM"), !term.isEmpty else { return false }
    return term != "dumb"
  }
}
