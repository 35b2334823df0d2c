// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Finds the value that a path such as `$.data.items[0].price` names.
enum PathLookup {
  /// The value, or nil where the document has none or the path is none. A path may leave out the leading `$.`.
  static func value(at path: String, in document: JSONValue) -> JSONValue? {
    var rest = Array(path.utf8)[...]
    if rest.first == 0x24 {
      rest.removeFirst()
    } else if rest.first != 0x5B, rest.first != 0x2E {
      rest.insert(0x2E, at: rest.startIndex)
    }
    var value = document
    while let mark = rest.popFirst() {
      if mark == 0x2E {
        let name = rest.prefix { $0 != 0x2E && $0 != 0x5B }
        rest.removeFirst(name.count)
        guard !name.isEmpty, let member = value[String(decoding: name, as: UTF8.self)] else { return nil }
        value = member
      } else if mark == 0x5B, rest.first == 0x22 {
        guard let (name, length) = quoted(rest), let member = value[name] else { return nil }
        rest.removeFirst(length)
        guard rest.popFirst() == 0x5D else { return nil }
        value = member
      } else if mark == 0x5B {
        let digits = rest.prefix { $0 >= 0x30 && $0 <= 0x39 }
        rest.removeFirst(digits.count)
        guard rest.popFirst() == 0x5D, let index = Int(String(decoding: digits, as: UTF8.self)),
          case .array(let elements) = value, elements.indices.contains(index)
        else { return nil }
        value = elements[index]
      } else {
        return nil
      }
    }
    return value
  }

  /// A JSON string at the start, and how many bytes it takes.
  private static func quoted(_ bytes: ArraySlice<UInt8>) -> (name: String, length: Int)? {
    let copy = Array(bytes)
    do throws(JSONError) {
      var reader = try JSONReader(copy.span)
      let name = try reader.readString()
      return (name, reader.position)
    } catch {
      return nil
    }
  }

  /// A value as compact JSON text.
  static func compact(_ value: JSONValue) -> String {
    var writer = JSONWriter()
    value.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
