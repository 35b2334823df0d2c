// SPDX-License-Identifier: MIT
internal import StoreJWS

/// One transaction of a subscription.
struct Period {
  /// What becomes of what it is about.
  enum Standing {
    case grants
    /// It contradicts the catalog.
    case contradicts
    /// Its product is not in the catalog, though the group is.
    case unrecognized
    /// It says only that the customer moved on.
    case ignored
  }

  let position: Int
  let entitlements: [Int]
  let standing: Standing
  let start: Milliseconds?
  let expires: Milliseconds?
  let productID: String
  let transactionID: String

  init(_ record: LedgerTransaction, _ position: Int, _ entitlements: [Int], _ standing: Standing) {
    self.position = position
    self.entitlements = entitlements
    self.standing = standing
    start = record.purchase
    expires = record.expires
    productID = record.productID ?? ""
    transactionID = record.transactionID
  }

  static func precedes(_ left: Period, _ right: Period) -> Bool {
    if left.start != right.start { return (left.start ?? .min) < (right.start ?? .min) }
    if left.expires != right.expires { return (left.expires ?? .min) < (right.expires ?? .min) }
    return left.transactionID < right.transactionID
  }
}

/// When each period of a subscription, sorted by purchase, is followed by another.
struct Succession {
  /// The next later purchase; `.max` for none.
  private(set) var followed: [Milliseconds]
  /// The next later purchase of another product, which ends the period at once: one subscription has one plan
  /// at a time.
  private(set) var replaced: [Milliseconds]

  init(_ periods: [Period]) {
    followed = [Milliseconds](repeating: .max, count: periods.count)
    replaced = followed
    for index in periods.indices.dropLast().reversed() {
      let (period, next) = (periods[index], periods[index + 1])
      let isLater = (next.start ?? .min) > (period.start ?? .min)
      followed[index] = isLater ? next.start ?? .max : followed[index + 1]
      replaced[index] = isLater && next.productID != period.productID ? next.start ?? .max : replaced[index + 1]
    }
  }
}

extension LineageFacts {
  /// Where a subscription stood by the newest fact.
  enum Standing { case active, ended, collecting }

  /// The grace period of each period that has one: that of the last period which the renewal info can have meant.
  func graces(of periods: [Period]) -> [Int: GraceFact] {
    var graces: [Int: GraceFact] = [:]
    for fact in self.graces.values {
      let meant = periods.lastIndex { period in
        guard let start = period.start, let expires = period.expires else { return false }
        return start <= fact.signed && fact.renewalDate.map { expires <= $0 } ?? true
      }
      guard let meant else { continue }
      if graces[meant].map({ $0.until < fact.until }) ?? true { graces[meant] = fact }
    }
    return graces
  }

  /// The renewal info, if it speaks of this period and not of one before.
  func renewal(about period: Period) -> RenewalFact? {
    guard let renewal, let start = period.start, renewal.signed >= start else { return nil }
    if let date = renewal.renewalDate, let expires = period.expires, date < expires { return nil }
    return renewal
  }
}
