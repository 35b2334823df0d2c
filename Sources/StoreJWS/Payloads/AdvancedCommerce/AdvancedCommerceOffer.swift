// SPDX-License-Identifier: MIT
public import StrictJSON

/// `offer` of an item. A partly filled object is read as it is.
public struct AdvancedCommerceOffer: PayloadObject {
  /// `period`: how long one period of the offer lasts.
  public internal(set) var period: AdvancedCommerceOfferPeriod?
  /// `periodCount`: how many periods the offer lasts.
  public internal(set) var periodCount: Int?
  /// `price`: price under the offer, in thousandths of the currency unit.
  public internal(set) var priceMilliunits: Int64?
  /// `reason`: why the offer is made.
  public internal(set) var reason: AdvancedCommerceOfferReason?

  /// Builds a value in code; what is not given is absent.
  public init(
    period: AdvancedCommerceOfferPeriod? = nil,
    periodCount: Int? = nil,
    priceMilliunits: Int64? = nil,
    reason: AdvancedCommerceOfferReason? = nil
  ) {
    self.period = period
    self.periodCount = periodCount
    self.priceMilliunits = priceMilliunits
    self.reason = reason
  }
}

// MARK: - Reading and writing

extension AdvancedCommerceOffer {
  enum Member: String, CaseIterable, MemberName {
    case period
    case periodCount
    case price
    case reason
    var type: ValueType {
      switch self {
      case .period: .open(AdvancedCommerceOfferPeriod.self)
      case .periodCount: .integer
      case .price: .milliunits(currency: nil)
      case .reason: .open(AdvancedCommerceOfferReason.self)
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
      case .period: period = try reader.readValue()
      case .periodCount: periodCount = try reader.readCount()
      case .price: priceMilliunits = try reader.readInteger()
      case .reason: reason = try reader.readValue()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("period", period)
    writer.member("periodCount", periodCount)
    writer.member("price", priceMilliunits)
    writer.member("reason", reason)
    writer.endObject()
  }
}
