// SPDX-License-Identifier: MIT

import ASN1Reading
import Expectations
import Foundation
import StoreReceipts
import Testing

@Suite("Genuine receipts", .enabled(if: SharedFiles.directory != nil, "no shared files beside the repository"))
struct GenuineReceiptTests {
  struct Expected: Decodable {
    var kind: String
    var bytes: Int
    var environment: String?
    var bundle_id: String?
    var app_version: String?
    var original_app_version: String?
    var creation_date: String?
    var original_purchase_date: String?
    var transaction_date: String?
    var expiration_date: String?
    var age_rating: String?
    var app_item_id: Int64?
    var developer_id: Int64?
    var download_id: Int64?
    var version_external_identifier: Int64?
    var opaque_hex: String?
    var sha1_hex: String?
    var bundle_id_raw_hex: String?
    var in_app: [Item]?
    var digest: String?
    var indefinite_lengths: Bool?
    var certs: Int?
    var device_guid_hex: String?
    var outer_keys: [String]?
    var pod: String?
    var signing_status: String?
    var purchase_info: [String: String]?
    var signature_version: UInt8?
  }

  struct Item: Decodable {
    var quantity: Int64?
    var product_id: String?
    var transaction_id: String?
    var original_transaction_id: String?
    var purchase_date: String?
    var original_purchase_date: String?
    var expires_date: String?
    var cancellation_date: String?
    var web_order_line_item_id: Int64?
    var product_type: Int64?
    var is_trial: Int64?
    var is_intro: Int64?
    var cancellation_reason: Int64?
    var promo_offer: String?
    var item_id: Int64?
  }

  static func expectations() throws -> [String: Expected] {
    let url = try #require(SharedFiles.directory).appending(path: "inputs/receipts/expected.json")
    return try JSONDecoder().decode([String: Expected].self, from: Data(contentsOf: url))
  }

  /// What the expectation writes: nil absent, "" empty, else RFC 3339.
  private func text(_ date: ReceiptDate?) -> String? {
    switch date {
    case nil: nil
    case .empty: ""
    case .unreadable: "unreadable"
    case .at(let milliseconds):
      Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(.iso8601)
    }
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
  }

  @Test("App receipts give every value that is expected of them")
  func appReceipts() throws {
    var checked = 0
    for (file, expected) in try Self.expectations() where expected.kind == "app-receipt" {
      let bytes = try SharedFiles.bytes("inputs/receipts/\(file)")
      expectEqual(bytes.count, expected.bytes)
      let receipt = try AppReceipt(der: bytes)
      expectEqual(receipt.environment?.rawValue, expected.environment, "\(file)")
      expectEqual(receipt.bundleID, expected.bundle_id)
      expectEqual(receipt.appVersion, expected.app_version)
      expectEqual(receipt.originalAppVersion, expected.original_app_version)
      expectEqual(text(receipt.creationDate), expected.creation_date)
      expectEqual(text(receipt.undocumented.originalPurchaseDate), expected.original_purchase_date)
      expectEqual(text(receipt.undocumented.transactionDate), expected.transaction_date)
      expectEqual(text(receipt.expirationDate), expected.expiration_date)
      expectEqual(receipt.undocumented.ageRating, expected.age_rating)
      expectEqual(receipt.undocumented.appItemID, expected.app_item_id)
      expectEqual(receipt.undocumented.developerID, expected.developer_id)
      expectEqual(receipt.undocumented.downloadID, expected.download_id)
      expectEqual(receipt.undocumented.versionExternalID, expected.version_external_identifier)
      expectEqual(hex(receipt.opaqueValue), expected.opaque_hex)
      expectEqual(hex(receipt.deviceHash), expected.sha1_hex)
      expectEqual(hex(receipt.bundleIDOctets), expected.bundle_id_raw_hex)
      expectEqual(receipt.signed.usesBER, expected.indefinite_lengths)
      expectEqual(receipt.signed.certificates.count, expected.certs)
      expectEqual((receipt.signed.digestAlgorithm == .sha1 ? "sha1" : "sha256"), expected.digest)
      let items = try #require(expected.in_app)
      expectEqual(receipt.purchases.count, items.count)
      for (purchase, item) in zip(receipt.purchases, items) {
        expectEqual(purchase.quantity, item.quantity)
        expectEqual(purchase.productID, item.product_id)
        expectEqual(purchase.transactionID, item.transaction_id)
        expectEqual(purchase.originalTransactionID, item.original_transaction_id)
        expectEqual(text(purchase.purchaseDate), item.purchase_date)
        expectEqual(text(purchase.originalPurchaseDate), item.original_purchase_date)
        expectEqual(text(purchase.expiresDate), item.expires_date)
        expectEqual(text(purchase.cancellationDate), item.cancellation_date)
        expectEqual(purchase.webOrderLineItemID, item.web_order_line_item_id)
        expectEqual(purchase.undocumented.productType?.rawValue, item.product_type)
        expectEqual(purchase.undocumented.trialPeriodFlag, item.is_trial)
        expectEqual(purchase.introductoryOfferFlag, item.is_intro)
        expectEqual(purchase.undocumented.cancellationReason, item.cancellation_reason)
        expectEqual(purchase.undocumented.promotionalOfferID, item.promo_offer)
        expectEqual(purchase.undocumented.itemID, item.item_id)
      }
      checked += 1
    }
    expectEqual(checked, 8)
  }

  @Test("An App Attest receipt is named, a cut receipt is truncated")
  func others() throws {
    let appAttest = try SharedFiles.bytes("inputs/receipts/not-a-receipt-app-attest.b64")
    let error = #expect(throws: ReceiptError.self) { try AppReceipt(der: appAttest) }
    expectEqual(error?.code, .notAReceipt)
    expectEqual(error?.found, "an App Attest receipt")
    let cut = try SharedFiles.bytes("inputs/receipts/truncated.b64")
    let second = #expect(throws: ReceiptError.self) { try AppReceipt(der: cut) }
    expectEqual(second, ReceiptError(code: .truncated, offset: 0, expected: "", found: ""))
  }

  @Test("Transaction receipts give every key that is expected of them")
  func transactionReceipts() throws {
    var checked = 0
    for (file, expected) in try Self.expectations() where expected.kind == "transaction-receipt" {
      let text = try SharedFiles.bytes("inputs/receipts/\(file)")
      let receipt = try TransactionReceipt(text: text)
      expectEqual(receipt.entries.map(\.key).sorted(), expected.outer_keys?.sorted())
      expectEqual(receipt.unsignedEnvironment, expected.environment)
      expectEqual(receipt.unsignedPod, expected.pod)
      expectEqual(receipt.unsignedSigningStatus, expected.signing_status)
      let info = Dictionary(uniqueKeysWithValues: receipt.purchaseInfo.map { ($0.key, $0.value.string ?? "no text") })
      expectEqual(info, expected.purchase_info)
      #expect(receipt.unknownKeys.isEmpty)
      if let milliseconds = info["purchase-date-ms"] {
        expectEqual(receipt.purchaseDateMilliseconds, Int64(milliseconds))
        expectEqual(receipt.expiresDateMilliseconds, info["expires-date"].flatMap { Int64($0) })
      }
      if case .present(let signature) = receipt.signature {
        expectEqual(signature.version, expected.signature_version)
      } else {
        #expect(receipt.signature == .absent && expected.signature_version == nil)
      }
      checked += 1
    }
    expectEqual(checked, 3)
  }

  @Test("verifyReceipt answers are read as such, and the receipts inside too")
  func answers() throws {
    let newer = try VerifyReceiptAnswer(json: SharedFiles.bytes("inputs/receipts/verify-receipt-app.json"))
    #expect(newer.family == .appReceipt && newer.environment == "Sandbox" && newer.status?.rawValue == 0)
    expectEqual(newer.latestReceiptInfo.first?.transactionID, "1000000104232856")
    expectEqual(newer.latestReceiptInfo.first?.purchaseDateMilliseconds, 1_395_750_083_000)
    expectEqual(newer.latestReceiptInfo.first?.isTrialPeriod, false)
    // The published copy of the receipt inside was cut by whoever published it.
    let inside = try #require(newer.embeddedReceipts.first)
    let error = #expect(throws: ReceiptError.self) { try inside.document() }
    expectEqual(error?.category, .truncated)
    let older = try VerifyReceiptAnswer(
      json: SharedFiles.bytes("inputs/receipts/verify-receipt-transaction-21006.json"))
    #expect(older.family == .transactionReceipt && older.status?.rawValue == 21_006)
    expectEqual(older.transaction?.expiresDateMilliseconds, 1_448_346_881_000)
    expectEqual(older.transactionIDs, ["1000000180703127", "1000000180636226", "1000000181298734"])
    #expect(older.embeddedReceipts.isEmpty)
  }
}
