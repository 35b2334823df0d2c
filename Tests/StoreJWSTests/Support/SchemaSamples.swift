// SPDX-License-Identifier: MIT

import StoreJWS
import StrictJSON

/// Documents made from a schema: each member with a value of its type, no two values alike.
struct SchemaSamples {
  private var serial = 0

  /// An object with every member, in the schema's order.
  static func full(_ schema: ObjectSchema) -> String {
    var samples = SchemaSamples()
    return samples.object(schema)
  }

  /// The members of ``full(_:)``, each as `"name":value`.
  static func members(_ schema: ObjectSchema) -> [String] {
    var samples = SchemaSamples()
    return samples.members(schema)
  }

  private mutating func object(_ schema: ObjectSchema) -> String {
    "{" + members(schema).joined(separator: ",") + "}"
  }

  private mutating func members(_ schema: ObjectSchema) -> [String] {
    var members: [String] = []
    for member in schema.members { members.append("\"\(member.name)\":\(value(member.type))") }
    return members
  }

  private mutating func value(_ type: ValueType) -> String {
    serial += 1
    return switch type {
    case .string: "\"text \(serial) \\u00e9\""
    case .boolean: serial.isMultiple(of: 2) ? "true" : "false"
    case .integer: "\(9_007_199_254_740_993 + serial)"
    case .milliseconds: "\(1_700_000_000_000 + serial)"
    case .milliunits: "\(10_990 + serial)"
    case .milliPercent: "\(50_000 + serial)"
    case .uuid: "\"7e3fb20b-4cdb-47cc-936d-\(String(100_000_000_000 + serial))\""
    case .openString: "\"NEW_\(serial)\""
    case .openInteger: "\(100 + serial)"
    case .signed: "\"e30.e30.\(serial)\""
    case .object(let schema): object(schema)
    case .array(let element): "[\(value(element)),\(value(element))]"
    }
  }

  /// A value of each JSON type that the member does not accept.
  static func wrongValues(_ type: ValueType) -> [String] {
    let all = ["\"text\"", "17", "true", "{}", "[]"]
    let right =
      switch type {
      case .string, .uuid, .openString, .signed: "\"text\""
      case .boolean: "true"
      case .integer, .milliseconds, .milliunits, .milliPercent, .openInteger: "17"
      case .object: "{}"
      case .array: "[]"
      }
    return all.filter { $0 != right }
  }
}

extension PayloadObject {
  /// Reads a document as this type, and writes what was read.
  static func rewritten(_ json: String) throws(JSONError) -> String {
    let bytes = Array(json.utf8)
    var reader = try JSONReader(bytes.span, limits: .body)
    let value = try Self(reading: &reader)
    try reader.finish()
    return value.written
  }

  /// The error that reading gives; nil if it gives none.
  static func error(in json: some Collection<UInt8>) -> JSONError? {
    do throws(JSONError) {
      let bytes = Array(json)
      var reader = try JSONReader(bytes.span, limits: .body)
      _ = try Self(reading: &reader)
      try reader.finish()
      return nil
    } catch {
      return error
    }
  }

  /// The members as Apple would write them, without regard to what the value was read from.
  var written: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
