// SPDX-License-Identifier: MIT

/// Where in a document's structure a byte stands, written like `$.data.items[0].price`.
///
/// Typed readers do not carry a path along; it is found again from the offset when an error is made, so the path costs
/// nothing while all is well.
public enum JSONPath {
  /// The path of the innermost value that holds the byte at `offset`, or of the member whose name holds it.
  ///
  /// Reads the document from its start up to `offset`. What is broken further back does not matter.
  ///
  /// - Returns: `$` for the document itself, also when it cannot be read up to the offset.
  public static func path(at offset: Int, in bytes: Span<UInt8>) -> String {
    var steps: [Step] = []
    do throws(JSONError) {
      var reader = try JSONReader(bytes, limits: .body)
      _ = try locate(offset, &reader, &steps)
    } catch {
      // What was gathered before the fault is the path to it.
    }
    return steps.reduce(into: "$") { path, step in
      switch step {
      case .index(let index): path += "[\(index)]"
      case .name(let name): path += JSONPath.member(name)
      }
    }
  }

  /// A member's step in a path: `.name`, or `["odd name"]` where the name is no plain word.
  public static func member(_ name: String) -> String {
    let isPlain =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
    if isPlain { return "." + name }
    var writer = JSONWriter()
    writer.string(name)
    return "[" + String(decoding: writer.bytes, as: UTF8.self) + "]"
  }

  private enum Step {
    case name(String)
    case index(Int)
  }

  /// Walks until the byte is found; the steps taken so far are then the answer.
  ///
  /// - Returns: true when found, and the walk ends.
  private static func locate(
    _ offset: Int, _ reader: inout JSONReader, _ steps: inout [Step]
  ) throws(JSONError) -> Bool {
    switch try reader.nextKind() {
    case .object:
      var object = try reader.enterObject()
      while true {
        // A repeated name throws here; its step is taken from the bytes so that the path names it.
        let member: JSONMember?
        do throws(JSONError) {
          member = try reader.nextMember(&object)
        } catch {
          if error.code == .duplicateMember, error.offset == offset {
            var probe = copy reader
            probe.cursor = offset
            if let name = try? probe.readString() { steps.append(.name(name)) }
          }
          throw error
        }
        guard let member else { break }
        steps.append(.name(reader.string(member.name)))
        if offset < reader.cursor { return offset >= member.name.start - 1 ? true : pop(&steps) }
        if try locate(offset, &reader, &steps) { return true }
        steps.removeLast()
      }
    case .array:
      var array = try reader.enterArray()
      var index = 0
      while try reader.nextElement(&array) {
        // A bracket, a comma or white space: the array itself is the answer.
        if offset < reader.cursor { return true }
        steps.append(.index(index))
        if try locate(offset, &reader, &steps) { return true }
        steps.removeLast()
        index += 1
      }
    default:
      try reader.skipValue()
    }
    return offset < reader.cursor
  }

  /// The byte stands between two members: the object itself is the answer.
  private static func pop(_ steps: inout [Step]) -> Bool {
    steps.removeLast()
    return true
  }
}
