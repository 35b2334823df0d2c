// SPDX-License-Identifier: MIT
public import StrictJSON

/// The download of the app (Apple: AppTransactionInfoResponse).
///
/// The body itself is not signed: only what comes out of its signed strings can be verified.
public struct AppTransactionInfoBody: SignedStringBody {
  /// The kind: `appTransactionInfo`.
  public static let kind = BodyKind.appTransactionInfo

  /// `signedAppTransactionInfo`: the download; a compact JWS.
  public internal(set) var signedAppTransactionInfo: String?
  /// The JSON that the value was read from; nil for a value built in code.
  public internal(set) var source: [UInt8]?

  /// Builds a value in code; what is not given is absent.
  public init(
    signedAppTransactionInfo: String? = nil
  ) {
    self.signedAppTransactionInfo = signedAppTransactionInfo
  }
}

// MARK: - Reading and writing

extension AppTransactionInfoBody {
  enum Member: String, CaseIterable, MemberName {
    case signedAppTransactionInfo
    var type: ValueType {
      switch self {
      case .signedAppTransactionInfo: .signed(.appTransaction)
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
      case .signedAppTransactionInfo: signedAppTransactionInfo = try reader.readString()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("signedAppTransactionInfo", signedAppTransactionInfo)
    writer.endObject()
  }
}
