// SPDX-License-Identifier: MIT
public import StoreEntitlements

/// A failure that no caller waits for; each is reported once.
public struct EntitlementStoreFailure: Sendable {
  /// What a caller asked for.
  public enum Operation: String, Hashable, Sendable, CaseIterable {
    /// ``EntitlementStore/process(_:)``
    case process
    /// ``EntitlementStore/refresh()``
    case refresh
    /// ``EntitlementStore/restore()``
    case restore
    /// ``EntitlementStore/history(for:)``
    case history
  }

  /// Where it happened.
  public enum Source: Hashable, Sendable {
    /// A transaction that arrived as an update.
    case updates
    /// A transaction that was not finished before.
    case unfinished
    /// Asking the source what entitles now.
    case entitlementRefresh
    /// One of the transactions that entitle now; the others count.
    case currentEntitlementVerification
    /// An operation all of whose callers were cancelled.
    case abandonedDirectOperation(Operation)
  }

  /// Where it happened.
  public let source: Source
  /// What happened.
  public let error: EntitlementStoreError
  /// The name of the token, where it is about one.
  public let evidence: EvidenceID?
  /// `transactionId`, where it is about a verified transaction.
  public let transactionID: String?
  /// `productId`, where it is about a verified transaction.
  public let productID: String?

  init(
    _ source: Source, _ error: EntitlementStoreError, evidence: EvidenceID? = nil, transactionID: String? = nil,
    productID: String? = nil
  ) {
    self.source = source
    self.error = error
    self.evidence = evidence
    self.transactionID = transactionID
    self.productID = productID
  }
}
