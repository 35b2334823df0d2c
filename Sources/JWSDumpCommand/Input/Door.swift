// SPDX-License-Identifier: MIT

internal import JOSE

/// A document or line as it came, with what copying and pasting added to it undone.
package struct Piece: Sendable {
  /// Holds the text; only `range` of it counts.
  package var storage: [UInt8]
  package var range: Range<Int>
  /// From an offset in `range` to the offset in the line or document as given.
  package var map = OffsetMap()
  /// What was undone, for the record's notes.
  package var notes: [String] = []

  package init(_ storage: [UInt8], _ range: Range<Int>, _ map: OffsetMap = OffsetMap()) {
    self.storage = storage
    self.range = range
    self.map = map
  }

  package var bytes: ArraySlice<UInt8> { storage[range] }
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Undoes what a clipboard, a log or a database adds around a token. Only the outside is touched: nothing that is part
/// of a token or a body changes, and every step leaves a note.
package struct Door {
  private var piece: Piece

  /// Opens `range` of `storage`; `map` says what was undone before.
  package static func open(_ storage: [UInt8], _ range: Range<Int>, _ map: OffsetMap = OffsetMap()) -> Piece {
    var door = Door(piece: Piece(storage, range, map))
    door.openWide()
    return door.piece
  }

  /// With `--strict`: only the end of the last line is not part of the text.
  package static func openStrictly(
    _ storage: [UInt8], _ range: Range<Int>, _ map: OffsetMap = OffsetMap()
  ) -> Piece {
    var range = range
    if let last = storage[range].last, last == 0x0A { range = range.lowerBound..<range.upperBound - 1 }
    return Piece(storage, range, map)
  }

  private mutating func openWide() {
    // A binary receipt is taken as it is: its last byte may well look like a line end.
    if piece.bytes.isDER { return }
    // Each step takes something away, so this ends; the bound is against input that is nothing but layers.
    for _ in 0..<16 {
      let changed =
        removeByteOrderMark() || trim() || removeLabel() || removeBearer() || removeComma() || removeQuotes()
        || undoEscapes() || unwrap() || undoBase64()
      if !changed { return }
    }
  }

  private mutating func note(_ text: String) {
    if !piece.notes.contains(text) { piece.notes.append(text) }
  }

  /// Takes bytes away at both ends.
  private mutating func cut(first: Int, last: Int = 0) {
    piece.range = piece.range.lowerBound + first..<piece.range.upperBound - last
    piece.map.append(.shift(first))
  }

  /// Puts other bytes in the place of the text.
  private mutating func replace(by bytes: [UInt8], _ step: OffsetMap.Step) {
    piece.storage = bytes
    piece.range = 0..<bytes.count
    piece.map.append(step)
  }

  // MARK: - Steps; each says whether it changed anything

  private mutating func removeByteOrderMark() -> Bool {
    guard piece.bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return false }
    cut(first: 3)
    note("byte order mark removed")
    return true
  }

  private mutating func trim() -> Bool {
    let bytes = piece.bytes
    let first = bytes.prefix { $0.isBlank }.count
    let last = bytes.dropFirst(first).reversed().prefix { $0.isBlank }.count
    if first == 0, last == 0 { return false }
    let ending = Array(bytes.suffix(last))
    cut(first: first, last: last)
    if ending == [0x0D] || ending == [0x0D, 0x0A] { note("carriage return at the end of the line removed") }
    if first > 0 || (ending != [0x0A] && ending != [0x0D] && ending != [0x0D, 0x0A] && last > 0) {
      note("white space around the text removed")
    }
    return true
  }

  /// `Authorization: …`, `"signedPayload": "…`, `token=…`: a name in front of something that begins like a token.
  private mutating func removeLabel() -> Bool {
    let bytes = piece.bytes
    guard let end = bytes.prefix(64).firstIndex(where: { $0 == 0x3A || $0 == 0x3D }), end > bytes.startIndex else {
      return false
    }
    let name = bytes[bytes.startIndex..<end].filter { $0 != 0x22 && $0 != 0x27 && $0 != 0x20 }
    guard !name.isEmpty, name.allSatisfy({ $0.isBase64URL }) else { return false }
    let rest = bytes[(end + 1)...].drop { $0.isBlank || $0 == 0x22 || $0 == 0x27 }
    guard rest.starts(with: "eyJ".utf8) || rest.startsWithBearer else { return false }
    cut(first: end + 1 - bytes.startIndex)
    // Whatever is no name of a member or a header may be a customer's, and is not repeated.
    let label = String(decoding: name, as: UTF8.self)
    note(Self.labels.contains(label.lowercased()) ? "\"\(label)\" in front removed" : "a label in front removed")
    return true
  }

  private static let labels: Set<String> = [
    "signedpayload", "signedtransactioninfo", "signedrenewalinfo", "signedtransaction", "signedapptransactioninfo",
    "signeddata", "jwsrepresentation", "authorization", "token", "jws", "payload", "receipt", "receipt-data",
    "receiptdata", "transaction", "renewalinfo", "notification",
  ]

  private mutating func removeBearer() -> Bool {
    guard piece.bytes.startsWithBearer else { return false }
    cut(first: 7)
    note("\"Bearer\" removed")
    return true
  }

  private mutating func removeQuotes() -> Bool {
    let bytes = piece.bytes
    for (opening, closing) in Self.quotes {
      let opens = bytes.starts(with: opening)
      let closes = bytes.count >= opening.count + closing.count && bytes.suffix(closing.count).elementsEqual(closing)
      if opens, closes {
        cut(first: opening.count, last: closing.count)
      } else if opens, bytes.dropFirst(opening.count).starts(with: "eyJ".utf8) {
        cut(first: opening.count)
      } else if closes, bytes.starts(with: "eyJ".utf8) {
        cut(first: 0, last: closing.count)
      } else {
        continue
      }
      note("quotes removed")
      return true
    }
    return false
  }

  private static let quotes: [([UInt8], [UInt8])] = [
    ([0x5C, 0x22], [0x5C, 0x22]), ([0x22], [0x22]), ([0x27], [0x27]), ([0x60], [0x60]),
    (Array("\u{201C}".utf8), Array("\u{201D}".utf8)), (Array("\u{2018}".utf8), Array("\u{2019}".utf8)),
  ]

  private mutating func removeComma() -> Bool {
    guard let last = piece.bytes.last, last == 0x2C || last == 0x3B,
      let first = piece.bytes.first, first == 0x65 || first == 0x22 || first == 0x27
    else { return false }
    cut(first: 0, last: 1)
    note("comma at the end removed")
    return true
  }

  /// A JSON string's contents, copied without decoding: `\/`, `\"`, `\n`, `\u002e`.
  private mutating func undoEscapes() -> Bool {
    let bytes = piece.bytes
    guard bytes.contains(0x5C) else { return false }
    let isBody = bytes.first == 0x7B || bytes.first == 0x5B
    // In a body the backslashes belong to its own strings, unless its quotes are escaped too.
    if isBody, !bytes.dropFirst().drop(while: { $0.isBlank }).starts(with: [0x5C, 0x22]) { return false }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var runs = [OffsetMap.Run(output: 0, input: 0)]
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == 0x5C, let (value, length) = bytes[index...].escape {
        output.append(contentsOf: value)
        index += length
        runs.append(OffsetMap.Run(output: output.count, input: index - bytes.startIndex))
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    guard output.count < bytes.count else { return false }
    replace(by: output, .runs(runs))
    note("JSON string escapes undone")
    return true
  }

  /// A token or a base64 text that was broken into lines, or has blanks in it.
  private mutating func unwrap() -> Bool {
    let bytes = piece.bytes
    guard bytes.contains(where: \.isBlank) else { return false }
    guard bytes.allSatisfy({ $0.isBlank || $0.isBase64URL || $0.isBase64 || $0 == 0x2E || $0 == 0x3D }) else {
      return false
    }
    guard bytes.starts(with: "ey".utf8) || bytes.starts(with: "ew".utf8) || bytes.starts(with: "MI".utf8) else {
      return false
    }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var runs = [OffsetMap.Run(output: 0, input: 0)]
    for index in bytes.indices {
      if bytes[index].isBlank {
        runs.append(OffsetMap.Run(output: output.count, input: index + 1 - bytes.startIndex))
      } else {
        output.append(bytes[index])
      }
    }
    replace(by: output, .runs(runs))
    note(output.contains(0x2E) ? "line breaks inside the token removed" : "line breaks inside the base64 text removed")
    return true
  }

  /// Base64 around a token, as a second encoding by some queue or form.
  private mutating func undoBase64() -> Bool {
    let bytes = piece.bytes
    // "eyJ" in base64 is "ZXlK".
    guard bytes.starts(with: "ZXlK".utf8), !bytes.contains(0x2E) else { return false }
    let body = bytes.reversed().drop { $0 == 0x3D }.reversed().map { byte in
      byte == 0x2B ? 0x2D : byte == 0x2F ? 0x5F : byte
    }
    guard let decoded = try? Base64URL.decode(Array(body)), decoded.contains(0x2E) else { return false }
    replace(by: decoded, .base64)
    note("base64 around the token undone")
    return true
  }
}

extension ArraySlice<UInt8> {
  /// Begins like a DER or BER SEQUENCE whose length takes more than one byte, which no text does.
  var isDER: Bool {
    count > 1 && self[startIndex] == 0x30 && self[startIndex + 1] >= 0x80 && self[startIndex + 1] < 0x85
  }

  var startsWithBearer: Bool {
    prefix(7).map { $0 | 0x20 }.elementsEqual("bearer ".utf8)
  }

  /// The JSON escape at the start: what it stands for and how long it is.
  fileprivate var escape: (value: [UInt8], length: Int)? {
    guard count >= 2 else { return nil }
    switch self[startIndex + 1] {
    case 0x22, 0x5C, 0x2F: return ([self[startIndex + 1]], 2)
    case 0x6E: return ([0x0A], 2)
    case 0x72: return ([0x0D], 2)
    case 0x74: return ([0x09], 2)
    case 0x75:
      let digits = self[(startIndex + 2)...].prefix(4)
      guard digits.count == 4, digits.allSatisfy(\.isHexDigit) else { return nil }
      let unit = digits.reduce(UInt32(0)) { $0 << 4 | UInt32($1.hexValue) }
      guard let scalar = Unicode.Scalar(unit) else { return nil }
      return (Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter), 6)
    default: return nil
    }
  }
}
