// SPDX-License-Identifier: MIT

internal import JOSE
internal import StoreJWS
internal import StrictJSON

/// Writes records as lines of `csv` (RFC 4180, save that lines end with a newline alone) or `tsv`.
///
/// A field never holds a line break: what would act in a text is written as its escape (`\n`). An absent value is an empty
/// field; in `csv` an empty text is `""`.
struct TableWriter: Sendable {
  var columns: [TableColumn]
  /// The kind that the payload's columns are for; other records have nothing in them.
  let kind: RecordKind?
  let isTabbed: Bool
  let dates: DateForm
  /// Texts that a spreadsheet would take for a formula get an apostrophe in front.
  let guardsFormulas: Bool

  /// The names of the columns.
  func appendHeader(to output: inout [UInt8]) {
    for (index, column) in columns.enumerated() {
      if index > 0 { output.append(isTabbed ? 0x09 : 0x2C) }
      append(column.name, isText: false, to: &output)
    }
    output.append(0x0A)
  }

  /// One record, with its newline.
  func append(_ record: Record, to output: inout [UInt8]) {
    var documents: [String: (record: Record, payload: JSONValue)] = [:]
    let kept = record.columns.map { (columns: $0, places: $0.placesByName) }
    var values: [String?] = []
    values.reserveCapacity(columns.count)
    var dateless: [String] = []
    for column in columns {
      var text = value(of: column, record, kept, &documents)
      if let date = text, isDate(column), !Self.hasDigitsOnlyYear(date) {
        dateless.append("\(column.name) is \(date), which is no date of a database, and left empty")
        text = nil
      }
      values.append(text)
    }
    for (index, column) in columns.enumerated() {
      if index > 0 { output.append(isTabbed ? 0x09 : 0x2C) }
      var text = values[index]
      if !dateless.isEmpty, case .envelope(.notes) = column.source {
        text = ([text ?? ""].filter { !$0.isEmpty } + dateless).joined(separator: "; ")
      }
      if let text { append(text, isText: !column.isNumeric, to: &output) }
    }
    output.append(0x0A)
  }

  private func isDate(_ column: TableColumn) -> Bool {
    if dates == .iso, case .member(_, _, .milliseconds) = column.source { true } else { false }
  }

  /// Databases know the years 1 to 9999. Old systems wrote "no date" as the first day of year 1 in another calendar, which
  /// is a day of year 0 here, and a date column refuses the whole load for it.
  private static func hasDigitsOnlyYear(_ date: String) -> Bool {
    date.utf8.first != 0x2D && !date.utf8.starts(with: "0000-".utf8) && date.utf8.contains(0x54)
  }

  // MARK: - Values

  private func value(
    of column: TableColumn, _ record: Record, _ kept: (columns: KeptColumns, places: [[UInt8]: Int])?,
    _ documents: inout [String: (record: Record, payload: JSONValue)]
  ) -> String? {
    switch column.source {
    case .envelope(let field): return envelope(field, record)
    case .kept(let name): return kept.flatMap { kept in kept.places[name].flatMap { kept.columns.cell($0) } }
    case .keptRest: return kept.flatMap { keptRest($0.columns) }
    case _ where record.kind != kind: return nil
    case .payload: return record.payload.map { compact($0) }
    case .extra: return extra(record, &documents)
    case .nestedState(let place): return nestedRecord(place, in: record)?.verification.state.rawValue
    case .member(let place, let path, let type):
      guard let document = document(place, in: record, &documents) else { return nil }
      var value: JSONValue? = document.payload
      var object = document.payload
      for name in path {
        if let inner = value { object = inner }
        value = value?[name]
      }
      return value.flatMap { text($0, type, in: object) }
    }
  }

  private func keptRest(_ kept: KeptColumns) -> String? {
    let known = columns.compactMap { if case .kept(let name) = $0.source { name } else { nil } }
    let names = Set(known)
    let places = kept.places.filter { !names.contains(Array(kept.name($0).utf8)) }
    if places.isEmpty { return nil }
    var bytes: [UInt8] = []
    kept.appendJSON(places, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func compact(_ payload: PayloadBytes) -> String {
    var bytes: [UInt8] = []
    JSONOutput.appendCompact(payload, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func nestedRecord(_ place: [String], in record: Record) -> Record? {
    var record = record
    for path in place {
      guard let inner = record.nested.first(where: { $0.path == path }) else { return nil }
      record = inner
    }
    return record
  }

  private func document(
    _ place: [String], in record: Record, _ documents: inout [String: (record: Record, payload: JSONValue)]
  ) -> (record: Record, payload: JSONValue)? {
    let key = place.joined(separator: "\n")
    if let known = documents[key] { return known }
    guard let holder = nestedRecord(place, in: record), let payload = holder.payload,
      let value = try? JSONValue(parsing: payload.storage.span.extracting(payload.range), limits: .body)
    else { return nil }
    documents[key] = (holder, value)
    return (holder, value)
  }

  /// Money exact, in currency units; dates as asked for; ids and all other text as they are; the rest as JSON.
  private func text(_ value: JSONValue, _ type: ValueType, in object: JSONValue) -> String? {
    switch (value, type) {
    case (.null, _): return nil
    case (.boolean(let flag), _): return flag ? "true" : "false"
    case (.number(let text), .milliseconds):
      return dates == .ms ? text : Instant.iso8601(number: text) ?? text
    case (.number(let text), .milliunits):
      return Int64(text).map { Money(milliunits: $0, currency: nil).amountText } ?? text
    case (.number(let text), _): return text
    case (.string(let text), _): return text
    case (.array, _), (.object, _): return PathLookup.compact(value)
    }
  }

  private func extra(
    _ record: Record, _ documents: inout [String: (record: Record, payload: JSONValue)]
  ) -> String? {
    guard !record.unknownMembers.isEmpty, let document = document([], in: record, &documents) else { return nil }
    var writer = JSONWriter()
    writer.beginObject()
    for path in record.unknownMembers {
      guard let value = PathLookup.value(at: path, in: document.payload) else { continue }
      writer.name(path.hasPrefix("$.") ? String(path.dropFirst(2)) : path)
      value.write(to: &writer)
    }
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func envelope(_ field: EnvelopeField, _ record: Record) -> String? {
    switch field {
    case .schema: "1"
    case .input: record.input.text
    case .line: record.line.map { String($0) }
    case .kind: record.kind.rawValue
    case .ok: record.ok ? "true" : "false"
    case .verification: record.verification.state.rawValue
    case .failedChecks:
      record.verification.failedChecks.map { "\($0.check.rawValue):\($0.finding.code)" }.joined(separator: " ")
    case .signerSubject: record.signer?.leafSubject
    case .signerSerial: record.signer?.leafSerial
    case .signerNotAfter: record.signer.flatMap { Instant.iso8601(seconds: $0.leafNotAfterSeconds) }
    case .signerOrigin: record.signer?.origin
    case .errorCode: record.error?.code
    case .errorMessage: record.error?.message
    case .errorOffset: record.error?.offset.map { String($0) }
    case .errorSegment: record.error?.segment
    case .errorPath: record.error?.path
    case .notes: record.notes.joined(separator: "; ")
    case .unknownMembers: record.unknownMembers.joined(separator: " ")
    }
  }

  // MARK: - Fields

  private func append(_ text: String, isText: Bool, to output: inout [UInt8]) {
    var bytes: [UInt8] = []
    if guardsFormulas, isText, let first = text.utf8.first, [0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0D].contains(first) {
      bytes.append(0x27)
    }
    for byte in text.utf8 {
      switch byte {
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0x5C where isTabbed: bytes.append(contentsOf: "\\\\".utf8)
      case 0..<0x20, 0x7F: JSONOutput.appendUnicodeEscape(UInt16(byte), to: &bytes)
      default: bytes.append(byte)
      }
    }
    let needsQuotes = !isTabbed && (bytes.isEmpty || bytes.contains { $0 == 0x22 || $0 == 0x2C })
    guard needsQuotes else { return output.append(contentsOf: bytes) }
    output.append(0x22)
    for byte in bytes {
      if byte == 0x22 { output.append(0x22) }
      output.append(byte)
    }
    output.append(0x22)
  }
}
