// SPDX-License-Identifier: MIT

#if OpenSSL
  package import JOSE

  /// Signatures checked together. Digest, r and s are taken when a signature is added, the curve's work is done in
  /// ``finish(_:)``; what cannot be done there for want of memory goes the plain way.
  package final class ES256Batch: SignatureBatch {
    private let tables: KeyTables
    private let arithmetic: BatchArithmetic
    /// One verdict a signature; those of `waiting` are written over in `finish`.
    private var verdicts: [SignatureVerdict] = []
    private var waiting: [Waiting] = []
    /// The places of `waiting` that one run checks, in the order of checking.
    private var order: [Int] = []
    /// For each of `waiting` digest, r and s: 96 bytes.
    private var bytes: [UInt8] = []

    private struct Waiting {
      let prepared: PreparedES256
      let hotKey: HotKey
      let position: Int
      let rIsSmall: Bool
    }

    private static let bytesEach = 96

    init(tables: KeyTables, arithmetic: BatchArithmetic) {
      self.tables = tables
      self.arithmetic = arithmetic
    }

    package var count: Int { verdicts.count }

    package func add(_ prepared: any PreparedSignatureChecker, suffix: Span<UInt8>, signature: Span<UInt8>) {
      guard let own = prepared as? PreparedES256, let hotKey = ownKey(of: own) else {
        verdicts.append(prepared.check(suffix: suffix, signature: signature))
        return
      }
      let digest = own.digest(suffix: suffix)
      add(own, hotKey: hotKey, digest: digest.span, signature: signature)
    }

    /// Adds a signature over a digest of 32 bytes that the caller has made: tests reach digests that no message is
    /// known for.
    package func add(_ prepared: PreparedES256, digest: Span<UInt8>, signature: Span<UInt8>) {
      guard let hotKey = ownKey(of: prepared) else {
        verdicts.append(prepared.key.check(digest: digest, signature: signature))
        return
      }
      add(prepared, hotKey: hotKey, digest: digest, signature: signature)
    }

    /// The key's entry if the key was prepared by the checker that made this batch.
    private func ownKey(of prepared: PreparedES256) -> HotKey? {
      guard let hotKey = prepared.hotKey, hotKey.owner == ObjectIdentifier(tables) else { return nil }
      return hotKey
    }

    private func add(_ prepared: PreparedES256, hotKey: HotKey, digest: Span<UInt8>, signature: Span<UInt8>) {
      let position = verdicts.count
      verdicts.append(.invalid)
      // Before anything is multiplied: a zero among the s of a run would spoil all of them.
      guard signature.count == P256.signatureByteCount, P256.signatureIsInRange(signature) else { return }
      // SAFETY: both buffers are copied within the call.
      unsafe digest.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
      unsafe signature.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
      let rIsSmall = UInt256(signature, at: 0) < P256.primeMinusOrder
      waiting.append(Waiting(prepared: prepared, hotKey: hotKey, position: position, rIsSmall: rIsSmall))
    }

    package func finish(_ verdicts: inout [SignatureVerdict]) {
      var first = 0
      while first < waiting.count {
        let end = min(first + BatchArithmetic.runLength, waiting.count)
        LibraryErrors.clean { checkRun(first..<end) }
        first = end
      }
      verdicts += self.verdicts
      self.verdicts.removeAll(keepingCapacity: true)
      waiting.removeAll(keepingCapacity: true)
      bytes.removeAll(keepingCapacity: true)
    }

    /// Checks one run, the signatures of one key after the other: a multiplication reads all 150 KB of its table, and
    /// tables taken in turns would push each other out of the cache.
    private func checkRun(_ run: Range<Int>) {
      // SAFETY: 96 bytes belong to each element of `waiting`, and the pointer is read within the call only.
      let loaded = unsafe bytes.withUnsafeBufferPointer { buffer in
        let slice = unsafe buffer[run.lowerBound * Self.bytesEach..<run.upperBound * Self.bytesEach]
        return unsafe arithmetic.load(UnsafeBufferPointer(rebasing: slice))
      }
      arrange(run)
      var start = 0
      while start < order.count {
        let key = waiting[order[start]].hotKey
        var end = start + 1
        while end < order.count, waiting[order[end]].hotKey === key { end += 1 }
        check(order[start..<end], of: key, isLoaded: loaded, run: run)
        start = end
      }
    }

    /// Checks the signatures of one key.
    private func check(_ places: ArraySlice<Int>, of key: HotKey, isLoaded: Bool, run: Range<Int>) {
      let table = tables.table(for: key)
      var isReady = isLoaded
      if isLoaded, table != nil {
        isReady = places.allSatisfy { place in
          unsafe arithmetic.multiplyGenerator(place - run.lowerBound, group: tables.group)
        }
      }
      var valid = 0
      for place in places {
        var verdict: SignatureVerdict?
        if isReady {
          let fits = unsafe arithmetic.fits(
            place - run.lowerBound, group: tables.group, point: key.point, table: table,
            rIsSmall: waiting[place].rIsSmall)
          verdict = fits.map { $0 ? .valid : .invalid }
        }
        let known = verdict ?? checkPlainly(place)
        if case .valid = known { valid += 1 }
        verdicts[waiting[place].position] = known
      }
      tables.count(key: key, checks: places.count, valid: valid, withTable: table != nil)
    }

    /// Puts a run's places into `order`, key by key, and within a key as they came.
    private func arrange(_ run: Range<Int>) {
      order.removeAll(keepingCapacity: true)
      order.append(contentsOf: run)
      let first = waiting[run.lowerBound].hotKey
      if run.allSatisfy({ waiting[$0].hotKey === first }) { return }
      order.sort { left, right in
        let (one, other) = (ObjectIdentifier(waiting[left].hotKey), ObjectIdentifier(waiting[right].hotKey))
        return one == other ? left < right : one < other
      }
    }

    private func checkPlainly(_ index: Int) -> SignatureVerdict {
      let start = index * Self.bytesEach
      let middle = start + SHA256Hash.byteCount
      let bytes = bytes
      let digest = bytes.span.extracting(start..<middle)
      let signature = bytes.span.extracting(middle..<start + Self.bytesEach)
      return waiting[index].prepared.key.check(digest: digest, signature: signature)
    }
  }
#endif
