// SPDX-License-Identifier: MIT

/// A document as a tree, for tools that look at all of it. Order, number text and repeated reading are kept; the typed
/// readers do without it.
public indirect enum JSONValue: Hashable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case boolean(Bool)
  /// A number as the document writes it.
  case number(String)
  /// A string, escapes resolved.
  case string(String)
  /// The elements in order.
  case array([JSONValue])
  /// The members in order, names unique.
  case object([Member])

  /// A name and its value.
  public struct Member: Hashable, Sendable {
    /// The name, escapes resolved.
    public let name: String
    /// The value.
    public let value: JSONValue

    /// Makes a member.
    public init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// Reads a whole document.
  ///
  /// - Throws: faults of grammar and of budget.
  public init(parsing bytes: Span<UInt8>, limits: JSONLimits = .token) throws(JSONError) {
    var reader = try JSONReader(bytes, limits: limits)
    self = try JSONValue(reading: &reader)
    try reader.finish()
  }

  /// Reads the reader's next value.
  ///
  /// - Throws: faults of grammar and of budget.
  public init(reading reader: inout JSONReader) throws(JSONError) {
    switch try reader.nextKind() {
    case .null:
      _ = try reader.readNull()
      self = .null
    case .boolean: self = .boolean(try reader.readBoolean())
    case .number: self = .number(reader.text(try reader.readNumber()))
    case .string: self = .string(try reader.readString())
    case .array:
      var array = try reader.enterArray()
      var elements: [JSONValue] = []
      while try reader.nextElement(&array) { elements.append(try JSONValue(reading: &reader)) }
      self = .array(elements)
    case .object:
      var object = try reader.enterObject()
      var members: [Member] = []
      while let member = try reader.nextMember(&object) {
        let name = reader.string(member.name)
        members.append(Member(name: name, value: try JSONValue(reading: &reader)))
      }
      self = .object(members)
    }
  }

  /// The value of a member, if this is an object that has it.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Appends the value to a writer.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .boolean(let value): writer.boolean(value)
    case .number(let text): writer.verbatim(text.utf8)
    case .string(let value): writer.string(value)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.name(member.name)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }
}
