// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Decides whether an input is one document or lines, from its beginning.
///
/// One line is a document. Several lines are one document only where they belong together: JSON that does not end on its
/// first line, a token or base64 text that goes on, a binary file, a page. Everything else is lines, so that a stream
/// whose first line is damaged stays a stream.
package enum InputSniffer {
  /// How much is looked at.
  package static let window = 1 << 20

  /// The answer, or nil where more must be read first.
  ///
  /// - Parameters:
  ///   - prefix: what has been read so far.
  ///   - isWhole: nothing follows.
  ///   - keepsBlankLines: one line out for each line in, so that even a blank one counts.
  package static func decide(_ prefix: [UInt8], isWhole: Bool, keepsBlankLines: Bool) -> InputShape? {
    var start = prefix.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if prefix[start...].isDER || Mistake.foreignBeginning(prefix[...]) != nil { return .document }
    let lineStart = start
    while start < prefix.count, prefix[start].isBlank { start += 1 }
    let blankLines = prefix[lineStart..<start].contains(0x0A)
    guard start < prefix.count else {
      if !isWhole { return prefix.count < window ? nil : .lines }
      return keepsBlankLines && !prefix.isEmpty ? .lines : .document
    }
    let firstEnd = prefix[start...].firstIndex(of: 0x0A) ?? prefix.count
    let next = prefix[firstEnd...].firstIndex { !$0.isBlank }
    guard let next else {
      // One line with something on it.
      if !isWhole { return prefix.count < window ? nil : longLine(prefix[start...]) }
      let isAlone = !blankLines && !prefix[min(firstEnd + 1, prefix.count)...].contains(0x0A)
      return keepsBlankLines && !isAlone ? .lines : .document
    }
    return several(prefix, start: start, firstEnd: firstEnd, next: next, isWhole: isWhole)
  }

  /// A first line that fills the whole window: JSON and base64 may be that long as documents, and so may lines.
  private static func longLine(_ line: ArraySlice<UInt8>) -> InputShape {
    line.isDER ? .document : .lines
  }

  private static func several(
    _ prefix: [UInt8], start: Int, firstEnd: Int, next: Int, isWhole: Bool
  ) -> InputShape? {
    let isFinal = isWhole || prefix.count >= window
    let first = trimmedEnd(prefix[start..<firstEnd])
    switch prefix[start] {
    case 0x3C, 0x2D: return .document
    case 0x7B, 0x5B: return json(prefix, start: start, firstEnd: firstEnd, isWhole: isWhole, isFinal: isFinal)
    default: break
    }
    // A token or base64 text that goes on in the next line has nothing but its own characters in both.
    let body = first.drop { $0 == 0x22 || $0 == 0x27 }
    guard body.allSatisfy(isTokenCharacter) else { return .lines }
    let secondEnd = prefix[next...].firstIndex(of: 0x0A)
    if secondEnd == nil, !isFinal { return nil }
    let second = trimmedEnd(prefix[next..<(secondEnd ?? prefix.count)])
    let continues = second.drop { $0 == 0x2E }.allSatisfy { isTokenCharacter($0) || $0 == 0x22 || $0 == 0x27 }
    guard continues else { return .lines }
    let dots = first.count { $0 == 0x2E }
    let endsOpen = first.last == 0x2E || second.first == 0x2E
    if ["MI", "ew", "ZX"].contains(where: { first.starts(with: $0.utf8) }), dots == 0 {
      return receipt(prefix, start: start, first: first, second: second, isFinal: isFinal)
    }
    if !first.starts(with: "ey".utf8) { return .lines }
    if dots >= 2, !endsOpen { return wrappedTail(second) ? .document : .lines }
    if endsOpen { return .document }
    return second.starts(with: "eyJ".utf8) ? .lines : .document
  }

  /// A line that can only be the end of a signature: short and without dots.
  private static func wrappedTail(_ line: ArraySlice<UInt8>) -> Bool {
    line.count < 86 && !line.contains(0x2E) && !line.starts(with: "ey".utf8) && line.count > 16
  }

  private static func receipt(
    _ prefix: [UInt8], start: Int, first: ArraySlice<UInt8>, second: ArraySlice<UInt8>, isFinal: Bool
  ) -> InputShape? {
    // Wrapped base64 has lines of one width, except the last; whole receipts on lines begin alike.
    if first.prefix(2).elementsEqual(second.prefix(2)) { return .lines }
    return first.count <= 1024 && second.count <= first.count ? .document : .lines
  }

  private static func json(
    _ prefix: [UInt8], start: Int, firstEnd: Int, isWhole: Bool, isFinal: Bool
  ) -> InputShape? {
    let bytes = prefix.span.extracting(start..<prefix.count)
    var end = 0
    var failure: JSONError?
    do throws(JSONError) {
      var reader = try JSONReader(bytes, limits: .body)
      try reader.skipValue()
      end = start + reader.position
    } catch {
      failure = error
    }
    guard let failure else { return end <= firstEnd ? .lines : .document }
    let offset = start + failure.offset
    if failure.code == .unexpectedEnd, !isWhole { return isFinal ? .document : nil }
    if failure.code == .unexpectedEnd, offset >= prefix.count {
      return startsAnew(prefix, firstEnd) ? .lines : .document
    }
    if offset <= firstEnd, !TextShape.isPropertyList(prefix[start...]) { return .lines }
    return startsAnew(prefix, firstEnd) ? .lines : .document
  }

  /// One of the next lines begins like a document of its own, in the first column.
  private static func startsAnew(_ prefix: [UInt8], _ firstEnd: Int) -> Bool {
    var index = firstEnd
    for _ in 0..<8 {
      guard index + 1 < prefix.count else { return false }
      let line = prefix[(index + 1)...]
      if line.starts(with: "{\"".utf8) || line.starts(with: "eyJ".utf8) { return true }
      index = line.firstIndex(of: 0x0A) ?? prefix.count
    }
    return false
  }

  private static func trimmedEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    while let last = line.last, last.isBlank || last == 0x22 || last == 0x27 || last == 0x2C { line.removeLast() }
    return line
  }

  private static func isTokenCharacter(_ byte: UInt8) -> Bool {
    byte.isBase64URL || byte.isBase64 || byte == 0x2E || byte == 0x3D
  }
}
