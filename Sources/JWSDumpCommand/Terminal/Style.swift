// SPDX-License-Identifier: MIT

/// Colours and weights, or none of them. Only colours that a user's theme defines are used, and nothing is said by colour
/// alone: the words are the same without it.
///
/// Themes are light or dark and a program cannot know which. Yellow and cyan vanish on white and blue on black, so there are
/// green, red and magenta, bold, for a word or two; whole sentences and columns keep the terminal's own colour.
package struct Style: Sendable {
  let isOn: Bool

  /// A style that writes escape sequences only if `isOn`.
  package init(isOn: Bool) {
    self.isOn = isOn
  }

  /// No colour at all.
  package static let plain = Style(isOn: false)

  func bold(_ text: String) -> String { wrap(text, "1") }
  func faint(_ text: String) -> String { wrap(text, "2") }
  func good(_ text: String) -> String { wrap(text, "1;32") }
  func bad(_ text: String) -> String { wrap(text, "1;31") }
  func caution(_ text: String) -> String { wrap(text, "1;35") }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
