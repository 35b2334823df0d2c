// SPDX-License-Identifier: MIT
public import StrictJSON

/// The purchases of one order (Apple: OrderLookupResponse).
///
/// The body itself is not signed: only what comes out of its signed strings can be verified.
public struct OrderLookupBody: SignedStringBody {
  /// The kind: `orderLookup`.
  public static let kind = BodyKind.orderLookup

  /// `status`: whether the order id is valid. Unsigned.
  public internal(set) var status: OrderLookupStatus?
  /// `signedTransactions`: the purchases; compact JWS.
  public internal(set) var signedTransactions: [String]?
  /// The JSON that the value was read from; nil for a value built in code.
  public internal(set) var source: [UInt8]?

  /// Builds a value in code; what is not given is absent.
  public init(
    status: OrderLookupStatus? = nil,
    signedTransactions: [String]? = nil
  ) {
    self.status = status
    self.signedTransactions = signedTransactions
  }
}

// MARK: - Reading and writing

extension OrderLookupBody {
  enum Member: String, CaseIterable, MemberName {
    case status
    case signedTransactions
    var type: ValueType {
      switch self {
      case .status: .open(OrderLookupStatus.self)
      case .signedTransactions: .array(.signed(.transaction))
      }
    }
  }

  private static let members = Member.allCases

  /// The members and what they are.
  public static let schema = ObjectSchema(Member.self)

  /// Reads a whole body.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`, with offsets in `json`.
  public init(json: [UInt8]) throws(JSONError) {
    var reader = try JSONReader(json.span, limits: .body)
    try self.init(reading: &reader)
    try reader.finish()
    source = json
  }

  /// Reads the reader's next value, which must be an object.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`.
  public init(reading reader: inout JSONReader) throws(JSONError) {
    self.init()
    let (table, members) = (Self.schema.table, Self.members)
    var object = try reader.enterObject()
    while let member = try reader.nextMember(&object, table, of: members) {
      switch member {
      case .status: status = try reader.readValue()
      case .signedTransactions: signedTransactions = try reader.readStrings()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("status", status)
    writer.member("signedTransactions", signedTransactions)
    writer.endObject()
  }
}
