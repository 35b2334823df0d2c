// SPDX-License-Identifier: MIT

/// What a text looks like before anything in it is read.
package enum TextShape: Hashable, Sendable {
  case empty
  /// Characters of a compact JWS with at least one dot.
  case token
  /// Begins `{` or `[`.
  case json
  /// DER or BER.
  case der
  /// Base64 of DER; begins `MI`.
  case base64DER
  /// Base64 of a transaction receipt; begins `ew`.
  case base64TransactionReceipt
  /// A transaction receipt in the clear: `{` with `"signature" = `.
  case transactionReceipt
  /// Known mistakes, which can be named.
  case html, placeholder, certificate
  /// Characters of base64url without a dot.
  case base64
  case other

  /// Looks at a text that the door has opened.
  package init(_ bytes: ArraySlice<UInt8>) {
    guard let first = bytes.first else {
      self = .empty
      return
    }
    if bytes.isDER {
      self = .der
    } else if bytes.starts(with: "-----BEGIN".utf8) {
      self = .certificate
    } else if first == 0x7B || first == 0x5B {
      self = Self.isPropertyList(bytes) ? .transactionReceipt : Self.isObjectObject(bytes) ? .placeholder : .json
    } else if first == 0x3C {
      self = .html
    } else if bytes.count <= 24, Self.placeholders.contains(String(decoding: bytes, as: UTF8.self).lowercased()) {
      self = .placeholder
    } else if bytes.starts(with: "eyJ".utf8), bytes.contains(0x2E) {
      self = .token
    } else if bytes.contains(where: { !$0.isBase64URL && !$0.isBase64 && $0 != 0x3D && $0 != 0x2E }) {
      self = .other
    } else if bytes.contains(0x2E) {
      self = .token
    } else if bytes.starts(with: "MI".utf8) {
      self = .base64DER
    } else if bytes.starts(with: "ewo".utf8) || bytes.starts(with: "ewk".utf8) || bytes.starts(with: "ewA".utf8)
      || bytes.starts(with: "ew0K".utf8) || bytes.starts(with: "eyAi".utf8)
    {
      self = .base64TransactionReceipt
    } else {
      self = .base64
    }
  }

  /// What programs write when they had no value.
  private static let placeholders: Set<String> = [
    "undefined", "null", "nil", "none", "(null)", "<null>", "nan", "true", "false", "\"\"", "optional(nil)", "empty",
  ]

  private static func isObjectObject(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.elementsEqual("[object Object]".utf8)
  }

  /// `{`, a quoted name, `=`: the old property-list form.
  static func isPropertyList(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == 0x7B else { return false }
    let name = bytes.dropFirst().drop { $0.isBlank }
    guard name.first == 0x22, let close = name.dropFirst().prefix(64).firstIndex(of: 0x22) else { return false }
    return name[(close + 1)...].drop { $0.isBlank }.first == 0x3D
  }
}
