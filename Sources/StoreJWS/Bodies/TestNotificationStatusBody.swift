// SPDX-License-Identifier: MIT
public import StrictJSON

/// What became of a test notification (Apple: CheckTestNotificationResponse).
///
/// The body itself is not signed: only what comes out of its signed strings can be verified.
public struct TestNotificationStatusBody: SignedStringBody {
  /// The kind: `testNotificationStatus`.
  public static let kind = BodyKind.testNotificationStatus

  /// `signedPayload`: the notification; a compact JWS.
  public internal(set) var signedPayload: String?
  /// `firstSendAttemptResult`: how your server answered at first; from before there was a list. Unsigned.
  public internal(set) var firstSendAttemptResult: SendAttemptResult?
  /// `sendAttempts`: the attempts, at most six. Unsigned.
  public internal(set) var sendAttempts: [SendAttempt]?
  /// The JSON that the value was read from; nil for a value built in code.
  public internal(set) var source: [UInt8]?

  /// Builds a value in code; what is not given is absent.
  public init(
    signedPayload: String? = nil,
    firstSendAttemptResult: SendAttemptResult? = nil,
    sendAttempts: [SendAttempt]? = nil
  ) {
    self.signedPayload = signedPayload
    self.firstSendAttemptResult = firstSendAttemptResult
    self.sendAttempts = sendAttempts
  }
}

// MARK: - Reading and writing

extension TestNotificationStatusBody {
  enum Member: String, CaseIterable, MemberName {
    case signedPayload
    case firstSendAttemptResult
    case sendAttempts
    var type: ValueType {
      switch self {
      case .signedPayload: .signed(.notification)
      case .firstSendAttemptResult: .open(SendAttemptResult.self)
      case .sendAttempts: .array(.object(SendAttempt.schema))
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
      case .signedPayload: signedPayload = try reader.readString()
      case .firstSendAttemptResult: firstSendAttemptResult = try reader.readValue()
      case .sendAttempts: sendAttempts = try reader.readObjects()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("signedPayload", signedPayload)
    writer.member("firstSendAttemptResult", firstSendAttemptResult)
    writer.member("sendAttempts", sendAttempts)
    writer.endObject()
  }
}
