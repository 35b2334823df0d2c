// SPDX-License-Identifier: MIT

public import StrictJSON

/// What the retired verifyReceipt endpoint answered, in either of its two families. It has no signature: whoever stored or
/// sent it may have changed it. The receipts inside have one, see ``embeddedReceipts``.
public struct VerifyReceiptAnswer: AnswerObject {
  /// The object as it came.
  public let value: JSONValue

  /// Which receipts an answer is about.
  public enum Family: String, Hashable, Sendable {
    /// App receipts ("iOS 7 style"): `in_app`, arrays.
    case appReceipt
    /// Transaction receipts ("iOS 6 style"): one flat object.
    case transactionReceipt
    /// An error answer, which has no receipt.
    case none
  }

  /// Wraps an object that is known to be an answer.
  public init(_ value: JSONValue) {
    self.value = value
  }

  /// Reads an answer.
  ///
  /// - Throws: faults of JSON under their own codes; `notAReceipt` when the object has neither a status nor a receipt.
  public init(json: [UInt8], limits: JSONLimits = .body) throws(ReceiptError) {
    value = try ServerAnswerReading.object(json, limits)
    guard Self.looksLike(value) else {
      throw ReceiptError(
        code: .notAReceipt, category: .unsupported, offset: 0, expected: "a verifyReceipt answer", found: "other JSON")
    }
  }

  /// The object has what only such answers have.
  public static func looksLike(_ value: JSONValue) -> Bool {
    guard value["notification_type"] == nil, value["unified_receipt"] == nil else { return false }
    if case .object = value["receipt"] { return true }
    return value["latest_receipt"] != nil || value["latest_receipt_info"] != nil
      || (AnswerItem(value).integer("status").map { $0 == 0 || 21_000...21_199 ~= $0 } ?? false)
  }

  /// Which family it is.
  public var family: Family {
    guard case .object = value["receipt"], let receipt = value["receipt"] else {
      return latestReceiptInfo.isEmpty ? .none : .appReceipt
    }
    if receipt["in_app"] != nil || receipt["bundle_id"] != nil { return .appReceipt }
    if receipt["bid"] != nil || receipt["transaction_id"] != nil { return .transactionReceipt }
    return .appReceipt
  }

  /// `status`
  public var status: ReceiptStatus? { integer("status").map(ReceiptStatus.init) }
  /// `environment`: `Production` or `Sandbox`; `PROD` is written out. Absent in old answers.
  public var environment: String? { text("environment").map { $0 == "PROD" ? "Production" : $0 } }
  /// `is-retryable` or `is_retryable`
  public var isRetryable: Bool? { flag("is-retryable") ?? flag("is_retryable") }
  /// What to do after this answer.
  public var advice: ReceiptStatus.Advice { status?.advice(isRetryable: isRetryable) ?? .final }
  /// `exception`, a name of something inside Apple's server, with internal errors.
  public var exception: String? { text("exception") }

  /// `receipt` of the newer family.
  public var receipt: AnswerReceipt? {
    guard family == .appReceipt, case .object(let members) = value["receipt"] else { return nil }
    return AnswerReceipt(.object(members))
  }

  /// `receipt` of the older family.
  public var transaction: AnswerItem? {
    guard family == .transactionReceipt, case .object(let members) = value["receipt"] else { return nil }
    return AnswerItem(.object(members))
  }

  /// `latest_receipt_info`, an array or a single object.
  public var latestReceiptInfo: [AnswerItem] { objects("latest_receipt_info").map(AnswerItem.init) }
  /// `latest_expired_receipt_info` of the older family.
  public var latestExpiredReceiptInfo: [AnswerItem] { objects("latest_expired_receipt_info").map(AnswerItem.init) }

  /// `pending_renewal_info`; for the older family, the same members from the top of the answer.
  public var pendingRenewals: [AnswerRenewal] {
    let entries = objects("pending_renewal_info").map(AnswerRenewal.init)
    if entries.isEmpty, value["auto_renew_status"] != nil || value["auto_renew_product_id"] != nil {
      return [AnswerRenewal(value)]
    }
    return entries
  }

  /// Every item of the answer, the latest first, without repetition of transaction ids.
  public var items: [AnswerItem] {
    let all =
      latestReceiptInfo + latestExpiredReceiptInfo + (receipt?.purchases ?? []) + (transaction.map { [$0] } ?? [])
    var seen: Set<String> = []
    return all.filter { item in item.transactionID.map { seen.insert($0).inserted } ?? true }
  }

  /// The receipts inside, in base64, with their JSON paths.
  public var embeddedReceipts: [EmbeddedReceipt] {
    ["latest_receipt", "latest_expired_receipt"].compactMap { name in
      text(name).map { EmbeddedReceipt(path: "$.\(name)", text: $0) }
    }
  }

  /// The transaction ids of all items, first the item's own, then the original one, without repetition.
  public var transactionIDs: [String] {
    var seen: Set<String> = []
    return items.flatMap { [$0.transactionID, $0.originalTransactionID] }
      .compactMap { $0 }
      .filter { seen.insert($0).inserted }
  }
}

/// A receipt inside an answer: it is signed, where the JSON around it is not.
public struct EmbeddedReceipt: Hashable, Sendable {
  /// Where it stands, like `$.latest_receipt`.
  public let path: String
  /// Its base64 as it stands there.
  public let text: String

  /// Reads it, whichever kind it is.
  ///
  /// - Throws: what ``ReceiptDocument/init(_:mode:)`` throws; offsets are relative to ``text``.
  public func document() throws(ReceiptError) -> ReceiptDocument {
    try ReceiptDocument(Array(text.utf8))
  }
}

/// JSON that must be an object.
enum ServerAnswerReading {
  static func object(_ json: [UInt8], _ limits: JSONLimits) throws(ReceiptError) -> JSONValue {
    do throws(JSONError) {
      let value = try JSONValue(parsing: json.span, limits: limits)
      if case .object = value { return value }
      throw JSONError(code: .typeMismatch, offset: 0, message: "expected an object")
    } catch {
      let category: ReceiptError.Category =
        switch error.category {
        case .truncated: .truncated
        case .malformed: .malformed
        case .unsupported: .unsupported
        case .overLimit: .overLimit
        }
      throw ReceiptError(
        code: ReceiptError.Code(rawValue: error.code.rawValue), category: category, offset: error.offset,
        expected: "JSON of a server answer", found: error.message)
    }
  }
}
