// SPDX-License-Identifier: MIT
internal import StrictJSON

/// Lists the members that a schema does not know, at any depth, in the order of the document.
package enum UnknownMembers {
  /// Paths like `$.items[0].colour`; of a document that breaks, those that stand before the fault.
  package static func paths(in json: Span<UInt8>, schema: ObjectSchema) -> [String] {
    var paths: [String] = []
    do throws(JSONError) {
      var reader = try JSONReader(json, limits: .body)
      if try reader.nextKind() == .object { try object(&reader, schema, nil, &paths) }
    } catch {
      // What stands before the fault is listed.
    }
    return paths
  }

  /// The path is put together only where something unknown is found, so that the usual document costs no strings.
  private indirect enum Step {
    case name(String, Step?)
    case index(Int, Step?)

    var text: String {
      switch self {
      case .name(let name, let before): (before?.text ?? "$") + JSONPath.member(name)
      case .index(let index, let before): (before?.text ?? "$") + "[\(index)]"
      }
    }
  }

  private static func object(
    _ reader: inout JSONReader, _ schema: ObjectSchema, _ step: Step?, _ paths: inout [String]
  ) throws(JSONError) {
    var object = try reader.enterObject()
    while let member = try reader.nextMember(&object, schema.table) {
      guard member.index >= 0 else {
        paths.append(Step.name(reader.string(member.name), step).text)
        try reader.skipValue()
        continue
      }
      let known = schema.members[member.index]
      switch known.type {
      case .object, .array: try value(&reader, known.type, .name(known.name, step), &paths)
      default: try reader.skipValue()
      }
    }
  }

  private static func value(
    _ reader: inout JSONReader, _ type: ValueType, _ step: Step?, _ paths: inout [String]
  ) throws(JSONError) {
    switch (type, try reader.nextKind()) {
    case (.object(let schema), .object): try object(&reader, schema, step, &paths)
    case (.array(let element), .array):
      var array = try reader.enterArray()
      var index = 0
      while try reader.nextElement(&array) {
        try value(&reader, element, .index(index, step), &paths)
        index += 1
      }
    default: try reader.skipValue()
    }
  }
}
