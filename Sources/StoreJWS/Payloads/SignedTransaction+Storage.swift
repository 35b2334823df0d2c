// SPDX-License-Identifier: MIT
internal import FoundationEssentials
internal import StrictJSON

extension SignedTransaction: CustomReflectable {
  /// What was read, on the heap and never changed afterwards.
  ///
  /// As a plain structure a transaction would be over 700 bytes with some twenty references. An initialiser that can throw
  /// copies what it has filled once before it gives it out, references counted, which was a fifteenth of reading a token;
  /// filled where it stays, it is never copied. The other payloads are not read by the million.
  final class Storage: @unchecked Sendable {
    // Unchecked: only the initialisers write, before anybody else has the reference.
    private(set) var members = Members()
    /// No name was met that transactions do not have, so that nobody needs to look for one.
    private(set) var isWhollyKnown = false

    init(_ members: Members) {
      self.members = members
    }

    init(json: [UInt8]) throws(JSONError) {
      var reader = try JSONReader(json.span)
      try members.read(&reader)
      try reader.finish()
      members.source = json
      isWhollyKnown = reader.unknownNameCount == 0
    }

    init(reading reader: inout JSONReader) throws(JSONError) {
      try members.read(&reader)
    }
  }

  /// The properties of a transaction, which says what each of them is.
  struct Members: Hashable, Sendable {
    var transactionID: String?
    var originalTransactionID: String?
    var webOrderLineItemID: String?
    var bundleID: String?
    var productID: String?
    var subscriptionGroupIdentifier: String?
    var purchaseDate: Date?
    var originalPurchaseDate: Date?
    var expiresDate: Date?
    var quantity: Int?
    var productType: ProductType?
    var appAccountToken: UUIDOrText?
    var ownershipType: OwnershipType?
    var signedDate: Date?
    var revocationReason: RevocationReason?
    var revocationDate: Date?
    var isUpgraded: Bool?
    var offerType: OfferType?
    var offerIdentifier: String?
    var environment: StoreEnvironment?
    var transactionReason: TransactionReason?
    var storefront: String?
    var storefrontID: String?
    var priceMilliunits: Int64?
    var currency: String?
    var offerDiscountType: OfferDiscountType?
    var appTransactionID: String?
    var offerPeriod: String?
    var revocationType: RevocationType?
    var revocationMilliPercent: Int?
    var billingPlanType: BillingPlanType?
    var commitmentInfo: TransactionCommitmentInfo?
    var advancedCommerceInfo: AdvancedCommerceTransactionInfo?
    var deviceVerification: String?
    var deviceVerificationNonce: UUIDOrText?
    var source: [UInt8]?

    private static let names = Member.allCases

    mutating func read(_ reader: inout JSONReader) throws(JSONError) {
      let (table, names) = (SignedTransaction.schema.table, Self.names)
      var object = try reader.enterObject()
      while let member = try reader.nextMember(&object, table, of: names) {
        switch member {
        case .transactionId: transactionID = try reader.readString()
        case .originalTransactionId: originalTransactionID = try reader.readString()
        case .webOrderLineItemId: webOrderLineItemID = try reader.readString()
        case .bundleId: bundleID = try reader.readString()
        case .productId: productID = try reader.readString()
        case .subscriptionGroupIdentifier: subscriptionGroupIdentifier = try reader.readString()
        case .purchaseDate: purchaseDate = try reader.readDate()
        case .originalPurchaseDate: originalPurchaseDate = try reader.readDate()
        case .expiresDate: expiresDate = try reader.readDate()
        case .quantity: quantity = try reader.readCount()
        case .type: productType = try reader.readValue()
        case .appAccountToken: appAccountToken = try reader.readUUIDOrText()
        case .inAppOwnershipType: ownershipType = try reader.readValue()
        case .signedDate: signedDate = try reader.readDate()
        case .revocationReason: revocationReason = try reader.readValue()
        case .revocationDate: revocationDate = try reader.readDate()
        case .isUpgraded: isUpgraded = try reader.readBoolean()
        case .offerType: offerType = try reader.readValue()
        case .offerIdentifier: offerIdentifier = try reader.readString()
        case .environment: environment = try reader.readValue()
        case .transactionReason: transactionReason = try reader.readValue()
        case .storefront: storefront = try reader.readString()
        case .storefrontId: storefrontID = try reader.readString()
        case .price: priceMilliunits = try reader.readInteger()
        case .currency: currency = try reader.readString()
        case .offerDiscountType: offerDiscountType = try reader.readValue()
        case .appTransactionId: appTransactionID = try reader.readString()
        case .offerPeriod: offerPeriod = try reader.readString()
        case .revocationType: revocationType = try reader.readValue()
        case .revocationPercentage: revocationMilliPercent = try reader.readCount()
        case .billingPlanType: billingPlanType = try reader.readValue()
        case .commitmentInfo: commitmentInfo = try TransactionCommitmentInfo(reading: &reader)
        case .advancedCommerceInfo: advancedCommerceInfo = try AdvancedCommerceTransactionInfo(reading: &reader)
        case .deviceVerification: deviceVerification = try reader.readString()
        case .deviceVerificationNonce: deviceVerificationNonce = try reader.readUUIDOrText()
        }
      }
    }
  }

  /// Equal if all members are, and the JSON that they were read from.
  public static func == (first: Self, second: Self) -> Bool {
    first.storage === second.storage || first.storage.members == second.storage.members
  }

  /// Feeds all members.
  public func hash(into hasher: inout Hasher) {
    storage.members.hash(into: &hasher)
  }

  /// The members, as if they were stored properties: for `dump` and debuggers.
  public var customMirror: Mirror {
    Mirror(self, children: Mirror(reflecting: storage.members).children, displayStyle: .struct)
  }
}
