// SPDX-License-Identifier: MIT
public import StrictJSON

/// `advancedCommerceInfo` of a transaction.
public struct AdvancedCommerceTransactionInfo: PayloadObject {
  /// `descriptors`: what the customer reads.
  public internal(set) var descriptors: AdvancedCommerceDescriptors?
  /// `estimatedTax`: estimated tax, in thousandths of the currency unit.
  public internal(set) var estimatedTaxMilliunits: Int64?
  /// `items`: what was bought.
  public internal(set) var items: [AdvancedCommerceTransactionItem]?
  /// `period`: period of the subscription.
  public internal(set) var period: AdvancedCommercePeriod?
  /// `requestReferenceId`: id of the request, given by the developer.
  public internal(set) var requestReferenceID: String?
  /// `taxCode`: code of the kind of tax.
  public internal(set) var taxCode: String?
  /// `taxExclusivePrice`: price without tax, in thousandths of the currency unit.
  public internal(set) var taxExclusivePriceMilliunits: Int64?
  /// `taxRate`: rate of the tax as decimal text.
  public internal(set) var taxRate: String?

  /// Builds a value in code; what is not given is absent.
  public init(
    descriptors: AdvancedCommerceDescriptors? = nil,
    estimatedTaxMilliunits: Int64? = nil,
    items: [AdvancedCommerceTransactionItem]? = nil,
    period: AdvancedCommercePeriod? = nil,
    requestReferenceID: String? = nil,
    taxCode: String? = nil,
    taxExclusivePriceMilliunits: Int64? = nil,
    taxRate: String? = nil
  ) {
    self.descriptors = descriptors
    self.estimatedTaxMilliunits = estimatedTaxMilliunits
    self.items = items
    self.period = period
    self.requestReferenceID = requestReferenceID
    self.taxCode = taxCode
    self.taxExclusivePriceMilliunits = taxExclusivePriceMilliunits
    self.taxRate = taxRate
  }
}

// MARK: - Reading and writing

extension AdvancedCommerceTransactionInfo {
  enum Member: String, CaseIterable, MemberName {
    case descriptors
    case estimatedTax
    case items
    case period
    case requestReferenceId
    case taxCode
    case taxExclusivePrice
    case taxRate
    var type: ValueType {
      switch self {
      case .descriptors: .object(AdvancedCommerceDescriptors.schema)
      case .estimatedTax, .taxExclusivePrice: .milliunits(currency: nil)
      case .items: .array(.object(AdvancedCommerceTransactionItem.schema))
      case .period: .open(AdvancedCommercePeriod.self)
      case .requestReferenceId, .taxCode, .taxRate: .string
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
      case .descriptors: descriptors = try AdvancedCommerceDescriptors(reading: &reader)
      case .estimatedTax: estimatedTaxMilliunits = try reader.readInteger()
      case .items: items = try reader.readObjects()
      case .period: period = try reader.readValue()
      case .requestReferenceId: requestReferenceID = try reader.readString()
      case .taxCode: taxCode = try reader.readString()
      case .taxExclusivePrice: taxExclusivePriceMilliunits = try reader.readInteger()
      case .taxRate: taxRate = try reader.readString()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("descriptors", descriptors)
    writer.member("estimatedTax", estimatedTaxMilliunits)
    writer.member("items", items)
    writer.member("period", period)
    writer.member("requestReferenceId", requestReferenceID)
    writer.member("taxCode", taxCode)
    writer.member("taxExclusivePrice", taxExclusivePriceMilliunits)
    writer.member("taxRate", taxRate)
    writer.endObject()
  }
}
