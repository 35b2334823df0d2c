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
        redacted(value, path: "$", scope, scope.root, &replaced).write(to: &writer)
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
    /// The kind says which members there are; otherwise only names that are known to be harmless are shown, and only in objects
    /// that are known.
    let hasSchema: Bool

    /// What becomes of a value.
    enum Showing {
      case shown
      /// A scalar is hidden; in an object that is known some members may be shown.
      case hiddenUnlessHarmless
      /// Everything inside is hidden.
      case hidden
    }

    var root: Showing { hasSchema ? .shown : .hiddenUnlessHarmless }

    func showing(_ name: String, at path: String, in outer: Showing) -> Showing {
      if outer == .hidden || unknown.contains(path) || Redactor.names.contains(name) { return .hidden }
      if hasSchema { return .shown }
      if HarmlessNames.containers.contains(name) { return .hiddenUnlessHarmless }
      return HarmlessNames.contain(name) ? .shown : .hidden
    }
  }

  private func redacted(
    _ value: JSONValue, path: String, _ scope: Scope, _ showing: Scope.Showing, _ replaced: inout [String: String]
  ) -> JSONValue {
    switch value {
    case .object(let members):
      return .object(
        members.map { member in
          let path = path + JSONPath.member(member.name)
          // A harmless name says nothing of what is inside an object.
          let outer: Scope.Showing = showing == .shown && !scope.hasSchema ? .hidden : showing
          let inner = redacted(
            member.value, path: path, scope, scope.showing(member.name, at: path, in: outer), &replaced)
          return JSONValue.Member(name: member.name, value: inner)
        })
    case .array(let elements):
      return .array(
        elements.enumerated().map { index, element in
          redacted(element, path: "\(path)[\(index)]", scope, showing, &replaced)
        })
    case .string(let text):
      if text.isEmpty || (showing == .shown && !Self.looksSigned(text)) { return value }
      let hash = hash(text)
      replaced[text] = hash
      return .string(hash)
    case .number(let text):
      if showing == .shown { return value }
      let hash = hash(text)
      replaced[text] = hash
      return .string(hash)
    case .boolean, .null: return value
    }
  }

  /// `redacted:` and 16 hex digits: 64 bits keep a million values apart.
  func hash(_ text: String) -> String {
    let digest = HMAC.code(for: Array(text.utf8), key: key)
    return "redacted:" + digest.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func looksSigned(_ text: String) -> Bool {
    text.utf8.count > 64 && (text.hasPrefix("eyJ") || text.hasPrefix("MI") || text.hasPrefix("ew"))
  }

  /// Messages may quote what was found.
  private func rewriteTexts(_ record: inout Record, _ replaced: [String: String]) {
    var texts = MessageRedaction(replaced)
    rewriteTexts(&record, &texts)
  }

  private func rewriteTexts(_ record: inout Record, _ texts: inout MessageRedaction) {
    for (check, outcome) in record.verification.outcomes {
      switch outcome {
      case .passed: break
      case .failed(let finding): record.verification[check] = .failed(texts.rewritten(finding))
      case .notRun(let finding): record.verification[check] = .notRun(texts.rewritten(finding))
      }
    }
    if let message = record.error?.message { record.error?.message = texts.rewritten(message) }
    for index in record.notes.indices { record.notes[index] = texts.rewritten(record.notes[index]) }
    for index in record.nested.indices { rewriteTexts(&record.nested[index], &texts) }
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
