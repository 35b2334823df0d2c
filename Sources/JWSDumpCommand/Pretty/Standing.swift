// SPDX-License-Identifier: MIT

internal import StrictJSON

/// What a payload means for the customer, in one line: is the subscription running, was the purchase taken back.
///
/// This is what the one document says, judged at one moment; a later document may say otherwise.
struct Standing {
  let words: String
  let isGood: Bool?

  init?(_ kind: RecordKind, _ payload: JSONValue, now: Int64) {
    switch kind {
    case .transaction: self.init(transaction: payload, now: now)
    case .renewalInfo: self.init(renewalInfo: payload, now: now)
    default: return nil
    }
  }

  private init(_ words: String, isGood: Bool?) {
    self.words = words
    self.isGood = isGood
  }

  private init?(transaction payload: JSONValue, now: Int64) {
    if let revoked = Self.moment(payload["revocationDate"]) {
      self.init("taken back \(RelativeTime.text(milliseconds: revoked, now: now))", isGood: false)
    } else if payload["isUpgraded"] == .boolean(true) {
      self.init("replaced by another subscription of its group", isGood: nil)
    } else if let expires = Self.moment(payload["expiresDate"]) {
      let when = RelativeTime.text(milliseconds: expires, now: now)
      self = expires > now ? Standing("runs out \(when)", isGood: true) : Standing("ran out \(when)", isGood: false)
    } else if payload["purchaseDate"] != nil, payload["expiresDate"] == nil {
      self.init("bought, does not expire", isGood: true)
    } else {
      return nil
    }
  }

  private init?(renewalInfo payload: JSONValue, now: Int64) {
    if let grace = Self.moment(payload["gracePeriodExpiresDate"]), grace > now {
      let when = RelativeTime.text(milliseconds: grace, now: now)
      self.init("in the billing grace period, which ends \(when)", isGood: nil)
    } else if payload["isInBillingRetryPeriod"] == .boolean(true) {
      self.init("the payment failed; Apple tries again", isGood: false)
    } else if payload["autoRenewStatus"] == .number("1") {
      let when = Self.moment(payload["renewalDate"]).map { " " + RelativeTime.text(milliseconds: $0, now: now) }
      self.init("set to renew" + (when.map { " (renewal date\($0))" } ?? ""), isGood: true)
    } else if payload["autoRenewStatus"] == .number("0") {
      self.init("will not renew", isGood: false)
    } else {
      return nil
    }
  }

  private static func moment(_ value: JSONValue?) -> Int64? {
    guard case .number(let text)? = value else { return nil }
    return Instant.milliseconds(ofNumber: text)?.milliseconds
  }
}
