// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import COpenSSL
  internal import Synchronization

  /// What one checker has counted and built for the keys of its batches.
  @safe
  final class KeyTables: Sendable {
    /// The bounds of `security.md`'s kind: each is what an attacker with many valid keys could otherwise size.
    enum Limit {
      /// 150 KB each.
      static let tables = 8
      /// As many keys as the header cache has room for; beyond it counting starts anew for keys without a table.
      static let keys = 1_024
      /// A table that served none of this many checks may make room for another key's.
      static let idleChecks = 50_000
    }

    /// What the steps cost in microseconds on the machine this was measured on. Only their ratios matter: they keep
    /// the making of tables under a tenth of the checking without a look at a clock.
    enum Cost {
      static let table = 26_000
      static let checkWithTable = 20
      static let checkWithout = 60
      static let verifyingShare = 10
    }

    /// The curve with its own generator. Only read after init.
    // SAFETY: libcrypto does not write to a group in multiplication, addition or coordinate access.
    nonisolated(unsafe) let group: OpaquePointer
    private let threshold: Int?
    private let state = Mutex(State())

    private struct State {
      var keys: [[UInt8]: HotKey] = [:]
      /// Keys that have a table.
      var tabled: [HotKey] = []
      var isBuilding = false
      var canBuild = true
      var tablesBuilt = 0
      var checksWithTable = 0
      var checksWithout = 0
    }

    /// nil if the policy keeps batches plain, or if libcrypto does not know the curve.
    init?(policy: BatchingPolicy) {
      guard policy.sharesInversion,
        let group = unsafe LibraryErrors.clean({ unsafe EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) })
      else { return nil }
      unsafe self.group = unsafe group
      threshold = policy.tableThreshold
    }

    deinit {
      unsafe EC_GROUP_free(group)
    }

    /// The shared entry of a key, made when it is first asked for.
    func entry(for key: ES256PublicKey) -> HotKey? {
      if let known = state.withLock({ $0.keys[key.subjectPublicKeyInfo] }) { return known }
      guard let point = unsafe LibraryErrors.clean({ unsafe key.makePoint(in: group) }) else { return nil }
      let made = unsafe HotKey(point: point, owner: self)
      return state.withLock { state in
        if let other = state.keys[key.subjectPublicKeyInfo] { return other }
        if state.keys.count >= Limit.keys { state.keys = state.keys.filter { $0.value.hasTable } }
        state.keys[key.subjectPublicKeyInfo] = made
        return made
      }
    }

    /// The table of a key, made here and now if the key has earned one; nil otherwise.
    func table(for key: HotKey) -> KeyTable? {
      if let table = key.table { return table }
      guard let threshold, key.verified >= threshold, mayBuild(unbudgeted: threshold == 0) else { return nil }
      // Outside the lock: other workers go on without a table for the 25 ms that this takes.
      let table = unsafe KeyTable(point: key.point, group: group)
      state.withLock { state in
        state.isBuilding = false
        guard let table else {
          state.canBuild = false
          return
        }
        state.tablesBuilt += 1
        if state.tabled.count >= Limit.tables { Self.dropIdlest(in: &state) }
        state.tabled.append(key)
        key.publish(table, at: state.checksWithTable + state.checksWithout)
      }
      return table
    }

    /// Adds to the accounts what a batch has done for one key.
    func count(key: HotKey, checks: Int, valid: Int, withTable: Bool) {
      key.addVerified(valid)
      state.withLock { state in
        if withTable { state.checksWithTable += checks } else { state.checksWithout += checks }
        if withTable { key.stamp(state.checksWithTable + state.checksWithout) }
      }
    }

    private func mayBuild(unbudgeted: Bool) -> Bool {
      state.withLock { state in
        guard state.canBuild, !state.isBuilding else { return false }
        let checks = state.checksWithTable + state.checksWithout
        if state.tabled.count >= Limit.tables, !unbudgeted {
          let idlest = state.tabled.map(\.lastUse).min() ?? checks
          guard checks - idlest >= Limit.idleChecks else { return false }
        }
        let spent = state.checksWithTable * Cost.checkWithTable + state.checksWithout * Cost.checkWithout
        guard unbudgeted || (state.tablesBuilt + 1) * Cost.table * Cost.verifyingShare <= spent else { return false }
        state.isBuilding = true
        return true
      }
    }

    private static func dropIdlest(in state: inout State) {
      guard let index = state.tabled.indices.min(by: { state.tabled[$0].lastUse < state.tabled[$1].lastUse }) else {
        return
      }
      state.tabled.remove(at: index).dropTable()
    }

    /// How many keys have a table now, and how many tables were ever made.
    var tableCounts: (held: Int, built: Int) {
      state.withLock { ($0.tabled.count, $0.tablesBuilt) }
    }
  }

  /// One key as the batches of one checker see it.
  @safe
  final class HotKey: Sendable {
    /// The key as a point of the plain group. Only read after init.
    // SAFETY: owned by this object; freed once, in deinit.
    nonisolated(unsafe) let point: OpaquePointer
    /// The identity of the checker's tables; prepared keys of another checker are not batched.
    let owner: ObjectIdentifier
    private let verifiedCount = Atomic<Int>(0)
    private let use = Atomic<Int>(0)
    private let published = Mutex<KeyTable?>(nil)

    init(point: OpaquePointer, owner: KeyTables) {
      unsafe self.point = unsafe point
      self.owner = ObjectIdentifier(owner)
    }

    deinit {
      unsafe EC_POINT_free(point)
    }

    var verified: Int { verifiedCount.load(ordering: .relaxed) }
    var lastUse: Int { use.load(ordering: .relaxed) }
    var table: KeyTable? { published.withLock { $0 } }
    var hasTable: Bool { table != nil }

    func addVerified(_ count: Int) { verifiedCount.wrappingAdd(count, ordering: .relaxed) }
    func stamp(_ checks: Int) { use.store(checks, ordering: .relaxed) }

    /// Makes a whole table visible to other workers.
    func publish(_ table: KeyTable, at checks: Int) {
      stamp(checks)
      published.withLock { $0 = table }
    }

    /// Workers that hold the table go on with it until their batch ends.
    func dropTable() {
      published.withLock { $0 = nil }
    }
  }

  /// A copy of the curve's group whose generator is the signer's key, with libcrypto's table of its multiples: the
  /// product of a scalar and the key is then a multiplication with a fixed base.
  ///
  /// This group must never reach an EC_KEY or EVP, which would take its generator for the curve's.
  @safe
  final class KeyTable: Sendable {
    // SAFETY: written in init only; multiplication reads it.
    nonisolated(unsafe) let group: OpaquePointer

    /// nil if libcrypto does not make tables.
    init?(point: OpaquePointer, group: OpaquePointer) {
      let made = unsafe LibraryErrors.clean { () -> OpaquePointer? in
        guard let copy = unsafe EC_GROUP_dup(group) else { return nil }
        guard
          unsafe EC_GROUP_set_generator(
            copy, point, EC_GROUP_get0_order(group), EC_GROUP_get0_cofactor(group)) == 1,
          unsafe storejws_EC_GROUP_precompute_mult(copy, nil) == 1
        else {
          unsafe EC_GROUP_free(copy)
          return nil
        }
        return unsafe copy
      }
      guard let made = unsafe made else { return nil }
      unsafe self.group = unsafe made
    }

    deinit {
      unsafe EC_GROUP_free(group)
    }
  }
#endif
