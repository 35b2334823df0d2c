// SPDX-License-Identifier: MIT
#if OpenSSL
  import Foundation

  /// The whole job by hand through Foundation, as people write it: cut at the dots, map the alphabet, `Data(base64Encoded:)`,
  /// `JSONDecoder` into a struct with the same members as `SignedTransaction`.
  struct FoundationBaseline {
    private let decoder: JSONDecoder

    init() {
      decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .millisecondsSince1970
    }

    func decode(_ token: [UInt8]) throws -> Transaction {
      let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard parts.count == 3 else { throw BenchmarkError("not three segments") }
      var characters = parts[1].map { byte -> UInt8 in
        switch byte {
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: byte
        }
      }
      while characters.count % 4 != 0 { characters.append(UInt8(ascii: "=")) }
      guard let payload = Data(base64Encoded: Data(characters)) else { throw BenchmarkError("not base64url") }
      return try decoder.decode(Transaction.self, from: payload)
    }

    struct Transaction: Codable {
      var transactionId: String?
      var originalTransactionId: String?
      var webOrderLineItemId: String?
      var bundleId: String?
      var productId: String?
      var subscriptionGroupIdentifier: String?
      var purchaseDate: Date?
      var originalPurchaseDate: Date?
      var expiresDate: Date?
      var quantity: Int?
      var type: String?
      var appAccountToken: UUID?
      var inAppOwnershipType: String?
      var signedDate: Date?
      var revocationReason: Int?
      var revocationDate: Date?
      var isUpgraded: Bool?
      var offerType: Int?
      var offerIdentifier: String?
      var environment: String?
      var transactionReason: String?
      var storefront: String?
      var storefrontId: String?
      var price: Int64?
      var currency: String?
      var offerDiscountType: String?
      var appTransactionId: String?
      var offerPeriod: String?
      var revocationType: String?
      var revocationPercentage: Int?
      var billingPlanType: String?
      var commitmentInfo: Commitment?
      var advancedCommerceInfo: AdvancedCommerce?
      var deviceVerification: String?
      var deviceVerificationNonce: UUID?
    }

    struct Commitment: Codable {
      var billingPeriodNumber: Int?
      var totalBillingPeriods: Int?
      var commitmentExpiresDate: Date?
      var commitmentPrice: Int64?
    }

    struct AdvancedCommerce: Codable {
      var descriptors: Descriptors?
      var estimatedTax: Int64?
      var items: [Item]?
      var period: String?
      var requestReferenceId: String?
      var taxCode: String?
      var taxExclusivePrice: Int64?
      var taxRate: String?
    }

    struct Descriptors: Codable {
      var description: String?
      var displayName: String?
    }

    struct Item: Codable {
      var SKU: String?
      var description: String?
      var displayName: String?
      var offer: Offer?
      var price: Int64?
      var revocationDate: Date?
    }

    struct Offer: Codable {
      var period: String?
      var periodCount: Int?
      var price: Int64?
      var reason: String?
    }
  }
#endif
