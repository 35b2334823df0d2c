// SPDX-License-Identifier: MIT
public import StoreJWS

extension EntitlementStore {
  /// Handles a transaction that the app got by itself, as the result of a purchase, and publishes what it changes.
  ///
  /// - Parameter token: the compact JWS.
  /// - Throws: `notVerified`, `unusable`, `catalogContradiction`, `unhandledProduct`, `callbackFailed`, `finishFailed`;
  ///   `refreshFailedAfterCompletion` when only publishing failed; `cancelled`, `reentrant`, `closing`, `closed`,
  ///   `overridden`.
  @discardableResult
  public func process(_ token: String) async throws(EntitlementStoreError) -> ProcessingOutcome {
    try await perform(.process) { () async throws(EntitlementStoreError) -> ProcessingOutcome in
      let outcome: ProcessingOutcome
      do throws(EntitlementStoreError) {
        outcome = try await self.handle(token)
      } catch {
        self.publishLater(after: error)
        throw error
      }
      try await self.publishAfterCompletion()
      return outcome
    }
  }

  /// Handles what was not finished, asks the source what entitles now, and publishes it. Calls that come before the work
  /// has begun share it.
  ///
  /// - Throws: `sourceFailed`, `catalogContradiction`; `cancelled`, `reentrant`, `closing`, `closed`, `overridden`.
  public func refresh() async throws(EntitlementStoreError) {
    try requireOpen()
    try await requestRefresh(includingUnfinished: true, isDirect: true).value()
  }

  /// Has the source ask the store anew, then publishes; for a button that the customer presses.
  ///
  /// - Throws: `sourceFailed`; `refreshFailedAfterCompletion` when only publishing failed; `cancelled`, `reentrant`,
  ///   `closing`, `closed`, `overridden`.
  public func restore() async throws(EntitlementStoreError) {
    try await perform(.restore) { () async throws(EntitlementStoreError) in
      try await self.synchronizeSource()
      try await self.publishAfterCompletion()
    }
  }

  /// All transactions of a product, newest purchase first; all of them or none.
  ///
  /// - Throws: `notVerified` if a single one is not; `sourceFailed`, `cancelled`, `reentrant`, `closing`, `closed`,
  ///   `overridden`.
  public func history(for productID: String) async throws(EntitlementStoreError) -> [Verified<SignedTransaction>] {
    try await perform(.history) { () async throws(EntitlementStoreError) -> [Verified<SignedTransaction>] in
      try await self.verifiedHistory(of: productID)
    }
  }

  /// Closes the store: nothing more is taken, what was taken is done, waiting failures are reported, and then no callback
  /// is called again. Further calls wait for the same end; cancelling a caller changes nothing. From within a callback of
  /// this store it returns at once, as the end must wait for the callback.
  public func close() async {
    let closing = self.closing ?? beginClosing()
    if CallbackScope.isWithin(callbackOf: ObjectIdentifier(self)) { return }
    await closing.value
  }
}
