// SPDX-License-Identifier: MIT

/// The first line of an input that is not blank.
struct FirstLine {
  /// Where it stands in what was read, its separator left out.
  var range: Range<Int>
  /// Counted from 1.
  var number: Int
}

extension DocumentCollector {
  /// Reads until the first line that is not blank is there, or so much of it as a line may be long.
  ///
  /// - Returns: nil where there is none, or none within the window in which documents are recognised too.
  mutating func firstLine(separator: UInt8) throws(InputError) -> FirstLine? {
    // A byte order mark must be there whole to be seen.
    while bytes.count < 3, !isAtEnd { try readMore() }
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var lineStart = 0
    var number = 1
    while true {
      while index < bytes.count, bytes[index].isBlank || bytes[index] == separator {
        if bytes[index] == separator {
          number += 1
          lineStart = index + 1
        }
        index += 1
      }
      if index < bytes.count { break }
      if isAtEnd || bytes.count >= InputSniffer.window { return nil }
      try readMore()
    }
    while true {
      if let end = bytes[index...].firstIndex(of: separator) {
        return FirstLine(range: lineStart..<end, number: number)
      }
      index = bytes.count
      if isAtEnd || index - lineStart > LineCutter.maximumLineByteCount {
        return FirstLine(range: lineStart..<index, number: number)
      }
      try readMore()
    }
  }
}
