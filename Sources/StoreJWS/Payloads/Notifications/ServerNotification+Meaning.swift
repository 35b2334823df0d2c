// SPDX-License-Identifier: MIT

extension ServerNotification {
  /// What the notification means for access, in one sentence for people; nil for a type without a name.
  ///
  /// A subtype that does not usually come with its type is named beside the type's own meaning.
  public var meaning: String? {
    guard let notificationType else { return nil }
    return notificationType.meaning(with: subtype)
  }
}

extension NotificationType {
  /// What the type means for access together with a subtype; nil for a type without a name.
  public func meaning(with subtype: NotificationSubtype?) -> String? {
    if let sentence = Self.sentences[Pair(type: self, subtype: subtype)] { return sentence }
    guard let meaning else { return nil }
    guard let subtype else { return meaning }
    return "\(meaning) (\(subtype.meaning ?? "subtype \(subtype.rawValue)"))"
  }

  /// The subtypes that Apple's documentation names for the type; empty if it comes without one only.
  public var usualSubtypes: [NotificationSubtype] {
    Self.pairs.compactMap { $0.pair.type == self ? $0.pair.subtype : nil }
  }

  private struct Pair: Hashable {
    let type: NotificationType
    let subtype: NotificationSubtype?
  }

  private static let sentences = [Pair: String](pairs.map { ($0.pair, $0.meaning) }) { first, _ in first }

  /// The pairs whose meaning is more than that of the type.
  private static let pairs: [(pair: Pair, meaning: String)] = [
    (.init(type: .subscribed, subtype: .initialBuy), "a customer subscribed for the first time: give access"),
    (.init(type: .subscribed, subtype: .resubscribe), "a customer subscribed again: give access"),
    (
      .init(type: .didChangeRenewalPreference, subtype: .upgrade),
      "the customer moved to a higher level, which begins at once: give access to it"
    ),
    (
      .init(type: .didChangeRenewalPreference, subtype: .downgrade),
      "the customer will move to a lower level at the next renewal; access stays as it is until then"
    ),
    (
      .init(type: .didChangeRenewalPreference, subtype: nil),
      "the customer went back to the current plan; access stays as it is"
    ),
    (
      .init(type: .didChangeRenewalStatus, subtype: .autoRenewEnabled),
      "automatic renewal was switched on; access stays as it is"
    ),
    (
      .init(type: .didChangeRenewalStatus, subtype: .autoRenewDisabled),
      "automatic renewal was switched off; access goes on until the subscription expires"
    ),
    (
      .init(type: .offerRedeemed, subtype: .upgrade),
      "an offer for a higher level was redeemed and begins at once: give access to it"
    ),
    (
      .init(type: .offerRedeemed, subtype: .downgrade),
      "an offer for a lower level was redeemed and begins at the next renewal; access stays as it is until then"
    ),
    (.init(type: .offerRedeemed, subtype: .initialBuy), "an offer was redeemed with a first purchase: give access"),
    (
      .init(type: .offerRedeemed, subtype: .resubscribe),
      "an offer was redeemed by a customer who came back: give access"
    ),
    (.init(type: .offerRedeemed, subtype: nil), "an offer for the active subscription was redeemed; access goes on"),
    (.init(type: .didRenew, subtype: .billingRecovery), "Apple collected at last: give access again"),
    (.init(type: .didRenew, subtype: nil), "the subscription was renewed: access goes on"),
    (
      .init(type: .expired, subtype: .voluntary),
      "the subscription ended because the customer had switched renewal off: take access away"
    ),
    (
      .init(type: .expired, subtype: .billingRetry),
      "the subscription ended because Apple gave up collecting: take access away"
    ),
    (
      .init(type: .expired, subtype: .priceIncrease),
      "the subscription ended because the customer did not agree to a higher price: take access away"
    ),
    (
      .init(type: .expired, subtype: .productNotForSale),
      "the subscription ended because the product was no longer for sale: take access away"
    ),
    (.init(type: .expired, subtype: nil), "the subscription ended for another reason: take access away"),
    (
      .init(type: .didFailToRenew, subtype: .gracePeriod),
      "a renewal could not be charged: keep access during the billing grace period"
    ),
    (
      .init(type: .didFailToRenew, subtype: nil),
      "a renewal could not be charged and there is no grace period: access may be taken away; Apple tries again"
    ),
    (
      .init(type: .priceIncrease, subtype: .pending),
      "the customer was told of a higher price and has not answered; access stays as it is"
    ),
    (
      .init(type: .priceIncrease, subtype: .accepted),
      "the customer agreed to a higher price, or need not be asked; access stays as it is"
    ),
    (
      .init(type: .renewalExtension, subtype: .summary),
      "the renewal dates of all eligible subscribers were moved; the summary counts them"
    ),
    (.init(type: .renewalExtension, subtype: .failure), "the renewal date of this subscription could not be moved"),
    (
      .init(type: .externalPurchaseToken, subtype: .unreported),
      "a token for external purchases was made and no report has come yet: report it"
    ),
    (
      .init(type: .externalPurchaseToken, subtype: .created),
      "a token for external purchases was made: keep it for the report"
    ),
    (
      .init(type: .externalPurchaseToken, subtype: .activeTokenReminder),
      "a token for external purchases is still in use: report its purchases"
    ),
  ]
}
