// SPDX-License-Identifier: MIT
public import StrictJSON

/// `advancedCommerceInfo` of a renewal info.
public struct AdvancedCommerceRenewalInfo: PayloadObject {
  /// `consistencyToken`: token that keeps requests in order.
  public internal(set) var consistencyToken: String?
  /// `descriptors`: what the customer reads.
  public internal(set) var descriptors: AdvancedCommerceDescriptors?
  /// `items`: what will renew.
  public internal(set) var items: [AdvancedCommerceRenewalItem]?
  /// `period`: period of the subscription.
  public internal(set) var period: AdvancedCommercePeriod?
  /// `requestReferenceId`: id of the request, given by the developer.
  public internal(set) var requestReferenceID: String?
  /// `taxCode`: code of the kind of tax.
  public internal(set) var taxCode: String?

  /// Builds a value in code; what is not given is absent.
  public init(
    consistencyToken: String? = nil,
    descriptors: AdvancedCommerceDescriptors? = nil,
    items: [AdvancedCommerceRenewalItem]? = nil,
    period: AdvancedCommercePeriod? = nil,
    requestReferenceID: String? = nil,
    taxCode: String? = nil
  ) {
    self.consistencyToken = consistencyToken
    self.descriptors = descriptors
    self.items = items
    self.period = period
    self.requestReferenceID = requestReferenceID
    self.taxCode = taxCode
  }
}

// MARK: - Reading and writing

extension AdvancedCommerceRenewalInfo {
  enum Member: String, CaseIterable, MemberName {
    case consistencyToken
    case descriptors
    case items
    case period
    case requestReferenceId
    case taxCode
    var type: ValueType {
      switch self {
      case .consistencyToken, .requestReferenceId, .taxCode: .string
      case .descriptors: .object(AdvancedCommerceDescriptors.schema)
      case .items: .array(.object(AdvancedCommerceRenewalItem.schema))
      case .period: .open(AdvancedCommercePeriod.self)
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
      case .consistencyToken: consistencyToken = try reader.readString()
      case .descriptors: descriptors = try AdvancedCommerceDescriptors(reading: &reader)
      case .items: items = try reader.readObjects()
      case .period: period = try reader.readValue()
      case .requestReferenceId: requestReferenceID = try reader.readString()
      case .taxCode: taxCode = try reader.readString()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("consistencyToken", consistencyToken)
    writer.member("descriptors", descriptors)
    writer.member("items", items)
    writer.member("period", period)
    writer.member("requestReferenceId", requestReferenceID)
    writer.member("taxCode", taxCode)
    writer.endObject()
  }
}
