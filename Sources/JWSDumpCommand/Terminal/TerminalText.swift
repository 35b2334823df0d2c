// SPDX-License-Identifier: MIT

/// Makes text of strangers safe to show: what a document says must not move the cursor, turn the line around or hide.
package enum TerminalText {
  /// Escapes what could act on a terminal or deceive the eye, as `\u{…}`.
  ///
  /// Escaped are control characters (also C1), bidirectional controls (UAX #9), zero-width and other invisible
  /// characters, line and paragraph separators, tag characters, private-use and unassigned characters, and more than
  /// four combining marks in a row.
  package static func escape(_ text: some StringProtocol) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(text) }
    var result = ""
    var marks = 0
    for scalar in text.unicodeScalars {
      let isMark = DisplayWidth.isCombining(scalar)
      marks = isMark ? marks + 1 : 0
      if isUnsafe(scalar) || marks > 4 {
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Escapes, and cuts what is longer than `limit` columns, saying how much was left out.
  package static func escape(_ text: some StringProtocol, limit: Int) -> String {
    let cut = text.utf8.count > limit ? cutting(text, limit: limit) : String(text)
    return escape(cut) + (cut.utf8.count < text.utf8.count ? "… (\(text.utf8.count) bytes)" : "")
  }

  private static func cutting(_ text: some StringProtocol, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var columns = 0
    for scalar in text.unicodeScalars {
      columns += isUnsafe(scalar) ? 8 : max(1, DisplayWidth.columns(of: scalar))
      if columns > limit { break }
      result.append(scalar)
    }
    return String(result)
  }

  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return true
    default: break
    }
    switch scalar.value {
    // Blank or joining characters that the categories above do not hold: Hangul fillers, Braille blank, variation
    // selectors, combining grapheme joiner, Khmer inherent vowels.
    case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800, 0x034F, 0x17B4, 0x17B5, 0xFE00...0xFE0F, 0xE0100...0xE01EF: return true
    default: return false
    }
  }
}
