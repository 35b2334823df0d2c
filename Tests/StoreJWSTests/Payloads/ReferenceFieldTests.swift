// SPDX-License-Identifier: MIT

import Expectations
import Foundation
import StoreJWS
import StrictJSON
import Testing

/// No field and no value that the reference page lists is missing from the types. The page lies beside the repository,
/// or not: then there is nothing to compare with.
@Suite(.enabled(if: SharedFiles.directory != nil, "no reference pages beside the repository"))
struct ReferenceFieldTests {
  private func lines() throws -> [String] {
    try SharedFiles.text("reference/payload-fields.md").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// The lines below a heading, up to the next one.
  private func section(_ heading: String) throws -> [String] {
    let lines = try lines()
    let start = try #require(lines.firstIndex { $0.hasPrefix("#") && $0.contains(heading) }, "\(heading)")
    return Array(lines[(start + 1)...].prefix { !$0.hasPrefix("#") })
  }

  private func cells(_ line: String) -> [String] {
    line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The first column of a section's tables.
  private func tableFields(_ heading: String) throws -> [String] {
    try section(heading).filter { $0.hasPrefix("|") && !$0.hasPrefix("|---") }.dropFirst().map { cells($0)[0] }
  }

  /// The names in a list like `revision string; hasMore bool; data [{status Int32; …}]`; what is in braces is skipped.
  private func listedFields(_ text: String) -> [String] {
    var depth = 0
    var flat = ""
    for character in text {
      if "{[(".contains(character) { depth += 1 }
      if depth == 0 { flat.append(character) }
      if "}])".contains(character) { depth -= 1 }
    }
    return flat.replacing("`", with: "").split(separator: ";").compactMap { part in
      part.split { !($0.isLetter || $0.isNumber) }.first.map(String.init)
    }
  }

  private func expect(
    _ fields: [String], in type: any PayloadObject.Type, atLeast count: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(fields.count >= count, "\(type): \(fields)", sourceLocation: sourceLocation)
    for field in fields {
      #expect(type.schema[field] != nil, "\(type) lacks \(field)", sourceLocation: sourceLocation)
    }
  }

  @Test func payloadTables() throws {
    expect(try tableFields("1. JWSTransactionDecodedPayload"), in: SignedTransaction.self, atLeast: 33)
    expect(try tableFields("2. JWSRenewalInfoDecodedPayload"), in: RenewalInfo.self, atLeast: 24)
    expect(try tableFields("3. ResponseBodyV2"), in: ServerNotification.self, atLeast: 9)
    expect(try tableFields("# data"), in: NotificationData.self, atLeast: 8)
    expect(try tableFields("# externalPurchaseToken"), in: ExternalPurchaseToken.self, atLeast: 6)
    expect(try tableFields("4. AppTransaction"), in: AppTransaction.self, atLeast: 13)
    #expect(AppTransaction.schema["requestDate"] != nil)
    for type in [SignedTransaction.self, RenewalInfo.self] as [any PayloadObject.Type] {
      expect(["deviceVerification", "deviceVerificationNonce"], in: type, atLeast: 2)
    }
  }

  @Test func payloadLists() throws {
    func list(_ heading: String) throws -> [String] {
      let text = try #require(try section(heading).first { !$0.isEmpty })
      return listedFields(text.components(separatedBy: ". All opt")[0].components(separatedBy: ". No bundleId")[0])
    }
    expect(try list("# summary"), in: NotificationSummary.self, atLeast: 8)
    expect(try list("# appData"), in: NotificationAppData.self, atLeast: 4)
    let realtime = try list("# DecodedRealtimeRequestBody")
    expect(realtime, in: RealtimeRequest.self, atLeast: 7)
    expectEqual(realtime.count, RealtimeRequest.schema.members.count)
  }

  @Test func parts() throws {
    let lines = try section("8. Commitment info") + section("9. Advanced Commerce objects")
    let names: [(String, any PayloadObject.Type, Int)] = [
      ("TransactionCommitmentInfo", TransactionCommitmentInfo.self, 4),
      ("RenewalCommitmentInfo", RenewalCommitmentInfo.self, 5),
      ("AdvancedCommerceTransactionInfo", AdvancedCommerceTransactionInfo.self, 8),
      ("TransactionItem", AdvancedCommerceTransactionItem.self, 7),
      ("Refund", AdvancedCommerceRefund.self, 4), ("Offer", AdvancedCommerceOffer.self, 4),
      ("AdvancedCommerceRenewalInfo", AdvancedCommerceRenewalInfo.self, 6),
      ("RenewalItem", AdvancedCommerceRenewalItem.self, 6),
    ]
    for (name, type, count) in names {
      let line = try #require(lines.first { $0.hasPrefix(name + ": ") }, "\(name)")
      let text = line.dropFirst(name.count + 2).components(separatedBy: ". All opt")[0]
      expect(listedFields(text), in: type, atLeast: count)
    }
    expect(["description", "displayName"], in: AdvancedCommerceDescriptors.self, atLeast: 2)
    expect(["dependentSKUs", "price", "status"], in: AdvancedCommercePriceIncreaseInfo.self, atLeast: 3)
  }

  @Test func bodies() throws {
    let rows = try section("6. API response bodies").filter { $0.hasPrefix("|") }.map(cells)
    let names: [(String, any PayloadObject.Type, Int)] = [
      ("HistoryResponse", TransactionHistoryBody.self, 6), ("TransactionInfoResponse", TransactionInfoBody.self, 1),
      ("StatusResponse", SubscriptionStatusesBody.self, 4), ("OrderLookupResponse", OrderLookupBody.self, 2),
      ("RefundHistoryResponse", RefundHistoryBody.self, 3),
      ("NotificationHistoryResponse", NotificationHistoryBody.self, 3),
      ("CheckTestNotificationResponse", TestNotificationStatusBody.self, 2),
      ("AppTransactionInfoResponse", AppTransactionInfoBody.self, 1),
      ("Advanced Commerce: RequestRefundResponse", AdvancedCommerceBody.self, 2),
    ]
    for (name, type, count) in names {
      let row = try #require(rows.first { $0[0] == name }, "\(name)")
      expect(listedFields(row[1]), in: type, atLeast: count)
    }
    expect(["subscriptionGroupIdentifier", "lastTransactions"], in: SubscriptionGroupStatuses.self, atLeast: 2)
    expect(
      ["status", "originalTransactionId", "signedTransactionInfo", "signedRenewalInfo"], in: LastTransaction.self,
      atLeast: 4)
    expect(["signedPayload", "sendAttempts"], in: NotificationHistoryItem.self, atLeast: 2)
    expect(["attemptDate", "sendAttemptResult"], in: SendAttempt.self, atLeast: 2)
  }

  // MARK: - Values

  private static let enumerations: [String: [String]] = [
    "Environment": ["StoreEnvironment"], "Type": ["ProductType"], "InAppOwnershipType": ["OwnershipType"],
    "TransactionReason": ["TransactionReason"], "RevocationReason": ["RevocationReason"],
    "RevocationType": ["RevocationType"], "OfferType": ["OfferType"], "OfferDiscountType": ["OfferDiscountType"],
    "Status": ["SubscriptionStatus"], "AutoRenewStatus": ["AutoRenewStatus"],
    "ExpirationIntent": ["ExpirationIntent"], "PriceIncreaseStatus": ["PriceIncreaseStatus"],
    "ConsumptionRequestReason": ["ConsumptionRequestReason"], "PurchasePlatform": ["PurchasePlatform"],
    "BillingPlanType": ["BillingPlanType"], "OrderLookupStatus": ["OrderLookupStatus"],
    "SendAttemptResult": ["SendAttemptResult"], "AdvancedCommercePeriod": ["AdvancedCommercePeriod"],
    "AdvancedCommerceOfferPeriod": ["AdvancedCommerceOfferPeriod"],
    "AdvancedCommerceOfferReason": ["AdvancedCommerceOfferReason"],
    "AdvancedCommerceRefundReason": ["AdvancedCommerceRefundReason"],
    "AdvancedCommerceRefundType": ["AdvancedCommerceRefundType"],
    "AdvancedCommercePriceIncreaseInfoStatus": ["AdvancedCommercePriceIncreaseStatus"],
  ]

  /// Values of requests and of answers without signed strings, which this package does not read.
  private static let elsewhere: Set<String> = [
    "ExtendReasonCode", "AdvancedCommerceReason", "AdvancedCommerceEffective", "ImageState", "ImageSize",
    "HeaderPosition", "PerformanceTestStatus",
  ]

  private func quoted(_ text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
  }

  @Test func everyValueHasAName() throws {
    let rows = try section("10. Enum raw values").filter { $0.hasPrefix("|") && !$0.hasPrefix("|---") }.map(cells)
    var compared = 0
    for row in rows.dropFirst() {
      let name = String(row[0].prefix { $0.isLetter || $0.isNumber })
      if Self.elsewhere.contains(name) { continue }
      let type = try #require(Self.enumerations[name]?.first, "\(name) is neither read nor known to be elsewhere")
      let catalog = try #require(PayloadTypes.catalogs[type])
      let raws =
        row[0].contains("(int)")
        ? row[1].split(separator: ",").compactMap { part in
          part.split(separator: " ").first.flatMap { Int($0) }.map(String.init)
        } : quoted(row[1])
      #expect(raws.count >= 2, "\(name)")
      for raw in raws { #expect(catalog.contains { $0.raw == raw }, "\(type) lacks \(raw)") }
      compared += raws.count
    }
    #expect(compared >= 94)
  }

  @Test func everyNotificationTypeAndSubtypeHasAName() throws {
    let types = try section("NotificationTypeV2").flatMap(quoted)
    let subtypes = try section("# Subtype").flatMap(quoted)
    #expect(Set(types).count >= 23 && Set(subtypes).count >= 19)
    for raw in types { #expect(NotificationType(rawValue: raw).isKnown, "\(raw)") }
    for raw in subtypes where raw != "EXTERNAL_PURCHASE_TOKEN" {
      #expect(NotificationSubtype(rawValue: raw).isKnown, "\(raw)")
    }
    #expect(NotificationType(rawValue: "MIGRATE").isKnown)
    for raw in ["ACQUISITION", "SERVICES", "IN_APP", "LINK_OUT"] {
      #expect(ExternalPurchaseTokenType(rawValue: raw).isKnown, "\(raw)")
    }
  }

  @Test func usualSubtypesAreThoseOfTheTable() throws {
    let rows = try section("Which subtypes go with which type").filter { $0.hasPrefix("|") }.map(cells)
    var compared = 0
    for row in rows.dropFirst(2) {
      for name in row[0].split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) }) {
        let subtypes = row[1].split { !($0.isUppercase || $0 == "_") }.map(String.init)
          .filter { NotificationSubtype(rawValue: $0).isKnown }
        expectEqual(Set(NotificationType(rawValue: name).usualSubtypes.map(\.rawValue)), Set(subtypes), "\(name)")
        compared += 1
      }
    }
    expectEqual(compared, 23)
  }
}
