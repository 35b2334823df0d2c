// SPDX-License-Identifier: MIT

/// A pull reader over the bytes of one JSON document (RFC 8259), strict and without a tree.
///
/// The caller walks the document in order: ``enterObject()`` and ``nextMember(_:_:)``, ``enterArray()`` and
/// ``nextElement(_:)``, a `read…` or ``skipValue()`` for each value, and ``finish()`` at the end. Nothing is copied until a
/// `String` is asked for. Positions in errors are offsets in the bytes given.
///
/// Refused beside what the grammar refuses: repeated member names, lone surrogates, a byte order mark, bytes after the
/// document, and whatever meets a budget of ``JSONLimits``.
///
/// The reader never traps; calls in an order that does not fit the document throw like a fault in the document.
@frozen public struct JSONReader: ~Escapable {
  @usableFromInline let bytes: Span<UInt8>
  /// Never negative, and only code of this module moves it: the unchecked loads rest on that.
  @usableFromInline var cursor: Int
  @usableFromInline var depth: Int
  @usableFromInline var memberCount: Int
  @usableFromInline let maximumDepth: Int
  @usableFromInline let maximumMemberCount: Int
  /// Names so far that the table they were looked up in does not have, those inside skipped values among them. While it is 0,
  /// whoever reads with the tables of a schema has met nothing that the schema does not know.
  public internal(set) var unknownNameCount = 0

  /// Begins to read `bytes`.
  ///
  /// - Throws: `byteLimit`, `byteOrderMark`.
  @inlinable
  @_lifetime(copy bytes)
  public init(_ bytes: Span<UInt8>, limits: JSONLimits = .token) throws(JSONError) {
    self.bytes = bytes
    cursor = 0
    depth = 0
    memberCount = 0
    maximumDepth = limits.maximumDepth
    maximumMemberCount = limits.maximumMemberCount
    if bytes.count > limits.maximumByteCount {
      throw JSONError(
        code: .byteLimit, offset: limits.maximumByteCount,
        message: "the document has \(bytes.count) bytes; at most \(limits.maximumByteCount) are read")
    }
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      throw JSONError(code: .byteOrderMark, offset: 0, message: "expected a value, found a byte order mark")
    }
  }

  /// Offset of the next byte to be read.
  public var position: Int { cursor }

  // MARK: - Bytes

  /// The byte at `cursor`, or 0 at the end; 0 is no part of any grammar rule, so it falls into the error path.
  @inlinable @inline(__always)
  var current: UInt8 {
    // SAFETY: the comparison before the load is the bounds check.
    cursor < bytes.count ? unsafe bytes[unchecked: cursor] : 0
  }

  @inlinable @inline(__always)
  mutating func skipWhiteSpace() {
    // Signed documents have none: one comparison and away.
    if current > 0x20 { return }
    skipWhiteSpaceRun()
  }

  @usableFromInline
  mutating func skipWhiteSpaceRun() {
    while cursor < bytes.count {
      switch bytes[cursor] {
      case 0x20, 0x09, 0x0A, 0x0D: cursor += 1
      default: return
      }
    }
  }

  /// Reads what must follow the document: nothing but white space.
  ///
  /// - Throws: `trailingBytes`.
  public mutating func finish() throws(JSONError) {
    skipWhiteSpace()
    if cursor != bytes.count {
      throw JSONError(
        code: .trailingBytes, offset: cursor,
        message: "expected the end of the document, found \(Self.name(of: bytes[cursor]))")
    }
  }

  // MARK: - Values

  /// The kind of the next value, told by its first byte; nothing is consumed but white space.
  ///
  /// - Throws: `unexpectedEnd`, `unexpectedCharacter`.
  public mutating func nextKind() throws(JSONError) -> JSONKind {
    skipWhiteSpace()
    switch current {
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
    case UInt8(ascii: "n"): return .null
    default: throw unexpected("a value")
    }
  }

  /// Reads `null` if it is the next value.
  ///
  /// - Returns: false, with nothing consumed, if another value follows.
  /// - Throws: `unexpectedCharacter` for a broken literal.
  @inlinable @inline(__always)
  public mutating func readNull() throws(JSONError) -> Bool {
    skipWhiteSpace()
    guard current == UInt8(ascii: "n") else { return false }
    try readLiteral("null")
    return true
  }

  /// Reads `true` or `false`.
  ///
  /// - Throws: `typeMismatch` for a value of another kind.
  public mutating func readBoolean() throws(JSONError) -> Bool {
    skipWhiteSpace()
    switch current {
    case UInt8(ascii: "t"):
      try readLiteral("true")
      return true
    case UInt8(ascii: "f"):
      try readLiteral("false")
      return false
    default:
      throw mismatch("a boolean")
    }
  }

  @usableFromInline
  mutating func readLiteral(_ literal: StaticString) throws(JSONError) {
    let start = cursor
    for offset in 0..<literal.utf8CodeUnitCount {
      // SAFETY: the offset is below the literal's own length.
      let expected = unsafe literal.utf8Start[offset]
      guard current == expected else {
        if cursor >= bytes.count { throw unexpected("\(literal)") }
        throw JSONError(
          code: .unexpectedCharacter, offset: cursor,
          message: "expected \(literal) from byte \(start) on, found \(Self.name(of: current))")
      }
      cursor += 1
    }
  }

  /// Reads any value and throws it away; its grammar is checked in full, repeated names included.
  ///
  /// Recursion is as deep as the document, which the depth budget bounds.
  ///
  /// - Throws: any code but `typeMismatch`, `numberOutOfRange` and `missingMember`.
  public mutating func skipValue() throws(JSONError) {
    switch try nextKind() {
    case .string: _ = try readText()
    case .number: _ = try readNumber()
    case .boolean: _ = try readBoolean()
    case .null: _ = try readNull()
    case .object:
      var object = try enterObject()
      while try nextMember(&object) != nil {
        try skipValue()
      }
    case .array:
      var array = try enterArray()
      while try nextElement(&array) {
        try skipValue()
      }
    }
  }

  // MARK: - Errors

  /// The error for a byte that the grammar does not allow here.
  @usableFromInline @inline(never)
  func unexpected(_ expected: String) -> JSONError {
    guard cursor < bytes.count else {
      return JSONError(
        code: .unexpectedEnd, offset: bytes.count, message: "expected \(expected), found the end of the input")
    }
    return JSONError(
      code: .unexpectedCharacter, offset: cursor,
      message: "expected \(expected), found \(Self.name(of: bytes[cursor]))")
  }

  /// The error for a value of another kind; a fault of grammar, if there is one, goes first.
  @usableFromInline @inline(never)
  func mismatch(_ expected: String) -> JSONError {
    var probe = copy self
    do throws(JSONError) {
      let kind = try probe.nextKind()
      return JSONError(
        code: .typeMismatch, offset: probe.cursor, message: "expected \(expected), found \(kind.phrase)")
    } catch {
      return error
    }
  }

  /// A byte as a reader of an error message wants to see it.
  @usableFromInline
  static func name(of byte: UInt8) -> String {
    switch byte {
    case 0x21...0x7E: return "'\(Character(Unicode.Scalar(byte)))'"
    case 0x20: return "a space"
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      return "byte 0x" + (digits.count == 1 ? "0" : "") + digits
    }
  }
}

extension JSONKind {
  /// The kind with its article, for messages.
  var phrase: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .boolean: "a boolean"
    case .null: "null"
    }
  }
}
