// SPDX-License-Identifier: MIT

internal import JOSE

/// One line of CSV (RFC 4180) or TSV, cut into fields; nothing is copied.
///
/// Tabs cut and nothing is quoted there. In CSV a field that begins with a quote ends with one, and two quotes inside stand
/// for one; a field that spans lines is no field of a line.
struct DelimitedRow: Sendable {
  /// What stands between two fields.
  enum Delimiter: UInt8, Sendable {
    case comma = 0x2C
    case tab = 0x09
  }

  /// Where a field stands in the storage; the quotes around it are outside.
  struct Field: Sendable {
    var range: Range<Int>
    var isQuoted = false
    var hasDoubledQuotes = false

    /// Behind the field and its quotes: a delimiter or the end of the line.
    fileprivate var end: Int { isQuoted ? range.upperBound + 1 : range.upperBound }
  }

  /// The most columns that a row may have; databases stop at some 1,600 to 2,000.
  static let maximumFieldCount = 2_048

  let storage: [UInt8]
  private(set) var fields: [Field] = []

  /// Cuts `line` of `storage`.
  ///
  /// - Throws: `malformedRow`, its offset counted in the storage.
  init(_ storage: [UInt8], _ line: Range<Int>, _ delimiter: Delimiter) throws(RecordError) {
    self.storage = storage
    let bytes = storage.span.extracting(0..<line.upperBound)
    var start = line.lowerBound
    var nextQuote = -1
    while true {
      if fields.count == Self.maximumFieldCount {
        throw .malformedRow("more than \(Self.maximumFieldCount) columns", offset: start)
      }
      let field = try Self.field(bytes, start, delimiter, &nextQuote)
      fields.append(field)
      if field.end >= bytes.count { return }
      start = field.end + 1
    }
  }

  /// - Parameter nextQuote: the first quote at `start` or behind it, where that was looked for already.
  private static func field(
    _ bytes: Span<UInt8>, _ start: Int, _ delimiter: Delimiter, _ nextQuote: inout Int
  ) throws(RecordError) -> Field {
    if delimiter == .comma, start < bytes.count, bytes[start] == quote { return try quoted(bytes, start) }
    let end = bytes.firstIndex(of: delimiter.rawValue, from: start)
    if delimiter == .comma {
      if nextQuote < start { nextQuote = bytes.firstIndex(of: quote, from: start) }
      if nextQuote < end {
        throw .malformedRow("a quote inside a field that does not begin with one", offset: nextQuote)
      }
    }
    return Field(range: start..<end)
  }

  private static func quoted(_ bytes: Span<UInt8>, _ start: Int) throws(RecordError) -> Field {
    var index = start + 1
    var hasDoubledQuotes = false
    while true {
      index = bytes.firstIndex(of: quote, from: index)
      if index >= bytes.count {
        throw .malformedRow(
          "the quoted field that begins here does not end on its line; fields that span lines are not read",
          offset: start)
      }
      let next = index + 1
      if next < bytes.count, bytes[next] == quote {
        hasDoubledQuotes = true
        index = next + 1
        continue
      }
      if next < bytes.count, bytes[next] != Delimiter.comma.rawValue {
        throw .malformedRow("expected a comma or the end of the line after a quoted field", offset: next)
      }
      return Field(range: start + 1..<index, isQuoted: true, hasDoubledQuotes: hasDoubledQuotes)
    }
  }

  private static let quote: UInt8 = 0x22

  // MARK: - Contents

  /// The bytes of a field, doubled quotes undone.
  func bytes(of field: Field) -> [UInt8] {
    field.hasDoubledQuotes ? undoubled(field, from: 0).bytes : Array(storage[field.range])
  }

  /// A field as text to be read, with offsets that count from `origin` in the storage.
  func piece(of field: Field, from origin: Int) -> Piece {
    if field.hasDoubledQuotes {
      let (bytes, runs) = undoubled(field, from: origin)
      return Piece(bytes, 0..<bytes.count, OffsetMap().then(.runs(runs)))
    }
    return Piece(storage, field.range, OffsetMap(shift: field.range.lowerBound - origin))
  }

  private func undoubled(_ field: Field, from origin: Int) -> (bytes: [UInt8], runs: [OffsetMap.Run]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(field.range.count)
    var runs = [OffsetMap.Run(output: 0, input: field.range.lowerBound - origin)]
    var index = field.range.lowerBound
    while index < field.range.upperBound {
      bytes.append(storage[index])
      if storage[index] == Self.quote {
        // The second of the two; the cut made sure that it is there.
        index += 1
        runs.append(OffsetMap.Run(output: bytes.count, input: index + 1 - origin))
      }
      index += 1
    }
    return (bytes, runs)
  }
}
