// SPDX-License-Identifier: MIT

/// One transaction as the store keeps it: what changes about it later changes here.
struct SimulatedTransaction: Hashable, Sendable {
  struct Revocation: Hashable, Sendable {
    let date: Int64
    let refund: SimulatedRefund
  }

  let id: String
  let webOrderLineItemID: String?
  let product: SimulatedProduct
  let purchase: Int64
  var expires: Int64?
  let isRenewal: Bool
  let price: Int64
  var quantity: Int64 = 1
  var offer: SimulatedOffer?
  var plan: SimulatedBillingPlan?
  var commitment: SimulatedCommitment?
  var revocation: Revocation?
  var isUpgraded = false
}

/// Twelve monthly payments that belong together.
struct SimulatedCommitment: Hashable, Sendable {
  /// From 1.
  var number: Int64
  let count: Int64 = 12
  let expires: Int64
}

/// A subscription or purchase through its renewals: all that goes under one original transaction id.
struct SimulatedLineage: Sendable {
  enum Phase: Hashable, Sendable {
    /// Bought once; nothing renews.
    case single
    case active
    case grace(until: Int64)
    case retry(until: Int64)
    case expired
    case revoked
  }

  struct PriceIncrease: Hashable, Sendable {
    let price: Int64
    var hasConsent: Bool
  }

  /// Place among the customers.
  let customer: Int
  let group: String?
  let originalID: String
  let begun: Int64
  var transactions: [SimulatedTransaction] = []
  var stretches: [ServiceStretch] = []
  var phase = Phase.single
  var renews = true
  var nextProduct: SimulatedProduct?
  var expirationIntent: Int64?
  /// The offer of the next period, and how many periods more it holds.
  var offer: (offer: SimulatedOffer, remaining: Int)?
  var plan: SimulatedBillingPlan?
  /// Whether another commitment follows.
  var recommits = true
  var priceIncrease: PriceIncrease?
  /// What the customer pays, where an increase has made it another price than the product's.
  var agreedPrice: Int64?
  /// Begin of the run that gaps under 60 days do not end.
  var runBegun: Int64
  var extensions: [Int64] = []
  /// The lineage of the member who pays, where it is the family's.
  var sharedFrom: Int?
  let isFamilyShared: Bool

  init(customer: Int, group: String?, originalID: String, begun: Int64, isFamilyShared: Bool = false) {
    self.customer = customer
    self.group = group
    self.originalID = originalID
    self.begun = begun
    self.isFamilyShared = isFamilyShared
    runBegun = begun
  }

  /// Whether service is given.
  var isServing: Bool {
    switch phase {
    case .active, .grace: true
    case .single, .retry, .expired, .revoked: false
    }
  }

  /// `status` of the API.
  var status: Int64? {
    switch phase {
    case .single: nil
    case .active: 1
    case .expired: 2
    case .retry: 3
    case .grace: 4
    case .revoked: 5
    }
  }

  /// What must happen next without anybody doing anything, and when.
  var due: Int64? {
    switch phase {
    case .active: transactions.last?.expires
    case .grace(let until), .retry(let until): until
    case .single, .expired, .revoked: nil
    }
  }
}

/// A stretch of time in which a transaction gives service: the store's own book about what is held, kept by the acts
/// themselves and not read off any evidence.
struct ServiceStretch: Hashable, Sendable {
  /// Place in the lineage's transactions.
  let transaction: Int
  let start: Int64
  /// `.max` for ever.
  var end: Int64
  let reason: SimulatedStanding.Reason
  var endReason = SimulatedStanding.Reason.expired
}
