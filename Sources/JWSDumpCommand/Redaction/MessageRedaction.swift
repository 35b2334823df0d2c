// SPDX-License-Identifier: MIT

internal import JOSE

/// Puts hashes in the place of what messages quote. Most records of a document have the same messages: each is rewritten once.
struct MessageRedaction {
  /// What was hidden and its hash, the longest first, as one may be a part of another.
  private let hidden: [(text: String, hash: String)]
  private var known: [String: String] = [:]

  /// Shorter values would be found by chance in words and numbers that have nothing to do with them.
  private static let distinctByteCount = 6
  /// Where messages quote a value, however short.
  private static let quotations = ["found ", "expected ", " id ", "\""]

  /// - Parameter replaced: what was hidden in the payloads, and its hashes.
  init(_ replaced: [String: String]) {
    hidden = replaced.map { (text: $0.key, hash: $0.value) }
      .sorted { ($0.text.utf8.count, $0.text) > ($1.text.utf8.count, $1.text) }
  }

  mutating func rewritten(_ finding: CheckFinding) -> CheckFinding {
    CheckFinding(code: finding.code, message: rewritten(finding.message))
  }

  mutating func rewritten(_ message: String) -> String {
    if let known = known[message] { return known }
    var result = message
    for (text, hash) in hidden where result.contains(text) {
      result = Self.replacing(text, in: result, by: hash, onlyQuoted: text.utf8.count < Self.distinctByteCount)
    }
    known[message] = result
    return result
  }

  private static func replacing(_ text: String, in message: String, by hash: String, onlyQuoted: Bool) -> String {
    let pieces = message.split(separator: text, omittingEmptySubsequences: false)
    var result = ""
    for (index, piece) in pieces.enumerated() {
      if index > 0 {
        let isQuoted = quotations.contains { result.hasSuffix($0) }
        let goesOn = piece.first.map { $0.isLetter || $0.isNumber } ?? false
        result += onlyQuoted && (!isQuoted || goesOn) ? text : hash
      }
      result += piece
    }
    return result
  }
}
