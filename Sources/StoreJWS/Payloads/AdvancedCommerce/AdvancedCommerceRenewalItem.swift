// SPDX-License-Identifier: MIT
public import StrictJSON

/// One of `items` in a renewal info.
public struct AdvancedCommerceRenewalItem: PayloadObject {
  /// `SKU`: the developer's id of the item.
  public internal(set) var sku: String?
  /// `description`: the description that the customer reads.
  public internal(set) var itemDescription: String?
  /// `displayName`: the name that the customer reads.
  public internal(set) var displayName: String?
  /// `offer`: the offer that will apply.
  public internal(set) var offer: AdvancedCommerceOffer?
  /// `price`: price, in thousandths of the currency unit.
  public internal(set) var priceMilliunits: Int64?
  /// `priceIncreaseInfo`: a price increase that was announced.
  public internal(set) var priceIncreaseInfo: AdvancedCommercePriceIncreaseInfo?

  /// Builds a value in code; what is not given is absent.
  public init(
    sku: String? = nil,
    itemDescription: String? = nil,
    displayName: String? = nil,
    offer: AdvancedCommerceOffer? = nil,
    priceMilliunits: Int64? = nil,
    priceIncreaseInfo: AdvancedCommercePriceIncreaseInfo? = nil
  ) {
    self.sku = sku
    self.itemDescription = itemDescription
    self.displayName = displayName
    self.offer = offer
    self.priceMilliunits = priceMilliunits
    self.priceIncreaseInfo = priceIncreaseInfo
  }
}

// MARK: - Reading and writing

extension AdvancedCommerceRenewalItem {
  enum Member: String, CaseIterable, MemberName {
    case SKU
    case description
    case displayName
    case offer
    case price
    case priceIncreaseInfo
    var type: ValueType {
      switch self {
      case .SKU, .description, .displayName: .string
      case .offer: .object(AdvancedCommerceOffer.schema)
      case .price: .milliunits(currency: nil)
      case .priceIncreaseInfo: .object(AdvancedCommercePriceIncreaseInfo.schema)
      }
    }
  }

  private static let members = Member.allCases

  /// The members and what they are.
  public static let schema = ObjectSchema(Member.self)

  /// Reads the reader's next value, which must be an object.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`.
  public init(reading reader: inout JSONReader) throws(JSONError) {
    self.init()
    let (table, members) = (Self.schema.table, Self.members)
    var object = try reader.enterObject()
    while let member = try reader.nextMember(&object, table, of: members) {
      switch member {
      case .SKU: sku = try reader.readString()
      case .description: itemDescription = try reader.readString()
      case .displayName: displayName = try reader.readString()
      case .offer: offer = try AdvancedCommerceOffer(reading: &reader)
      case .price: priceMilliunits = try reader.readInteger()
      case .priceIncreaseInfo: priceIncreaseInfo = try AdvancedCommercePriceIncreaseInfo(reading: &reader)
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("SKU", sku)
    writer.member("description", itemDescription)
    writer.member("displayName", displayName)
    writer.member("offer", offer)
    writer.member("price", priceMilliunits)
    writer.member("priceIncreaseInfo", priceIncreaseInfo)
    writer.endObject()
  }
}
