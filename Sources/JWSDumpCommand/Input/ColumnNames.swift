// SPDX-License-Identifier: MIT

/// The names of an input's columns, shared by all of its rows.
final class ColumnNames: Sendable {
  /// Nil where columns are known by their positions only, and rows may be of any width.
  private let header: [Name]?
  /// Where each name stands, by its bytes: two names that only look alike are two.
  let places: [[UInt8]: Int]

  private struct Name: Sendable {
    let text: String
    /// The name as JSON, with its colon.
    let json: [UInt8]
  }

  private init(_ header: [Name]?, _ places: [[UInt8]: Int]) {
    self.header = header
    self.places = places
  }

  /// The names are positions, counted from 1.
  static let positions = ColumnNames(nil, [:])

  /// The longest header that is read, in bytes: names come again in every record, and a row may be a byte long.
  static let maximumByteCount = 16 << 10

  /// Takes the names from a header.
  ///
  /// - Throws: `malformedRow` for a name that is not UTF-8 or stands twice, its offset counted in the row's storage.
  convenience init(_ row: DelimitedRow) throws(RecordError) {
    var header: [Name] = []
    var places: [[UInt8]: Int] = [:]
    for (place, field) in row.fields.enumerated() {
      let bytes = row.bytes(of: field)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw .malformedRow("the name of column \(place + 1) is not UTF-8", offset: field.range.lowerBound)
      }
      if places.updateValue(place, forKey: bytes) != nil {
        throw .malformedRow(
          "two columns are called \"\(text.prefix(60))\", so that neither can be told from the other",
          offset: field.range.lowerBound)
      }
      header.append(Name(text: text, json: Self.json(text)))
    }
    self.init(header, places)
  }

  private static func json(_ text: String) -> [UInt8] {
    var json: [UInt8] = []
    JSONOutput.appendString(text, to: &json)
    json.append(0x3A)
    return json
  }

  /// How many columns there are; nil where rows may be of any width.
  var count: Int? { header?.count }

  /// The names of the header, in order.
  var texts: [String] { header?.map(\.text) ?? [] }

  /// The name of a column.
  func text(_ place: Int) -> String {
    guard let header, header.indices.contains(place) else { return String(place + 1) }
    return header[place].text
  }

  /// Appends the name of a column as JSON, with its colon.
  func appendJSON(_ place: Int, to output: inout [UInt8]) {
    if let header, header.indices.contains(place) {
      output.append(contentsOf: header[place].json)
    } else {
      output.append(contentsOf: Self.json(String(place + 1)))
    }
  }
}
