// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import StrictJSON

/// One attempt to deliver a notification (Apple: sendAttemptItem).
public struct SendAttempt: PayloadObject {
  /// `attemptDate`: when. Milliseconds on the wire.
  public internal(set) var attemptDate: Date?
  /// `sendAttemptResult`: how your server answered.
  public internal(set) var sendAttemptResult: SendAttemptResult?

  /// Builds a value in code; what is not given is absent.
  public init(
    attemptDate: Date? = nil,
    sendAttemptResult: SendAttemptResult? = nil
  ) {
    self.attemptDate = attemptDate
    self.sendAttemptResult = sendAttemptResult
  }
}

// MARK: - Reading and writing

extension SendAttempt {
  enum Member: String, CaseIterable, MemberName {
    case attemptDate
    case sendAttemptResult
    var type: ValueType {
      switch self {
      case .attemptDate: .milliseconds
      case .sendAttemptResult: .open(SendAttemptResult.self)
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
      case .attemptDate: attemptDate = try reader.readDate()
      case .sendAttemptResult: sendAttemptResult = try reader.readValue()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("attemptDate", attemptDate)
    writer.member("sendAttemptResult", sendAttemptResult)
    writer.endObject()
  }
}
