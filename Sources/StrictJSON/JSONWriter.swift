// SPDX-License-Identifier: MIT

/// Appends JSON to bytes: compact, in the order of the calls, numbers as their text.
///
/// The writer sets commas and colons; it is the caller's part to begin and end what it opens.
public struct JSONWriter: Sendable {
  /// What has been written.
  public var bytes: [UInt8]
  @usableFromInline var needsComma: Bool

  /// Begins with nothing, or goes on behind `bytes` (a buffer that is used again and again).
  @inlinable
  public init(appendingTo bytes: consuming [UInt8] = []) {
    self.bytes = bytes
    needsComma = false
  }

  @inlinable
  mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  // MARK: - Structure

  /// Writes `{`.
  @inlinable
  public mutating func beginObject() {
    separate()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
  }

  /// Writes `}`.
  @inlinable
  public mutating func endObject() {
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  /// Writes `[`.
  @inlinable
  public mutating func beginArray() {
    separate()
    bytes.append(UInt8(ascii: "["))
    needsComma = false
  }

  /// Writes `]`.
  @inlinable
  public mutating func endArray() {
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// Writes a member's name and colon; its value is the next call.
  @inlinable
  public mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { buffer in
      for index in 0..<buffer.count {
        // SAFETY: the index is below the buffer's count.
        bytes.append(unsafe buffer[index])
      }
    }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a member's name, escaped where it must be, and colon; its value is the next call.
  public mutating func name(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  // MARK: - Values

  /// Writes `null`.
  @inlinable
  public mutating func null() {
    separate()
    append("null")
  }

  /// Writes `true` or `false`.
  @inlinable
  public mutating func boolean(_ value: Bool) {
    separate()
    append(value ? "true" : "false")
  }

  /// Writes a whole number.
  @inlinable
  public mutating func integer(_ value: some BinaryInteger) {
    separate()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var magnitude = UInt64(clamping: value.magnitude)
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10))
      magnitude /= 10
    } while magnitude > 0
    bytes[start...].reverse()
  }

  /// Writes a number, or any other value, exactly as the text has it. The text must be one JSON value.
  @inlinable
  public mutating func verbatim(_ text: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: text)
  }

  /// Writes a string; quote, backslash and control characters (DEL too) are escaped.
  public mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in value.utf8 { appendEscaped(byte) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a string from UTF-8; bytes that are no UTF-8 become U+FFFD.
  public mutating func string(utf8: Span<UInt8>) {
    var isPlain = true
    for index in utf8.indices where utf8[index] >= 0x80 { isPlain = false }
    guard isPlain else {
      // SAFETY: the buffer is only read, and only inside the closure.
      string(unsafe utf8.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) })
      return
    }
    separate()
    bytes.append(UInt8(ascii: "\""))
    for index in utf8.indices { appendEscaped(utf8[index]) }
    bytes.append(UInt8(ascii: "\""))
  }

  @inlinable
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { buffer in
      // SAFETY: the buffer is only read, and only inside this closure.
      unsafe bytes.append(contentsOf: buffer)
    }
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    case 0..<0x20, 0x7F:
      append("\\u00")
      for nibble in [byte >> 4, byte & 15] {
        bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
      }
    default: bytes.append(byte)
    }
  }

  // MARK: - Re-emitting

  /// Copies the reader's next value: member order, number text and escapes as they are, white space left out.
  ///
  /// - Throws: as ``JSONReader/skipValue()``; what was appended before the fault stays and is the caller's to cut off.
  public mutating func value(from reader: inout JSONReader) throws(JSONError) {
    switch try reader.nextKind() {
    case .object:
      var object = try reader.enterObject()
      beginObject()
      while let member = try reader.nextMember(&object) {
        separate()
        quoted(member.name, reader)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
        try value(from: &reader)
      }
      endObject()
    case .array:
      var array = try reader.enterArray()
      beginArray()
      while try reader.nextElement(&array) { try value(from: &reader) }
      endArray()
    case .string:
      let text = try reader.readText()
      separate()
      quoted(text, reader)
    default:
      let start = reader.cursor
      try reader.skipValue()
      separate()
      copy(start, reader.cursor, reader)
    }
  }

  private mutating func quoted(_ text: JSONText, _ reader: borrowing JSONReader) {
    copy(text.start - 1, text.end + 1, reader)
  }

  /// Copies bytes of the document; DEL, which JSON allows raw, is escaped so that no control byte is left.
  private mutating func copy(_ start: Int, _ end: Int, _ reader: borrowing JSONReader) {
    let source = reader.bytes.extracting(start..<end)
    for index in source.indices {
      if source[index] == 0x7F { append("\\u007f") } else { bytes.append(source[index]) }
    }
  }
}
