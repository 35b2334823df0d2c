// SPDX-License-Identifier: MIT

internal import JOSE
internal import StoreJWS
internal import StrictJSON

/// Replaces what identifies a customer, a device or a purchase by keyed hashes, so that a document can be shared.
///
/// Equal values give equal hashes under one key; without the key a value cannot be found by trying. Signed strings are
/// hashed too, because they carry everything again. Members that this version does not know are hashed to be safe.
struct Redactor: Sendable {
  private let key: [UInt8]

  init(key: [UInt8]) {
    self.key = key
  }

  /// The record without what identifies anybody.
  func redacted(_ record: Record) -> Record {
    var record = record
    var replaced: [String: String] = [:]
    redact(&record, &replaced)
    record.columns = record.columns.flatMap { redacted($0) }
    rewriteTexts(&record, replaced)
    return record
  }

  /// Every column hashed whole, whatever it is called: the tool cannot know what a stranger's table holds.
  private func redacted(_ columns: KeptColumns) -> KeptColumns? {
    var writer = JSONWriter()
    writer.beginObject()
    for place in columns.places {
      writer.name(columns.name(place))
      if let text = columns.text(place) { writer.string(text.isEmpty ? text : hash(text)) } else { writer.null() }
    }
    writer.endObject()
    guard let row = try? ObjectRow(writer.bytes, 0..<writer.bytes.count) else { return nil }
    return KeptColumns(.members(row), token: nil)
  }

  private func redact(_ record: inout Record, _ replaced: inout [String: String]) {
    if let payload = record.payload {
      if let value = try? JSONValue(parsing: payload.storage.span.extracting(payload.range), limits: .body) {
        var writer = JSONWriter()
        let schema = record.schema ?? PayloadTables.schema(of: record.kind)
        let scope = Scope(unknown: Set(record.unknownMembers), hasSchema: schema != nil)
        redacted(value, name: "", path: "$", scope, isHidden: !scope.hasSchema, &replaced).write(to: &writer)
        record.payload = PayloadBytes(writer.bytes)
      } else {
        record.payload = nil
      }
    }
    for index in record.nested.indices { redact(&record.nested[index], &replaced) }
  }

  /// What is known of a payload's members.
  private struct Scope {
    let unknown: Set<String>
    /// The kind says which members there are; otherwise only names that are known to be harmless are shown.
    let hasSchema: Bool

    func hides(_ name: String, at path: String, inHidden: Bool) -> Bool {
      if unknown.contains(path) || Redactor.names.contains(name) { return true }
      return hasSchema ? inHidden : !HarmlessNames.contain(name)
    }
  }

  private func redacted(
    _ value: JSONValue, name: String, path: String, _ scope: Scope, isHidden: Bool,
    _ replaced: inout [String: String]
  ) -> JSONValue {
    switch value {
    case .object(let members):
      return .object(
        members.map { member in
          let path = path + JSONPath.member(member.name)
          let isHidden = scope.hides(member.name, at: path, inHidden: isHidden)
          let inner = redacted(member.value, name: member.name, path: path, scope, isHidden: isHidden, &replaced)
          return JSONValue.Member(name: member.name, value: inner)
        })
    case .array(let elements):
      return .array(
        elements.enumerated().map { index, element in
          redacted(element, name: name, path: "\(path)[\(index)]", scope, isHidden: isHidden, &replaced)
        })
    case .string(let text):
      if text.isEmpty || !(isHidden || Self.looksSigned(text)) { return value }
      let hash = hash(text)
      replaced[text] = hash
      return .string(hash)
    case .number(let text):
      if !isHidden { return value }
      let hash = hash(text)
      replaced[text] = hash
      return .string(hash)
    case .boolean, .null: return value
    }
  }

  /// `redacted:` and 16 hex digits: 64 bits keep a million values apart.
  private func hash(_ text: String) -> String {
    let digest = HMAC.code(for: Array(text.utf8), key: key)
    return "redacted:" + digest.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func looksSigned(_ text: String) -> Bool {
    text.utf8.count > 64 && (text.hasPrefix("eyJ") || text.hasPrefix("MI") || text.hasPrefix("ew"))
  }

  /// Messages may quote what was found.
  private func rewriteTexts(_ record: inout Record, _ replaced: [String: String]) {
    for (check, outcome) in record.verification.outcomes {
      func rewritten(_ finding: CheckFinding) -> CheckFinding {
        CheckFinding(code: finding.code, message: rewrite(finding.message, replaced))
      }
      switch outcome {
      case .passed: break
      case .failed(let finding): record.verification[check] = .failed(rewritten(finding))
      case .notRun(let finding): record.verification[check] = .notRun(rewritten(finding))
      }
    }
    if let message = record.error?.message { record.error?.message = rewrite(message, replaced) }
    record.notes = record.notes.map { rewrite($0, replaced) }
    for index in record.nested.indices { rewriteTexts(&record.nested[index], replaced) }
  }

  /// The longest first, as one may be a part of another.
  private func rewrite(_ message: String, _ replaced: [String: String]) -> String {
    var message = message
    let texts = replaced.keys.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    for text in texts where message.contains(text) {
      message = Self.replacing(text, in: message, by: replaced[text] ?? "", wholeWordsOnly: text.utf8.count < 6)
    }
    return message
  }

  /// Short values would be found by chance inside of words and numbers that have nothing to do with them.
  private static func replacing(
    _ text: String, in message: String, by hash: String, wholeWordsOnly: Bool
  ) -> String {
    let pieces = message.split(separator: text, omittingEmptySubsequences: false)
    var result = ""
    for (index, piece) in pieces.enumerated() {
      if index > 0 {
        let isInside = [pieces[index - 1].last, piece.first].contains { $0.map { $0.isLetter || $0.isNumber } ?? false }
        result += wholeWordsOnly && isInside ? text : hash
      }
      result += piece
    }
    return result
  }

  fileprivate static let names: Set<String> = [
    // Signed payloads and notifications.
    "transactionId", "originalTransactionId", "webOrderLineItemId", "appTransactionId", "appAccountToken",
    "deviceVerification", "deviceVerificationNonce", "notificationUUID", "requestIdentifier", "externalPurchaseId",
    "requestReferenceId", "signedPayload", "signedTransactionInfo", "signedRenewalInfo", "signedTransactions",
    "signedAppTransactionInfo", "paginationToken", "revision", "testNotificationToken",
    // Receipts and verifyReceipt answers.
    "transaction_id", "original_transaction_id", "web_order_line_item_id", "app_account_token", "unique_identifier",
    "unique_vendor_identifier", "latest_receipt", "latest_expired_receipt", "latest_receipt_info_receipt",
    "download_id",
    "transaction-id", "original-transaction-id", "web-order-line-item-id", "unique-identifier",
    "unique-vendor-identifier", "guid", "sha1_hash", "opaque_value", "password", "receipt-data",
  ]
}
