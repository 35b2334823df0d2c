// SPDX-License-Identifier: MIT

import ASN1Reading

/// One purchase in an app receipt (attribute 17 and its inner attributes).
///
/// Which attributes there are depends on the receipt's age and origin, so each is optional; nil is absent, an empty text
/// or date is there and empty, zero is zero. What has no property of its own is in ``attributes``.
public struct InAppPurchase: Sendable {
  /// 1701, how many.
  public internal(set) var quantity: Int64?
  /// 1702, the product identifier.
  public internal(set) var productID: String?
  /// 1703, the transaction identifier; digits, `0` from Xcode.
  public internal(set) var transactionID: String?
  /// 1704, when the user was charged (or the purchase restored).
  public internal(set) var purchaseDate: ReceiptDate?
  /// 1705, the identifier of the first transaction of a subscription.
  public internal(set) var originalTransactionID: String?
  /// 1706, the date of the first transaction; may lie seconds behind 1704.
  public internal(set) var originalPurchaseDate: ReceiptDate?
  /// 1708, when the subscription ends or renews; empty for other kinds.
  public internal(set) var expiresDate: ReceiptDate?
  /// 1711, the order line across devices; 0 when it is no subscription.
  public internal(set) var webOrderLineItemID: Int64?
  /// 1712, when Apple's support (or an upgrade) cancelled it; empty normally. A cancelled purchase counts as never made.
  public internal(set) var cancellationDate: ReceiptDate?
  /// 1719, 1 in an introductory offer period, 0 otherwise; absent before 2019 and for other kinds.
  public internal(set) var introductoryOfferFlag: Int64?
  /// Attributes that Apple does not document.
  public internal(set) var undocumented = Undocumented()

  /// Properties that Apple does not document; their meaning was established by comparison with server answers.
  public struct Undocumented: Hashable, Sendable {
    /// 1707, the kind of product; absent from Xcode 12 to 15.
    public internal(set) var productType: ProductType?
    /// 1710, the product's own store id; 0 in the sandbox.
    public internal(set) var itemID: Int64?
    /// 1713, 1 in a free trial, 0 otherwise.
    public internal(set) var trialPeriodFlag: Int64?
    /// 1720, 1 for a problem in the app, 0 for another reason; only beside a cancellation date.
    public internal(set) var cancellationReason: Int64?
    /// 1721, the promotional offer; only when one was used.
    public internal(set) var promotionalOfferID: String?
    /// 1722, unknown, 0 wherever seen; 2021 and later.
    public internal(set) var attribute1722: Int64?
  }

  /// The kind of a product; an unknown number stays what it is.
  public struct ProductType: RawRepresentable, Hashable, Sendable {
    /// The number in attribute 1707.
    public let rawValue: Int64

    /// Wraps a number.
    public init(rawValue: Int64) {
      self.rawValue = rawValue
    }

    /// 0
    public static let nonConsumable = ProductType(rawValue: 0)
    /// 1
    public static let consumable = ProductType(rawValue: 1)
    /// 2
    public static let nonRenewingSubscription = ProductType(rawValue: 2)
    /// 3
    public static let autoRenewableSubscription = ProductType(rawValue: 3)
    /// 4, the free subscription of the Newsstand years.
    public static let freeSubscription = ProductType(rawValue: 4)
  }

  /// The octets that hold the SET of attributes, shared with the receipt.
  let octets: [UInt8]
  /// Where in them.
  let range: Range<Int>

  init(octets: [UInt8], range: Range<Int>) {
    self.octets = octets
    self.range = range
  }
}

extension InAppPurchase {
  /// It is in a free trial; nil where the receipt does not say.
  public var isTrialPeriod: Bool? { undocumented.trialPeriodFlag.map { $0 != 0 } }
  /// It is in an introductory offer period; nil where the receipt does not say.
  public var isIntroductoryOfferPeriod: Bool? { introductoryOfferFlag.map { $0 != 0 } }
  /// It has a cancellation date: it counts as never made.
  public var isCancelled: Bool { cancellationDate.map { $0 != .empty } ?? false }

  /// Every attribute as it stands, in order, known or not; read anew at each call.
  public var attributes: [ReceiptAttribute] {
    let piece = Array(octets[range])
    guard var reader = try? ASN1Reader(piece.span, liberties: .receipt, limits: .receipt) else { return [] }
    return reader.attributes()
  }

  /// The attributes of types that have no property here.
  public var unknownAttributes: [ReceiptAttribute] {
    attributes.filter { !PurchaseAttributes.known.contains($0.type) }
  }
}

extension InAppPurchase: Hashable {
  /// Two purchases are equal when their octets are.
  public static func == (left: InAppPurchase, right: InAppPurchase) -> Bool {
    left.octets[left.range].elementsEqual(right.octets[right.range])
  }

  /// Hashes the octets.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(octets[range])
  }
}
