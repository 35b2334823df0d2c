// SPDX-License-Identifier: MIT

/// Byte classes, by value rather than by character, for text that is read as bytes.
extension UInt8 {
  var isHexDigit: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }

  /// The value of a hex digit; 0 for anything else.
  var hexValue: UInt8 {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: 0
    }
  }

  /// Blank, tab, carriage return, line feed.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }

  /// A character of base64url (RFC 4648 §5).
  var isBase64URL: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
    default: false
    }
  }

  /// A character of base64 (RFC 4648 §4), padding apart.
  var isBase64: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F: true
    default: false
    }
  }
}
