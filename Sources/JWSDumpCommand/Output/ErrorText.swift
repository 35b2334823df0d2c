// SPDX-License-Identifier: MIT

internal import JOSE
internal import StoreJWS

/// The words for errors and refusals, the same on standard error and in the pretty format.
enum ErrorText {
  /// `header: expected … (base64Character at byte 50 of the header, $.x5c[1])`
  static func line(_ error: RecordError) -> String {
    var place = error.code
    if let offset = error.offset { place += " at byte \(offset)" }
    if let segment = error.segment { place += " in the \(segment)" }
    if let path = error.path { place += ", " + TerminalText.escape(path, limit: 120) }
    return "\(TerminalText.escape(error.message, limit: 600)) (\(place))"
  }

  /// `not verified: chainTrust: …; validityTime: …`
  static func unverified(_ record: Record) -> String {
    let failures = record.verification.failedChecks.map {
      "\($0.check.rawValue): \(TerminalText.escape($0.finding.message, limit: 400)) (\($0.finding.code))"
    }
    if !failures.isEmpty { return "not verified: " + failures.joined(separator: "; ") }
    return "not verified: " + TerminalText.escape(record.verification.reasonNotRun, limit: 400)
  }

  /// The text around an error's byte, and a caret under it.
  static func excerpt(_ error: RecordError, in source: ArraySlice<UInt8>, style: Style, width: Int) -> [String] {
    guard let offset = error.offset, offset >= 0, offset <= source.count, !source.isEmpty else { return [] }
    let room = max(20, min(width - 2, 76))
    let position = source.startIndex + offset
    let lineStart = source[..<position].lastIndex(of: 0x0A).map { $0 + 1 } ?? source.startIndex
    let lineEnd = source[position...].firstIndex(of: 0x0A) ?? source.endIndex
    let from = max(lineStart, position - room / 2)
    let to = min(lineEnd, from + room)
    guard source[from..<to].allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
      return ["bytes \(hex(source[max(lineStart, position - 8)..<min(source.endIndex, position + 8)]))"]
    }
    let before = from > lineStart ? "…" : ""
    let after = to < lineEnd ? "…" : ""
    let text = before + String(decoding: source[from..<to], as: UTF8.self) + after
    let blanks = String(repeating: " ", count: position - from + (before.isEmpty ? 0 : 1))
    return [style.faint(text), blanks + style.bad("^")]
  }

  private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }
}
