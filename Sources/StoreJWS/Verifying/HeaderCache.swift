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

  /// The record of a header that has proved good.
  func find(_ characters: Span<UInt8>) -> HeaderRecord? {
    let hash = Self.hash(characters)
    // A copy of the few candidates leaves the lock; comparing 4,400 bytes does not need it.
    let candidates = state.withLock { state -> [HeaderRecord] in
      guard var entries = state.entries[hash] else { return [] }
      state.clock &+= 1
      for index in entries.indices { entries[index].lastUse = state.clock }
      state.entries[hash] = entries
      return entries.map(\.record)
    }
    for candidate in candidates where candidate.characters.count == characters.count {
      let known = candidate.characters
      if characters.starts(with: known.span) { return candidate }
    }
    return nil
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
    }
  }

  private static func evict(_ state: inout State) {
    guard let oldest = state.entries.min(by: { $0.value[0].lastUse < $1.value[0].lastUse })?.key else { return }
    state.count -= state.entries[oldest]?.count ?? 0
    state.entries[oldest] = nil
  }

  /// How many headers are remembered.
  var count: Int { state.withLock { $0.count } }
}
