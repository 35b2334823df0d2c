// SPDX-License-Identifier: MIT

/// Leads from an offset in what came out of the door back to the offset in what was given.
package struct OffsetMap: Sendable {
  /// One thing that was undone.
  enum Step: Sendable {
    /// Bytes in front were cut off.
    case shift(Int)
    /// The text was put together from runs; each begins at `output` and stood at `input`.
    case runs([Run])
    /// The bytes were decoded from base64 characters: byte n lies in character ⌊4n/3⌋.
    case base64
  }

  struct Run: Sendable {
    var output: Int
    var input: Int
  }

  private(set) var steps: [Step] = []

  /// Nothing was undone.
  package init() {}

  init(shift: Int) {
    if shift != 0 { steps = [.shift(shift)] }
  }

  mutating func append(_ step: Step) {
    if case .shift(0) = step { return }
    steps.append(step)
  }

  /// The offset in the text as given.
  package func original(_ offset: Int) -> Int {
    var offset = offset
    for step in steps.reversed() {
      switch step {
      case .shift(let count): offset += count
      case .base64: offset = offset / 3 * 4 + offset % 3 * 4 / 3
      case .runs(let runs):
        var low = 0
        var high = runs.count
        while low + 1 < high {
          let middle = (low + high) / 2
          if runs[middle].output <= offset { low = middle } else { high = middle }
        }
        if let run = runs.indices.contains(low) ? runs[low] : nil { offset = run.input + offset - run.output }
      }
    }
    return offset
  }
}
