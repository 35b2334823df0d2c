// SPDX-License-Identifier: MIT

internal import StoreJWS
internal import StrictJSON

/// What is known of each kind's payload: how to tell it, its members, and whether a document keeps its rules.
enum PayloadTables {
  /// The members of a kind's payload; nil for a kind that has no table yet.
  static func schema(of kind: RecordKind) -> ObjectSchema? {
    switch kind {
    case .transaction: SignedTransaction.schema
    case .renewalInfo: RenewalInfo.schema
    default: nil
    }
  }

  /// Reads a payload as its kind.
  ///
  /// - Throws: faults of grammar and of type, with offsets in `json`.
  static func check(_ json: [UInt8], as kind: RecordKind) throws(JSONError) {
    switch kind {
    case .transaction: _ = try SignedTransaction(json: json)
    case .renewalInfo: _ = try RenewalInfo(json: json)
    default:
      var reader = try JSONReader(json.span)
      try reader.skipValue()
      try reader.finish()
    }
  }

  private static let marks = MemberTable([
    "notificationType", "notificationUUID", "receiptType", "receiptCreationDate", "originalApplicationVersion",
    "userLocale", "requestIdentifier", "autoRenewStatus", "autoRenewProductId", "recentSubscriptionStartDate",
    "renewalDate", "transactionId", "purchaseDate", "inAppOwnershipType", "originalTransactionId",
  ])

  /// Tells the kind of a signed payload by the members that only this kind has.
  static func kind(of json: [UInt8]) -> RecordKind {
    var seen: Set<Int> = []
    do throws(JSONError) {
      var reader = try JSONReader(json.span)
      var object = try reader.enterObject()
      while let member = try reader.nextMember(&object, marks) {
        if member.index >= 0 { seen.insert(member.index) }
        try reader.skipValue()
      }
    } catch {
      // What stands before the fault tells the kind well enough for the message.
    }
    if !seen.isDisjoint(with: [0, 1]) { return .notification }
    if !seen.isDisjoint(with: [11, 12, 13]) { return .transaction }
    if !seen.isDisjoint(with: [2, 3, 4]) { return .appTransaction }
    if seen.contains(5) { return .realtimeRequest }
    if !seen.isDisjoint(with: [7, 8, 9, 10]) { return .renewalInfo }
    return .unknown
  }
}
