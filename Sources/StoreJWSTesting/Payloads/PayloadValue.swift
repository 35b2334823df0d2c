// SPDX-License-Identifier: MIT

/// A JSON value that a test writes down, with literals for all but the odd ones.
///
/// The kit has a tree and a writer of its own, so that what it mints does not depend on the code that is to read it.
public enum PayloadValue: Hashable, Sendable {
  /// A string; escaped as JSON needs it and no further.
  case text(String)
  /// A number, written as it is.
  case number(String)
  /// `true` or `false`.
  case flag(Bool)
  /// `null`, which is not the same as a member that is not there.
  case null
  /// An array.
  case list([PayloadValue])
  /// An object; names may repeat.
  case object([PayloadMember])
  /// Text that goes out as it is, right or wrong.
  case verbatim(String)
  /// As an override: takes the member away. Elsewhere it is written as `null`.
  case absent
}

/// A name and a value.
public struct PayloadMember: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The value.
  public var value: PayloadValue

  /// Makes a member.
  public init(_ name: String, _ value: PayloadValue) {
    self.name = name
    self.value = value
  }
}

extension PayloadValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByFloatLiteral
{
  /// A string.
  public init(stringLiteral value: String) {
    self = .text(value)
  }

  /// A whole number.
  public init(integerLiteral value: Int64) {
    self = .number(String(value))
  }

  /// A number with a fraction, as Swift writes it.
  public init(floatLiteral value: Double) {
    self = .number("\(value)")
  }

  /// `true` or `false`.
  public init(booleanLiteral value: Bool) {
    self = .flag(value)
  }

  /// An array.
  public init(arrayLiteral elements: PayloadValue...) {
    self = .list(elements)
  }

  /// An object with its members in the order written.
  public init(dictionaryLiteral elements: (String, PayloadValue)...) {
    self = .object(elements.map { PayloadMember($0, $1) })
  }

  /// A whole number that is no literal.
  public static func integer(_ value: Int64) -> PayloadValue {
    .number(String(value))
  }
}

extension PayloadValue {
  /// The value as compact JSON text.
  public var json: String {
    var output = ""
    write(to: &output)
    return output
  }

  /// The object's value under a name, nil for other values and other names.
  public subscript(name: String) -> PayloadValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  func write(to output: inout String) {
    switch self {
    case .text(let text): Self.writeString(text, to: &output)
    case .number(let text), .verbatim(let text): output += text
    case .flag(let flag): output += flag ? "true" : "false"
    case .null, .absent: output += "null"
    case .list(let elements):
      output += "["
      for (index, element) in elements.enumerated() {
        output += index == 0 ? "" : ","
        element.write(to: &output)
      }
      output += "]"
    case .object(let members):
      output += "{"
      for (index, member) in members.enumerated() {
        output += index == 0 ? "" : ","
        Self.writeString(member.name, to: &output)
        output += ":"
        member.value.write(to: &output)
      }
      output += "}"
    }
  }

  private static func isPlain(_ octets: Span<UInt8>) -> Bool {
    var index = 0
    while index < octets.count {
      let octet = octets[index]
      if octet < 0x20 || octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "\\") { return false }
      index += 1
    }
    return true
  }

  private static func writeString(_ text: String, to output: inout String) {
    output += "\""
    // Most text needs no escapes, and looking at its octets is much quicker than walking its scalars.
    if isPlain(text.utf8.span) {
      output += text
      output += "\""
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case "\u{0}"..."\u{1F}":
        let hex = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}
