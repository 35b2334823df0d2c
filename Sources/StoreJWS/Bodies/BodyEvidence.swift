// SPDX-License-Identifier: MIT
internal import JOSE

/// A body as a typed value, and what is verified in it.
public struct BodyEvidence<Body: SignedStringBody>: Sendable {
  /// The body. Nobody vouches for it: its own members are what whoever sent it wrote, and its strings are not verified
  /// here.
  public let unsigned: Body
  /// The signed strings, each with its own verdict.
  public let examined: ExaminedBody

  /// The verified transactions that stand in the body itself, in order.
  public var transactions: [Verified<SignedTransaction>] { examined.strings.compactMap(\.transaction) }

  /// The strings that are not verified, nested ones included, and in each why.
  public var refused: [ExaminedString] { examined.allStrings.filter { !$0.isVerified } }

  /// The string at a path.
  func string(at path: String) -> ExaminedString? { examined.strings.first { $0.path == path } }
}

extension BodyEvidence where Body == TransactionInfoBody {
  /// The transaction, if it is verified.
  public var transaction: Verified<SignedTransaction>? { transactions.first }
}

extension BodyEvidence where Body == AppTransactionInfoBody {
  /// The app transaction, if it is verified.
  public var appTransaction: Verified<AppTransaction>? { examined.strings.first?.appTransaction }
}

extension BodyEvidence where Body == AdvancedCommerceBody {
  /// What is verified of the subscription.
  public var subscription: SubscriptionEvidence {
    SubscriptionEvidence(unsignedStatus: nil, strings: examined.strings)
  }
}

extension BodyEvidence where Body == SubscriptionStatusesBody {
  /// What is verified of each subscription, in the order of the body.
  public var subscriptions: [SubscriptionEvidence] {
    let groups = unsigned.data ?? []
    let byPath = [String: ExaminedString](examined.strings.map { ($0.path, $0) }) { first, _ in first }
    return groups.indices.flatMap { group in
      let latest = groups[group].lastTransactions ?? []
      return latest.indices.map { index in
        let path = SubscriptionStatusesBody.path(group: group, index: index)
        let strings = ["signedTransactionInfo", "signedRenewalInfo"].compactMap { byPath["\(path).\($0)"] }
        return SubscriptionEvidence(unsignedStatus: latest[index].status, strings: strings)
      }
    }
  }
}

extension SubscriptionStatusesBody {
  static func path(group: Int, index: Int) -> String { "$.data[\(group)].lastTransactions[\(index)]" }
}

extension BodyEvidence where Body == NotificationHistoryBody {
  /// The verified notifications, in order; how each was delivered is in the unsigned body.
  public var notifications: [NotificationEvidence] { examined.strings.compactMap { NotificationEvidence($0) } }
}

extension BodyEvidence where Body == TestNotificationStatusBody {
  /// The notification, if it is verified.
  public var notification: NotificationEvidence? { examined.strings.first.flatMap { NotificationEvidence($0) } }
}

/// What is verified of one subscription.
public struct SubscriptionEvidence: Sendable {
  /// The status that stands beside the signed strings. Nobody vouches for it.
  public let unsignedStatus: SubscriptionStatus?
  /// The signed strings, each with its own verdict.
  public let strings: [ExaminedString]

  /// The transaction, if it is verified.
  public var transaction: Verified<SignedTransaction>? { strings.lazy.compactMap(\.transaction).first }

  /// The renewal info, if it is verified and belongs to the verified transaction. It names no app itself, so alone it
  /// could be that of another app.
  public var renewalInfo: Verified<RenewalInfo>? {
    guard transaction != nil else { return nil }
    return strings.lazy.compactMap(\.renewalInfo).first { $0.report[.consistency] == .passed }
  }
}

/// A verified notification, and what is verified of the strings inside it.
public struct NotificationEvidence: Sendable {
  /// The notification.
  public let notification: Verified<ServerNotification>
  /// The signed strings inside it, each with its own verdict.
  public let strings: [ExaminedString]

  init?(_ string: ExaminedString) {
    guard let notification = string.notification else { return nil }
    self.notification = notification
    strings = string.nested
  }

  /// The evidence in a notification that was examined.
  ///
  /// - Throws: whatever refuses the notification itself.
  init(verified string: ExaminedString) throws(StoreError) {
    _ = try string.examination.get()
    guard let evidence = NotificationEvidence(string) else {
      throw StoreError(code: .notChecked, category: .notTrusted, message: "not verified")
    }
    self = evidence
  }

  /// What the notification says.
  public var payload: ServerNotification { notification.payload }

  /// The transaction, if there is one and it is verified.
  public var transaction: Verified<SignedTransaction>? { strings.lazy.compactMap(\.transaction).first }

  /// The renewal info, if there is one and it is verified. That it belongs here, the notification's own signature says.
  public var renewalInfo: Verified<RenewalInfo>? { strings.lazy.compactMap(\.renewalInfo).first }

  /// The app transaction, if there is one and it is verified.
  public var appTransaction: Verified<AppTransaction>? { strings.lazy.compactMap(\.appTransaction).first }

  /// The strings that are not verified, and in each why. Do not act on a notification's inner strings while one is here
  /// without having looked at it.
  public var refused: [ExaminedString] { strings.filter { !$0.isVerified } }
}
