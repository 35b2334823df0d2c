// SPDX-License-Identifier: MIT

import JOSE
import StoreJWSTesting
import StoreReceipts
import StrictJSON
import Testing

@Suite("Receipts as JSON")
struct ReceiptJSONTests {
  private func json(_ document: ReceiptDocument) -> String {
    var writer = JSONWriter()
    document.write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("App receipts: names, order, absent left out, empty kept, unknown listed")
  func app() throws {
    var purchase = ReceiptPayload()
    purchase.set(1701, .integer(1))
    purchase.set(1708, .ia5String(""))
    purchase.set(1799, .integer(2))
    var payload = ReceiptPayload()
    payload.set(2, .utf8String("a\"b"))
    payload.set(3, .utf8String(""))
    payload.attributes.append(.init(4, version: 2, value: [0xAB]))
    payload.attributes.append(.init(5, value: [0x0F, 0x10]))
    payload.set(12, .ia5String("2026-03-01T13:00:00+0100"))
    payload.set(15, .integer(1 << 59))
    payload.attributes.append(.init(6, version: 3, value: [0xFF]))
    payload.addPurchase(purchase)
    let receipt = try ReceiptDocument(ReceiptParts.unsigned(payload.encoded).encoded)
    #expect(
      json(receipt) == """
        {"opaque_value":"ab","application_version":"","sha1_hash":"0f10","bundle_id":"a\\"b",\
        "download_id":576460752303423488,"receipt_creation_date":"2026-03-01T13:00:00+0100",\
        "in_app":[{"expires_date":"","quantity":1,\
        "unknown_attributes":[{"type":1799,"version":1,"value":"020102"}]}],\
        "unknown_attributes":[{"type":6,"version":3,"value":"ff"}]}
        """)
  }

  @Test("Transaction receipts: keys as they stand, purchase-info opened")
  func transaction() throws {
    let info = Base64.encode(Array("{ transaction-id = 1; list = (a, <0f>, {k = v;}); }".utf8))
    let receipt = try ReceiptDocument(Array("{ purchase-info = \"\(info)\"; pod = 100; }".utf8))
    #expect(
      json(receipt) == #"{"purchase-info":{"transaction-id":"1","list":["a","0f",{"k":"v"}]},"pod":"100"}"#)
  }
}
