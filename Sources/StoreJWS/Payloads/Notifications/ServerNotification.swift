// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import StrictJSON

/// What happened, as the App Store tells a server (Apple: responseBodyV2DecodedPayload).
///
/// One of four objects says to which app it happened: ``data``, ``summary``, ``externalPurchaseToken`` or ``appData``.
/// The signed strings in them are strings here: the notification's own signature says nothing of theirs, each is
/// verified on its own. What the notification means for access is in ``meaning``.
public struct ServerNotification: SignedPayload {
  /// The kind: `notification`.
  public static let kind = PayloadKind.notification

  /// `notificationType`: what happened.
  public internal(set) var notificationType: NotificationType?
  /// `subtype`: what happened, in more detail.
  public internal(set) var subtype: NotificationSubtype?
  /// `notificationUUID`: id of the notification, the same each time it is sent; text, as Apple does not promise a UUID.
  public internal(set) var notificationUUID: String?
  /// `data`: the app, and the strings about the purchase: most notifications.
  public internal(set) var data: NotificationData?
  /// `summary`: the outcome of an extension for many subscribers.
  public internal(set) var summary: NotificationSummary?
  /// `externalPurchaseToken`: the token to report.
  public internal(set) var externalPurchaseToken: ExternalPurchaseToken?
  /// `appData`: the app, and the string about its download.
  public internal(set) var appData: NotificationAppData?
  /// `version`: version of the format, `2.0`.
  public internal(set) var version: String?
  /// `signedDate`: when Apple signed the token. Milliseconds on the wire.
  public internal(set) var signedDate: Date?
  /// The JSON that the value was read from; nil for a value built in code.
  public internal(set) var source: [UInt8]?

  /// Builds a value in code; what is not given is absent.
  public init(
    notificationType: NotificationType? = nil,
    subtype: NotificationSubtype? = nil,
    notificationUUID: String? = nil,
    data: NotificationData? = nil,
    summary: NotificationSummary? = nil,
    externalPurchaseToken: ExternalPurchaseToken? = nil,
    appData: NotificationAppData? = nil,
    version: String? = nil,
    signedDate: Date? = nil
  ) {
    self.notificationType = notificationType
    self.subtype = subtype
    self.notificationUUID = notificationUUID
    self.data = data
    self.summary = summary
    self.externalPurchaseToken = externalPurchaseToken
    self.appData = appData
    self.version = version
    self.signedDate = signedDate
  }
}

// MARK: - Reading and writing

extension ServerNotification {
  enum Member: String, CaseIterable, MemberName {
    case notificationType
    case subtype
    case notificationUUID
    case data
    case summary
    case externalPurchaseToken
    case appData
    case version
    case signedDate
    var type: ValueType {
      switch self {
      case .notificationType: .open(NotificationType.self)
      case .subtype: .open(NotificationSubtype.self)
      case .notificationUUID, .version: .string
      case .data: .object(NotificationData.schema)
      case .summary: .object(NotificationSummary.schema)
      case .externalPurchaseToken: .object(ExternalPurchaseToken.schema)
      case .appData: .object(NotificationAppData.schema)
      case .signedDate: .milliseconds
      }
    }
  }

  private static let members = Member.allCases

  /// The members and what they are.
  public static let schema = ObjectSchema(Member.self)

  /// Reads a decoded payload.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`, with offsets in `json`.
  public init(json: [UInt8]) throws(JSONError) {
    var reader = try JSONReader(json.span)
    try read(&reader)
    try reader.finish()
    source = json
  }

  /// Reads the reader's next value, which must be an object.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`.
  public init(reading reader: inout JSONReader) throws(JSONError) {
    try read(&reader)
  }

  /// Fills the members in place: an initialiser that delegates would copy the whole value once more.
  private mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    let (table, members) = (Self.schema.table, Self.members)
    var object = try reader.enterObject()
    while let member = try reader.nextMember(&object, table, of: members) {
      switch member {
      case .notificationType: notificationType = try reader.readValue()
      case .subtype: subtype = try reader.readValue()
      case .notificationUUID: notificationUUID = try reader.readString()
      case .data: data = try NotificationData(reading: &reader)
      case .summary: summary = try NotificationSummary(reading: &reader)
      case .externalPurchaseToken: externalPurchaseToken = try ExternalPurchaseToken(reading: &reader)
      case .appData: appData = try NotificationAppData(reading: &reader)
      case .version: version = try reader.readString()
      case .signedDate: signedDate = try reader.readDate()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("notificationType", notificationType)
    writer.member("subtype", subtype)
    writer.member("notificationUUID", notificationUUID)
    writer.member("data", data)
    writer.member("summary", summary)
    writer.member("externalPurchaseToken", externalPurchaseToken)
    writer.member("appData", appData)
    writer.member("version", version)
    writer.member("signedDate", signedDate)
    writer.endObject()
  }
}
