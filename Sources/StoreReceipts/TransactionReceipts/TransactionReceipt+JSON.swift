// SPDX-License-Identifier: MIT

public import StrictJSON

extension TransactionReceipt {
  /// Writes the receipt as one JSON object with its keys in their order; `purchase-info` is an object of its own keys.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for entry in entries {
      writer.name(entry.key)
      if entry.key == "purchase-info" {
        PropertyListValue.dictionary(purchaseInfo).write(to: &writer)
      } else {
        entry.value.write(to: &writer)
      }
    }
    writer.endObject()
  }
}

extension PropertyListValue {
  /// Writes the value as JSON; data as lower-case hex.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .string(let text): writer.string(text)
    case .data(let octets):
      var text = ""
      for octet in octets { text += (octet < 16 ? "0" : "") + String(octet, radix: 16) }
      writer.string(text)
    case .array(let values):
      writer.beginArray()
      for value in values { value.write(to: &writer) }
      writer.endArray()
    case .dictionary(let entries):
      writer.beginObject()
      for entry in entries {
        writer.name(entry.key)
        entry.value.write(to: &writer)
      }
      writer.endObject()
    }
  }
}

extension ReceiptDocument {
  /// Writes the receipt as one JSON object.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .app(let receipt): receipt.write(to: &writer)
    case .transaction(let receipt): receipt.write(to: &writer)
    }
  }
}
