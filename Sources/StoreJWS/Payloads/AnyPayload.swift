// SPDX-License-Identifier: MIT
public import StrictJSON

/// A payload of any kind.
public enum AnyPayload: Hashable, Sendable {
  /// A purchase.
  case transaction(SignedTransaction)
  /// What will happen at the next renewal.
  case renewalInfo(RenewalInfo)
  /// A server notification.
  case notification(ServerNotification)
  /// The download of an app.
  case appTransaction(AppTransaction)
  /// A question about a retention message.
  case realtimeRequest(RealtimeRequest)
  /// A payload of no known kind.
  case unknown(UnknownPayload)

  /// Reads a decoded payload as one kind; which kind it is, ``PayloadKind/detect(json:)`` tells.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`, `missingMember`,
  ///   with offsets in `json`.
  public init(json: [UInt8], kind: PayloadKind) throws(JSONError) {
    switch kind {
    case .transaction: self = .transaction(try SignedTransaction(json: json))
    case .renewalInfo: self = .renewalInfo(try RenewalInfo(json: json))
    case .notification: self = .notification(try ServerNotification(json: json))
    case .appTransaction: self = .appTransaction(try AppTransaction(json: json))
    case .realtimeRequest: self = .realtimeRequest(try RealtimeRequest(json: json))
    case .unknown: self = .unknown(try UnknownPayload(json: json))
    }
  }

  /// The payload as what all payloads have in common.
  public var payload: any SignedPayload {
    switch self {
    case .transaction(let payload): payload
    case .renewalInfo(let payload): payload
    case .notification(let payload): payload
    case .appTransaction(let payload): payload
    case .realtimeRequest(let payload): payload
    case .unknown(let payload): payload
    }
  }

  /// The kind.
  public var kind: PayloadKind { type(of: payload).kind }

  /// The payload as JSON; see ``StoreDocument/json``.
  public var json: [UInt8] { payload.json }

  /// What a verifier compares with its expectations.
  public var claims: PayloadClaims { payload.claims }

  /// The members that this version does not know; see ``StoreDocument/unknownMembers``.
  public var unknownMembers: [String] { payload.unknownMembers }
}
