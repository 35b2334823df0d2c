// SPDX-License-Identifier: MIT

internal import StoreJWS

/// Declarations of the columns for the loaders that people use.
enum TableSchema {
  /// What a column holds, in a loader's terms.
  private enum Kind { case text, integer, boolean, decimal, moment }

  static func text(_ name: SchemaName, _ columns: [TableColumn], dates: DateForm) -> String {
    let rows = columns.map { (name: $0.name, type: type(kind($0, dates), name)) }
    switch name {
    case .jsonSchema: return SchemaText.jsonSchema(keepsColumns: false)
    case .duckdb, .postgres:
      return "CREATE TABLE records (\n"
        + rows.map { "  \(quoted($0.name, "\"")) \($0.type)" }.joined(separator: ",\n") + "\n);\n"
    case .clickhouse:
      return "CREATE TABLE records (\n" + rows.map { "  \(quoted($0.name, "`")) \($0.type)" }.joined(separator: ",\n")
        + "\n) ENGINE = MergeTree ORDER BY tuple();\n"
    case .bigquery:
      // Dots are not allowed in names there; the order is what counts when CSV is loaded.
      let fields = rows.map { row in
        let name = row.name.map { $0.isLetter || $0.isNumber ? $0 : "_" }
        return "  {\"name\": \"\(String(name))\", \"type\": \"\(row.type)\", \"mode\": \"NULLABLE\"}"
      }
      return "[\n" + fields.joined(separator: ",\n") + "\n]\n"
    case .spark:
      return rows.map { "\(quoted($0.name, "`")) \($0.type)" }.joined(separator: ", ") + "\n"
    }
  }

  /// A name in its quotes; one that stands in the name is written twice.
  private static func quoted(_ name: String, _ quote: Character) -> String {
    "\(quote)\(name.map { $0 == quote ? "\(quote)\(quote)" : String($0) }.joined())\(quote)"
  }

  private static func kind(_ column: TableColumn, _ dates: DateForm) -> Kind {
    switch column.source {
    case .envelope(let field):
      switch field {
      case .schema, .line, .errorOffset: .integer
      case .ok: .boolean
      case .signerNotAfter: .moment
      default: .text
      }
    case .member(_, _, let type):
      switch type {
      case .boolean: .boolean
      case .integer, .openInteger, .milliPercent: .integer
      case .milliunits: .decimal
      // Xcode writes fractions of a millisecond.
      case .milliseconds: dates == .iso ? .moment : .decimal
      default: .text
      }
    case .nestedState, .extra, .payload, .kept, .keptRest: .text
    }
  }

  private static func type(_ kind: Kind, _ name: SchemaName) -> String {
    switch (name, kind) {
    case (.duckdb, .text): "VARCHAR"
    case (.duckdb, .integer): "BIGINT"
    case (.duckdb, .boolean): "BOOLEAN"
    case (.duckdb, .decimal): "DECIMAL(38,4)"
    case (.duckdb, .moment): "TIMESTAMPTZ"
    case (.postgres, .text): "text"
    case (.postgres, .integer): "bigint"
    case (.postgres, .boolean): "boolean"
    case (.postgres, .decimal): "numeric"
    case (.postgres, .moment): "timestamptz"
    case (.clickhouse, .text): "Nullable(String)"
    case (.clickhouse, .integer): "Nullable(Int64)"
    case (.clickhouse, .boolean): "Nullable(Bool)"
    case (.clickhouse, .decimal): "Nullable(Decimal(38, 4))"
    case (.clickhouse, .moment): "Nullable(DateTime64(3, 'UTC'))"
    case (.bigquery, .text): "STRING"
    case (.bigquery, .integer): "INTEGER"
    case (.bigquery, .boolean): "BOOLEAN"
    case (.bigquery, .decimal): "NUMERIC"
    case (.bigquery, .moment): "TIMESTAMP"
    case (_, .text): "STRING"
    case (_, .integer): "BIGINT"
    case (_, .boolean): "BOOLEAN"
    case (_, .decimal): "DECIMAL(38,4)"
    case (_, .moment): "TIMESTAMP"
    }
  }
}
