// SPDX-License-Identifier: MIT

/// A fixed list of names with a fast way from bytes to the name's place in the list.
///
/// Made once for each kind of object (its member names) or enumeration (its values). Lookup hashes the length and three
/// bytes into a table without collisions and compares once, so its cost does not grow with the list.
public struct MemberTable: Sendable {
  /// The names, in the order given.
  public let names: [String]
  @usableFromInline let pool: [UInt8]
  @usableFromInline let starts: [Int32]
  @usableFromInline let slots: [UInt8]
  @usableFromInline let multiplier: UInt32

  /// Makes a table.
  ///
  /// - Parameter names: at most 64, all different, none empty. Anything else is the programmer's mistake and stops the
  ///   program when the table is made, not when input is read.
  public init(_ names: [String]) {
    precondition(names.count <= 64 && Set(names).count == names.count && !names.contains(""), "member table")
    var pool: [UInt8] = []
    var starts: [Int32] = [0]
    for name in names {
      pool.append(contentsOf: name.utf8)
      starts.append(Int32(pool.count))
    }
    self.names = names
    self.pool = pool
    self.starts = starts
    (slots, multiplier) = Self.collisionFreeSlots(pool: pool, starts: starts)
  }

  /// Tries odd multipliers until every name has a slot of its own; the last resort is a table of empty slots, which
  /// sends every lookup through ``slowIndex(of:in:)``.
  private static func collisionFreeSlots(pool: [UInt8], starts: [Int32]) -> ([UInt8], UInt32) {
    let count = starts.count - 1
    var multiplier: UInt32 = 0x9E37_79B1
    for _ in 0..<4096 {
      var slots = [UInt8](repeating: 255, count: 1024)
      var collided = false
      for index in 0..<count {
        let start = Int(starts[index])
        let length = Int(starts[index + 1]) - start
        let slot = Self.slot(
          length: length, first: pool[start], middle: pool[start + length / 2], last: pool[start + length - 1],
          multiplier: multiplier)
        if slots[slot] != 255 {
          collided = true
          break
        }
        slots[slot] = UInt8(index)
      }
      if !collided { return (slots, multiplier) }
      multiplier = multiplier &* 1_664_525 &+ 1_013_904_223 | 1
    }
    return ([], multiplier)
  }

  @inlinable @inline(__always)
  static func slot(length: Int, first: UInt8, middle: UInt8, last: UInt8, multiplier: UInt32) -> Int {
    var mixed = UInt32(truncatingIfNeeded: length) << 24
    mixed ^= UInt32(first) << 16
    mixed ^= UInt32(middle) << 8
    mixed ^= UInt32(last)
    return Int((mixed &* multiplier) >> 22)
  }

  /// The place of the name that `bytes[start..<end]` spells, or -1.
  @inlinable
  public func index(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    let length = end - start
    guard length > 0, start >= 0, end <= bytes.count else { return -1 }
    guard slots.count == 1024 else { return slowIndex(in: bytes, from: start, to: end) }
    let slot = Self.slot(
      length: length, first: bytes[start], middle: bytes[start + length / 2], last: bytes[end - 1],
      multiplier: multiplier)
    let index = Int(slots[slot])
    guard index != 255, spells(index, in: bytes, from: start, length: length) else { return -1 }
    return index
  }

  @inlinable
  func spells(_ index: Int, in bytes: Span<UInt8>, from start: Int, length: Int) -> Bool {
    let poolStart = Int(starts[index])
    guard Int(starts[index + 1]) - poolStart == length else { return false }
    for offset in 0..<length where pool[poolStart + offset] != bytes[start + offset] {
      return false
    }
    return true
  }

  @usableFromInline
  func slowIndex(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    for index in names.indices where spells(index, in: bytes, from: start, length: end - start) {
      return index
    }
    return -1
  }
}
