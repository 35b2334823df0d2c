// SPDX-License-Identifier: MIT
public import StrictJSON

/// The subscriptions of one group (Apple: SubscriptionGroupIdentifierItem).
public struct SubscriptionGroupStatuses: PayloadObject {
  /// `subscriptionGroupIdentifier`: id of the group. Unsigned.
  public internal(set) var subscriptionGroupIdentifier: String?
  /// `lastTransactions`: the latest of each subscription in the group.
  public internal(set) var lastTransactions: [LastTransaction]?

  /// Builds a value in code; what is not given is absent.
  public init(
    subscriptionGroupIdentifier: String? = nil,
    lastTransactions: [LastTransaction]? = nil
  ) {
    self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
    self.lastTransactions = lastTransactions
  }
}

// MARK: - Reading and writing

extension SubscriptionGroupStatuses {
  enum Member: String, CaseIterable, MemberName {
    case subscriptionGroupIdentifier
    case lastTransactions
    var type: ValueType {
      switch self {
      case .subscriptionGroupIdentifier: .string
      case .lastTransactions: .array(.object(LastTransaction.schema))
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
      case .subscriptionGroupIdentifier: subscriptionGroupIdentifier = try reader.readString()
      case .lastTransactions: lastTransactions = try reader.readObjects()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("subscriptionGroupIdentifier", subscriptionGroupIdentifier)
    writer.member("lastTransactions", lastTransactions)
    writer.endObject()
  }
}
