// SPDX-License-Identifier: MIT

public import StrictJSON

/// A server notification of version 1. It has no signature: the shared secret in it is all that says who sent it, and the
/// receipt inside is all that Apple signed.
public struct NotificationV1: AnswerObject {
  /// The object as it came. It holds the shared secret in clear; ``withoutSecret`` does not.
  public let value: JSONValue

  /// Wraps an object that is known to be a notification.
  public init(_ value: JSONValue) {
    self.value = value
  }

  /// Reads a notification.
  ///
  /// - Throws: faults of JSON under their own codes; `notAReceipt` when the object has no `notification_type`.
  public init(json: [UInt8], limits: JSONLimits = .body) throws(ReceiptError) {
    value = try ServerAnswerReading.object(json, limits)
    guard Self.looksLike(value) else {
      throw ReceiptError(
        code: .notAReceipt, category: .unsupported, offset: 0, expected: "a version 1 notification",
        found: "other JSON")
    }
  }

  /// The object has what only such notifications have.
  public static func looksLike(_ value: JSONValue) -> Bool {
    value["notification_type"] != nil || value["unified_receipt"] != nil
  }

  /// `notification_type`, for instance `DID_RENEW`.
  public var type: String? { text("notification_type") }
  /// `environment`: `Production` (written `PROD` on the wire) or `Sandbox`.
  public var environment: String? { text("environment").map { $0 == "PROD" ? "Production" : $0 } }
  /// `bid`
  public var bundleID: String? { text("bid") }
  /// `bvrs`
  public var appVersion: String? { text("bvrs") }
  /// `original_transaction_id`
  public var originalTransactionID: String? { text("original_transaction_id") }
  /// `auto_renew_product_id`
  public var autoRenewProductID: String? { text("auto_renew_product_id") }
  /// `auto_renew_adam_id`
  public var autoRenewItemID: String? { text("auto_renew_adam_id") }
  /// `auto_renew_status`, `"true"` and `"false"` here.
  public var willRenew: Bool? { flag("auto_renew_status") }
  /// `auto_renew_status_change_date`, in milliseconds since 1970-01-01T00:00:00Z.
  public var autoRenewStatusChangeDateMilliseconds: Int64? { milliseconds("auto_renew_status_change_date") }
  /// `expiration_intent`
  public var expirationIntent: Int64? { integer("expiration_intent") }
  /// `cancellation_date`, in milliseconds since 1970-01-01T00:00:00Z.
  public var cancellationDateMilliseconds: Int64? { milliseconds("cancellation_date") }

  /// The shared secret is the given one. The comparison takes the same time wherever they differ.
  public func hasSharedSecret(_ secret: String) -> Bool {
    guard let found = text("password") else { return false }
    let (left, right) = (Array(found.utf8), Array(secret.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// The object with the shared secret replaced by three asterisks, for logs.
  public var withoutSecret: JSONValue {
    guard case .object(let members) = value else { return value }
    return .object(
      members.map { member in
        member.name == "password" ? JSONValue.Member(name: member.name, value: .string("***")) : member
      })
  }

  /// `unified_receipt`, or, before March 2021, the same members at the top: read as an answer.
  public var unifiedReceipt: VerifyReceiptAnswer? {
    if case .object(let members) = value["unified_receipt"] { return VerifyReceiptAnswer(.object(members)) }
    return value["latest_receipt"] == nil && value["latest_receipt_info"] == nil ? nil : VerifyReceiptAnswer(value)
  }

  /// The receipts inside, with their JSON paths.
  public var embeddedReceipts: [EmbeddedReceipt] {
    let isNested = value["unified_receipt"] != nil
    return (unifiedReceipt?.embeddedReceipts ?? []).map { receipt in
      isNested ? EmbeddedReceipt(path: "$.unified_receipt" + receipt.path.dropFirst(), text: receipt.text) : receipt
    }
  }

  /// The transaction ids in it, without repetition.
  public var transactionIDs: [String] {
    var seen: Set<String> = []
    return ([originalTransactionID].compactMap { $0 } + (unifiedReceipt?.transactionIDs ?? []))
      .filter { seen.insert($0).inserted }
  }
}
