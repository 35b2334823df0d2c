// SPDX-License-Identifier: MIT
internal import JOSE

extension Consistency {
  /// Compares what a body says with what is signed in it, and pairs renewal infos with their transactions.
  ///
  /// A contradiction between the unsigned and the signed is the body's, not the string's: the string says what it says,
  /// and whoever sent the body wrote something else beside it.
  static func judge<Body: SignedStringBody>(_ body: Body, _ examined: inout ExaminedBody) {
    var comparisons: [Comparison] = []
    switch body {
    case let body as SubscriptionStatusesBody:
      comparisons = judge(body, &examined)
      comparisons += appComparisons(body.bundleID, body.environment, examined.strings)
    case let body as TransactionHistoryBody:
      comparisons = appComparisons(body.bundleID, body.environment, examined.strings)
    case is AdvancedCommerceBody:
      pair(&examined.strings, in: examined.strings.indices)
    default:
      break
    }
    comparisons += neighbourComparisons(examined.strings)
    examined.report.judged(.consistency, outcome(comparisons))
  }

  /// One call of the App Store Server API answers for one app in one store.
  private static func appComparisons(
    _ bundleID: String?, _ environment: StoreEnvironment?, _ strings: [ExaminedString]
  ) -> [Comparison] {
    strings.flatMap { string -> [Comparison] in
      guard let claims = string.examination.verified?.payload.claims else { return [] }
      return [
        Comparison("bundleIDInconsistent", "bundle id", bundleID, claims.bundleID.text),
        Comparison("environmentInconsistent", "environment", environment?.rawValue, claims.environment.text),
      ]
    }
  }

  /// The verified strings of one body among each other: all by the first.
  private static func neighbourComparisons(_ strings: [ExaminedString]) -> [Comparison] {
    let claims = strings.compactMap { $0.examination.verified?.payload.claims }
    guard claims.count > 1 else { return [] }
    let bundleID = claims.lazy.compactMap(\.bundleID.text).first
    let environment = claims.lazy.compactMap(\.environment.text).first
    return claims.dropFirst().flatMap { other in
      [
        Comparison("bundleIDInconsistent", "bundle id", bundleID, other.bundleID.text),
        Comparison("environmentInconsistent", "environment", environment, other.environment.text),
      ]
    }
  }

  private static func judge(_ body: SubscriptionStatusesBody, _ examined: inout ExaminedBody) -> [Comparison] {
    var comparisons: [Comparison] = []
    var next = 0
    for (group, item) in (body.data ?? []).enumerated() {
      for (index, latest) in (item.lastTransactions ?? []).enumerated() {
        let prefix = SubscriptionStatusesBody.path(group: group, index: index) + "."
        let first = next
        while next < examined.strings.count, examined.strings[next].path.hasPrefix(prefix) { next += 1 }
        pair(&examined.strings, in: first..<next)
        for string in examined.strings[first..<next] {
          comparisons += subscriptionComparisons(string, latest, item)
        }
      }
    }
    return comparisons
  }

  private static func subscriptionComparisons(
    _ string: ExaminedString, _ latest: LastTransaction, _ group: SubscriptionGroupStatuses
  ) -> [Comparison] {
    let code = "originalTransactionIDInconsistent"
    let name = "original transaction id"
    if let payload = string.transaction?.payload {
      return [
        Comparison(code, name, latest.originalTransactionID, payload.originalTransactionID),
        Comparison(
          "subscriptionGroupInconsistent", "subscription group", group.subscriptionGroupIdentifier,
          payload.subscriptionGroupIdentifier),
      ]
    }
    if let payload = string.renewalInfo?.payload {
      return [Comparison(code, name, latest.originalTransactionID, payload.originalTransactionID)]
    }
    return []
  }
}

extension PayloadClaims.Claim {
  /// The claim as text; nil if there is none.
  fileprivate var text: String? {
    if case .value(let value) = self { "\(value)" } else { nil }
  }
}
