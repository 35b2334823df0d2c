// SPDX-License-Identifier: MIT
public import StrictJSON

/// A page of the notifications that Apple sent (Apple: NotificationHistoryResponse).
///
/// The body itself is not signed: only what comes out of its signed strings can be verified.
public struct NotificationHistoryBody: SignedStringBody {
  /// The kind: `notificationHistory`.
  public static let kind = BodyKind.notificationHistory

  /// `notificationHistory`: the notifications.
  public internal(set) var notificationHistory: [NotificationHistoryItem]?
  /// `hasMore`: there is a next page.
  public internal(set) var hasMore: Bool?
  /// `paginationToken`: where the next page begins.
  public internal(set) var paginationToken: String?
  /// The JSON that the value was read from; nil for a value built in code.
  public internal(set) var source: [UInt8]?

  /// Builds a value in code; what is not given is absent.
  public init(
    notificationHistory: [NotificationHistoryItem]? = nil,
    hasMore: Bool? = nil,
    paginationToken: String? = nil
  ) {
    self.notificationHistory = notificationHistory
    self.hasMore = hasMore
    self.paginationToken = paginationToken
  }
}

// MARK: - Reading and writing

extension NotificationHistoryBody {
  enum Member: String, CaseIterable, MemberName {
    case notificationHistory
    case hasMore
    case paginationToken
    var type: ValueType {
      switch self {
      case .notificationHistory: .array(.object(NotificationHistoryItem.schema))
      case .hasMore: .boolean
      case .paginationToken: .string
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
      case .notificationHistory: notificationHistory = try reader.readObjects()
      case .hasMore: hasMore = try reader.readBoolean()
      case .paginationToken: paginationToken = try reader.readString()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("notificationHistory", notificationHistory)
    writer.member("hasMore", hasMore)
    writer.member("paginationToken", paginationToken)
    writer.endObject()
  }
}
