// SPDX-License-Identifier: MIT

import Expectations
import StoreJWSTesting
import StoreReceipts
import Testing

@Suite("Attributes of app receipts")
struct AppReceiptTests {
  private func receipt(_ payload: ReceiptPayload) throws(ReceiptError) -> AppReceipt {
    try AppReceipt(der: ReceiptParts.unsigned(payload.encoded).encoded)
  }

  @Test("Every attribute of the receipt")
  func app() throws {
    var payload = ReceiptPayload.app()
    payload.set(21, .ia5String("2027-01-01T00:00:00Z"))
    payload.set(22, .ia5String("2026-01-01T00:00:00.250Z"))
    payload.set(23, .utf8String("Example Org"))
    payload.set(32, .ia5String("2025-12-31T23:59:59Z"))
    payload.set(99, .integer(1))
    let receipt = try receipt(payload)
    #expect(receipt.environment == .sandbox && receipt.environment?.storeName == "Sandbox")
    expectEqual(receipt.bundleID, "com.example.app")
    expectEqual(receipt.bundleIDOctets, [0x0C, 15] + Array("com.example.app".utf8))
    expectEqual(receipt.appVersion, "7")
    expectEqual(receipt.opaqueValue, [UInt8](repeating: 0x5A, count: 16))
    expectEqual(receipt.deviceHash, [UInt8](repeating: 0xAB, count: 20))
    expectEqual(receipt.creationDate, .at(milliseconds: 1_772_366_400_000))
    #expect(receipt.purchases.isEmpty)
    expectEqual(receipt.originalAppVersion, "1.0")
    expectEqual(receipt.expirationDate, .at(milliseconds: 1_798_761_600_000))
    let more = receipt.undocumented
    #expect(more.appItemID == 0 && more.developerID == 0 && more.downloadID == 0 && more.versionExternalID == 0)
    expectEqual(more.transactionDate, .empty)
    expectEqual(more.fulfilmentTool, "P305")
    expectEqual(more.ageRating, "4+")
    #expect(more.clientSystemVersion == 180_100 && more.deviceModelCode == 225 && more.platform == 3)
    expectEqual(more.originalPurchaseDate, .at(milliseconds: 1_375_340_400_000))
    expectEqual(more.attribute20, "")
    expectEqual(more.attribute22, .at(milliseconds: 1_767_225_600_250))
    expectEqual(more.volumePurchaseOrganization, "Example Org")
    expectEqual(more.preorderDate, .at(milliseconds: 1_767_225_599_000))
    expectEqual(Set(receipt.unknownAttributes.map(\.type)), [6, 7, 99])
    expectEqual(receipt.unknownAttributes.first { $0.type == 99 }?.number, 1)
    expectEqual(receipt.attributes.count, payload.attributes.count)
    expectEqual(receipt.attributes.first { $0.type == 2 }?.text, "com.example.app")
  }

  @Test("Every attribute of a purchase, and absent, empty and zero apart")
  func purchases() throws {
    var payload = ReceiptPayload.app()
    var full = ReceiptPayload.purchase(
      transactionID: "42", originalTransactionID: "41", purchasedAt: "2026-01-02T03:04:05Z",
      expiresAt: "2026-02-02T03:04:05Z", cancelledAt: "2026-01-03T00:00:00Z", webOrderLineItemID: 9_007_199_254_740_993)
    full.set(1710, .integer(77))
    full.set(1713, .integer(1))
    full.set(1719, .integer(1))
    full.set(1720, .integer(1))
    full.set(1721, .utf8String("spring"))
    full.set(1799, .integer(5))
    payload.addPurchase(full)
    var bare = ReceiptPayload()
    bare.set(1702, .utf8String("bare"))
    bare.set(1708, .ia5String(""))
    payload.addPurchase(bare)
    payload.addPurchase(ReceiptPayload())
    let purchases = try receipt(payload).purchases
    expectEqual(purchases.count, 3)
    let first = try #require(purchases.first { $0.transactionID == "42" })
    #expect(first.quantity == 1 && first.productID == "com.example.app.pro" && first.originalTransactionID == "41")
    #expect(first.purchaseDate?.seconds == 1_767_323_045 && first.originalPurchaseDate == first.purchaseDate)
    #expect(first.expiresDate?.seconds == 1_770_001_445 && first.cancellationDate?.seconds == 1_767_398_400)
    #expect(first.isCancelled)
    expectEqual(first.webOrderLineItemID, 9_007_199_254_740_993)
    #expect(first.isTrialPeriod == true && first.isIntroductoryOfferPeriod == true)
    expectEqual(first.undocumented.productType, .autoRenewableSubscription)
    #expect(first.undocumented.itemID == 77 && first.undocumented.cancellationReason == 1)
    #expect(first.undocumented.promotionalOfferID == "spring" && first.undocumented.attribute1722 == 0)
    expectEqual(first.unknownAttributes.map(\.type).sorted(), [1709, 1714, 1715, 1716, 1717, 1718, 1799])
    let second = try #require(purchases.first { $0.productID == "bare" })
    #expect(second.expiresDate == .empty && second.cancellationDate == nil && !second.isCancelled)
    #expect(second.quantity == nil && second.isTrialPeriod == nil && second.webOrderLineItemID == nil)
    #expect(purchases.contains { $0.attributes.isEmpty })
  }

  @Test("None, one and two hundred purchases", arguments: [0, 1, 200])
  func counts(_ count: Int) throws {
    let receipt = try receipt(.app(renewals: count))
    expectEqual(receipt.purchases.count, count)
    expectEqual(Set(receipt.purchases.compactMap(\.transactionID)).count, count)
    expectEqual(receipt.transactionIDs.count, count)
  }

  @Test("Both readers of purchases agree on every flipped bit and every odd form")
  func readers() throws {
    let octets = try #require(
      ReceiptPayload.app(renewals: 1).attributes.first { $0.type == 17 }
    ).value
    var cases: [[UInt8]] = [octets]
    for index in octets.indices {
      for bit in 0..<8 {
        var bytes = octets
        bytes[index] ^= 1 << UInt8(bit)
        cases.append(bytes)
      }
      cases.append(Array(octets.prefix(index)))
    }
    var padded = ReceiptPayload.purchase()
    padded.attributes.append(.init(1701, value: [0x02, 0x02, 0x00, 0x01]))
    cases += [padded.encoded, octets + [0], [0x31, 0x00], []]
    var accepted = 0
    for bytes in cases {
      let short = Result { () throws(ReceiptError) in try InAppPurchase.reading(bytes, takesShortcut: true).properties }
      let long = Result { () throws(ReceiptError) in try InAppPurchase.reading(bytes, takesShortcut: false).properties }
      expectEqual(short, long)
      if case .success = short { accepted += 1 }
    }
    expectEqual(cases.count, octets.count * 9 + 5)
    #expect(accepted > 500)
  }

  @Test("Each rule of the payload, with its code")
  func rules() {
    let table: [(String, (inout ReceiptPayload) -> Void, Refusal)] = [
      ("no bundle id", { $0.remove(2) }, Refusal(.missingAttribute)),
      ("no version", { $0.remove(3) }, Refusal(.missingAttribute)),
      ("no opaque value", { $0.remove(4) }, Refusal(.missingAttribute)),
      ("no device hash", { $0.remove(5) }, Refusal(.missingAttribute)),
      ("no creation date", { $0.remove(12) }, Refusal(.missingAttribute)),
      ("two bundle ids", { $0.attributes.append(.init(2, value: [0x0C, 0])) }, Refusal(.duplicateAttribute)),
      ("bundle id as a number", { $0.set(2, .integer(1)) }, Refusal(.badAttribute)),
      ("number as text", { $0.set(1, .utf8String("1")) }, Refusal(.badAttribute)),
      (
        "number of 65 bits",
        {
          $0.set(1, .integer(contents: [1, 0, 0, 0, 0, 0, 0, 0, 0]))
        }, Refusal("integerTooLarge")
      ),
      ("text that is no UTF-8", { $0.set(3, DERNode(tag: 0x0C, body: .octets([0xC3, 0x28]))) }, Refusal("badString")),
      (
        "octets behind a value",
        { payload in
          payload.remove(10)
          payload.attributes.append(.init(10, value: [0x0C, 0, 0x0C, 0]))
        }, Refusal("trailingBytes")
      ),
      ("purchase that is no SET", { $0.attributes.append(.init(17, value: [0x30, 0])) }, Refusal("unexpectedTag")),
      (
        "purchase with two products",
        { payload in
          var purchase = ReceiptPayload.purchase()
          purchase.attributes.append(.init(1702, value: DERNode.utf8String("x").encoded))
          payload.addPurchase(purchase)
        }, Refusal(.duplicateAttribute)
      ),
    ]
    for (name, change, expected) in table {
      var payload = ReceiptPayload.app()
      change(&payload)
      expectEqual(refusal { () throws(ReceiptError) in try receipt(payload) }, expected, "\(name)")
    }
  }

  @Test("What is tolerated: another string type, padded and empty numbers, values in segments, one more OCTET STRING")
  func tolerance() throws {
    var payload = ReceiptPayload.app()
    payload.set(2, .ia5String("com.example.app"))
    payload.set(1, .integer(contents: [0, 0, 5]))
    payload.set(11, .integer(contents: []))
    payload.set(12, .utf8String("2026-03-01T13:00:00+0100"))
    try expectEqual(receipt(payload).undocumented.appItemID, 5)
    try expectEqual(receipt(payload).undocumented.developerID, 0)
    try expectEqual(receipt(payload).creationDate, .at(milliseconds: 1_772_366_400_000))
    let wrapped = DERNode.octetString(payload.encoded).encoded
    try expectEqual(AppReceipt(der: ReceiptParts.unsigned(wrapped).encoded).bundleID, "com.example.app")
    try expectEqual(AppReceipt(der: ReceiptParts.unsigned(wrapped).encoded).attributes.count, payload.attributes.count)
    let segmented = DERNode.set(
      payload.attributes.map { attribute in
        .sequence([
          .integer(attribute.type), .integer(attribute.version),
          DERNode.constructedOctetString(attribute.value.map { [$0] }).withLength(.indefinite),
        ])
      }
    ).withLength(.indefinite).encoded
    let receipt = try AppReceipt(der: ReceiptParts.unsigned(segmented).encoded)
    #expect(receipt.bundleID == "com.example.app" && receipt.opaqueValue.count == 16)
  }

  @Test("Content that is no receipt is named")
  func guesses() {
    let attest = ReceiptPayload(attributes: [
      .init(2, value: Array("TEAM.com.example".utf8)), .init(6, value: Array("ATTEST".utf8)),
    ]).encoded
    for (content, name) in [
      (attest, "an App Attest receipt"), (Array("<?xml".utf8), "property list"), (Array("{}".utf8), "JSON"),
    ] {
      do throws(ReceiptError) {
        _ = try AppReceipt(der: ReceiptParts.unsigned(content).encoded)
        Issue.record("accepted")
      } catch {
        #expect(error.code == .notAReceipt && error.found.contains(name))
      }
    }
    expectEqual(
      refusal { () throws(ReceiptError) in try AppReceipt(der: ReceiptParts.unsigned([0x30, 0]).encoded) },
      Refusal(.badPayload)
    )
  }

  @Test("The device hash binds GUID, opaque value and bundle id")
  func device() throws {
    let mac = try #require(DeviceIdentity(text: "00:1B:44:11:3A:B7"))
    expectEqual(mac.bytes, [0x00, 0x1B, 0x44, 0x11, 0x3A, 0xB7])
    #expect(DeviceIdentity(text: "001b44113ab7") == mac && DeviceIdentity(text: "00-1b-44-11-3a-b7") == mac)
    expectEqual(DeviceIdentity(text: "956328D9-CC6A-47F4-BE40-6953FB0AB6C7")?.bytes.count, 16)
    expectEqual(DeviceIdentity(text: "956328d9cc6a47f4be406953fb0ab6c7")?.bytes.first, 0x95)
    for text in ["", "00:1B:44:11:3A", "xx1b44113ab7", "001b44113ab", "001b44113ab7001b44113ab7"] {
      #expect(DeviceIdentity(text: text) == nil, "\(text)")
    }
    // SHA-1 of the six bytes, sixteen times 5A, and 0C 0F "com.example.app", computed by another program.
    let hash: [UInt8] = [
      0xF5, 0x59, 0x94, 0xD8, 0x1B, 0x34, 0x19, 0x01, 0x67, 0x09, 0xE5, 0x3B, 0x2F, 0xC9, 0x8D, 0x41, 0x5E, 0xD8, 0xA8,
      0x67,
    ]
    let receipt = try receipt(.app(deviceHash: hash))
    #expect(receipt.matches(mac))
    #expect(!receipt.matches(DeviceIdentity(bytes: [])))
    #expect(try !self.receipt(.app(bundleID: "com.example.other", deviceHash: hash)).matches(mac))
  }
}
