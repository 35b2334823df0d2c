// SPDX-License-Identifier: MIT
public import StrictJSON

/// The latest of one subscription (Apple: lastTransactionsItem).
///
/// ``status`` and the id stand outside the signed strings: whoever can change the body can change them.
public struct LastTransaction: PayloadObject {
  /// `originalTransactionId`: identity of the subscription. Unsigned.
  public internal(set) var originalTransactionID: String?
  /// `status`: where the subscription stands. Unsigned.
  public internal(set) var status: SubscriptionStatus?
  /// `signedTransactionInfo`: the latest purchase; a compact JWS.
  public internal(set) var signedTransactionInfo: String?
  /// `signedRenewalInfo`: what will renew; a compact JWS.
  public internal(set) var signedRenewalInfo: String?

  /// Builds a value in code; what is not given is absent.
  public init(
    originalTransactionID: String? = nil,
    status: SubscriptionStatus? = nil,
    signedTransactionInfo: String? = nil,
    signedRenewalInfo: String? = nil
  ) {
    self.originalTransactionID = originalTransactionID
    self.status = status
    self.signedTransactionInfo = signedTransactionInfo
    self.signedRenewalInfo = signedRenewalInfo
  }
}

// MARK: - Reading and writing

extension LastTransaction {
  enum Member: String, CaseIterable, MemberName {
    case originalTransactionId
    case status
    case signedTransactionInfo
    case signedRenewalInfo
    var type: ValueType {
      switch self {
      case .originalTransactionId: .string
      case .status: .open(SubscriptionStatus.self)
      case .signedTransactionInfo: .signed(.transaction)
      case .signedRenewalInfo: .signed(.renewalInfo)
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
      case .originalTransactionId: originalTransactionID = try reader.readString()
      case .status: status = try reader.readValue()
      case .signedTransactionInfo: signedTransactionInfo = try reader.readString()
      case .signedRenewalInfo: signedRenewalInfo = try reader.readString()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("originalTransactionId", originalTransactionID)
    writer.member("status", status)
    writer.member("signedTransactionInfo", signedTransactionInfo)
    writer.member("signedRenewalInfo", signedRenewalInfo)
    writer.endObject()
  }
}
