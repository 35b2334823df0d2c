// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Turns texts into records: finds out what a text is, reads it as that, and reads what is signed inside it.
///
/// One for each worker; what it remembers only saves time.
struct DocumentReader {
  /// What every text of a run is read with.
  struct Rules: Sendable {
    var isStrict = false
    var kind: RecordKind?
    var verifies = true
    var keepsCertificates = false
  }

  /// How deep signed strings may stand in each other: an answer, its notifications, their transactions, and one more.
  static let maximumNesting = 4

  let rules: Rules
  private var tokens: TokenReader

  init(rules: Rules) {
    self.rules = rules
    tokens = TokenReader(keepsCertificates: rules.keepsCertificates)
  }

  /// Reads the text in `range` of `storage`: a line without its newline, or a document.
  mutating func read(_ storage: [UInt8], _ range: Range<Int>, input: InputName, line: Int?) -> Record {
    // What begins and ends like a token needs no door; if it turns out to be none, the door is tried.
    if storage[range].count > 3, storage[range].starts(with: "eyJ".utf8), storage[range.upperBound - 1].isBase64URL {
      var record = emptyRecord(input, line)
      tokens.read(storage, range, OffsetMap(), into: &record)
      if record.error == nil || rules.isStrict { return finished(record) }
    }
    let piece = rules.isStrict ? Door.openStrictly(storage, range) : Door.open(storage, range)
    var record = emptyRecord(input, line)
    record.notes = piece.notes
    read(piece, depth: 0, into: &record)
    return finished(record)
  }

  private func emptyRecord(_ input: InputName, _ line: Int?) -> Record {
    Record(input: input, line: line, verification: rules.verifies ? .notYet : .switchedOff)
  }

  /// A record for a line that was not kept.
  mutating func tooLong(input: InputName, line: Int?) -> Record {
    var record = emptyRecord(input, line)
    let mistake = line == nil ? Mistake.documentTooLong : Mistake.lineTooLong
    record.error = mistake.error(offset: line == nil ? DocumentCollector.maximumByteCount : LineCutter.maximumLineByteCount)
    return finished(record)
  }

  private mutating func read(_ piece: Piece, depth: Int, into record: inout Record) {
    switch TextShape(piece.bytes) {
    case .token: tokens.read(piece.storage, piece.range, piece.map, into: &record)
    case .json: readBody(piece, depth: depth, into: &record)
    case .empty:
      record.error = (record.line == nil ? Mistake.emptyInput : Mistake.blankLine).error()
    case .html: record.error = Mistake.htmlPage.error(offset: piece.map.original(0))
    case .certificate: record.error = Mistake.certificateFile.error(offset: piece.map.original(0))
    case .placeholder:
      record.error = Mistake.placeholder(TerminalText.escape(piece.text)).error(offset: piece.map.original(0))
    case .base64, .jsonWebKey: record.error = Mistake.base64NotReceipt.error(offset: piece.map.original(piece.bytes.count))
    case .der, .base64DER, .base64TransactionReceipt, .transactionReceipt:
      record.kind = .unknown
      record.error = RecordError(
        "receiptNotSupported", "this is a receipt (PKCS#7 or its predecessor), not a JWS; this version does not read it",
        offset: piece.map.original(0))
    case .other: record.error = Self.other(piece)
    }
  }

  private static func other(_ piece: Piece) -> RecordError {
    let bad = piece.bytes.firstIndex { !($0.isBase64URL || $0 == 0x2E) } ?? piece.range.lowerBound
    let offset = piece.map.original(bad - piece.range.lowerBound)
    let byte = piece.storage[bad]
    if byte < 0x20 || byte >= 0x7F { return Mistake.binary(byte).error(offset: offset) }
    return Mistake.notAToken.error(offset: offset)
  }

  // MARK: - Bodies

  private mutating func readBody(_ piece: Piece, depth: Int, into record: inout Record) {
    let json = Array(piece.bytes)
    let value: BodyKind
    do throws(JSONError) {
      value = try BodyKind(json)
    } catch {
      record.error = RecordError(
        error.code.rawValue, error.message, offset: piece.map.original(error.offset),
        path: JSONPath.path(at: error.offset, in: json.span))
      return
    }
    switch value {
    case .signedPayload(let token, let offsets):
      tokens.read(token, 0..<token.count, piece.map.then(offsets), into: &record)
      return
    case .container(let kind):
      record.kind = kind
      record.payload = PayloadBytes(json)
      if rules.verifies { record.verification = .container }
    case .mistake(let mistake):
      record.error = mistake.error(offset: piece.map.original(0))
    }
  }

  // MARK: - What is inside

  /// Adds the nested records, and the check of the kind that was asked for.
  private mutating func finished(_ record: Record) -> Record {
    var record = record
    addNested(to: &record, depth: 0)
    if let asked = rules.kind, record.error == nil || record.kind != .unknown, record.kind != asked {
      let mismatch = "expected \(asked.words) (\(asked.rawValue)); found \(record.kind.words) (\(record.kind.rawValue))"
      if rules.verifies { record.verification[.kind] = .failed("kindMismatch", mismatch) }
      if record.error == nil { record.error = RecordError("kindMismatch", mismatch) }
    }
    if rules.verifies, let error = record.error, record.verification[.structure].result == .notRun {
      record.verification[.structure] = .failed(error.code, error.message)
    }
    return record
  }

  private mutating func addNested(to record: inout Record, depth: Int) {
    guard depth < Self.maximumNesting, record.kind == .notification || record.kind.isContainer || record.kind == .unknown,
      let payload = record.payload
    else { return }
    for signed in SignedStrings.find(in: payload.bytes) {
      var inner = emptyRecord(record.input, record.line)
      inner.path = signed.path
      let piece = rules.isStrict ? Piece(signed.bytes, 0..<signed.bytes.count) : Door.open(signed.bytes, 0..<signed.bytes.count)
      inner.notes = piece.notes
      read(piece, depth: depth + 1, into: &inner)
      if inner.error == nil, let expected = signed.expected, expected != inner.kind, rules.verifies {
        inner.verification[.kind] = .failed(
          "kindMismatch", "expected \(expected.words) by the member's name; found \(inner.kind.words)")
      }
      addNested(to: &inner, depth: depth + 1)
      record.nested.append(inner)
    }
  }
}

extension OffsetMap {
  /// This map, and then what was undone after it.
  func then(_ step: Step) -> OffsetMap {
    var map = self
    map.append(step)
    return map
  }
}
