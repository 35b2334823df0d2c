// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import StrictJSON

/// A payload of no kind that this version knows: its JSON, and the members that payloads of the App Store share.
///
/// Any JSON document can be one. A shared member of another type than usual is nil here and stays in ``json``.
public struct UnknownPayload: SignedPayload {
  /// The kind: `unknown`.
  public static let kind = PayloadKind.unknown

  /// `signedDate`: when Apple signed the token. Milliseconds on the wire.
  public private(set) var signedDate: Date?
  /// `bundleId`: bundle id of the app.
  public private(set) var bundleID: String?
  /// `appAppleId`: number of the app in the App Store.
  public private(set) var appAppleID: Int64?
  /// `environment`: the store that signed.
  public private(set) var environment: StoreEnvironment?
  /// `appAccountToken`: what the app attached.
  public private(set) var appAccountToken: UUIDOrText?
  /// The JSON that the value was read from.
  public private(set) var source: [UInt8]?

  enum Member: String, CaseIterable, MemberName {
    case signedDate
    case bundleId
    case appAppleId
    case environment
    case appAccountToken

    var type: ValueType {
      switch self {
      case .signedDate: .milliseconds
      case .bundleId: .string
      case .appAppleId: .integer
      case .environment: .open(StoreEnvironment.self)
      case .appAccountToken: .uuid
      }
    }
  }

  private static let members = Member.allCases

  /// The members that are looked for.
  public static let schema = ObjectSchema(Member.self)

  /// Reads a decoded payload.
  ///
  /// - Throws: faults of grammar and budget, with offsets in `json`.
  public init(json: [UInt8]) throws(JSONError) {
    var reader = try JSONReader(json.span)
    try self.init(reading: &reader)
    try reader.finish()
    source = json
  }

  /// Reads the reader's next value, whatever it is, and keeps it.
  ///
  /// - Throws: faults of grammar and budget.
  public init(reading reader: inout JSONReader) throws(JSONError) {
    var probe = copy reader
    var writer = JSONWriter()
    try writer.value(from: &reader)
    source = writer.bytes
    guard try probe.nextKind() == .object else { return }
    var object = try probe.enterObject()
    while let member = try probe.nextMember(&object, Self.schema.table) {
      let kind = try probe.nextKind()
      let place = member.index >= 0 ? Self.members[member.index] : nil
      switch (place, kind) {
      case (.signedDate, .number): signedDate = try? probe.readDate()
      case (.bundleId, .string): bundleID = try probe.readString()
      case (.appAppleId, .number): appAppleID = try? probe.readInteger()
      case (.environment, .string): environment = try probe.readValue()
      case (.appAccountToken, .string): appAccountToken = try probe.readUUIDOrText()
      default: try probe.skipValue()
      }
    }
  }

  /// Writes the JSON that the value was read from.
  public func write(to writer: inout JSONWriter) {
    writer.verbatim(source ?? Array("null".utf8))
  }

  /// What a verifier compares with its expectations: members that several kinds have.
  public var claims: PayloadClaims {
    PayloadClaims(
      signingMilliseconds: signedDate?.milliseconds,
      bundleID: .init(bundleID),
      appAppleID: .init(appAppleID),
      environment: .init(environment),
      appAccountToken: .init(appAccountToken?.text)
    )
  }
}
