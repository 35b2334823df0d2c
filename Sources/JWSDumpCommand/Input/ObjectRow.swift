// SPDX-License-Identifier: MIT

internal import StrictJSON

/// One line of NDJSON, taken apart at its top level; nothing is copied.
struct ObjectRow: Sendable {
  /// One member; texts and ranges count from `start`.
  struct Member: Sendable {
    var name: JSONText
    var value: Range<Int>
    var kind: JSONKind
    /// The value, where it is a string.
    var text: JSONText?
  }

  let storage: [UInt8]
  private let line: Range<Int>
  private(set) var members: [Member] = []

  /// Reads `line` of `storage`.
  ///
  /// - Throws: `malformedRow` for what is no object or has too many members, else the code of the fault in the JSON; the
  ///   offset is counted in the storage.
  init(_ storage: [UInt8], _ line: Range<Int>) throws(RecordError) {
    self.storage = storage
    self.line = line
    if let first = storage[line].firstIndex(where: { !$0.isBlank }), storage[first] != 0x7B {
      throw .malformedRow("expected a JSON object; found something else", offset: first)
    }
    let bytes = storage.span.extracting(line)
    do throws(JSONError) {
      members = try Self.members(bytes)
    } catch {
      throw RecordError(
        error.code.rawValue, error.message, offset: line.lowerBound + error.offset,
        path: JSONPath.path(at: error.offset, in: bytes))
    }
    if members.count > DelimitedRow.maximumFieldCount {
      throw .malformedRow(
        "more than \(DelimitedRow.maximumFieldCount) members",
        offset: line.lowerBound + members[DelimitedRow.maximumFieldCount].name.start - 1)
    }
  }

  private static func members(_ bytes: Span<UInt8>) throws(JSONError) -> [Member] {
    var members: [Member] = []
    var reader = try JSONReader(bytes, limits: .body)
    var object = try reader.enterObject()
    while let member = try reader.nextMember(&object) {
      let kind = try reader.nextKind()
      let start = reader.position
      var text: JSONText?
      if kind == .string { text = try reader.readText() } else { try reader.skipValue() }
      members.append(Member(name: member.name, value: start..<reader.position, kind: kind, text: text))
    }
    try reader.finish()
    return members
  }

  /// Where the row begins in the storage.
  var start: Int { line.lowerBound }

  /// The object's closing brace, counted in the storage; where a member that is absent would stand.
  var closingBrace: Int { storage[line].lastIndex(of: 0x7D) ?? line.upperBound }

  // MARK: - Contents

  /// The bytes of a name or a string, escapes resolved.
  func decoded(_ text: JSONText) -> [UInt8] {
    if !text.isEscaped { return Array(storage[start + text.start..<start + text.end]) }
    do throws(JSONError) {
      return try JSONReader(storage.span.extracting(line), limits: .body).decodedBytes(of: text)
    } catch {
      // The row was read once, so that it can be read again.
      return []
    }
  }

  /// Whether a member has that name.
  func isCalled(_ member: Member, _ name: [UInt8]) -> Bool {
    if member.name.isEscaped { return decoded(member.name) == name }
    return storage[start + member.name.start..<start + member.name.end].elementsEqual(name)
  }

  /// A string as text to be read, with offsets that count from `origin` in the storage.
  func piece(of text: JSONText, from origin: Int) -> Piece {
    let shift = OffsetMap(shift: start - origin)
    if !text.isEscaped {
      return Piece(storage, start + text.start..<start + text.end, shift.then(.shift(text.start)))
    }
    let bytes = decoded(text)
    return Piece(bytes, 0..<bytes.count, shift.then(.contents(of: text, in: storage.span.extracting(line))))
  }

  /// Appends `name:value` as it stands, without the white space between its tokens.
  func appendMember(_ member: Member, to output: inout [UInt8]) {
    JSONOutput.appendCompact(storage, start + member.name.start - 1..<start + member.value.upperBound, to: &output)
  }

  /// A value as text: a string without its quotes, null as nothing, anything else as JSON.
  func text(of member: Member) -> String? {
    if let text = member.text { return String(decoding: decoded(text), as: UTF8.self) }
    if member.kind == .null { return nil }
    var bytes: [UInt8] = []
    JSONOutput.appendCompact(storage, start + member.value.lowerBound..<start + member.value.upperBound, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
