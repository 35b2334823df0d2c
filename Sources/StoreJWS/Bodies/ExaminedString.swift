// SPDX-License-Identifier: MIT

/// A signed string with its own verdict, and with those of the strings inside its payload.
public struct ExaminedString: Sendable {
  /// Where it stands in the document around it, like `$.data.signedTransactionInfo`; `$` if it stands alone.
  public let path: String
  /// The kind that stands in such a member; nil if any may.
  public let expectedKind: PayloadKind?
  /// What was found out about it.
  public internal(set) var examination: Examination<AnyPayload>
  /// The signed strings in its payload, in order. None of them is any better for standing in a verified one.
  public internal(set) var nested: [ExaminedString] = []

  /// Whether it is verified, and belongs to what stands around it as far as that can be told.
  public var isVerified: Bool { examination.verified != nil }

  /// This string and all that are in it, from the outside inwards.
  public var all: [ExaminedString] { [self] + nested.flatMap(\.all) }

  /// The verified payload, if it is a transaction.
  public var transaction: Verified<SignedTransaction>? {
    guard let verified = examination.verified, case .transaction(let payload) = verified.payload else { return nil }
    return verified.map { _ in payload }
  }

  /// The verified payload, if it is a renewal info.
  public var renewalInfo: Verified<RenewalInfo>? {
    guard let verified = examination.verified, case .renewalInfo(let payload) = verified.payload else { return nil }
    return verified.map { _ in payload }
  }

  /// The verified payload, if it is a notification.
  public var notification: Verified<ServerNotification>? {
    guard let verified = examination.verified, case .notification(let payload) = verified.payload else { return nil }
    return verified.map { _ in payload }
  }

  /// The verified payload, if it is an app transaction.
  public var appTransaction: Verified<AppTransaction>? {
    guard let verified = examination.verified, case .appTransaction(let payload) = verified.payload else { return nil }
    return verified.map { _ in payload }
  }

  /// The verified payload, if it is a realtime request.
  public var realtimeRequest: Verified<RealtimeRequest>? {
    guard let verified = examination.verified, case .realtimeRequest(let payload) = verified.payload else { return nil }
    return verified.map { _ in payload }
  }
}

extension Examination {
  /// The same findings with the payload seen in another way.
  func map<Other: Sendable>(_ transform: (Payload) -> Other) -> Examination<Other> {
    Examination<Other>(
      kind: kind, payloadJSON: payloadJSON, error: error, report: report, received: received,
      signingMilliseconds: signingMilliseconds, record: record,
      heldPayload: heldPayload.map { Held(transform($0.value)) })
  }
}

extension AnyPayload {
  /// The signed strings in the payload.
  var signedStrings: [SignedString] {
    // Only notifications have any. Theirs are at hand as properties, which saves reading the payload once more.
    guard case .notification(let notification) = self else { return [] }
    var strings: [SignedString] = []
    func add(_ path: String, _ kind: PayloadKind, _ token: String?) {
      if let token { strings.append(SignedString(path: path, kind: kind, token: Array(token.utf8))) }
    }
    add("$.data.signedTransactionInfo", .transaction, notification.data?.signedTransactionInfo)
    add("$.data.signedRenewalInfo", .renewalInfo, notification.data?.signedRenewalInfo)
    add("$.appData.signedAppTransactionInfo", .appTransaction, notification.appData?.signedAppTransactionInfo)
    return strings
  }
}
