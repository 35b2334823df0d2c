// SPDX-License-Identifier: MIT
public import StrictJSON

/// One notification and how it was delivered (Apple: notificationHistoryResponseItem).
public struct NotificationHistoryItem: PayloadObject {
  /// `signedPayload`: the notification; a compact JWS.
  public internal(set) var signedPayload: String?
  /// `sendAttempts`: the attempts, at most six. Unsigned.
  public internal(set) var sendAttempts: [SendAttempt]?

  /// Builds a value in code; what is not given is absent.
  public init(
    signedPayload: String? = nil,
    sendAttempts: [SendAttempt]? = nil
  ) {
    self.signedPayload = signedPayload
    self.sendAttempts = sendAttempts
  }
}

// MARK: - Reading and writing

extension NotificationHistoryItem {
  enum Member: String, CaseIterable, MemberName {
    case signedPayload
    case sendAttempts
    var type: ValueType {
      switch self {
      case .signedPayload: .signed(.notification)
      case .sendAttempts: .array(.object(SendAttempt.schema))
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
      case .signedPayload: signedPayload = try reader.readString()
      case .sendAttempts: sendAttempts = try reader.readObjects()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("signedPayload", signedPayload)
    writer.member("sendAttempts", sendAttempts)
    writer.endObject()
  }
}
