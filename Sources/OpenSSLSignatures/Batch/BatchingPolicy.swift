// SPDX-License-Identifier: MIT

/// When the batches of an ``ES256Checker`` may leave the plain path, and when a key earns a table.
///
/// A table of multiples of a key makes a check about three times as fast as without; making one costs some 25 ms and
/// 150 KB. At most eight are held, one is made at a time, and no more than a tenth of the time spent on checks goes
/// into making them.
public struct BatchingPolicy: Hashable, Sendable {
  /// Valid signatures after which a key is given a table: 0 at once and outside the time budget, nil never.
  let tableThreshold: Int?
  /// Whether batches share their inversion at all.
  let sharesInversion: Bool

  /// A table after 2,800 valid signatures of one key: a key that is dropped right after its table was made has then
  /// still cost less than a tenth more than without.
  public static let automatic = BatchingPolicy(tableThreshold: 2_800, sharesInversion: true)

  /// Batches check each signature by itself, as single tokens are checked.
  public static let off = BatchingPolicy(tableThreshold: nil, sharesInversion: false)

  /// Batches share one inversion, and no key is given a table.
  public static let withoutTables = BatchingPolicy(tableThreshold: nil, sharesInversion: true)

  /// A table after `count` valid signatures of one key.
  ///
  /// - Parameter count: 0 makes a table before a key's first check, which tests of the table path need; a negative
  ///   number counts as 0.
  public static func tableAfter(verified count: Int) -> BatchingPolicy {
    BatchingPolicy(tableThreshold: max(0, count), sharesInversion: true)
  }
}
