// SPDX-License-Identifier: MIT

/// The columns that stood beside the token in its row, as they were received.
package struct KeptColumns: Sendable {
  /// The row that they are part of.
  enum Row: Sendable {
    case fields(DelimitedRow, ColumnNames)
    case members(ObjectRow)
  }

  private let row: Row
  /// The place of the token, which is not kept; nil where the row has none.
  private let token: Int?

  init(_ row: Row, token: Int?) {
    self.row = row
    self.token = token
  }

  /// The places of the columns in the row, in order.
  var places: [Int] {
    let count =
      switch row {
      case .fields(let row, let names): names.count ?? row.fields.count
      case .members(let row): row.members.count
      }
    return (0..<count).filter { $0 != token }
  }

  /// Where each column stands, by the bytes of its name.
  var placesByName: [[UInt8]: Int] {
    var found: [[UInt8]: Int] = [:]
    switch row {
    case .fields(_, let names) where names.count != nil: found = names.places
    case .fields(let row, let names):
      for place in row.fields.indices { found[Array(names.text(place).utf8)] = place }
    case .members(let row):
      for (place, member) in row.members.enumerated() { found[row.decoded(member.name)] = place }
    }
    if let token { found[Array(name(token).utf8)] = nil }
    return found
  }

  /// The name of a column.
  func name(_ place: Int) -> String {
    switch row {
    case .fields(_, let names): names.text(place)
    case .members(let row): String(decoding: row.decoded(row.members[place].name), as: UTF8.self)
    }
  }

  /// What a column holds: the text, or JSON for a member that is no string; nil where it is absent or null.
  func text(_ place: Int) -> String? {
    switch row {
    case .fields(let row, _):
      guard place < row.fields.count else { return nil }
      return String(decoding: row.bytes(of: row.fields[place]), as: UTF8.self)
    case .members(let row): return row.text(of: row.members[place])
    }
  }

  /// The same for a table, where an empty field and an empty text are two things: one without quotes is absent.
  func cell(_ place: Int) -> String? {
    if case .fields(let row, _) = row, place < row.fields.count, row.fields[place].range.isEmpty,
      !row.fields[place].isQuoted
    {
      return nil
    }
    return text(place)
  }

  /// Appends all columns as one compact JSON object.
  func appendJSON(to output: inout [UInt8]) { appendJSON(places, to: &output) }

  /// Appends some of the columns as one compact JSON object.
  func appendJSON(_ places: [Int], to output: inout [UInt8]) {
    output.append(0x7B)
    for (index, place) in places.enumerated() {
      if index > 0 { output.append(0x2C) }
      switch row {
      case .fields(_, let names):
        names.appendJSON(place, to: &output)
        if let text = text(place) {
          JSONOutput.appendString(text, to: &output)
        } else {
          output.append(contentsOf: "null".utf8)
        }
      case .members(let row): row.appendMember(row.members[place], to: &output)
      }
    }
    output.append(0x7D)
  }

  /// What to say of fields that JSON cannot hold as they are.
  var notes: [String] {
    guard case .fields(let row, let names) = row else { return [] }
    var notes: [String] = []
    for (place, field) in row.fields.enumerated() where place != token && !Self.isUTF8(row.storage[field.range]) {
      notes.append("column \"\(names.text(place))\" is not UTF-8; U+FFFD stands for what is not")
    }
    return notes
  }

  private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
  }
}
