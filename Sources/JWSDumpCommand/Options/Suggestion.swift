// SPDX-License-Identifier: MIT

/// Finds the word that was probably meant.
package enum Suggestion {
  /// The candidate nearest to `word`, or nil where none is near: at most a third of its letters may differ, or the
  /// word is the beginning of exactly one candidate.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let typed = Array(word.lowercased().utf8.prefix(64))
    guard typed.count >= 2 else { return nil }
    let continued = candidates.filter { $0.lowercased().utf8.starts(with: typed) }
    if continued.count == 1 { return continued.first }
    var best: (word: String, distance: Int)?
    for candidate in candidates {
      let distance = distance(typed, Array(candidate.lowercased().utf8))
      if distance <= max(1, min(typed.count, candidate.utf8.count) / 3), distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.word
  }

  /// Letters to insert, remove, replace or swap with their neighbour (optimal string alignment).
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        var value = min(current[column] + 1, last[column + 1] + 1)
        value = min(value, last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          value = min(value, beforeLast[column - 1] + 1)
        }
        current.append(value)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
