// SPDX-License-Identifier: MIT

/// A value of an old-style (NeXTSTEP, "OpenStep") property list.
public indirect enum PropertyListValue: Hashable, Sendable {
  /// A quoted string or an unquoted word.
  case string(String)
  /// `<0f 2a>`
  case data([UInt8])
  /// `( a, b )`
  case array([PropertyListValue])
  /// `{ key = value; }`, in order, keys unique.
  case dictionary([PropertyListEntry])

  /// The text, where it is a string.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

/// A key and its value, and where the value stands.
public struct PropertyListEntry: Hashable, Sendable {
  /// The key, escapes resolved.
  public let key: String
  /// The value.
  public let value: PropertyListValue
  /// Offset of the value's first byte in the list's text, behind the quote where it has one.
  public let offset: Int

  /// Compares key and value.
  public static func == (left: PropertyListEntry, right: PropertyListEntry) -> Bool {
    left.key == right.key && left.value == right.value
  }

  /// Hashes key and value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(value)
  }
}
