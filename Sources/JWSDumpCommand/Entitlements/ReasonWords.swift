// SPDX-License-Identifier: MIT

internal import StoreEntitlements

/// Reasons and outlooks in a few words.
enum ReasonWords {
  static func words(_ reason: EntitlementReason) -> String {
    switch reason {
    case .active: "paid"
    case .lifetime: "bought for ever"
    case .family: "shared by the family"
    case .gracePeriod: "in the billing grace period"
    case .billingRetry: "payment failed, Apple tries to collect"
    case .expired: "expired"
    case .revoked: "refunded or no longer shared"
    case .upgraded: "left for another product"
    case .notYetBegun: "begins later"
    case .neverBought: "never bought"
    case .noEvidence: "no evidence about it"
    case .renewalUnknown: "the paid period is over, and nothing says whether it was renewed"
    case .successorUnknown: "left for another product that is not known"
    case .unrecognizedProduct: "a product that is not in the catalog runs and may grant it"
    case .contradiction: "evidence contradicts the catalog"
    case .evidenceTooOld: "the evidence is too old"
    case .overridden: "fixed"
    }
  }

  static func words(_ outlook: RenewalOutlook) -> String? {
    switch outlook {
    case .doesNotApply: nil
    case .unknown: "not known: no renewal info"
    case .renews(let product, _): "renews" + (product.map { " as \($0)" } ?? "")
    case .awaitsConsent(let product, _):
      "renews only if the customer agrees to a higher price" + (product.map { ", as \($0)" } ?? "")
    case .ends: "ends: renewal is switched off"
    case .collecting(let product): "goes on once Apple has collected" + (product.map { ", as \($0)" } ?? "")
    }
  }
}
