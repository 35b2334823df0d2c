// SPDX-License-Identifier: MIT

internal import StrictJSON

extension OffsetMap.Step {
  /// Leads from a string's decoded bytes back to where they stand in its document; with escapes, each stretch between two of
  /// them is a run.
  static func contents(of text: JSONText, in json: Span<UInt8>) -> OffsetMap.Step {
    guard text.isEscaped else { return .shift(text.start) }
    var runs = [OffsetMap.Run(output: 0, input: text.start)]
    var output = 0
    var index = text.start
    while index < min(text.end, json.count) {
      if json[index] == 0x5C, index + 1 < text.end {
        let (length, count) = escape(json, at: index)
        index += length
        output += count
        runs.append(OffsetMap.Run(output: output, input: index))
      } else {
        index += 1
        output += 1
      }
    }
    return .runs(runs)
  }

  /// How long an escape is, and how many bytes of UTF-8 it stands for. The reader has found it well-formed.
  private static func escape(_ json: Span<UInt8>, at index: Int) -> (length: Int, count: Int) {
    guard json[index + 1] == 0x75, index + 6 <= json.count else { return (2, 1) }
    var unit = UInt32(0)
    for digit in index + 2..<index + 6 { unit = unit << 4 | UInt32(json[digit].hexValue) }
    switch unit {
    case 0..<0x80: return (6, 1)
    case 0x80..<0x800: return (6, 2)
    // The first half of a pair, which is four bytes together.
    case 0xD800..<0xDC00: return (12, 4)
    default: return (6, 3)
    }
  }
}
