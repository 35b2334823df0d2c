// SPDX-License-Identifier: MIT

/// Textual encoding of certificates and keys (RFC 7468): base64 in lines of 64 characters between two marks.
public enum PEMText {
  /// `octets` between `-----BEGIN label-----` and `-----END label-----`, with a newline at the end.
  public static func encode(_ octets: [UInt8], label: String) -> String {
    var lines = ["-----BEGIN \(label)-----"]
    var rest = Substring(Base64Text.encode(octets))
    while !rest.isEmpty {
      lines.append(String(rest.prefix(64)))
      rest = rest.dropFirst(64)
    }
    lines.append("-----END \(label)-----")
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Base64 in both alphabets of RFC 4648, padding as asked.
enum Base64Text {
  private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let urlSafe = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func encode(_ octets: [UInt8]) -> String {
    String(decoding: characters(octets, alphabet: standard, padded: true), as: UTF8.self)
  }

  static func encodeURL(_ octets: [UInt8], padded: Bool = false) -> String {
    String(decoding: characters(octets, alphabet: urlSafe, padded: padded), as: UTF8.self)
  }

  private static func characters(_ octets: [UInt8], alphabet: [UInt8], padded: Bool) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity((octets.count + 2) / 3 * 4)
    var index = 0
    while index < octets.count {
      let group = octets[index..<min(index + 3, octets.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for position in 0...group.count {
        output.append(alphabet[bits >> (18 - 6 * position) & 63])
      }
      if padded {
        output += [UInt8](repeating: UInt8(ascii: "="), count: 3 - group.count)
      }
      index += 3
    }
    return output
  }
}
