// SPDX-License-Identifier: MIT
internal import StrictJSON

/// What a payload looks like, and why.
public struct KindDetection: Hashable, Sendable {
  /// The kind, or `unknown`.
  public let kind: PayloadKind
  /// The member that decided, for people.
  public let reason: String
}

extension PayloadKind {
  /// Members that no other kind has, and the kind that each tells; the first that is found decides.
  private static let telling: [(name: String, kind: PayloadKind)] = [
    ("notificationType", .notification), ("notificationUUID", .notification), ("transactionId", .transaction),
    ("autoRenewStatus", .renewalInfo), ("autoRenewProductId", .renewalInfo), ("receiptType", .appTransaction),
    ("originalApplicationVersion", .appTransaction), ("userLocale", .realtimeRequest),
    ("requestIdentifier", .realtimeRequest),
  ]
  private static let tellingNames = MemberTable(telling.map(\.name))

  /// Tells the kind of a payload from the names of its members.
  public static func detect(json: Span<UInt8>) -> KindDetection {
    var found = telling.count
    do throws(JSONError) {
      var reader = try JSONReader(json)
      var object = try reader.enterObject()
      while let member = try reader.nextMember(&object, tellingNames) {
        if member.index >= 0 { found = min(found, member.index) }
        try reader.skipValue()
      }
    } catch {
      // What was seen before the fault decides.
    }
    guard found < telling.count else {
      return KindDetection(kind: .unknown, reason: "no member that tells a kind")
    }
    return KindDetection(kind: telling[found].kind, reason: "it has the member \(telling[found].name)")
  }
}
