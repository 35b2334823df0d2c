// SPDX-License-Identifier: MIT
public import FoundationEssentials

/// What a customer may use at one moment.
public struct CustomerEntitlements<Entitlement: Hashable & Sendable>: Sendable {
  /// How far the answers can be relied on.
  public enum Availability: Hashable, Sendable {
    /// There is no evidence at all: every answer is unknown.
    case noEvidence
    /// There is evidence; what it does not mention is unknown.
    case partial(asOf: Date?)
    /// The whole history is known as of a moment, in every store that the policy accepts.
    case complete(asOf: Date)
    /// The caller fixed the answers.
    case overridden
  }

  /// How far the answers can be relied on.
  public let availability: Availability
  /// One answer for everything that the catalog grants, in its order.
  public let answers: [EntitlementAnswer<Entitlement>]
  /// What somebody should look at.
  public let findings: EntitlementFindings
  /// The products that grant something at the moment.
  public let activeProductIDs: Set<String>
  private let places: [Entitlement: Int]

  init(
    availability: Availability, answers: [EntitlementAnswer<Entitlement>], findings: EntitlementFindings,
    activeProductIDs: Set<String>
  ) {
    self.availability = availability
    self.answers = answers
    self.findings = findings
    self.activeProductIDs = activeProductIDs
    places = [Entitlement: Int](answers.enumerated().map { ($1.entitlement, $0) }) { first, _ in first }
  }

  /// Fixed answers, for previews, demonstrations and support: these entitlements and no others, whatever was bought.
  public init(overriding entitlements: Set<Entitlement>, in catalog: EntitlementCatalog<Entitlement>) {
    let all = catalog.entitlements + entitlements.filter { !catalog.entitlements.contains($0) }
    self.init(
      availability: .overridden,
      answers: all.map { EntitlementAnswer($0, entitlements.contains($0) ? .entitled : .notEntitled, .overridden) },
      findings: EntitlementFindings([]), activeProductIDs: [])
  }

  /// The answer for one entitlement; unknown for one that the catalog does not have.
  public subscript(entitlement: Entitlement) -> EntitlementAnswer<Entitlement> {
    places[entitlement].map { answers[$0] } ?? EntitlementAnswer(entitlement, .unknown, .noEvidence)
  }

  /// Whether the customer is entitled to exactly this; false also where the answer is unknown, which
  /// ``subscript(_:)`` tells apart.
  public func isEntitled(to entitlement: Entitlement) -> Bool { self[entitlement].state == .entitled }

  /// What the customer is entitled to for certain.
  public var entitled: Set<Entitlement> { Set(answers.filter { $0.state == .entitled }.map(\.entitlement)) }

  /// All that the customer is entitled to; nil while any answer is unknown. The empty set says that there is nothing.
  public var activeEntitlements: Set<Entitlement>? {
    answers.contains { $0.state == .unknown } ? nil : entitled
  }
}

extension CustomerEntitlements: Equatable {
  /// Compares all but the index.
  public static func == (left: CustomerEntitlements, right: CustomerEntitlements) -> Bool {
    left.availability == right.availability && left.answers == right.answers && left.findings == right.findings
      && left.activeProductIDs == right.activeProductIDs
  }
}
