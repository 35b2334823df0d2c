// SPDX-License-Identifier: MIT

/// Why `--column` does not fit an input; the exit status is 64.
struct ColumnMisfit: Error {
  /// The fault, its offset counted in the line.
  var fault: RecordError
  /// The line that was looked at, counted from 1; nil where there was none.
  var line: Int?
  /// What may have been meant, as a sentence, or nil.
  var hint: String?
}

/// Finds out from an input's first line how its rows are cut, and where in them the token stands.
struct ColumnScout {
  let choice: ColumnChoice

  /// - Throws: a header that cannot be read or has no such column.
  func picker(_ first: FirstLine, in storage: [UInt8]) throws(ColumnMisfit) -> ColumnPicker {
    let content = ColumnPicker.content(storage, first.range, line: first.number)
    let text = storage[content].drop { $0.isBlank }
    if text.first == 0x7B {
      return ColumnPicker(form: .members(name: Array(choice.text.utf8)), firstLine: first.number, hasHeader: false)
    }
    let delimiter: DelimitedRow.Delimiter = text.contains(DelimitedRow.Delimiter.tab.rawValue) ? .tab : .comma
    if let position = choice.position {
      return ColumnPicker(
        form: .fields(delimiter, .positions, token: position - 1), firstLine: first.number, hasHeader: false)
    }
    let names: ColumnNames
    do throws(RecordError) {
      names = try header(storage, content, delimiter)
    } catch {
      let fault = error.counted(from: first.range.lowerBound)
      throw ColumnMisfit(fault: fault, line: first.number, hint: hint(text, []))
    }
    guard let token = names.places[Array(choice.text.utf8)] else {
      let fault = RecordError.missingColumn(
        "the header has no column \"\(choice.text)\"; it has \(Self.list(names.texts))", offset: 0)
      throw ColumnMisfit(fault: fault, line: first.number, hint: hint(text, names.texts))
    }
    return ColumnPicker(form: .fields(delimiter, names, token: token), firstLine: first.number, hasHeader: true)
  }

  private func header(
    _ storage: [UInt8], _ content: Range<Int>, _ delimiter: DelimitedRow.Delimiter
  ) throws(RecordError) -> ColumnNames {
    if content.count > ColumnNames.maximumByteCount {
      throw .malformedRow(
        "the header is longer than \(ColumnNames.maximumByteCount) bytes",
        offset: content.lowerBound + ColumnNames.maximumByteCount)
    }
    return try ColumnNames(try DelimitedRow(storage, content, delimiter))
  }

  private func hint(_ header: ArraySlice<UInt8>, _ names: [String]) -> String? {
    if let near = Suggestion.nearest(to: choice.text, among: names) { return "Did you mean \(near)?" }
    if header.indices.contains(where: { header[$0...].starts(with: "eyJ".utf8) }) {
      return "If there is no header, give the column's position: --column 1."
    }
    return header.contains(0x3B) ? "Columns are cut at tabs or commas, and that line has semicolons." : nil
  }

  /// The first names of a header, for a message.
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(8).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
    return names.count > 8 ? shown + " and \(names.count - 8) more" : shown
  }
}
