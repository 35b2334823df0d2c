// SPDX-License-Identifier: MIT
internal import JOSE

/// What one worker remembers of headers, in front of the verifier's ``HeaderCache``.
struct HeaderMemory {
  /// The record of the token before, if the cache vouches for it: looked at first.
  var last: HeaderRecord?
  /// Records made in this batch whose tokens are not verified yet, so that the first batch under a header judges it once.
  /// At most as many as a batch has tokens: nothing here can push a good header out of the cache.
  private var fresh: [UInt64: [HeaderRecord]] = [:]
  private var freshCount = 0
  /// So few outlive their batch. A foreign header is never in the cache, and a stream of tokens under one or two of them must
  /// not judge it again for each batch.
  private static let outlivingCount = 8
  private let keepsFresh: Bool

  init(keepsFresh: Bool) {
    self.keepsFresh = keepsFresh
  }

  func findFresh(_ characters: Span<UInt8>) -> HeaderRecord? {
    guard !fresh.isEmpty, let records = fresh[HeaderCache.hash(characters)] else { return nil }
    for record in records where record.characters.count == characters.count {
      let known = record.characters
      if characters.starts(with: known.span) { return record }
    }
    return nil
  }

  mutating func keepFresh(_ record: HeaderRecord) {
    guard keepsFresh else { return }
    let known = record.characters
    fresh[HeaderCache.hash(known.span), default: []].append(record)
    freshCount += 1
  }

  /// A batch is over: forgets its records, unless they are few.
  mutating func forgetFresh() {
    guard freshCount > Self.outlivingCount else { return }
    fresh.removeAll(keepingCapacity: true)
    freshCount = 0
  }
}
