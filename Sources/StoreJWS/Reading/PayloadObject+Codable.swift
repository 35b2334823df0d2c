// SPDX-License-Identifier: MIT
internal import StrictJSON

/// `Codable` for people's own storage: the object as Apple writes it, dates as milliseconds, unknown members included
/// where the value was read from a token. What a coder cannot keep (the order of members) is lost; the JSON itself is
/// in ``StoreDocument/json``.
extension PayloadObject {
  /// Encodes the object with Apple's member names and units.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    let value = try Self.tree(encodedJSON)
    try value.encode(to: encoder)
  }

  private var encodedJSON: [UInt8] {
    if let document = self as? any StoreDocument { return document.json }
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  private static func tree(_ json: [UInt8]) throws(JSONError) -> JSONValue {
    try JSONValue(parsing: json.span, limits: .body)
  }

  /// Decodes what ``encode(to:)`` wrote.
  ///
  /// - Throws: what the decoder throws, or `DecodingError.dataCorrupted` around a ``JSONError``.
  public init(from decoder: any Decoder) throws {
    var writer = JSONWriter()
    try JSONValue(from: decoder).write(to: &writer)
    do throws(JSONError) {
      if let document = Self.self as? any StoreDocument.Type,
        let value = try document.init(json: writer.bytes) as? Self
      {
        self = value
      } else {
        let json = writer.bytes
        var reader = try JSONReader(json.span)
        try self.init(reading: &reader)
        try reader.finish()
      }
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
    }
  }
}

private struct AnyName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension JSONValue {
  fileprivate func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: AnyName.self)
      for member in members {
        try member.value.encode(to: container.superEncoder(forKey: AnyName(stringValue: member.name)))
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try element.encode(to: container.superEncoder()) }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .boolean(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .number(let text):
        if let whole = Int64(text) { try container.encode(whole) } else { try container.encode(Double(text) ?? 0) }
      default: try container.encodeNil()
      }
    }
  }

  fileprivate init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyName.self) {
      self = .object(
        try container.allKeys.map { key in
          Member(name: key.stringValue, value: try JSONValue(from: container.superDecoder(forKey: key)))
        })
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !container.isAtEnd { elements.append(try JSONValue(from: container.superDecoder())) }
      self = .array(elements)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .boolean(value)
      } else if let value = try? container.decode(Int64.self) {
        self = .number(String(value))
      } else if let value = try? container.decode(Double.self) {
        self = .number(String(value))
      } else {
        self = .string(try container.decode(String.self))
      }
    }
  }
}
