// SPDX-License-Identifier: MIT

/// `revocationReason`: why Apple took the purchase back.
public struct RevocationReason: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: Int

  /// Wraps any value, known or not.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// `0`: refunded for another reason.
  public static let other = RevocationReason(rawValue: 0)
  /// `1`: refunded because of an issue in the app.
  public static let appIssue = RevocationReason(rawValue: 1)

  /// The values with names.
  public static let catalog = ValueCatalog<RevocationReason>([
    (.other, "refunded for another reason"),
    (.appIssue, "refunded because of an issue in the app"),
  ])
}

/// `revocationType`: what was taken back.
public struct RevocationType: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `REFUND_FULL`: refunded in full.
  public static let refundFull = RevocationType(rawValue: "REFUND_FULL")
  /// `REFUND_PRORATED`: refunded in part.
  public static let refundProrated = RevocationType(rawValue: "REFUND_PRORATED")
  /// `FAMILY_REVOKE`: no longer shared by the family.
  public static let familyRevoke = RevocationType(rawValue: "FAMILY_REVOKE")

  /// The values with names.
  public static let catalog = ValueCatalog<RevocationType>([
    (.refundFull, "refunded in full"),
    (.refundProrated, "refunded in part"),
    (.familyRevoke, "no longer shared by the family"),
  ])
}
