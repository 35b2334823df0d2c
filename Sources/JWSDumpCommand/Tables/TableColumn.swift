// SPDX-License-Identifier: MIT

internal import StoreJWS

/// One column of the `csv` and `tsv` formats.
struct TableColumn: Sendable {
  /// Where the value comes from.
  enum Source: Sendable {
    case envelope(EnvelopeField)
    /// A member of the payload of this record, or of the signed string at `nested`.
    case member(nested: [String], path: [String], type: ValueType)
    /// The verdict on the signed string at `nested`.
    case nestedState([String])
    /// All members that this version does not know, as one JSON object.
    case extra
    /// The whole payload as JSON, for kinds without columns of their own.
    case payload
    /// A column that stood beside the token, by the bytes of its name.
    case kept([UInt8])
    /// The columns beside the token that have none of their own, as one JSON object.
    case keptRest
  }

  let name: String
  let source: Source

  /// Nothing but numbers comes out, so that neither quotes nor guards are needed.
  var isNumeric: Bool {
    switch source {
    case .envelope(let field): field == .schema || field == .line || field == .errorOffset
    case .member(_, _, let type):
      switch type {
      case .integer, .milliPercent, .openInteger, .boolean, .milliunits: true
      default: false
      }
    case .nestedState, .extra, .payload, .kept, .keptRest: false
    }
  }

  /// What the names of kept columns begin with.
  private static let keptPrefix = "input."

  /// The column of a kept column.
  static func kept(_ name: String) -> TableColumn {
    TableColumn(name: keptPrefix + name, source: .kept(Array(name.utf8)))
  }

  /// The column that `input.NAME` names, or nil.
  static func kept(named name: String) -> TableColumn? {
    name.hasPrefix(keptPrefix) ? kept(String(name.dropFirst(keptPrefix.count))) : nil
  }

  /// The column for what has none of its own. No kept column is called so: their names have a dot.
  static let keptRest = TableColumn(name: "inputExtra", source: .keptRest)
}

/// The columns that every record has, in this order.
enum EnvelopeField: String, CaseIterable, Sendable {
  case schema, input, line, kind, ok, verification, failedChecks, signerSubject, signerSerial, signerNotAfter
  case signerOrigin, errorCode, errorMessage, errorOffset, errorSegment, errorPath, notes, unknownMembers
}

/// The columns of a kind. Their order never changes; a new version adds at the end of a kind's columns only.
enum TableLayout {
  /// The envelope's columns, and those of the kind if one is asked for.
  static func columns(for kind: RecordKind?) -> [TableColumn] {
    var columns = EnvelopeField.allCases.map { TableColumn(name: $0.rawValue, source: .envelope($0)) }
    guard let kind else { return columns }
    if let schema = PayloadTables.schema(of: kind) {
      append(schema, prefix: "", nested: [], path: [], to: &columns)
      columns.append(TableColumn(name: "extra", source: .extra))
    } else if let names = ReceiptJSON.columns(of: kind) {
      for (name, type) in names {
        let path = name.split(separator: ".").map { String($0) }
        columns.append(TableColumn(name: name, source: .member(nested: [], path: path, type: type)))
      }
      columns.append(TableColumn(name: "extra", source: .extra))
    } else {
      columns.append(TableColumn(name: "payload", source: .payload))
    }
    return columns
  }

  /// The columns of these names, in the order of the names.
  ///
  /// - Parameter keepsColumns: any column of the input may be named as well.
  static func choose(
    _ names: [String], from columns: [TableColumn], keepsColumns: Bool
  ) throws(UsageError) -> [TableColumn] {
    var chosen: [TableColumn] = []
    for name in names {
      if keepsColumns, let column = TableColumn.kept(named: name) {
        chosen.append(column)
        continue
      }
      guard let column = columns.first(where: { $0.name == name }) else {
        let near = Suggestion.nearest(to: name, among: columns.map(\.name))
        throw UsageError(
          "option --fields: there is no column \"\(name)\"" + (near == nil ? "; --list-fields lists them" : ""),
          hint: near.map { "Did you mean \($0)?" })
      }
      chosen.append(column)
    }
    return chosen
  }

  /// Objects are spread out, members joined by dots; what a signed string says stands under its member's name.
  private static func append(
    _ schema: ObjectSchema, prefix: String, nested: [String], path: [String], to columns: inout [TableColumn]
  ) {
    for member in schema.members {
      let name = prefix + member.name
      switch member.type {
      case .object(let inner):
        append(inner, prefix: name + ".", nested: nested, path: path + [member.name], to: &columns)
      case .signed(let kind):
        let place = nested + ["$" + (path + [member.name]).map { "." + $0 }.joined()]
        columns.append(TableColumn(name: name + ".verification", source: .nestedState(place)))
        if let inner = PayloadTables.schema(of: PayloadTables.kind(kind)) {
          append(inner, prefix: name + ".", nested: place, path: [], to: &columns)
        }
      default:
        columns.append(
          TableColumn(
            name: name, source: .member(nested: nested, path: path + [member.name], type: member.type)))
      }
    }
  }
}
