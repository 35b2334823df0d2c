// SPDX-License-Identifier: MIT

internal import StoreJWS
internal import StoreReceipts
internal import StrictJSON

/// Receipts as JSON objects: every attribute under its name, in the receipt's order, absent ones left out.
///
/// Dates and texts are as the receipt writes them, numbers are numbers, octets are lower-case hex. An attribute without a
/// name is `attribute_` and its number; one that is there again is `attribute_6_2`, then `attribute_6_3`.
enum ReceiptJSON {
  /// An app receipt, and the paths of the attributes that this version does not know.
  static func payload(_ receipt: AppReceipt) -> (json: [UInt8], unknown: [String]) {
    var writer = JSONWriter()
    var unknown: [String] = []
    var purchases = receipt.purchases[...]
    var names = DistinctNames()
    writer.beginObject()
    for attribute in receipt.attributes {
      guard attribute.type == 17 else {
        write(attribute, receiptNames, path: "$", &names, &writer, &unknown)
        continue
      }
      // All purchases stand under one name, where the first of them stands.
      if purchases.isEmpty { continue }
      writer.name("in_app")
      writer.beginArray()
      for (index, purchase) in purchases.enumerated() {
        var names = DistinctNames()
        writer.beginObject()
        for inner in purchase.attributes {
          write(inner, purchaseNames, path: "$.in_app[\(index)]", &names, &writer, &unknown)
        }
        writer.endObject()
      }
      writer.endArray()
      purchases = []
    }
    writer.endObject()
    return (writer.bytes, unknown)
  }

  private static func write(
    _ attribute: ReceiptAttribute, _ known: [Int64: String], path: String, _ names: inout DistinctNames,
    _ writer: inout JSONWriter, _ unknown: inout [String]
  ) {
    let usual = known[attribute.type] ?? "attribute_\(attribute.type)"
    let name = names.next(usual)
    if known[attribute.type] == nil || name != usual { unknown.append(path + JSONPath.member(name)) }
    writer.name(name)
    if octetNames.contains(usual) {
      writer.string(hex(attribute.value))
    } else if let text = attribute.text {
      writer.string(text)
    } else if let number = attribute.number {
      writer.integer(number)
    } else {
      writer.string(hex(attribute.value))
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      digits.append(JSONOutput.hexDigits[Int(byte >> 4)])
      digits.append(JSONOutput.hexDigits[Int(byte & 15)])
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// A transaction receipt: the keys of purchase-info, which are signed, and under `unsigned` those around it; signature and
  /// purchase-info itself are left out.
  static func payload(_ receipt: TransactionReceipt) -> (json: [UInt8], unknown: [String]) {
    var writer = JSONWriter()
    var names = DistinctNames()
    func write(_ entry: PropertyListEntry, as name: String) {
      writer.name(name)
      if let text = entry.value.string { writer.string(text) } else { writer.null() }
    }
    writer.beginObject()
    for entry in receipt.purchaseInfo { write(entry, as: names.next(entry.key)) }
    let outer = receipt.entries.filter { !["signature", "purchase-info"].contains($0.key) }
    let place = names.next("unsigned")
    if !outer.isEmpty {
      writer.name(place)
      writer.beginObject()
      for entry in outer { write(entry, as: entry.key) }
      writer.endObject()
    }
    writer.endObject()
    let unsigned = "$" + JSONPath.member(place)
    let unknown =
      receipt.unknownKeys.map { "$" + JSONPath.member($0) }
      + receipt.unknownUnsignedKeys.map { unsigned + JSONPath.member($0) }
    return (writer.bytes, unknown)
  }

  /// The columns of a kind of receipt, nil for other kinds; in the order of the attributes' numbers.
  static func columns(of kind: RecordKind) -> [(String, ValueType)]? {
    switch kind {
    case .appReceipt:
      return receiptNames.sorted { $0.key < $1.key }.map {
        ($0.value, numberNames.contains($0.value) ? .integer : .string)
      }
    case .transactionReceipt:
      return transactionNames.map { ($0, .string) }
    default: return nil
    }
  }

  private static let numberNames: Set<String> = [
    "app_item_id", "fulfilment_tool_version", "developer_id", "client_system_version", "device_model_code",
    "download_id", "version_external_identifier", "platform",
  ]

  private static let transactionNames = [
    "transaction-id", "original-transaction-id", "product-id", "bid", "bvrs", "quantity", "purchase-date-ms",
    "original-purchase-date-ms", "expires-date", "item-id", "app-item-id", "version-external-identifier",
    "unique-identifier", "unique-vendor-identifier", "web-order-line-item-id", "is-trial-period",
    "is-in-intro-offer-period", "promotional-offer-id", "unsigned.environment", "unsigned.pod",
    "unsigned.signing-status",
  ]

  private static let octetNames: Set<String> = ["opaque_value", "sha1_hash", "attribute_6", "attribute_7"]

  private static let receiptNames: [Int64: String] = [
    0: "environment", 1: "app_item_id", 2: "bundle_id", 3: "app_version", 4: "opaque_value", 5: "sha1_hash",
    6: "attribute_6", 7: "attribute_7", 8: "transaction_date", 9: "fulfilment_tool_version", 10: "age_rating",
    11: "developer_id", 12: "creation_date", 13: "client_system_version", 14: "device_model_code", 15: "download_id",
    16: "version_external_identifier", 17: "in_app", 18: "original_purchase_date", 19: "original_app_version",
    20: "attribute_20", 21: "expiration_date", 22: "attribute_22", 23: "volume_purchase_organization", 25: "platform",
    32: "preorder_date",
  ]

  private static let purchaseNames: [Int64: String] = [
    1701: "quantity", 1702: "product_id", 1703: "transaction_id", 1704: "purchase_date",
    1705: "original_transaction_id", 1706: "original_purchase_date", 1707: "product_type", 1708: "expires_date",
    1709: "attribute_1709", 1710: "item_id", 1711: "web_order_line_item_id", 1712: "cancellation_date",
    1713: "is_trial_period", 1714: "attribute_1714", 1715: "attribute_1715", 1716: "attribute_1716",
    1717: "attribute_1717", 1718: "attribute_1718", 1719: "is_in_intro_offer_period", 1720: "cancellation_reason",
    1721: "promotional_offer_id", 1722: "attribute_1722",
  ]
}

/// Names for the members of one object, none of them twice.
private struct DistinctNames {
  private var counts: [String: Int] = [:]

  /// `name`, or `name_2` if it is taken, and so on.
  mutating func next(_ name: String) -> String {
    let count = (counts[name] ?? 0) + 1
    counts[name] = count
    if count == 1 { return name }
    return next("\(name)_\(count)")
  }
}
