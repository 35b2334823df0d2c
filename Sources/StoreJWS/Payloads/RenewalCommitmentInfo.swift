// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import StrictJSON

/// `commitmentInfo` of a renewal info: what follows when a twelve-month commitment ends.
public struct RenewalCommitmentInfo: PayloadObject {
  /// `commitmentAutoRenewProductId`: product that will renew.
  public internal(set) var commitmentAutoRenewProductID: String?
  /// `commitmentAutoRenewStatus`: whether it will renew.
  public internal(set) var commitmentAutoRenewStatus: AutoRenewStatus?
  /// `commitmentRenewalBillingPlanType`: how the next year is paid.
  public internal(set) var commitmentRenewalBillingPlanType: BillingPlanType?
  /// `commitmentRenewalDate`: when it will renew. Milliseconds on the wire.
  public internal(set) var commitmentRenewalDate: Date?
  /// `commitmentRenewalPrice`: price of the next commitment, in thousandths of the currency unit.
  public internal(set) var commitmentRenewalPriceMilliunits: Int64?

  /// Builds a value in code; what is not given is absent.
  public init(
    commitmentAutoRenewProductID: String? = nil,
    commitmentAutoRenewStatus: AutoRenewStatus? = nil,
    commitmentRenewalBillingPlanType: BillingPlanType? = nil,
    commitmentRenewalDate: Date? = nil,
    commitmentRenewalPriceMilliunits: Int64? = nil
  ) {
    self.commitmentAutoRenewProductID = commitmentAutoRenewProductID
    self.commitmentAutoRenewStatus = commitmentAutoRenewStatus
    self.commitmentRenewalBillingPlanType = commitmentRenewalBillingPlanType
    self.commitmentRenewalDate = commitmentRenewalDate
    self.commitmentRenewalPriceMilliunits = commitmentRenewalPriceMilliunits
  }
}

// MARK: - Reading and writing

extension RenewalCommitmentInfo {
  enum Member: String, CaseIterable, MemberName {
    case commitmentAutoRenewProductId
    case commitmentAutoRenewStatus
    case commitmentRenewalBillingPlanType
    case commitmentRenewalDate
    case commitmentRenewalPrice
    var type: ValueType {
      switch self {
      case .commitmentAutoRenewProductId: .string
      case .commitmentAutoRenewStatus: .open(AutoRenewStatus.self)
      case .commitmentRenewalBillingPlanType: .open(BillingPlanType.self)
      case .commitmentRenewalDate: .milliseconds
      case .commitmentRenewalPrice: .milliunits(currency: nil)
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
      case .commitmentAutoRenewProductId: commitmentAutoRenewProductID = try reader.readString()
      case .commitmentAutoRenewStatus: commitmentAutoRenewStatus = try reader.readValue()
      case .commitmentRenewalBillingPlanType: commitmentRenewalBillingPlanType = try reader.readValue()
      case .commitmentRenewalDate: commitmentRenewalDate = try reader.readDate()
      case .commitmentRenewalPrice: commitmentRenewalPriceMilliunits = try reader.readInteger()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("commitmentAutoRenewProductId", commitmentAutoRenewProductID)
    writer.member("commitmentAutoRenewStatus", commitmentAutoRenewStatus)
    writer.member("commitmentRenewalBillingPlanType", commitmentRenewalBillingPlanType)
    writer.member("commitmentRenewalDate", commitmentRenewalDate)
    writer.member("commitmentRenewalPrice", commitmentRenewalPriceMilliunits)
    writer.endObject()
  }
}
