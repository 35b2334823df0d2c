// SPDX-License-Identifier: MIT

/// Budgets on what the writer of a document can size.
public struct JSONLimits: Hashable, Sendable {
  /// The longest document that is read, in bytes.
  public var maximumByteCount: Int
  /// How deep objects and arrays may be nested; the outermost counts as one.
  public var maximumDepth: Int
  /// How many members and elements a whole document may have.
  public var maximumMemberCount: Int

  /// Makes limits.
  public init(maximumByteCount: Int, maximumDepth: Int, maximumMemberCount: Int) {
    self.maximumByteCount = maximumByteCount
    self.maximumDepth = maximumDepth
    self.maximumMemberCount = maximumMemberCount
  }

  /// For a token's header or payload. Apple's payloads stay under 16 KB, five levels and a hundred members; the
  /// numbers leave room for years of growth while the stack and the duplicate check stay small.
  public static let token = JSONLimits(maximumByteCount: 4 << 20, maximumDepth: 32, maximumMemberCount: 65_536)

  /// For a whole HTTP body that carries many tokens (a history page, a verifyReceipt answer).
  public static let body = JSONLimits(maximumByteCount: 64 << 20, maximumDepth: 64, maximumMemberCount: 1 << 20)
}
