// SPDX-License-Identifier: MIT

/// Lines for people, gathered top down: labels in a column, values beside them and wrapped under themselves.
struct PrettyText {
  /// A label, its value in pieces, and how the value is to stand out.
  struct Field {
    var label: String
    var value: String
    var remark: String = ""
  }

  let width: Int
  let style: Style
  private(set) var text = ""

  init(width: Int, style: Style) {
    self.width = width
    self.style = style
  }

  mutating func blank() {
    if !text.isEmpty, !text.hasSuffix("\n\n") { text += "\n" }
  }

  /// A line of its own, wrapped; styled as a whole.
  mutating func line(_ words: String, indent: Int, hanging: Int = 0, _ paint: (String) -> String = { $0 }) {
    let lines = TextLayout.lines(of: words, width: width - indent - hanging)
    for (index, line) in lines.enumerated() {
      text += String(repeating: " ", count: indent + (index == 0 ? 0 : hanging)) + paint(line) + "\n"
    }
  }

  /// A line whose first words stand out, wrapped like the others.
  mutating func line(_ lead: String, _ words: String, indent: Int, hanging: Int, _ paint: (String) -> String) {
    line(lead + words, indent: indent, hanging: hanging) { line in
      line.hasPrefix(lead) ? paint(lead) + line.dropFirst(lead.count) : line
    }
  }

  /// Lines that are not wrapped.
  mutating func verbatim(_ words: String, indent: Int) {
    text += String(repeating: " ", count: indent) + words + "\n"
  }

  /// Fields under each other; the label column is as wide as the longest label, within reason.
  mutating func fields(_ fields: [Field], indent: Int) {
    let longest = fields.map { DisplayWidth.columns(of: $0.label) }.max() ?? 0
    let room = max(width - indent, 24)
    let column = min(longest, room > 60 ? 30 : 20) + 2
    for field in fields { self.field(field, indent: indent, column: column) }
  }

  private mutating func field(_ field: Field, indent: Int, column: Int) {
    let margin = String(repeating: " ", count: indent)
    let labelColumns = DisplayWidth.columns(of: field.label)
    let start = indent + column
    let words = field.remark.isEmpty ? field.value : "\(field.value) (\(field.remark))"
    let lines = TextLayout.lines(of: words, width: width - start)
    var rest = lines[...]
    text += margin + field.label
    if labelColumns + 2 > column {
      text += "\n"
    } else {
      text += String(repeating: " ", count: column - labelColumns) + paint(rest.removeFirst(), field) + "\n"
    }
    for line in rest { text += String(repeating: " ", count: start) + paint(line, field) + "\n" }
  }

  /// The remark is fainter than the value where both fit on one line.
  private func paint(_ line: String, _ field: Field) -> String {
    guard !field.remark.isEmpty, line == "\(field.value) (\(field.remark))" else { return line }
    return field.value + " " + style.faint("(\(field.remark))")
  }
}
