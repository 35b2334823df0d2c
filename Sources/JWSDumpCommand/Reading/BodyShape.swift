// SPDX-License-Identifier: MIT

internal import StrictJSON

/// What a JSON document is that came without a signature around it.
enum BodyShape {
  /// An HTTP body `{"signedPayload": …}`: the token, and where its characters stand.
  case signedPayload([UInt8], OffsetMap.Step)
  /// A document that may hold signed strings and has no signature of its own.
  case container(RecordKind)
  /// Something that should not have been sent.
  case mistake(Mistake)

  private static let names = [
    "signedPayload", "status", "receipt", "latest_receipt", "latest_receipt_info", "notification_type",
    "unified_receipt", "payload", "signature", "protected", "signatures", "transactionId", "bundleId", "productId",
    "receiptType", "notificationType", "autoRenewStatus", "pending_renewal_info", "data", "notificationUUID",
    "sendAttempts", "firstSendAttemptResult",
  ]
  private static let table = MemberTable(names)

  /// Looks at a whole document.
  ///
  /// - Throws: faults of grammar and budget.
  init(_ json: [UInt8]) throws(JSONError) {
    var reader = try JSONReader(json.span, limits: .body)
    guard try reader.nextKind() == .object else {
      try reader.skipValue()
      try reader.finish()
      self = NestedStrings.areIn(json) ? .container(.apiResponse) : .mistake(.unknownBody)
      return
    }
    var seen: Set<String> = []
    var payload: JSONText?
    var object = try reader.enterObject()
    while let member = try reader.nextMember(&object, Self.table) {
      if member.index >= 0 { seen.insert(Self.names[member.index]) }
      if member.index == 0, try reader.nextKind() == .string {
        payload = try reader.readText()
      } else {
        try reader.skipValue()
      }
    }
    try reader.finish()
    // Beside the attempts at sending it, the notification is a part of an answer.
    if let payload, seen.isDisjoint(with: ["data", "receipt", "sendAttempts", "firstSendAttemptResult"]) {
      let bytes = reader.decodedBytes(of: payload)
      self = .signedPayload(bytes, .contents(of: payload, in: json.span))
      return
    }
    self = Self.kind(seen, json)
  }

  private static func kind(_ seen: Set<String>, _ json: [UInt8]) -> BodyShape {
    if !seen.isDisjoint(with: ["notification_type", "unified_receipt"]) { return .container(.notificationV1) }
    if !seen.isDisjoint(with: ["receipt", "latest_receipt", "latest_receipt_info", "pending_renewal_info"]) {
      return .container(.verifyReceipt)
    }
    if NestedStrings.areIn(json) { return .container(.apiResponse) }
    if seen.contains("signature") || seen.contains("signatures"), seen.contains("payload") {
      return .mistake(.jsonSerialization)
    }
    if !seen.isDisjoint(with: [
      "transactionId", "receiptType", "notificationType", "notificationUUID", "autoRenewStatus",
    ]) {
      return .mistake(.decodedPayload)
    }
    if looksLikeAnswer(json) { return .container(.apiResponse) }
    // {"status": 21002} is all that verifyReceipt says when it refuses.
    if seen == ["status"] { return .container(.verifyReceipt) }
    return .mistake(.unknownBody)
  }

  /// A server API answer without any signed string: an empty page.
  private static func looksLikeAnswer(_ json: [UInt8]) -> Bool {
    guard let value = try? JSONValue(parsing: json.span, limits: .body) else { return false }
    return ["signedTransactions", "notificationHistory"].contains { name in
      if case .array? = value[name] { true } else { false }
    } || (value["data"] != nil && value["environment"] != nil)
  }
}
