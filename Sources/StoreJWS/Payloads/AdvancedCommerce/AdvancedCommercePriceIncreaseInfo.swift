// SPDX-License-Identifier: MIT
public import StrictJSON

/// `priceIncreaseInfo` of an item that will renew.
public struct AdvancedCommercePriceIncreaseInfo: PayloadObject {
  /// `dependentSKUs`: items whose price depends on this one.
  public internal(set) var dependentSKUs: [String]?
  /// `price`: the new price, in thousandths of the currency unit.
  public internal(set) var priceMilliunits: Int64?
  /// `status`: the customer's answer.
  public internal(set) var status: AdvancedCommercePriceIncreaseStatus?

  /// Builds a value in code; what is not given is absent.
  public init(
    dependentSKUs: [String]? = nil,
    priceMilliunits: Int64? = nil,
    status: AdvancedCommercePriceIncreaseStatus? = nil
  ) {
    self.dependentSKUs = dependentSKUs
    self.priceMilliunits = priceMilliunits
    self.status = status
  }
}

// MARK: - Reading and writing

extension AdvancedCommercePriceIncreaseInfo {
  enum Member: String, CaseIterable, MemberName {
    case dependentSKUs
    case price
    case status
    var type: ValueType {
      switch self {
      case .dependentSKUs: .array(.string)
      case .price: .milliunits(currency: nil)
      case .status: .open(AdvancedCommercePriceIncreaseStatus.self)
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
      case .dependentSKUs: dependentSKUs = try reader.readStrings()
      case .price: priceMilliunits = try reader.readInteger()
      case .status: status = try reader.readValue()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("dependentSKUs", dependentSKUs)
    writer.member("price", priceMilliunits)
    writer.member("status", status)
    writer.endObject()
  }
}
