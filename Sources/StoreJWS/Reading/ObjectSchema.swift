// SPDX-License-Identifier: MIT
public import StrictJSON

/// What Apple writes into one kind of JSON object: the members' names in the issuer's order, and what each value is.
///
/// The typed readers, the list of unknown members, and tools that print or tabulate payloads all go by this one table.
public struct ObjectSchema: Sendable {
  /// One member of the object.
  public struct Member: Sendable {
    /// The name as Apple writes it.
    public let name: String
    /// What the value is.
    public let type: ValueType
  }

  /// The members, in the order in which Apple writes them.
  public let members: [Member]
  /// The names again, for lookup by bytes.
  public let table: MemberTable

  init<Name: MemberName>(_ names: Name.Type) {
    members = Name.allCases.map { Member(name: $0.rawValue, type: $0.type) }
    table = MemberTable(members.map(\.name))
  }

  /// The member of that name, if the schema has one.
  public subscript(name: String) -> Member? {
    members.first { $0.name == name }
  }
}

/// What the value of a member is, beyond its JSON type.
public indirect enum ValueType: Sendable {
  /// Text without further rules: ids, names, versions, ISO codes.
  case string
  /// `true` or `false`.
  case boolean
  /// A whole number without a unit.
  case integer
  /// Milliseconds since 1970-01-01T00:00:00Z; Xcode writes fractions.
  case milliseconds
  /// Thousandths of the currency unit, in the currency of the member that is named, where the object has one.
  case milliunits(currency: String?)
  /// Thousandths of a percent: 50000 is half.
  case milliPercent
  /// UUID text; other text is kept.
  case uuid
  /// A string of an open enumeration, with the meaning of each known value.
  case openString(meaning: @Sendable (String) -> String?)
  /// A whole number of an open enumeration, with the meaning of each known value.
  case openInteger(meaning: @Sendable (Int) -> String?)
  /// A compact JWS whose payload is of the kind that is named.
  case signed(PayloadKind)
  /// An object.
  case object(ObjectSchema)
  /// An array of values of one type.
  case array(ValueType)

  static func open<Value: OpenValue>(_ type: Value.Type) -> ValueType where Value.RawValue == String {
    .openString { Value(rawValue: $0).meaning }
  }

  static func open<Value: OpenValue>(_ type: Value.Type) -> ValueType where Value.RawValue == Int {
    .openInteger { Value(rawValue: $0).meaning }
  }
}

/// The member names of one kind of object: an enumeration whose cases stand in the issuer's order.
protocol MemberName: RawRepresentable, CaseIterable, Sendable where RawValue == String, AllCases == [Self] {
  var type: ValueType { get }
}
