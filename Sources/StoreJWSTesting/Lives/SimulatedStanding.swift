// SPDX-License-Identifier: MIT

/// What the store itself says of one product of one customer at a moment: the truth that code under test should find out
/// from the evidence.
public struct SimulatedStanding: Hashable, Sendable {
  /// Why something is held, or why not.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// Held: a paid period runs.
    case active
    /// Held: a paid period runs, or a purchase holds for ever, that a member of the family pays.
    case family
    /// Held: bought once.
    case lifetime
    /// Held: the paid period is over, and the store gives grace while it collects.
    case gracePeriod
    /// Not held: the store tries to collect.
    case billingRetry
    /// Not held: over.
    case expired
    /// Not held: refunded, or no longer shared.
    case revoked
    /// Not held: left for another product of the group.
    case upgraded
    /// Not held, and never was.
    case neverBought

    /// Whether it is a reason to give service.
    public var isHeld: Bool {
      switch self {
      case .active, .family, .lifetime, .gracePeriod: true
      case .billingRetry, .expired, .revoked, .upgraded, .neverBought: false
      }
    }
  }

  /// Why.
  public let reason: Reason
  /// Held: since when without a gap, in milliseconds since 1970.
  public let since: Int64?
  /// Held: until when, nil for ever; else when it ended, nil if it never was.
  public let until: Int64?
  /// The transaction that decides.
  public let transactionID: String?

  /// Whether the customer may use the product.
  public var isHeld: Bool { reason.isHeld }
}

extension SubscriptionSimulator {
  /// The truth about a product.
  ///
  /// A moment before the present is judged with all that the store knows by now: a refund does not undo the time before
  /// it, and a refund that was reversed never was.
  ///
  /// - Parameters:
  ///   - product: the product id.
  ///   - customer: the customer's name.
  ///   - moment: in milliseconds since 1970; the present unless given. One in the future is taken for the present.
  /// - Throws: `undeclared`, `unregistered`.
  public func standing(
    of product: String, for customer: String, at moment: Int64? = nil
  ) throws(SimulationError) -> SimulatedStanding {
    _ = try self.product(product)
    let owner = try place(of: customer)
    let now = min(moment ?? self.now, self.now)
    var pieces: [Piece] = []
    for lineage in lineages where lineage.customer == owner {
      for stretch in lineage.stretches {
        let transaction = lineage.transactions[stretch.transaction]
        guard transaction.product.id == product, stretch.start <= now else { continue }
        pieces.append(Piece(stretch, transaction))
      }
    }
    pieces.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    guard let last = pieces.max(by: { $0.end < $1.end }) else {
      return SimulatedStanding(reason: .neverBought, since: nil, until: nil, transactionID: nil)
    }
    guard last.end > now else {
      // Of several that ended at one moment the last to begin says why.
      let final = pieces.last { $0.end == last.end } ?? last
      return SimulatedStanding(
        reason: final.endReason, since: nil, until: final.end, transactionID: final.transactionID)
    }
    var since = last.start
    var reached = Int64.min
    for piece in pieces where piece.end > piece.start {
      if piece.start > reached { since = piece.start }
      reached = max(reached, piece.end)
    }
    return SimulatedStanding(
      reason: last.reason, since: since, until: last.end == .max ? nil : last.end, transactionID: last.transactionID)
  }

  /// The products that a customer may use at the present.
  ///
  /// - Throws: `unregistered`.
  public func heldProducts(of customer: String) throws(SimulationError) -> Set<String> {
    var held: Set<String> = []
    for product in catalog.products where try standing(of: product.id, for: customer).isHeld {
      held.insert(product.id)
    }
    return held
  }

  /// A stretch with its transaction's revocation worked in.
  private struct Piece {
    let start: Int64
    let end: Int64
    let reason: SimulatedStanding.Reason
    let endReason: SimulatedStanding.Reason
    let transactionID: String

    init(_ stretch: ServiceStretch, _ transaction: SimulatedTransaction) {
      start = stretch.start
      reason = stretch.reason
      transactionID = transaction.id
      if let revocation = transaction.revocation {
        end = min(stretch.end, max(stretch.start, revocation.date))
        endReason = stretch.endReason == .upgraded ? .upgraded : .revoked
      } else {
        end = stretch.end
        endReason = stretch.endReason
      }
    }
  }
}
