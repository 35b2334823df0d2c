// SPDX-License-Identifier: MIT

/// How far a reader has come in one object. One for each object that is open; made by ``JSONReader/enterObject()``.
@frozen public struct JSONObjectCursor {
  @usableFromInline var isFirst: Bool
  /// Which names of the table have been seen: bit n stands for the table's n-th name. A caller reads it.
  public var seen: UInt64
  /// The place in the table of the name that most likely comes next: issuers keep to one order.
  @usableFromInline var expected: Int
  /// nil until there is a name that the table does not know.
  @usableFromInline var unknown: UnknownNames?

  @inlinable
  init() {
    isFirst = true
    seen = 0
    expected = 0
    unknown = nil
  }

  /// The names that the table does not know, in order. A caller reads it.
  public var others: [JSONText] { unknown?.names ?? [] }
}

/// The names of one object that its table does not know, kept to find repetitions.
@usableFromInline struct UnknownNames {
  var names: [JSONText] = []
  var marks: [UInt64] = []
  var hashes: Set<Int> = []

  init() {
    // Sixteen names are more than most objects have: one allocation in place of five.
    names.reserveCapacity(16)
    marks.reserveCapacity(16)
  }
}

/// How far a reader has come in one array; made by ``JSONReader/enterArray()``.
@frozen public struct JSONArrayCursor {
  @usableFromInline var isFirst: Bool

  @inlinable
  init() {
    isFirst = true
  }
}

/// The name of a member, its value being next.
@frozen public struct JSONMember: Hashable, Sendable {
  /// The place of the name in the table that was given, or -1 for a name that it does not know.
  public let index: Int
  /// The name as it stands in the document.
  public let name: JSONText

  @inlinable
  init(index: Int, name: JSONText) {
    self.index = index
    self.name = name
  }
}

extension JSONReader {
  /// Reads `{`.
  ///
  /// - Throws: `typeMismatch`, `depthLimit`.
  public mutating func enterObject() throws(JSONError) -> JSONObjectCursor {
    skipWhiteSpace()
    guard current == UInt8(ascii: "{") else { throw mismatch("an object") }
    try descend()
    return JSONObjectCursor()
  }

  /// Reads the next member's name and colon, or the object's end.
  ///
  /// - Parameter object: the cursor of the innermost open object.
  /// - Returns: nil at the end of the object.
  /// - Throws: faults of grammar, `duplicateMember`, `memberLimit`.
  public mutating func nextMember(_ object: inout JSONObjectCursor) throws(JSONError) -> JSONMember? {
    try nextMember(&object, Self.noNames)
  }

  @usableFromInline static let noNames = MemberTable([])

  /// Reads the next member's name and colon, or the object's end, and looks the name up in `table`.
  ///
  /// A name that the table knows costs one bit to keep apart from its repetition; the others are remembered.
  ///
  /// - Parameters:
  ///   - object: the cursor of the innermost open object.
  ///   - table: the same for all members of one object.
  /// - Returns: nil at the end of the object.
  /// - Throws: faults of grammar, `duplicateMember`, `memberLimit`.
  public mutating func nextMember(
    _ object: inout JSONObjectCursor, _ table: MemberTable
  ) throws(JSONError) -> JSONMember? {
    skipWhiteSpace()
    if object.isFirst {
      object.isFirst = false
      if current == UInt8(ascii: "}") {
        ascend()
        return nil
      }
    } else {
      switch current {
      case UInt8(ascii: ","):
        cursor &+= 1
        skipWhiteSpace()
        if current == UInt8(ascii: "}") { throw trailingComma() }
      case UInt8(ascii: "}"):
        ascend()
        return nil
      default:
        throw unexpected("',' or '}'")
      }
    }
    if let member = try expectedMember(&object, table) { return member }
    guard current == UInt8(ascii: "\"") else { throw unexpected("a member name") }
    let name = try readText()
    skipWhiteSpace()
    guard current == UInt8(ascii: ":") else { throw unexpected("':'") }
    cursor += 1
    try countMember(at: name.start - 1)
    var index = -1
    if !name.isEscaped {
      index = table.index(in: bytes, from: name.start, to: name.end)
    } else {
      index = indexOfEscaped(name, table)
    }
    if index >= 0 {
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
      if object.seen & bit != 0 { throw duplicate(name) }
      object.seen |= bit
      object.expected = index &+ 1
    } else {
      try remember(name, &object)
    }
    return JSONMember(index: index, name: name)
  }

  /// Reads the next member's name and colon if it is the expected one or the one behind that, spelt without white space
  /// before the colon: what a signed document has nearly always. Compares words with the table's own spelling, which spares
  /// looking for the closing quote and hashing.
  @inline(__always)
  private mutating func expectedMember(
    _ object: inout JSONObjectCursor, _ table: MemberTable
  ) throws(JSONError) -> JSONMember? {
    var index = object.expected
    var length = table.spellingLength(index, in: bytes, from: cursor)
    if length == 0 {
      index &+= 1
      length = table.spellingLength(index, in: bytes, from: cursor)
    }
    guard length > 0 else { return nil }
    let name = JSONText(start: cursor &+ 1, end: cursor &+ length &- 2, isEscaped: false)
    try countMember(at: cursor)
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
    if object.seen & bit != 0 { throw duplicate(name) }
    object.seen |= bit
    object.expected = index &+ 1
    cursor &+= length
    return JSONMember(index: index, name: name)
  }

  /// Reads `[`.
  ///
  /// - Throws: `typeMismatch`, `depthLimit`.
  public mutating func enterArray() throws(JSONError) -> JSONArrayCursor {
    skipWhiteSpace()
    guard current == UInt8(ascii: "[") else { throw mismatch("an array") }
    try descend()
    return JSONArrayCursor()
  }

  /// Reads up to the next element, or the array's end.
  ///
  /// - Returns: false at the end of the array.
  /// - Throws: faults of grammar, `memberLimit`.
  public mutating func nextElement(_ array: inout JSONArrayCursor) throws(JSONError) -> Bool {
    skipWhiteSpace()
    if current == UInt8(ascii: "]") {
      ascend()
      return false
    }
    if array.isFirst {
      array.isFirst = false
    } else {
      guard current == UInt8(ascii: ",") else { throw unexpected("',' or ']'") }
      cursor += 1
      skipWhiteSpace()
      if current == UInt8(ascii: "]") { throw trailingComma() }
    }
    try countMember(at: cursor)
    return true
  }

  // MARK: - Budgets

  @inlinable @inline(__always)
  mutating func descend() throws(JSONError) {
    if depth >= maximumDepth {
      throw JSONError(
        code: .depthLimit, offset: cursor, message: "more than \(maximumDepth) objects and arrays in each other")
    }
    depth &+= 1
    cursor &+= 1
  }

  @inlinable @inline(__always)
  mutating func ascend() {
    depth &-= 1
    cursor &+= 1
  }

  @inlinable @inline(__always)
  mutating func countMember(at offset: Int) throws(JSONError) {
    if memberCount >= maximumMemberCount {
      throw JSONError(
        code: .memberLimit, offset: offset, message: "more than \(maximumMemberCount) members and elements")
    }
    memberCount &+= 1
  }

  @usableFromInline @inline(never)
  func trailingComma() -> JSONError {
    JSONError(code: .trailingComma, offset: cursor, message: "expected another value after the comma")
  }

  // MARK: - Repeated names

  @usableFromInline @inline(never)
  func indexOfEscaped(_ name: JSONText, _ table: MemberTable) -> Int {
    let decoded = decodedBytes(of: name)
    return table.index(in: decoded.span, from: 0, to: decoded.count)
  }

  @usableFromInline @inline(never)
  func duplicate(_ name: JSONText) -> JSONError {
    JSONError(
      code: .duplicateMember, offset: name.start - 1,
      message: "the member \"\(shortened(name))\" stands twice in one object")
  }

  /// Remembers a name outside the table and refuses its repetition. Up to 64 names are compared with each other by a word
  /// of their bytes; from then on a seeded hash keeps the cost linear, whatever names an attacker picks.
  @usableFromInline @inline(never)
  mutating func remember(_ name: JSONText, _ object: inout JSONObjectCursor) throws(JSONError) {
    let mark = mark(name)
    // Taken out, so that its arrays are changed where they are.
    var unknown = object.unknown.take() ?? UnknownNames()
    defer { object.unknown = unknown }
    if unknown.names.count < 64 {
      for index in unknown.marks.indices where unknown.marks[index] == mark {
        if spellSame(name, unknown.names[index]) { throw duplicate(name) }
      }
      unknown.marks.append(mark)
    } else {
      if unknown.hashes.isEmpty {
        for other in unknown.names { unknown.hashes.insert(hash(other)) }
      }
      if !unknown.hashes.insert(hash(name)).inserted {
        for other in unknown.names where spellSame(name, other) { throw duplicate(name) }
      }
    }
    unknown.names.append(name)
    unknownNameCount &+= 1
  }

  /// The last eight bytes of a name and its length in one word: equal for equal names, and mostly different for others.
  private func mark(_ name: JSONText) -> UInt64 {
    if name.isEscaped {
      let decoded = decodedBytes(of: name)
      return Self.mark(decoded.span)
    }
    return Self.mark(rawBytes(of: name))
  }

  private static func mark(_ name: Span<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for offset in max(0, name.count - 8)..<name.count { word = word &<< 8 | UInt64(name[offset]) }
    return word ^ UInt64(truncatingIfNeeded: name.count) &<< 56
  }

  private func hash(_ name: JSONText) -> Int {
    var hasher = Hasher()
    if name.isEscaped {
      // SAFETY: the buffer is only read, and only inside the closure.
      unsafe decodedBytes(of: name).withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    } else {
      unsafe rawBytes(of: name).withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
    return hasher.finalize()
  }

  private func spellSame(_ left: JSONText, _ right: JSONText) -> Bool {
    if left.isEscaped || right.isEscaped { return decodedBytes(of: left) == decodedBytes(of: right) }
    let count = left.end - left.start
    guard right.end - right.start == count else { return false }
    for offset in 0..<count where bytes[left.start + offset] != bytes[right.start + offset] { return false }
    return true
  }

  /// A name short enough for an error message.
  private func shortened(_ name: JSONText) -> String {
    let text = string(name)
    return text.count <= 64 ? text : text.prefix(61) + "..."
  }
}
