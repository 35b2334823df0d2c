// SPDX-License-Identifier: MIT

/// A fixed list of names with a fast way from bytes to the name's place in the list.
///
/// Made once for each kind of object (its member names) or enumeration (its values). Lookup hashes the length and four
/// bytes into a table without collisions and compares once, so its cost does not grow with the list.
///
/// The table's memory is never given back: tables are meant to be static.
@safe public struct MemberTable: @unchecked Sendable {
  // Unchecked: the memory behind the pointers is written only before the value is shared.

  // Nothing in it is counted: a table is passed along for every member, and copying it must cost nothing.

  /// How many names there are.
  public let count: Int
  /// All names as a document spells a member, one behind the other: `"name":`.
  private let pool: UnsafePointer<UInt8>
  /// Where each spelling starts in the pool, and where the last one ends.
  private let starts: UnsafePointer<Int32>
  /// No name needs an escape, so that a document can spell it in one way only.
  private let isPlain: Bool
  /// The place of the name that hashes to a slot, or ``emptySlot``; ``slotCount`` of them, or nil if none was found.
  private let slots: UnsafePointer<UInt8>?
  private let multiplier: UInt64

  /// Bytes of a spelling beside the name: two quotes and the colon.
  private static let frameByteCount = 3
  private static let slotCount = 1024
  private static let emptySlot: UInt8 = 255

  /// Makes a table.
  ///
  /// - Parameter names: at most 64, all different, none empty. Anything else is the programmer's mistake and stops the
  ///   program when the table is made, not when input is read.
  public init(_ names: [String]) {
    precondition(names.count <= 64 && Set(names).count == names.count && !names.contains(""), "member table")
    var pool: [UInt8] = []
    var starts: [Int32] = [0]
    for name in names {
      pool += [UInt8(ascii: "\"")] + name.utf8 + [UInt8(ascii: "\""), UInt8(ascii: ":")]
      starts.append(Int32(pool.count))
    }
    let (slots, multiplier) = Self.collisionFreeSlots(pool: pool, starts: starts)
    count = names.count
    isPlain = names.allSatisfy { name in
      name.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
    unsafe self.pool = Self.immortal(pool.isEmpty ? [0] : pool)
    unsafe self.starts = Self.immortal(starts)
    unsafe self.slots = slots.isEmpty ? nil : Self.immortal(slots)
    self.multiplier = multiplier
  }

  /// Whether a lookup is one hash and one comparison, as it should be; false sends it through all names.
  package var isHashed: Bool { unsafe slots != nil }

  private static func immortal<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    unsafe memory.initialize(repeating: elements[0], count: elements.count)
    for (index, element) in elements.enumerated() { unsafe memory[index] = element }
    return unsafe UnsafePointer(memory)
  }

  /// Tries odd multipliers until every name has a slot of its own; the last resort is no table of slots, which sends every
  /// lookup through all names.
  private static func collisionFreeSlots(pool: [UInt8], starts: [Int32]) -> ([UInt8], UInt64) {
    var multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<4096 {
      if let slots = slots(pool: pool, starts: starts, multiplier: multiplier) { return (slots, multiplier) }
      multiplier = multiplier &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 | 1
    }
    return ([], multiplier)
  }

  private static func slots(pool: [UInt8], starts: [Int32], multiplier: UInt64) -> [UInt8]? {
    var slots = [UInt8](repeating: emptySlot, count: slotCount)
    for index in 0..<starts.count - 1 {
      let start = Int(starts[index]) + 1
      let length = Int(starts[index + 1]) - Int(starts[index]) - frameByteCount
      let slot = slot(
        length: length, first: pool[start], middle: pool[start + length / 2],
        lastButOne: pool[start + max(0, length - 2)], last: pool[start + length - 1], multiplier: multiplier)
      if slots[slot] != emptySlot { return nil }
      slots[slot] = UInt8(index)
    }
    return slots
  }

  /// A place in 0..<1024. Apple's names differ in these bytes; the last two tell `revocationDate` from `revocationType`.
  @inline(__always)
  private static func slot(
    length: Int, first: UInt8, middle: UInt8, lastButOne: UInt8, last: UInt8, multiplier: UInt64
  ) -> Int {
    var mixed = UInt64(truncatingIfNeeded: length) << 32
    mixed |= UInt64(first) << 24
    mixed |= UInt64(middle) << 16
    mixed |= UInt64(lastButOne) << 8
    mixed |= UInt64(last)
    return Int(truncatingIfNeeded: (mixed &* multiplier) >> 54)
  }

  /// The place of the name that `bytes[start..<end]` spells, or -1.
  public func index(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    let length = end &- start
    guard length > 0, start >= 0, end <= bytes.count else { return -1 }
    guard let slots = unsafe slots else { return slowIndex(in: bytes, from: start, to: end) }
    // SAFETY: start..<end lies inside the span (checked above), a slot is below 1,024.
    let slot = unsafe Self.slot(
      length: length, first: bytes[unchecked: start], middle: bytes[unchecked: start &+ length &>> 1],
      lastButOne: bytes[unchecked: start &+ max(0, length &- 2)], last: bytes[unchecked: end &- 1],
      multiplier: multiplier)
    let index = unsafe slots[slot]
    guard index != Self.emptySlot, spells(Int(index), in: bytes, from: start, length: length) else { return -1 }
    return Int(index)
  }

  /// Whether a name is the `length` bytes from `start` on, which the caller knows to lie inside the span.
  @inline(__always)
  private func spells(_ index: Int, in bytes: Span<UInt8>, from start: Int, length: Int) -> Bool {
    // SAFETY: `index` comes from the table; pool and span both have `length` bytes at their places.
    let poolStart = unsafe Int(starts[index]) &+ 1
    guard unsafe Int(starts[index &+ 1]) &- poolStart == length &+ Self.frameByteCount &- 1 else { return false }
    let name = unsafe UnsafeRawPointer(pool + poolStart)
    var offset = 0
    while offset &+ 8 <= length {
      let mine = unsafe name.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let other = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ offset, as: UInt64.self)
      if mine != other { return false }
      offset &+= 8
    }
    while offset < length {
      if unsafe pool[poolStart &+ offset] != bytes[unchecked: start &+ offset] { return false }
      offset &+= 1
    }
    return true
  }

  /// How long a spelling of the `index`-th name stands at `start`; 0 if there is another name or none.
  ///
  /// - Parameter withColon: the name of a member, else a string of the same text.
  @inline(__always)
  func spellingLength(_ index: Int, in bytes: Span<UInt8>, from start: Int, withColon: Bool = true) -> Int {
    guard isPlain, index >= 0, index < count else { return 0 }
    // SAFETY: `index` is in the table; the span has `length` bytes from `start` on, which is never negative.
    let poolStart = unsafe Int(starts[index])
    let length = unsafe Int(starts[index &+ 1]) &- poolStart &- (withColon ? 0 : 1)
    guard start >= 0, start &+ length <= bytes.count else { return 0 }
    let spelling = unsafe UnsafeRawPointer(pool + poolStart)
    guard length >= 8 else {
      for offset in 0..<length {
        if unsafe pool[poolStart &+ offset] != bytes[unchecked: start &+ offset] { return 0 }
      }
      return length
    }
    // The last word may overlap the one before it.
    var offset = 0
    while true {
      let mine = unsafe spelling.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let other = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ offset, as: UInt64.self)
      if mine != other { return 0 }
      if offset == length &- 8 { return length }
      offset = min(offset &+ 8, length &- 8)
    }
  }

  /// The names, in the order given. Made anew each time.
  public var names: [String] {
    (0..<count).map { index in
      // SAFETY: the table's own bytes, within its bounds.
      unsafe String(
        decoding: UnsafeBufferPointer(
          start: pool + Int(starts[index]) + 1,
          count: Int(starts[index + 1]) - Int(starts[index]) - Self.frameByteCount),
        as: UTF8.self)
    }
  }

  @inline(never)
  private func slowIndex(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    for index in 0..<count where spells(index, in: bytes, from: start, length: end - start) {
      return index
    }
    return -1
  }
}
