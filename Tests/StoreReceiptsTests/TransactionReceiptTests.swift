// SPDX-License-Identifier: MIT

import Expectations
import JOSE
import StoreJWS
import StoreJWSTesting
import StoreReceipts
import Testing

@Suite("Transaction receipts")
struct TransactionReceiptTests {
  private func outer(_ inner: String, _ rest: String = "") -> [UInt8] {
    Array("{ \"purchase-info\" = \"\(Base64.encode(Array(inner.utf8)))\"; \(rest)}".utf8)
  }

  @Test("Every key of a receipt")
  func keys() throws {
    let parts = TransactionReceiptParts(
      purchaseInfo: Array(TransactionReceiptParts.purchaseInfo().utf8), version: 3,
      signature: [UInt8](repeating: 9, count: 256), certificate: [0x30, 0x00])
    let text = Array(parts.text.utf8)
    for input in [text, Array(Base64.encode(text).utf8)] {
      guard case .transaction(let receipt) = try ReceiptDocument(input) else {
        Issue.record("another kind")
        continue
      }
      #expect(receipt.unsignedEnvironment == "Sandbox" && receipt.unsignedPod == "100")
      #expect(receipt.unsignedSigningStatus == "0" && receipt.unknownUnsignedKeys.isEmpty)
      expectEqual(receipt.environment, .sandbox)
      #expect(receipt.transactionID == "1000000000000007" && receipt.originalTransactionID == receipt.transactionID)
      expectEqual(receipt.transactionIDs, ["1000000000000007"])
      #expect(receipt.productID == "com.example.app.pro" && receipt.bundleID == "com.example.app")
      #expect(receipt.appVersion == "7" && receipt.quantity == 1 && receipt.itemID == "1064424591")
      expectEqual(receipt.purchaseDateMilliseconds, 1_489_307_596_000)
      expectEqual(receipt.originalPurchaseDateMilliseconds, 1_489_307_596_000)
      expectEqual(receipt.expiresDateMilliseconds, 1_491_899_596_000)
      #expect(receipt.isTrialPeriod == false && receipt.isIntroductoryOfferPeriod == nil)
      #expect(receipt.unknownKeys.isEmpty)
      expectEqual(receipt.purchaseInfoOctets, parts.purchaseInfo)
      guard case .present(let signature) = receipt.signature else {
        Issue.record("no signature")
        continue
      }
      #expect(signature.version == 3 && signature.signature == parts.signature && signature.certificate == [0x30, 0])
    }
  }

  @Test("Any spacing, quotes, escapes, comments, words, arrays and data")
  func syntax() throws {
    let inner = #"""
      // a comment
      {transaction-id=33;'product-id' = "a\"b\\c\n\101\U00e9\ud83d\ude00" ; /* another */
      list = ( one , "two", ( ) ) ; raw = <0f 2A
      > ;
      nested = { a = b }; empty = ""
      }
      """#
    let receipt = try TransactionReceipt(text: outer(inner))
    expectEqual(receipt.transactionID, "33")
    expectEqual(receipt.productID, "a\"b\\c\nAé😀")
    expectEqual(receipt.purchaseInfo.map(\.key), ["transaction-id", "product-id", "list", "raw", "nested", "empty"])
    expectEqual(receipt.purchaseInfo[2].value, .array([.string("one"), .string("two"), .array([])]))
    expectEqual(receipt.purchaseInfo[3].value, .data([0x0F, 0x2A]))
    guard case .dictionary(let entries) = receipt.purchaseInfo[4].value else {
      Issue.record("no dictionary")
      return
    }
    #expect(entries.map(\.key) == ["a"] && entries.first?.value == .string("b"))
    expectEqual(receipt["empty"], "")
    expectEqual(receipt.unknownKeys, ["list", "raw", "nested", "empty"])
    #expect(receipt.signature == .absent && receipt.unsignedEnvironment == nil)
  }

  @Test("Dates in all forms")
  func dates() throws {
    let table: [(String, Int64?)] = [
      ("purchase-date-ms = 1335798355868;", 1_335_798_355_868),
      ("purchase-date = \"2012-04-30 15:05:55 Etc/GMT\";", 1_335_798_355_000),
      ("purchase-date = \"2012-04-3015:05:55Etc/GMT\";", 1_335_798_355_000),
      ("purchase-date = \"2012-04-30T15:05:55.5Z\";", 1_335_798_355_500),
      ("purchase-date = 1335798355868;", 1_335_798_355_868),
      ("purchase-date-pst = \"2012-04-30 08:05:55 America/Los_Angeles\";", nil),
      ("purchase-date = \"2012-13-30 15:05:55 Etc/GMT\";", nil), ("purchase-date = \"\";", nil),
      ("purchase-date-ms = 99999999999999999999;", nil),
    ]
    for (entry, expected) in table {
      let receipt = try TransactionReceipt(text: outer("{ transaction-id = 1; \(entry) }"))
      expectEqual(receipt.purchaseDateMilliseconds, expected, "\(entry)")
    }
  }

  @Test("What breaks the grammar, with code and offset")
  func grammar() {
    let table: [(String, Refusal)] = [
      ("{", Refusal(.truncated, 1)), ("{ a", Refusal(.truncated, 3)), ("{ a =", Refusal(.truncated, 5)),
      ("{ a = \"x", Refusal(.truncated, 8)), ("{ a = b; /* ", Refusal(.truncated, 9)),
      ("( a )", Refusal(.badPropertyList, 0)),
      ("{ a b; }", Refusal(.badPropertyList, 4)), ("{ a = b c = d; }", Refusal(.badPropertyList, 8)),
      ("{ a = b; a = c; }", Refusal(.duplicateKey, 9)), ("{ a = <0>; }", Refusal(.badPropertyList, 8)),
      ("{ a = <0g>; }", Refusal(.badPropertyList, 8)), ("{ a = \"\\ud800\"; }", Refusal(.badPropertyList, 7)),
      ("{ a = \"\\u\"; }", Refusal(.badPropertyList, 9)), ("{ } x", Refusal(.badPropertyList, 4)),
      ("{ a = #; }", Refusal(.badPropertyList, 6)), ("{ }", Refusal(.missingKey, 0)),
      ("{ purchase-info = ( ); }", Refusal(.missingKey, 0)), ("{ purchase-info = \"e*0=\"; }", Refusal(.badBase64, 20)),
      // The base64 of `{ x }`: the fault at its byte 4 is in the sixth character.
      ("{ purchase-info = \"eyB4IH0=\"; }", Refusal(.badPropertyList, 24)),
      ("{ purchase-info = \"e30=\"; }", Refusal(.missingKey, 19)),
    ]
    for (text, expected) in table {
      expectEqual(
        refusal { () throws(ReceiptError) in try TransactionReceipt(text: Array(text.utf8)) }, expected, "\(text)"
      )
    }
    let invalid = Array("{ a = \"".utf8) + [0xC3, 0x28] + Array("\"; }".utf8)
    expectEqual(
      refusal { () throws(ReceiptError) in try TransactionReceipt(text: invalid) }, Refusal(.badPropertyList, 6)
    )
  }

  @Test("Nesting and size are bounded")
  func budgets() {
    let deep = "{ a = " + String(repeating: "(", count: 100_000)
    expectEqual(
      refusal { () throws(ReceiptError) in try TransactionReceipt(text: Array(deep.utf8)) }, Refusal(.inputTooLong, 21)
    )
    let many = "{ a = (" + String(repeating: "b,", count: 20_000) + "); }"
    expectEqual(
      refusal { () throws(ReceiptError) in try TransactionReceipt(text: Array(many.utf8)) }?.code, "inputTooLong"
    )
    let large = [UInt8](repeating: 0x20, count: 3 << 20)
    expectEqual(
      refusal { () throws(ReceiptError) in try TransactionReceipt(text: large) }, Refusal(.inputTooLong, 2 << 20)
    )
  }

  @Test("The signature's octets are 2 or 3, signature, length, certificate, and nothing else")
  func blob() throws {
    func octets(_ version: UInt8, _ count: Int, _ length: [UInt8], _ certificate: [UInt8]) -> [UInt8] {
      [version] + [UInt8](repeating: 1, count: count) + length + certificate
    }
    try expectEqual(TransactionSignature(octets: octets(2, 128, [0, 0, 0, 1], [7])).certificate, [7])
    try expectEqual(TransactionSignature(octets: octets(3, 256, [0, 0, 0, 2], [7, 8])).signature.count, 256)
    let table: [([UInt8], Refusal)] = [
      ([], Refusal(.badSignatureBlob, 0)), ([1], Refusal(.badSignatureBlob, 0)),
      (octets(4, 256, [0, 0, 0, 1], [7]), Refusal(.badSignatureBlob, 0)),
      (octets(0x83, 256, [0, 0, 0, 1], [7]), Refusal(.badSignatureBlob, 0)),
      (octets(2, 100, [], []), Refusal(.badSignatureBlob, 101)),
      (octets(2, 128, [0, 0, 0, 2], [7]), Refusal(.badSignatureBlob, 129)),
      (octets(3, 256, [0, 0, 0, 1], [7, 8]), Refusal(.badSignatureBlob, 257)),
      (octets(3, 256, [255, 255, 255, 255], [7, 8]), Refusal(.badSignatureBlob, 257)),
    ]
    for (bytes, expected) in table {
      expectEqual(refusal { () throws(ReceiptError) in try TransactionSignature(octets: bytes) }, expected)
    }
    // A blob of another layout does not keep the receipt from being read.
    let receipt = try TransactionReceipt(text: outer("{ transaction-id = 1; }", "signature = \"AAAA\"; "))
    expectEqual(
      receipt.signature, .unreadable(ReceiptError(code: .badSignatureBlob, offset: 69, expected: "", found: ""))
    )
  }

  @Test("Every prefix is refused")
  func prefixes() {
    let text = Array(
      TransactionReceiptParts(
        purchaseInfo: Array(TransactionReceiptParts.purchaseInfo().utf8), version: 2, signature: [1], certificate: [2]
      ).text.utf8)
    let refused = text.indices.count { count in
      refusal { () throws(ReceiptError) in try TransactionReceipt(text: Array(text.prefix(count))) }?.code
        == "truncated"
    }
    expectEqual(refused, text.count)
  }
}
