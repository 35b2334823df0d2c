// SPDX-License-Identifier: MIT
internal import JOSE
public import StrictJSON

/// What can stand as the payload of a token that a verifier examines: one of the typed payloads, or one of them chosen by
/// the look of it.
public protocol TokenPayload: Sendable {
  /// Reads a decoded payload.
  ///
  /// - Throws: ``JSONError`` with offsets in `json`.
  init(json: [UInt8]) throws(JSONError)
  /// The kind that the payload turned out to be; `unknown` if it does not look like its type.
  var payloadKind: PayloadKind { get }
  /// The kind that was asked for; nil if any will do.
  static var expectedKind: PayloadKind? { get }
  /// What a verifier compares with its expectations.
  var claims: PayloadClaims { get }
}

extension SignedPayload {
  /// The kind of the type.
  public static var expectedKind: PayloadKind? { kind }
}

extension SignedTransaction {
  /// `transaction` if there is a transaction id, which no other payload has.
  public var payloadKind: PayloadKind { transactionID == nil ? .unknown : .transaction }
}

extension RenewalInfo {
  /// `renewalInfo` if the renewal status or product is there, which no other payload has.
  public var payloadKind: PayloadKind {
    autoRenewStatus == nil && autoRenewProductID == nil ? .unknown : .renewalInfo
  }
}

extension ServerNotification {
  /// `notification` if there is a type, which no other payload has.
  public var payloadKind: PayloadKind { notificationType == nil ? .unknown : .notification }
}

extension AppTransaction {
  /// `appTransaction` if the receipt type is there, which no other payload has.
  public var payloadKind: PayloadKind { receiptType == nil ? .unknown : .appTransaction }
}

extension RealtimeRequest {
  /// `realtimeRequest`: its members are all required, so a value has them.
  public var payloadKind: PayloadKind { .realtimeRequest }
}

extension UnknownPayload {
  /// `unknown`.
  public var payloadKind: PayloadKind { .unknown }
  /// Nothing was asked for.
  public static var expectedKind: PayloadKind? { nil }
}

extension AnyPayload: TokenPayload {
  /// Nothing was asked for.
  public static var expectedKind: PayloadKind? { nil }
  /// The kind that the payload was read as.
  public var payloadKind: PayloadKind { kind }

  private static let usualBeginning = Array("{\"transactionId\":".utf8)

  /// Reads a decoded payload as the kind that it looks like.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`, `missingMember`, with offsets in `json`.
  public init(json: [UInt8]) throws(JSONError) {
    // How Apple's transactions begin; what begins otherwise is looked through for its kind.
    let isLikely = json.span.starts(with: Self.usualBeginning.span)
    try self.init(json: json, likely: isLikely ? .transaction : .unknown)
  }
}
