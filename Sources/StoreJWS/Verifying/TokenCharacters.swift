// SPDX-License-Identifier: MIT

/// A token as received: an array, or a part of one that holds many tokens, so that bulk readers need not copy each.
struct TokenCharacters: Sendable {
  private let storage: [UInt8]
  private let range: Range<Int>

  init(_ characters: [UInt8]) {
    storage = characters
    range = 0..<characters.count
  }

  /// The part of `storage` in `range`, which lies inside it.
  init(_ storage: [UInt8], _ range: Range<Int>) {
    self.storage = storage
    self.range = range
  }

  var span: Span<UInt8> { storage.span.extracting(range) }

  /// The characters alone; a part is copied.
  var array: [UInt8] { range == 0..<storage.count ? storage : Array(storage[range]) }
}
