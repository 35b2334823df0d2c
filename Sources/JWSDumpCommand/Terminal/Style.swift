// SPDX-License-Identifier: MIT

/// Colours and weights, or none of them. Only the sixteen colours that a user's theme defines are used, and nothing is
/// said by colour alone: the words are the same without it.
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
  func good(_ text: String) -> String { wrap(text, "32") }
  func bad(_ text: String) -> String { wrap(text, "1;31") }
  func caution(_ text: String) -> String { wrap(text, "33") }
  func name(_ text: String) -> String { wrap(text, "36") }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
