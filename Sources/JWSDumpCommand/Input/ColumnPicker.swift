// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Takes the token out of each row of one input. Made once for an input, from its first line, and shared by the workers.
struct ColumnPicker: Sendable {
  /// How the rows are cut, and where in them the token stands.
  enum Form: Sendable {
    /// NDJSON: the token is the member of that name.
    case members(name: [UInt8])
    /// CSV or TSV: the token is the field at that place.
    case fields(DelimitedRow.Delimiter, ColumnNames, token: Int)
  }

  /// One row on its way to a record.
  struct Row {
    var text: GivenText
    /// The bytes that messages point into.
    var shown: Range<Int>
    /// Nil where the row could not be taken apart.
    var columns: KeptColumns?
    var notes: [String] = []
  }

  let form: Form
  /// The first line that is not blank.
  let firstLine: Int
  /// That line has names and no token.
  let hasHeader: Bool

  /// Whether a line gives no record, because it has the names.
  func isHeader(_ line: Int) -> Bool { hasHeader && line == firstLine }

  /// Whether a line holds nothing; in TSV a row of empty fields is a row.
  func isBlank(_ bytes: ArraySlice<UInt8>, line: Int) -> Bool {
    if case .fields(.tab, _, _) = form, line >= firstLine { return bytes.allSatisfy { $0.isBlank && $0 != 0x09 } }
    return bytes.allSatisfy(\.isBlank)
  }

  /// The row on a line that is neither header nor blank.
  func row(_ storage: [UInt8], _ range: Range<Int>, line: Int) -> Row {
    let content = Self.content(storage, range, line: line)
    var row = Row(
      text: GivenText(storage: storage, range: content, line: line), shown: range.lowerBound..<content.upperBound)
    do throws(RecordError) {
      let piece: Piece
      switch form {
      case .members(let name): piece = try member(name, content, origin: range.lowerBound, &row)
      case .fields(let delimiter, let names, let token):
        piece = try field(token, delimiter, names, content, origin: range.lowerBound, &row)
      }
      row.text = GivenText(
        storage: piece.storage, range: piece.range, line: line, map: piece.map, isColumn: true)
    } catch {
      row.text.fault = error.counted(from: range.lowerBound)
    }
    if content.lowerBound > range.lowerBound { row.notes.append("byte order mark removed") }
    row.notes += row.columns?.notes ?? []
    return row
  }

  /// The columns of a table for what stands beside the tokens: those of the header, or of the first row if there is none.
  func columns(_ first: FirstLine, in storage: [UInt8]) -> [TableColumn] {
    if case .fields(_, let names, let token) = form, names.count != nil {
      return names.texts.enumerated().filter { $0.offset != token }.map { TableColumn.kept($0.element) }
    }
    guard let columns = row(storage, first.range, line: first.number).columns else { return [] }
    return columns.places.map { TableColumn.kept(columns.name($0)) }
  }

  /// A line without what is around its columns: the carriage return of its end, and on the first line a byte order mark.
  static func content(_ storage: [UInt8], _ range: Range<Int>, line: Int) -> Range<Int> {
    var range = range
    if line == 1, storage[range].starts(with: [0xEF, 0xBB, 0xBF]) { range = range.lowerBound + 3..<range.upperBound }
    // With NUL between the rows, a row may have the end of a line too.
    for end in [0x0A, 0x0D] as [UInt8] where storage[range].last == end {
      range = range.lowerBound..<range.upperBound - 1
    }
    return range
  }

  private func field(
    _ token: Int, _ delimiter: DelimitedRow.Delimiter, _ names: ColumnNames, _ content: Range<Int>, origin: Int,
    _ row: inout Row
  ) throws(RecordError) -> Piece {
    let cut = try DelimitedRow(row.text.storage, content, delimiter)
    if let count = names.count, cut.fields.count > count {
      throw .malformedRow(
        "the row has \(cut.fields.count) columns, the header \(count)", offset: cut.fields[count].range.lowerBound)
    }
    row.columns = KeptColumns(.fields(cut, names), token: token)
    guard token < cut.fields.count else {
      throw .missingColumn(
        "the row ends with column \(cut.fields.count): expected a token in column \(token + 1)",
        offset: content.upperBound)
    }
    let field = cut.fields[token]
    if cut.storage[field.range].allSatisfy(\.isBlank) { throw .emptyColumn(offset: field.range.lowerBound) }
    return cut.piece(of: field, from: origin)
  }

  private func member(
    _ name: [UInt8], _ content: Range<Int>, origin: Int, _ row: inout Row
  ) throws(RecordError) -> Piece {
    let object = try ObjectRow(row.text.storage, content)
    let place = object.members.firstIndex { object.isCalled($0, name) }
    row.columns = KeptColumns(.members(object), token: place)
    guard let place else {
      throw .missingColumn(
        "the object has no member \"\(String(decoding: name, as: UTF8.self))\"", offset: object.closingBrace)
    }
    let member = object.members[place]
    let start = object.start + member.value.lowerBound
    guard let text = member.text else {
      if member.kind == .null { throw .emptyColumn(offset: start) }
      throw .malformedRow("expected a string with a token in it; found \(member.kind.rawValue)", offset: start)
    }
    let piece = object.piece(of: text, from: origin)
    if piece.bytes.allSatisfy(\.isBlank) { throw .emptyColumn(offset: start) }
    return piece
  }
}
