// SPDX-License-Identifier: MIT

/// Wrapping and padding of text for people.
package enum TextLayout {
  /// Breaks `text` at blanks into lines of at most `width` columns, each begun with `indent` blanks. A word that is
  /// longer than a line is broken where the line ends.
  package static func wrap(_ text: some StringProtocol, width: Int, indent: Int = 0) -> String {
    lines(of: text, width: width - indent)
      .map { String(repeating: " ", count: indent) + $0 }
      .joined(separator: "\n")
  }

  /// The lines of ``wrap(_:width:indent:)`` without the indent.
  package static func lines(of text: some StringProtocol, width: Int) -> [String] {
    let room = max(width, 10)
    var lines: [String] = []
    var line = ""
    var used = 0
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let columns = DisplayWidth.columns(of: word)
      if used > 0, used + 1 + columns > room {
        lines.append(line)
        line = ""
        used = 0
      } else if used > 0 || !line.isEmpty {
        line += " "
        used += 1
      }
      if columns <= room - used {
        line += word
        used += columns
        continue
      }
      for scalar in word.unicodeScalars {
        let size = DisplayWidth.columns(of: scalar)
        if used + size > room {
          lines.append(line)
          line = ""
          used = 0
        }
        line.unicodeScalars.append(scalar)
        used += size
      }
    }
    lines.append(line)
    return lines
  }

  /// Fills `text` with blanks up to `columns`.
  package static func pad(_ text: String, to columns: Int) -> String {
    let used = DisplayWidth.columns(of: text)
    return used < columns ? text + String(repeating: " ", count: columns - used) : text
  }
}
