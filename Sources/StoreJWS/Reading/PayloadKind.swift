// SPDX-License-Identifier: MIT

/// The payloads that Apple signs.
public enum PayloadKind: String, Hashable, Sendable, CaseIterable {
  /// A purchase: ``SignedTransaction`` (Apple: JWSTransactionDecodedPayload).
  case transaction
  /// What will happen at the next renewal: ``RenewalInfo`` (Apple: JWSRenewalInfoDecodedPayload).
  case renewalInfo
  /// A server notification, version 2 (Apple: responseBodyV2DecodedPayload).
  case notification
  /// The download of the app itself (Apple: AppTransaction, JWSAppTransactionDecodedPayload).
  case appTransaction
  /// A question about a retention message (Apple: DecodedRealtimeRequestBody).
  case realtimeRequest
  /// None of these by the look of it.
  case unknown

  /// The kind with its article, for messages.
  public var phrase: String {
    switch self {
    case .transaction: "a transaction"
    case .renewalInfo: "a renewal info"
    case .notification: "a notification"
    case .appTransaction: "an app transaction"
    case .realtimeRequest: "a realtime request"
    case .unknown: "a payload of no known kind"
    }
  }
}

/// What a payload says of itself that a verifier compares with its expectations.
public struct PayloadClaims: Hashable, Sendable {
  /// One claim: a payload may be of a kind that never has it, may leave it out, or have it.
  public enum Claim<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Payloads of this kind do not have the member.
    case never
    /// The payload could have the member and does not.
    case absent
    /// The member's value.
    case value(Value)

    init(_ value: Value?) {
      self = value.map { .value($0) } ?? .absent
    }
  }

  /// `signedDate`, or `receiptCreationDate` of an app transaction, in milliseconds since 1970-01-01T00:00:00Z.
  public var signingMilliseconds: Double?
  /// The app's bundle id.
  public var bundleID: Claim<String>
  /// The app's number in the App Store.
  public var appAppleID: Claim<Int64>
  /// The store that signed.
  public var environment: Claim<StoreEnvironment>
  /// The token that the app attached at purchase, as text.
  public var appAccountToken: Claim<String>
  /// The app's version.
  public var appVersion: Claim<String>

  /// Makes claims; what is not given is said never to be there.
  public init(
    signingMilliseconds: Double?,
    bundleID: Claim<String> = .never,
    appAppleID: Claim<Int64> = .never,
    environment: Claim<StoreEnvironment> = .never,
    appAccountToken: Claim<String> = .never,
    appVersion: Claim<String> = .never
  ) {
    self.signingMilliseconds = signingMilliseconds
    self.bundleID = bundleID
    self.appAppleID = appAppleID
    self.environment = environment
    self.appAccountToken = appAccountToken
    self.appVersion = appVersion
  }
}
