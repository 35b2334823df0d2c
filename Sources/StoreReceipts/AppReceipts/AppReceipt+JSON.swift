// SPDX-License-Identifier: MIT

public import StrictJSON

/// How an attribute is shown in JSON.
private struct AttributeName {
  enum Form {
    case text
    case number
    case octets
  }

  let name: String
  let form: Form

  init(_ name: String, _ form: Form) {
    self.name = name
    self.form = form
  }

  /// The names of verifyReceipt's JSON where that has the attribute, else names of the same kind.
  static let receipt: [Int64: AttributeName] = [
    0: .init("receipt_type", .text), 1: .init("app_item_id", .number), 2: .init("bundle_id", .text),
    3: .init("application_version", .text), 4: .init("opaque_value", .octets), 5: .init("sha1_hash", .octets),
    8: .init("transaction_date", .text), 9: .init("fulfilment_tool_version", .number),
    10: .init("age_rating", .text), 11: .init("developer_id", .number), 12: .init("receipt_creation_date", .text),
    13: .init("client_system_version", .number), 14: .init("device_model_code", .number),
    15: .init("download_id", .number), 16: .init("version_external_identifier", .number),
    18: .init("original_purchase_date", .text), 19: .init("original_application_version", .text),
    20: .init("attribute_20", .text), 21: .init("expiration_date", .text), 22: .init("attribute_22", .text),
    23: .init("volume_purchase_organization", .text), 25: .init("platform", .number),
    32: .init("preorder_date", .text),
  ]

  static let purchase: [Int64: AttributeName] = [
    1701: .init("quantity", .number), 1702: .init("product_id", .text), 1703: .init("transaction_id", .text),
    1704: .init("purchase_date", .text), 1705: .init("original_transaction_id", .text),
    1706: .init("original_purchase_date", .text), 1707: .init("product_type", .number),
    1708: .init("expires_date", .text), 1710: .init("item_id", .number),
    1711: .init("web_order_line_item_id", .number), 1712: .init("cancellation_date", .text),
    1713: .init("is_trial_period", .number), 1719: .init("is_in_intro_offer_period", .number),
    1720: .init("cancellation_reason", .number), 1721: .init("promotional_offer_id", .text),
    1722: .init("attribute_1722", .number),
  ]
}

extension AppReceipt {
  /// Writes the receipt as one JSON object: attributes in their order under their names, then `in_app` with the purchases,
  /// then `unknown_attributes`, an array of objects with `type`, `version` and `value`. Absent attributes are left out;
  /// dates are the receipt's own text, numbers are numbers, octets are lower-case hex.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    attributes.write(to: &writer, names: AttributeName.receipt, hidden: 17)
    writer.name("in_app")
    writer.beginArray()
    for purchase in purchases { purchase.write(to: &writer) }
    writer.endArray()
    unknownAttributes.writeUnknown(to: &writer)
    writer.endObject()
  }
}

extension InAppPurchase {
  /// Writes the purchase as one JSON object; see ``AppReceipt/write(to:)``.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    attributes.write(to: &writer, names: AttributeName.purchase, hidden: nil)
    unknownAttributes.writeUnknown(to: &writer)
    writer.endObject()
  }
}

extension [ReceiptAttribute] {
  fileprivate func write(to writer: inout JSONWriter, names: [Int64: AttributeName], hidden: Int64?) {
    for attribute in self where attribute.type != hidden {
      guard let name = names[attribute.type] else { continue }
      writer.name(name.name)
      switch name.form {
      case .text: writer.string(attribute.text ?? Self.hex(attribute.value))
      case .number:
        if let number = attribute.number { writer.integer(number) } else { writer.string(Self.hex(attribute.value)) }
      case .octets: writer.string(Self.hex(attribute.value))
      }
    }
  }

  fileprivate func writeUnknown(to writer: inout JSONWriter) {
    guard !isEmpty else { return }
    writer.name("unknown_attributes")
    writer.beginArray()
    for attribute in self {
      writer.beginObject()
      writer.name("type")
      writer.integer(attribute.type)
      writer.name("version")
      writer.integer(attribute.version)
      writer.name("value")
      writer.string(Self.hex(attribute.value))
      writer.endObject()
    }
    writer.endArray()
  }

  private static func hex(_ octets: [UInt8]) -> String {
    var text = ""
    for octet in octets { text += (octet < 16 ? "0" : "") + String(octet, radix: 16) }
    return text
  }
}
