// SPDX-License-Identifier: MIT
internal import JOSE
internal import Synchronization

/// Header records that have proved good, least recently used first out, and the ones being made right now.
///
/// One verifier has one cache. A record enters only after a token under it was verified (see ``admit(_:)``): else an attacker
/// could push the good ones out with headers of his own. Equality is over all bytes; the hash only finds candidates.
final class HeaderCache: Sendable {
  private struct State: ~Copyable {
    var entries: [UInt64: [Entry]] = [:]
    var count = 0
    var clock: UInt64 = 0
    /// The record that was used last: most tokens have the header of the token before.
    var latest: HeaderRecord?
    var underWay: [UInt64: [UnderWay]] = [:]
  }

  private struct Entry {
    let record: HeaderRecord
    var lastUse: UInt64
  }

  /// One header that some task is judging; others with the same header wait here instead of judging it again.
  private final class UnderWay: Sendable {
    let characters: [UInt8]
    let result = Mutex<Result<HeaderRecord, JOSEError>?>(nil)

    init(characters: [UInt8]) {
      self.characters = characters
    }
  }

  private let state = Mutex(State())
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Sixty-four samples are enough to find candidates: real headers differ in every certificate's key and signature, and
  /// nobody without a trusted key can get another header into the cache.
  static func hash(_ characters: Span<UInt8>) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: characters.count)
    let stride = max(1, characters.count / 64)
    var index = 0
    while index < characters.count {
      hash = (hash ^ UInt64(characters[index])) &* 0x100_0000_01B3
      index += stride
    }
    return hash
  }

  /// The record of a header that was used last, if there is one: a guess that the caller must compare.
  ///
  /// Taking it again leaves no stamp; it was stamped when it became the latest, and nothing else was used since.
  var latest: HeaderRecord? { state.withLock { $0.latest } }

  /// The record of a header that has proved good.
  func find(_ characters: Span<UInt8>) -> HeaderRecord? {
    let hash = Self.hash(characters)
    // A copy of the few candidates leaves the lock; comparing 4,400 bytes does not need it.
    let candidates = state.withLock { state -> [HeaderRecord] in
      guard let entries = state.entries[hash] else { return [] }
      if entries.count == 1 {
        Self.use(&state, hash, 0)
        state.latest = entries[0].record
      }
      return entries.map(\.record)
    }
    for candidate in candidates where candidate.characters.count == characters.count {
      let known = candidate.characters
      guard characters.starts(with: known.span) else { continue }
      if candidates.count > 1 {
        state.withLock { state in
          if let index = state.entries[hash]?.firstIndex(where: { $0.record === candidate }) {
            Self.use(&state, hash, index)
            state.latest = candidate
          }
        }
      }
      return candidate
    }
    return nil
  }

  private static func use(_ state: inout State, _ hash: UInt64, _ index: Int) {
    state.clock &+= 1
    state.entries[hash]?[index].lastUse = state.clock
  }

  /// Judges a header that is not in the cache; concurrent calls for the same header share one judgement.
  ///
  /// The work is synchronous and is finished by whoever began it, so a cancelled task leaves nobody waiting.
  func judge(
    _ characters: Span<UInt8>, by make: () -> Result<HeaderRecord, JOSEError>
  ) -> Result<HeaderRecord, JOSEError> {
    let hash = Self.hash(characters)
    let key = [UInt8](copying: characters)
    let underWay = state.withLock { state -> UnderWay in
      if let found = state.underWay[hash]?.first(where: { $0.characters == key }) { return found }
      let created = UnderWay(characters: key)
      state.underWay[hash, default: []].append(created)
      return created
    }
    let result = underWay.result.withLock { result -> Result<HeaderRecord, JOSEError> in
      if let result { return result }
      let made = make()
      result = made
      return made
    }
    state.withLock { state in
      state.underWay[hash]?.removeAll { $0 === underWay }
      if state.underWay[hash]?.isEmpty == true { state.underWay[hash] = nil }
    }
    return result
  }

  /// Takes in the record of a header under which a token has just been verified.
  func admit(_ record: HeaderRecord) {
    guard capacity > 0, record.isAcceptable else { return }
    let characters = record.characters
    let hash = Self.hash(characters.span)
    state.withLock { state in
      if state.entries[hash]?.contains(where: { $0.record.characters == record.characters }) == true { return }
      if state.count >= capacity { Self.evict(&state) }
      state.clock &+= 1
      state.entries[hash, default: []].append(Entry(record: record, lastUse: state.clock))
      state.count += 1
      state.latest = record
      record.isRemembered = true
    }
  }

  /// Takes out the one header that has been used least recently, not those that share its hash.
  private static func evict(_ state: inout State) {
    var oldest: (hash: UInt64, index: Int, lastUse: UInt64)?
    for (hash, entries) in state.entries {
      for (index, entry) in entries.enumerated() where entry.lastUse < oldest?.lastUse ?? .max {
        oldest = (hash, index, entry.lastUse)
      }
    }
    guard let oldest else { return }
    state.entries[oldest.hash]?.remove(at: oldest.index).record.isRemembered = false
    if state.entries[oldest.hash]?.isEmpty == true { state.entries[oldest.hash] = nil }
    state.count -= 1
  }

  /// How many headers are remembered.
  var count: Int { state.withLock { $0.count } }
}
