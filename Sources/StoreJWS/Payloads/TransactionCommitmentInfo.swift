// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import StrictJSON

/// `commitmentInfo` of a transaction: where a twelve-month commitment that is billed monthly stands.
public struct TransactionCommitmentInfo: PayloadObject {
  /// `billingPeriodNumber`: which of the periods this is, from 1.
  public internal(set) var billingPeriodNumber: Int?
  /// `totalBillingPeriods`: how many periods the commitment has.
  public internal(set) var totalBillingPeriods: Int?
  /// `commitmentExpiresDate`: end of the commitment. Milliseconds on the wire.
  public internal(set) var commitmentExpiresDate: Date?
  /// `commitmentPrice`: price of the whole commitment, in thousandths of the currency unit.
  public internal(set) var commitmentPriceMilliunits: Int64?

  /// Builds a value in code; what is not given is absent.
  public init(
    billingPeriodNumber: Int? = nil,
    totalBillingPeriods: Int? = nil,
    commitmentExpiresDate: Date? = nil,
    commitmentPriceMilliunits: Int64? = nil
  ) {
    self.billingPeriodNumber = billingPeriodNumber
    self.totalBillingPeriods = totalBillingPeriods
    self.commitmentExpiresDate = commitmentExpiresDate
    self.commitmentPriceMilliunits = commitmentPriceMilliunits
  }
}

// MARK: - Reading and writing

extension TransactionCommitmentInfo {
  enum Member: String, CaseIterable, MemberName {
    case billingPeriodNumber
    case totalBillingPeriods
    case commitmentExpiresDate
    case commitmentPrice
    var type: ValueType {
      switch self {
      case .billingPeriodNumber, .totalBillingPeriods: .integer
      case .commitmentExpiresDate: .milliseconds
      case .commitmentPrice: .milliunits(currency: nil)
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
      case .billingPeriodNumber: billingPeriodNumber = try reader.readCount()
      case .totalBillingPeriods: totalBillingPeriods = try reader.readCount()
      case .commitmentExpiresDate: commitmentExpiresDate = try reader.readDate()
      case .commitmentPrice: commitmentPriceMilliunits = try reader.readInteger()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("billingPeriodNumber", billingPeriodNumber)
    writer.member("totalBillingPeriods", totalBillingPeriods)
    writer.member("commitmentExpiresDate", commitmentExpiresDate)
    writer.member("commitmentPrice", commitmentPriceMilliunits)
    writer.endObject()
  }
}
