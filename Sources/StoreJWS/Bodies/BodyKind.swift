// SPDX-License-Identifier: MIT
internal import JOSE
internal import StrictJSON

/// The JSON bodies that carry signed strings.
public enum BodyKind: String, Hashable, Sendable, CaseIterable {
  /// A notification's HTTP body: ``NotificationBody``.
  case notification
  /// The HTTP body of a question about a retention message: ``RealtimeRequestBody``.
  case realtimeRequest
  /// A page of purchases: ``TransactionHistoryBody``.
  case transactionHistory
  /// One purchase: ``TransactionInfoBody``.
  case transactionInfo
  /// Where subscriptions stand: ``SubscriptionStatusesBody``.
  case subscriptionStatuses
  /// The purchases of an order: ``OrderLookupBody``.
  case orderLookup
  /// A page of refunds: ``RefundHistoryBody``.
  case refundHistory
  /// A page of notifications: ``NotificationHistoryBody``.
  case notificationHistory
  /// What became of a test: ``TestNotificationStatusBody``.
  case testNotificationStatus
  /// The download of the app: ``AppTransactionInfoBody``.
  case appTransactionInfo
  /// An answer of the Advanced Commerce API: ``AdvancedCommerceBody``.
  case advancedCommerce
  /// A notification of version 1, which has no signed strings and is no JWS at all.
  case notificationV1
  /// None of these by the look of it.
  case unknown

  /// The kind with its article, for messages.
  public var phrase: String {
    switch self {
    case .notification: "a notification's body"
    case .realtimeRequest: "a realtime request's body"
    case .transactionHistory: "a transaction history"
    case .transactionInfo: "a transaction info"
    case .subscriptionStatuses: "a list of subscription statuses"
    case .orderLookup: "an order lookup"
    case .refundHistory: "a refund history"
    case .notificationHistory: "a notification history"
    case .testNotificationStatus: "a test notification's status"
    case .appTransactionInfo: "an app transaction info"
    case .advancedCommerce: "an Advanced Commerce answer"
    case .notificationV1: "a notification of version 1"
    case .unknown: "a body of no known kind"
    }
  }

  /// The type that reads the kind; nil for version 1 and unknown ones.
  public var type: (any SignedStringBody.Type)? {
    switch self {
    case .notification: NotificationBody.self
    case .realtimeRequest: RealtimeRequestBody.self
    case .transactionHistory: TransactionHistoryBody.self
    case .transactionInfo: TransactionInfoBody.self
    case .subscriptionStatuses: SubscriptionStatusesBody.self
    case .orderLookup: OrderLookupBody.self
    case .refundHistory: RefundHistoryBody.self
    case .notificationHistory: NotificationHistoryBody.self
    case .testNotificationStatus: TestNotificationStatusBody.self
    case .appTransactionInfo: AppTransactionInfoBody.self
    case .advancedCommerce: AdvancedCommerceBody.self
    case .notificationV1, .unknown: nil
    }
  }
}

/// What kind of body some JSON is, told by its members, and why.
public struct BodyDetection: Hashable, Sendable {
  /// The kind.
  public let kind: BodyKind
  /// The reason, in words.
  public let reason: String
  /// Whether the members fit another kind as well.
  public let isAmbiguous: Bool
}

extension BodyKind {
  /// Tells a body's kind from the names of its top-level members; where they are `signedPayload` alone, from the
  /// payload behind it, which is looked at and not verified. One pass over the document.
  public static func detect(json: Span<UInt8>) -> BodyDetection {
    var names: Set<Name> = []
    var token: [UInt8] = []
    do throws(JSONError) {
      var reader = try JSONReader(json, limits: .body)
      var object = try reader.enterObject()
      while let member = try reader.nextMember(&object, Name.table) {
        if member.index >= 0 { names.insert(Name.allCases[member.index]) }
        if member.index == 0, try reader.nextKind() == .string {
          token = reader.decodedBytes(of: try reader.readText())
        } else {
          try reader.skipValue()
        }
      }
    } catch {
      if names.isEmpty { return BodyDetection(kind: .unknown, reason: error.message, isAmbiguous: false) }
    }
    return names.contains(.signedPayload) ? detect(signedPayload: token, names) : detect(names)
  }

  /// The names that tell one kind from the others.
  private enum Name: String, CaseIterable {
    case signedPayload, sendAttempts, firstSendAttemptResult, signedTransactions, bundleId, appAppleId, environment
    case revision, hasMore, status, signedTransactionInfo, signedRenewalInfo, signedAppTransactionInfo
    case notificationHistory, data, notification_type, unified_receipt, password, auto_renew_status

    static let table = MemberTable(allCases.map(\.rawValue))
  }

  private static func detect(signedPayload token: [UInt8], _ names: Set<Name>) -> BodyDetection {
    if names.contains(.sendAttempts) || names.contains(.firstSendAttemptResult) {
      return BodyDetection(
        kind: .testNotificationStatus, reason: "\"signedPayload\" beside \"sendAttempts\"", isAmbiguous: false)
    }
    do throws(JOSEError) {
      let payload = try CompactJWS.decode(.payload, token.span, try JWSSegments(token.span))
      let inner = PayloadKind.detect(json: payload.span)
      switch inner.kind {
      case .notification, .realtimeRequest:
        return BodyDetection(
          kind: inner.kind == .notification ? .notification : .realtimeRequest,
          reason: "\"signedPayload\", and in it \(inner.reason)", isAmbiguous: inner.isAmbiguous)
      default:
        return BodyDetection(
          kind: .notification, reason: "\"signedPayload\", but in it \(inner.reason)", isAmbiguous: true)
      }
    } catch {
      return BodyDetection(
        kind: .notification, reason: "\"signedPayload\", whose payload cannot be read", isAmbiguous: true)
    }
  }

  private static func detect(_ names: Set<Name>) -> BodyDetection {
    func found(_ kind: BodyKind, _ reason: String, isAmbiguous: Bool = false) -> BodyDetection {
      BodyDetection(kind: kind, reason: reason, isAmbiguous: isAmbiguous)
    }
    if names.contains(.notificationHistory) { return found(.notificationHistory, "\"notificationHistory\"") }
    if names.contains(.signedAppTransactionInfo) {
      return found(.appTransactionInfo, "\"signedAppTransactionInfo\"")
    }
    if names.contains(.signedTransactions) {
      if !names.isDisjoint(with: [.bundleId, .appAppleId, .environment]) {
        return found(.transactionHistory, "\"signedTransactions\" beside the app's names")
      }
      if names.contains(.status) { return found(.orderLookup, "\"signedTransactions\" beside \"status\"") }
      return found(
        .refundHistory, "\"signedTransactions\" with neither \"status\" nor the app's names",
        isAmbiguous: names.isDisjoint(with: [.revision, .hasMore]))
    }
    if names.contains(.signedRenewalInfo) { return found(.advancedCommerce, "\"signedRenewalInfo\"") }
    if names.contains(.signedTransactionInfo) {
      return found(.transactionInfo, "\"signedTransactionInfo\" alone")
    }
    if names.contains(.notification_type) || names.contains(.unified_receipt) {
      return found(.notificationV1, "members spelled as in version 1, like \"notification_type\"")
    }
    if names.contains(.data), !names.isDisjoint(with: [.bundleId, .appAppleId, .environment]) {
      return found(.subscriptionStatuses, "\"data\" beside the app's names")
    }
    if names == [.status] { return found(.orderLookup, "\"status\" alone", isAmbiguous: true) }
    return found(.unknown, "no member that tells")
  }
}
