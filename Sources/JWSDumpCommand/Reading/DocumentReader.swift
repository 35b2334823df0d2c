// SPDX-License-Identifier: MIT

internal import JOSE
internal import StoreJWS
internal import StoreReceipts
internal import StrictJSON

/// One text on its way to a record.
struct Draft {
  var record: Record
  /// The draft of the document that this one stands in.
  var parent: Int?
  var depth = 0
  /// The draft of the text that it was found in, itself for a text of its own.
  var root = 0
  /// Signed strings inside it at any depth, for a text of its own.
  var stringCount = 0
  /// What it should be by its member's name.
  var expected: RecordKind?
  /// What was found out, kept where strings that stand together are compared.
  var examination: Examination<AnyPayload>?
  /// It stood in a column of a row.
  var isColumn = false
}

/// A text to be read: a line without its newline, the token of a row, or a document.
struct GivenText {
  var storage: [UInt8]
  var range: Range<Int>
  var line: Int?
  /// The text was not kept, because it is too long.
  var isTooLong = false
  /// From the text to the line as received.
  var map = OffsetMap()
  /// The text stood in a column of a row.
  var isColumn = false
  /// Why there is no text, where its row was at fault.
  var fault: RecordError?
}

/// Turns texts into records: finds out what a text is, reads it as that, and reads what is signed inside it.
///
/// Many texts are read together, level by level: all tokens first, then all tokens inside them, so that signatures are
/// judged in company. One reader for each worker; what it remembers only saves time.
struct DocumentReader {
  /// What every text of a run is read with.
  struct Rules: Sendable {
    var isStrict = false
    var kind: RecordKind?
    /// nil judges nothing.
    var verifier: StoreVerifier?
    /// nil judges no receipt.
    var receiptVerifier: ReceiptVerifier?
    /// Why nothing is judged, where there is no verifier.
    var unjudged = VerificationReport.switchedOff
    var keepsCertificates = false
    var keepsTokens = false
  }

  /// How deep signed strings may stand in each other: an answer, its notifications, their transactions, and one more.
  static let maximumNesting = 4

  let rules: Rules
  private var judge: TokenJudge
  private var drafts: [Draft] = []
  private var waiting: [WaitingToken] = []

  init(rules: Rules) {
    self.rules = rules
    judge = TokenJudge(rules: rules)
  }

  /// Reads one text.
  mutating func read(_ text: GivenText, input: InputName) -> Record {
    read([text], input: input).first ?? Record(input: input, line: text.line, verification: rules.unjudged)
  }

  /// Reads texts: one record each, in order.
  mutating func read(_ texts: [GivenText], input: InputName) -> [Record] {
    drafts.removeAll(keepingCapacity: true)
    drafts.reserveCapacity(texts.count)
    // The texts' own drafts come first, one for each; what is found inside them stands behind.
    for text in texts {
      drafts.append(Draft(record: Record(input: input, line: text.line, verification: rules.unjudged)))
    }
    for (index, text) in texts.enumerated() {
      drafts[index].root = index
      begin(text, index)
    }
    while !waiting.isEmpty {
      let tokens = waiting
      waiting.removeAll(keepingCapacity: true)
      judge.read(tokens, into: &drafts)
      for token in tokens { follow(token) }
    }
    if rules.verifier != nil, drafts.count > texts.count { compareSiblings() }
    for index in drafts.indices { finish(index) }
    return gather(texts.count)
  }

  // MARK: - From text to token

  private mutating func begin(_ text: GivenText, _ draft: Int) {
    if text.isTooLong {
      let mistake = text.line == nil ? Mistake.documentTooLong : Mistake.lineTooLong
      drafts[draft].record.error = mistake.error(
        offset: text.line == nil ? DocumentCollector.maximumByteCount : LineCutter.maximumLineByteCount)
      return
    }
    if let fault = text.fault { return fail(draft, fault) }
    drafts[draft].isColumn = text.isColumn
    // What begins and ends like a token needs no door; if it turns out to be none, the door is tried.
    let bytes = text.storage[text.range]
    if bytes.count > 3, bytes.starts(with: "eyJ".utf8), text.storage[text.range.upperBound - 1].isBase64URL {
      wait(draft, text.storage, text.range, text.map, isAsGiven: true)
    } else {
      sort(open(text.storage, text.range, text.map), draft)
    }
  }

  private func open(_ storage: [UInt8], _ range: Range<Int>, _ map: OffsetMap = OffsetMap()) -> Piece {
    rules.isStrict ? Door.openStrictly(storage, range, map) : Door.open(storage, range, map)
  }

  private mutating func wait(
    _ draft: Int, _ storage: [UInt8], _ range: Range<Int>, _ map: OffsetMap, isAsGiven: Bool = false
  ) {
    drafts[draft].record.isSigned = true
    if rules.keepsTokens { drafts[draft].record.token = Array(storage[range]) }
    waiting.append(WaitingToken(draft: draft, storage: storage, range: range, map: map, isAsGiven: isAsGiven))
  }

  private mutating func sort(_ piece: Piece, _ draft: Int) {
    drafts[draft].record.notes += piece.notes
    let start = piece.map.original(0)
    switch TextShape(piece.bytes) {
    case .token: wait(draft, piece.storage, piece.range, piece.map)
    case .json: readBody(piece, draft)
    case .empty where drafts[draft].isColumn: fail(draft, .emptyColumn(offset: start))
    case .empty: fail(draft, (drafts[draft].record.line == nil ? Mistake.emptyInput : .blankLine).error())
    case .html: fail(draft, Mistake.htmlPage.error(offset: start))
    case .certificate: fail(draft, Mistake.certificateFile.error(offset: start))
    case .placeholder: fail(draft, Mistake.placeholder(TerminalText.escape(piece.text)).error(offset: start))
    case .base64: fail(draft, Mistake.base64NotReceipt.error(offset: piece.map.original(piece.bytes.count)))
    case .der, .base64DER, .base64TransactionReceipt, .transactionReceipt:
      ReceiptJudge(rules: rules).read(piece, TextShape(piece.bytes), into: &drafts[draft].record)
    case .other: fail(draft, Mistake.otherText(piece, isDocument: drafts[draft].record.line == nil))
    }
  }

  private mutating func fail(_ draft: Int, _ error: RecordError) {
    drafts[draft].record.error = error
  }

  private mutating func readBody(_ piece: Piece, _ draft: Int) {
    let json = Array(piece.bytes)
    let body: BodyShape
    do throws(JSONError) {
      body = try BodyShape(json)
    } catch {
      let path = JSONPath.path(at: error.offset, in: json.span)
      return fail(
        draft, RecordError(error.code.rawValue, error.message, offset: piece.map.original(error.offset), path: path))
    }
    switch body {
    case .signedPayload(let token, let offsets):
      wait(draft, token, 0..<token.count, piece.map.then(offsets))
    case .container(let kind):
      drafts[draft].record.kind = kind
      if rules.verifier != nil { drafts[draft].record.verification = .container }
      if let error = ContainerReader.read(json, into: &drafts[draft].record) {
        let path = JSONPath.path(at: error.offset, in: json.span)
        fail(
          draft,
          RecordError(error.code.rawValue, error.message, offset: piece.map.original(error.offset), path: path))
      }
      addNested(draft)
    case .mistake(let mistake):
      fail(draft, mistake.error(offset: piece.map.original(0)))
    }
  }

  // MARK: - From token to record

  /// What comes after a token was read: the door for one that failed, what is inside for one that did not.
  private mutating func follow(_ token: WaitingToken) {
    if let code = drafts[token.draft].record.error?.code {
      if token.isAsGiven, !rules.isStrict, reopened(token) { return }
      if code == "segmentCount" { showSigningInput(token) }
    }
    let kind = drafts[token.draft].record.kind
    if kind == .notification || kind == .unknown { addNested(token.draft) }
  }

  /// Sends a text that is no token through the door; false if that changes nothing.
  private mutating func reopened(_ token: WaitingToken) -> Bool {
    let piece = Door.open(token.storage, token.range, token.map)
    if piece.notes.isEmpty { return false }
    let record = drafts[token.draft].record
    drafts[token.draft].record = Record(input: record.input, line: record.line, verification: rules.unjudged)
    sort(piece, token.draft)
    return true
  }

  /// Two segments are a signing input without its signature; what it says can still be shown.
  private mutating func showSigningInput(_ token: WaitingToken) {
    let characters = token.storage[token.range]
    guard let dot = characters.firstIndex(of: 0x2E), characters.count(where: { $0 == 0x2E }) == 1,
      let json = try? Base64URL.decode(Array(characters[(dot + 1)...])), let payload = try? AnyPayload(json: json)
    else { return }
    drafts[token.draft].record.show(payload, json)
  }

  private mutating func addNested(_ draft: Int) {
    guard drafts[draft].depth < Self.maximumNesting, let payload = drafts[draft].record.payload else { return }
    let root = drafts[draft].root
    let limit = SignedStringLimits.standard.maximumStringCount
    // One more than there is room for, to know whether there are more.
    for signed in NestedStrings.find(in: payload.bytes, atMost: limit - drafts[root].stringCount + 1) {
      guard drafts[root].stringCount < limit else {
        fail(root, RecordError("signedStringLimit", "more than \(limit) signed strings", path: signed.path))
        return
      }
      drafts[root].stringCount += 1
      let outer = drafts[draft].record
      var inner = Draft(record: Record(input: outer.input, line: outer.line, verification: rules.unjudged))
      inner.record.path = signed.path
      inner.parent = draft
      inner.depth = drafts[draft].depth + 1
      inner.root = root
      inner.expected = signed.expected
      drafts.append(inner)
      sort(open(signed.bytes, 0..<signed.bytes.count), drafts.count - 1)
    }
  }

  /// Compares what stands together: the strings of one notification with it and each other, and those of one object of a
  /// body with each other.
  private mutating func compareSiblings() {
    var groups: [String: [Int]] = [:]
    for (index, draft) in drafts.enumerated() {
      guard let parent = draft.parent, draft.examination != nil, let path = draft.record.path else { continue }
      let isInNotification = drafts[parent].record.kind == .notification
      let place = isInNotification ? "" : path.prefix(upTo: path.lastIndex(of: ".") ?? path.startIndex)
      groups["\(parent) \(place)", default: []].append(index)
    }
    for members in groups.values {
      guard let parent = drafts[members[0]].parent else { continue }
      let outcomes = SiblingConsistency.outcomes(
        of: members.compactMap { drafts[$0].examination }, in: drafts[parent].examination)
      for (index, outcome) in zip(members, outcomes.inner) {
        drafts[index].record.verification[.consistency] = outcome
      }
      if let outer = outcomes.outer { drafts[parent].record.verification[.consistency] = outer }
    }
  }

  // MARK: - Last touches

  /// The check of the kind that was asked for, and the mark that an error leaves on the verdict.
  private mutating func finish(_ index: Int) {
    if let asked = drafts[index].parent == nil ? rules.kind : drafts[index].expected { check(asked, index) }
    if rules.verifier != nil, let error = drafts[index].record.error, error.code != "kindMismatch" {
      if case .failed = drafts[index].record.verification[.structure] { return }
      drafts[index].record.verification[.structure] = .failed(CheckFinding(code: error.code, message: error.message))
    }
  }

  private mutating func check(_ asked: RecordKind, _ index: Int) {
    var record = drafts[index].record
    if record.error != nil, record.kind == .unknown { return }
    if record.kind == asked {
      if rules.verifier != nil, !record.kind.isContainer { record.verification[.kind] = .passed }
    } else {
      let message = Mistake.kindMismatch(asked: asked, found: record.kind)
      if rules.verifier != nil {
        record.verification[.kind] = .failed(CheckFinding(code: "kindMismatch", message: message))
      }
      if record.error == nil, drafts[index].parent == nil { record.error = RecordError("kindMismatch", message) }
    }
    drafts[index].record = record
  }

  /// Puts every record under its parent; children always stand behind their parents in the list.
  private mutating func gather(_ count: Int) -> [Record] {
    if drafts.count > count {
      for index in drafts.indices.reversed() {
        drafts[index].record.nested.reverse()
        if let parent = drafts[index].parent { drafts[parent].record.nested.append(drafts[index].record) }
      }
    }
    return drafts.prefix(count).map(\.record)
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
