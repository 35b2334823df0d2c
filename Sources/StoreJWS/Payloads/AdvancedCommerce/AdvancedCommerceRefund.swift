// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import StrictJSON

/// One of `refunds` of an item.
public struct AdvancedCommerceRefund: PayloadObject {
  /// `refundAmount`: what was refunded, in thousandths of the currency unit.
  public internal(set) var refundAmountMilliunits: Int64?
  /// `refundDate`: when. Milliseconds on the wire.
  public internal(set) var refundDate: Date?
  /// `refundReason`: why.
  public internal(set) var refundReason: AdvancedCommerceRefundReason?
  /// `refundType`: how much.
  public internal(set) var refundType: AdvancedCommerceRefundType?

  /// Builds a value in code; what is not given is absent.
  public init(
    refundAmountMilliunits: Int64? = nil,
    refundDate: Date? = nil,
    refundReason: AdvancedCommerceRefundReason? = nil,
    refundType: AdvancedCommerceRefundType? = nil
  ) {
    self.refundAmountMilliunits = refundAmountMilliunits
    self.refundDate = refundDate
    self.refundReason = refundReason
    self.refundType = refundType
  }
}

// MARK: - Reading and writing

extension AdvancedCommerceRefund {
  enum Member: String, CaseIterable, MemberName {
    case refundAmount
    case refundDate
    case refundReason
    case refundType
    var type: ValueType {
      switch self {
      case .refundAmount: .milliunits(currency: nil)
      case .refundDate: .milliseconds
      case .refundReason: .open(AdvancedCommerceRefundReason.self)
      case .refundType: .open(AdvancedCommerceRefundType.self)
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
      case .refundAmount: refundAmountMilliunits = try reader.readInteger()
      case .refundDate: refundDate = try reader.readDate()
      case .refundReason: refundReason = try reader.readValue()
      case .refundType: refundType = try reader.readValue()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("refundAmount", refundAmountMilliunits)
    writer.member("refundDate", refundDate)
    writer.member("refundReason", refundReason)
    writer.member("refundType", refundType)
    writer.endObject()
  }
}
