// SPDX-License-Identifier: MIT
public import StrictJSON

/// A payload of any kind.
public enum AnyPayload: Hashable, Sendable {
  /// A purchase.
  case transaction(SignedTransaction)
  // All but the first are a dozen references or more by themselves; behind one, a value of this type is handed on for one count.
  /// What will happen at the next renewal.
  indirect case renewalInfo(RenewalInfo)
  /// A server notification.
  indirect case notification(ServerNotification)
  /// The download of an app.
  indirect case appTransaction(AppTransaction)
  /// A question about a retention message.
  indirect case realtimeRequest(RealtimeRequest)
  /// A payload of no known kind.
  indirect case unknown(UnknownPayload)

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

  /// Reads a decoded payload as the kind that it looks like, with the same answer for any `likely` one, which is tried first:
  /// a payload that reads as that kind, has its telling member, and has none that the kind does not know can be of no other.
  ///
  /// - Throws: as ``init(json:kind:)``.
  package init(json: [UInt8], likely: PayloadKind) throws(JSONError) {
    let read: AnyPayload? =
      switch likely {
      case .transaction: Self.sole(SignedTransaction.self, json).map { .transaction($0) }
      case .renewalInfo: Self.sole(RenewalInfo.self, json).map { .renewalInfo($0) }
      case .notification: Self.sole(ServerNotification.self, json).map { .notification($0) }
      case .appTransaction: Self.sole(AppTransaction.self, json).map { .appTransaction($0) }
      case .realtimeRequest: Self.sole(RealtimeRequest.self, json).map { .realtimeRequest($0) }
      case .unknown: nil
      }
    if let read {
      self = read
    } else {
      try self.init(json: json, kind: PayloadKind.detect(json: json.span).kind)
    }
  }

  private static func sole<Payload: SignedPayload>(_ type: Payload.Type, _ json: [UInt8]) -> Payload? {
    guard let payload = try? Payload(json: json), payload.payloadKind == Payload.kind, payload.unknownMembers.isEmpty
    else { return nil }
    return payload
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
  public var kind: PayloadKind {
    // Not by way of `payload`, which takes it out of its box.
    switch self {
    case .transaction: .transaction
    case .renewalInfo: .renewalInfo
    case .notification: .notification
    case .appTransaction: .appTransaction
    case .realtimeRequest: .realtimeRequest
    case .unknown: .unknown
    }
  }

  /// The payload as JSON; see ``StoreDocument/json``.
  public var json: [UInt8] { payload.json }

  /// What a verifier compares with its expectations.
  public var claims: PayloadClaims { payload.claims }

  /// The members that this version does not know; see ``StoreDocument/unknownMembers``.
  public var unknownMembers: [String] { payload.unknownMembers }
}
