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
@safe public struct ValueCatalog<Value: OpenValue>: @unchecked Sendable {
  // Unchecked: the memory behind the pointer is written only before the value is shared.

  /// The values that have names.
  public let values: [Value]
  /// What each value means, in a few words for people; as many as there are values.
  public let meanings: [String]
  let table: MemberTable
  /// ``values`` again, in memory that is never freed or counted: reading looks one up for every enumerated member.
  private let immortal: UnsafePointer<Value>

  init(_ entries: [(value: Value, meaning: String)]) {
    values = entries.map(\.value)
    meanings = entries.map(\.meaning)
    table = MemberTable(entries.map { String(describing: $0.value.rawValue) })
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: entries.count)
    // SAFETY: as many values are written as there is room for, before the value is shared.
    for (index, entry) in entries.enumerated() { unsafe (memory + index).initialize(to: entry.value) }
    unsafe immortal = UnsafePointer(memory)
  }

  /// The value at a place of the table; nil for a place that there is none at.
  @inline(__always)
  func value(_ index: Int) -> Value? {
    // SAFETY: the places of the table are those of the values.
    index >= 0 && index < table.count ? unsafe immortal[index] : nil
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
    if readFirstName(of: Value.catalog.table), let usual = Value.catalog.value(0) { return usual }
    let text = try readText()
    return Value.catalog.value(index(of: text, in: Value.catalog.table)) ?? Value(rawValue: string(text))
  }

  /// Reads a whole-number value of an enumeration.
  mutating func readValue<Value: OpenValue>(
    _ type: Value.Type = Value.self
  ) throws(JSONError) -> Value where Value.RawValue == Int {
    Value(rawValue: Int(try readInteger()))
  }
}
