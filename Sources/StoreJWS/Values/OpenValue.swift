// SPDX-License-Identifier: MIT
internal import StrictJSON

/// An enumeration that Apple may add to at any time: known values have names, and every other value is kept as it came.
///
/// Decoding never fails for a value that is not known; ask ``isKnown`` where it matters.
public protocol OpenValue: RawRepresentable, Hashable, Sendable, CustomStringConvertible
where RawValue: Hashable & Sendable {
  /// Wraps any value, known or not.
  init(rawValue: RawValue)
  /// The values with names, and what each means in words.
  static var catalog: ValueCatalog<Self> { get }
}

/// The known values of an ``OpenValue`` type, in the order of Apple's documentation.
public struct ValueCatalog<Value: OpenValue>: Sendable {
  /// The values that have names.
  public let values: [Value]
  /// What each value means, in a few words for people; as many as there are values.
  public let meanings: [String]
  let table: MemberTable

  init(_ entries: [(value: Value, meaning: String)]) {
    values = entries.map(\.value)
    meanings = entries.map(\.meaning)
    table = MemberTable(entries.map { String(describing: $0.value.rawValue) })
  }
}

extension OpenValue {
  /// Whether this version of the package has a name for the value.
  public var isKnown: Bool { Self.catalog.values.contains(self) }

  /// What the value means, in a few words for people; nil for a value without a name.
  public var meaning: String? {
    Self.catalog.values.firstIndex(of: self).map { Self.catalog.meanings[$0] }
  }

  /// The raw value as text.
  public var description: String { String(describing: rawValue) }
}

extension JSONReader {
  /// Reads a string value of an enumeration. A value with a name costs no allocation.
  mutating func readValue<Value: OpenValue>(
    _ type: Value.Type = Value.self
  ) throws(JSONError) -> Value where Value.RawValue == String {
    let text = try readText()
    let catalog = Value.catalog
    let index = index(of: text, in: catalog.table)
    return index >= 0 ? catalog.values[index] : Value(rawValue: string(text))
  }

  /// Reads a whole-number value of an enumeration.
  mutating func readValue<Value: OpenValue>(
    _ type: Value.Type = Value.self
  ) throws(JSONError) -> Value where Value.RawValue == Int {
    Value(rawValue: Int(try readInteger()))
  }
}
