// SPDX-License-Identifier: MIT
public import StrictJSON

/// `descriptors`: the texts that the customer reads. A partly filled object is read as it is.
public struct AdvancedCommerceDescriptors: PayloadObject {
  /// `description`: the description.
  public internal(set) var itemDescription: String?
  /// `displayName`: the name.
  public internal(set) var displayName: String?

  /// Builds a value in code; what is not given is absent.
  public init(
    itemDescription: String? = nil,
    displayName: String? = nil
  ) {
    self.itemDescription = itemDescription
    self.displayName = displayName
  }
}

// MARK: - Reading and writing

extension AdvancedCommerceDescriptors {
  enum Member: String, CaseIterable, MemberName {
    case description
    case displayName
    var type: ValueType {
      switch self {
      case .description, .displayName: .string
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
      case .description: itemDescription = try reader.readString()
      case .displayName: displayName = try reader.readString()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("description", itemDescription)
    writer.member("displayName", displayName)
    writer.endObject()
  }
}
