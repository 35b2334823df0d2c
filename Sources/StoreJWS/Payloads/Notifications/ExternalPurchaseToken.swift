// SPDX-License-Identifier: MIT
public import FoundationEssentials
public import StrictJSON

/// `externalPurchaseToken` of a notification: a token for purchases outside the App Store.
///
/// It names no store; the id does: ``environment``.
public struct ExternalPurchaseToken: PayloadObject {
  /// `externalPurchaseId`: id of the token: UUID text, with `SANDBOX` in front in the sandbox.
  public internal(set) var externalPurchaseID: String?
  /// `tokenCreationDate`: when the token was made. Milliseconds on the wire.
  public internal(set) var tokenCreationDate: Date?
  /// `appAppleId`: number of the app in the App Store.
  public internal(set) var appAppleID: Int64?
  /// `bundleId`: bundle id of the app.
  public internal(set) var bundleID: String?
  /// `tokenType`: what a custom-link token is for.
  public internal(set) var tokenType: ExternalPurchaseTokenType?
  /// `tokenExpirationDate`: until when a custom-link token holds. Milliseconds on the wire.
  public internal(set) var tokenExpirationDate: Date?

  /// Builds a value in code; what is not given is absent.
  public init(
    externalPurchaseID: String? = nil,
    tokenCreationDate: Date? = nil,
    appAppleID: Int64? = nil,
    bundleID: String? = nil,
    tokenType: ExternalPurchaseTokenType? = nil,
    tokenExpirationDate: Date? = nil
  ) {
    self.externalPurchaseID = externalPurchaseID
    self.tokenCreationDate = tokenCreationDate
    self.appAppleID = appAppleID
    self.bundleID = bundleID
    self.tokenType = tokenType
    self.tokenExpirationDate = tokenExpirationDate
  }
}

// MARK: - Reading and writing

extension ExternalPurchaseToken {
  enum Member: String, CaseIterable, MemberName {
    case externalPurchaseId
    case tokenCreationDate
    case appAppleId
    case bundleId
    case tokenType
    case tokenExpirationDate
    var type: ValueType {
      switch self {
      case .externalPurchaseId, .bundleId: .string
      case .tokenCreationDate, .tokenExpirationDate: .milliseconds
      case .appAppleId: .integer
      case .tokenType: .open(ExternalPurchaseTokenType.self)
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
      case .externalPurchaseId: externalPurchaseID = try reader.readString()
      case .tokenCreationDate: tokenCreationDate = try reader.readDate()
      case .appAppleId: appAppleID = try reader.readInteger()
      case .bundleId: bundleID = try reader.readString()
      case .tokenType: tokenType = try reader.readValue()
      case .tokenExpirationDate: tokenExpirationDate = try reader.readDate()
      }
    }
  }

  /// Writes the members that are there, in Apple's order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("externalPurchaseId", externalPurchaseID)
    writer.member("tokenCreationDate", tokenCreationDate)
    writer.member("appAppleId", appAppleID)
    writer.member("bundleId", bundleID)
    writer.member("tokenType", tokenType)
    writer.member("tokenExpirationDate", tokenExpirationDate)
    writer.endObject()
  }
}

extension ExternalPurchaseToken {
  /// The store: Sandbox if the id begins with `SANDBOX`, else Production; nil without an id.
  public var environment: StoreEnvironment? {
    externalPurchaseID.map { $0.utf8.starts(with: "SANDBOX".utf8) ? .sandbox : .production }
  }
}
