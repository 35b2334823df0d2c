// SPDX-License-Identifier: MIT
public import StoreJWS

/// Where signed transactions come from: StoreKit on a device, a server's own rows, a test's simulated store.
///
/// A source carries compact JWS and is believed in nothing that they do not prove: the store verifies each of them. What
/// it must get right by itself is the difference between *none* and *unknown*: a source that cannot ask, because it is
/// offline, throws; an empty answer says that there is nothing.
public protocol EvidenceSource: Sendable {
  /// Transactions that arrive without the app's doing: renewals, refunds, purchases elsewhere. Asked for once, when the
  /// store is made; elements that come before somebody listens should wait.
  var updates: AsyncStream<String> { get }

  /// The transactions that entitle now.
  ///
  /// - Throws: where the source does not know.
  func currentEntitlements() async throws -> [String]

  /// The transactions that were not finished.
  ///
  /// - Throws: where the source does not know.
  func unfinished() async throws -> [String]

  /// Every transaction of a product.
  ///
  /// - Throws: where the source does not know.
  func history(of productID: String) async throws -> [String]

  /// Acknowledges a transaction: it need not be delivered again. Called after the app's own effect has succeeded.
  ///
  /// - Throws: where it could not be acknowledged; it is tried again at the next delivery.
  func finish(_ transaction: Verified<SignedTransaction>) async throws

  /// Asks the store anew, because the customer wants purchases restored.
  ///
  /// - Throws: where that failed.
  func synchronize() async throws
}

extension EvidenceSource {
  /// Nothing: for sources that keep no account of it.
  public func unfinished() async throws -> [String] { [] }

  /// Does nothing: for sources that always answer from the store itself.
  public func synchronize() async throws {}
}
