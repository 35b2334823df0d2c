// SPDX-License-Identifier: MIT

internal import StoreJWS
internal import StoreReceipts
internal import StrictJSON

/// Words for the members of verifyReceipt answers and version 1 notifications, which have no schema: numbers come as text, dates
/// threefold, and the status is a bare code.
enum ServerAnswerWords {
  /// A member's value as people read it; nil where there is nothing to add to how it is written.
  static func words(_ name: String, _ value: JSONValue, _ words: ValueWords) -> (value: String, remark: String)? {
    let text: String
    switch value {
    case .number(let digits), .string(let digits): text = digits
    case .boolean(let flag): text = flag ? "true" : "false"
    default: return nil
    }
    // What people paste into tickets must not give the account away.
    if name == "password" { return ("not shown", "the account's shared secret") }
    // Nothing that is explained here is longer; what is stays as it is written.
    guard text.utf8.count <= 20 else { return nil }
    if isMilliseconds(name, text) { return words.date(text) }
    return meaning(name, text).map { (text, $0) }
  }

  /// `purchase_date_ms`, and `expires_date` of the older family, which has the number in the member itself.
  private static func isMilliseconds(_ name: String, _ text: String) -> Bool {
    guard let number = Int64(text) else { return false }
    return name.hasSuffix("_date_ms") || (name.hasSuffix("_date") && number > 10_000_000_000)
  }

  private static func meaning(_ name: String, _ text: String) -> String? {
    switch (name, text) {
    case ("status", _): Int64(text).map { ReceiptStatus(rawValue: $0).meaning }
    case ("expiration_intent", _): Int(text).flatMap { ExpirationIntent(rawValue: $0).meaning }
    case ("in_app_ownership_type", _): OwnershipType(rawValue: text).meaning
    case ("auto_renew_status", "1"), ("auto_renew_status", "true"): "will renew"
    case ("auto_renew_status", "0"), ("auto_renew_status", "false"): "will not renew"
    case ("is_in_billing_retry_period", "1"): "Apple is still trying to charge"
    case ("is_in_billing_retry_period", "0"): "Apple is not trying to charge"
    case ("price_consent_status", "1"): "agreed to the higher price"
    case ("price_consent_status", "0"): "has not answered about the higher price"
    case ("cancellation_reason", "1"): "for a problem in the app, or what seemed one"
    case ("cancellation_reason", "0"): "for another reason"
    default: nil
    }
  }
}
