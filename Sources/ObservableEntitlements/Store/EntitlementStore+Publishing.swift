// SPDX-License-Identifier: MIT
internal import FoundationEssentials
internal import StoreEntitlements
internal import StoreJWS

// From what the source says to what is published.
extension EntitlementStore {
  func refreshNow(includingUnfinished: Bool) async throws(EntitlementStoreError) {
    do throws(EntitlementStoreError) {
      if includingUnfinished { try await handleUnfinished() }
      try await publish()
    } catch {
      // The last good answer outlives a failure to ask; without one there is only the failure. What contradicts the
      // catalog has been cleared already.
      if case .ready = availability { throw error }
      availability = .failed(error)
      throw error
    }
  }

  func publishAfterCompletion() async throws(EntitlementStoreError) {
    do throws(EntitlementStoreError) { try await refreshNow(includingUnfinished: false) } catch {
      throw EntitlementStoreError(
        .refreshFailedAfterCompletion, error.category, "the operation is complete; what is owned now could not be read",
        underlying: error)
    }
  }

  /// Handles unfinished transactions until the source names none that was not tried. A source that always finds more is
  /// left after so many rounds.
  private func handleUnfinished() async throws(EntitlementStoreError) {
    var tried: Set<EvidenceID> = []
    for _ in 0..<16 {
      let tokens = try await ask { source in try await source.unfinished() }
      let fresh = tokens.filter { tried.insert(EvidenceID(of: Array($0.utf8))).inserted }
      if fresh.isEmpty { return }
      for token in fresh {
        do throws(EntitlementStoreError) { _ = try await handle(token) } catch { collect(.unfinished, error, token) }
      }
    }
  }

  /// Asks what entitles now, and publishes it.
  private func publish() async throws(EntitlementStoreError) {
    let asked = now()
    let tokens = try await ask { source in try await source.currentEntitlements() }
    var current: [(Verified<SignedTransaction>, ProductClassification<Entitlement>)] = []
    for token in tokens {
      do throws(EntitlementStoreError) {
        let transaction = try await verified(token)
        current.append((transaction, try classified(transaction)))
      } catch {
        // One that counts is thrown below and is not to be told twice.
        if error.code == .catalogContradiction, !contradictions.isEmpty { continue }
        collect(.currentEntitlementVerification, error, token)
      }
    }
    if let contradiction = contradictions.values.first { throw contradiction }
    let revoked = Set(
      ledger.assuming(policy).transactions.filter { $0.revocationDate != nil || $0.isUpgraded }.map {
        name($0.environment, $0.transactionID)
      })
    var active: Set<Entitlement> = []
    var kept: [Verified<SignedTransaction>] = []
    var seen: Set<EvidenceID> = []
    for (transaction, classification) in current
    where !revoked.contains(name(transaction.payload.environment, transaction.payload.transactionID)) {
      guard seen.insert(EvidenceID(of: transaction.characters)).inserted else { continue }
      kept.append(transaction)
      active.formUnion(await granted(by: transaction, classification, at: asked))
    }
    availability = .ready(
      EntitlementSnapshot(
        transactions: kept.sorted(by: Verified<SignedTransaction>.precedes), active: active, date: asked))
  }

  /// What a transaction grants of which the source says that it entitles now.
  private func granted(
    by transaction: Verified<SignedTransaction>, _ classification: ProductClassification<Entitlement>, at moment: Date
  ) async -> Set<Entitlement> {
    switch classification {
    case .contradiction, .unmanaged, .retiredUpgraded: return []
    case .unrecognized:
      guard isWithinGrace(transaction.payload, at: moment) else { return [] }
      do throws(EntitlementStoreError) {
        let decision = try await decision(on: transaction, EvidenceID(of: transaction.characters))
        if case .treatAs(let entitlements) = decision { return entitlements }
      } catch {
        collect(.currentEntitlementVerification, error, String(decoding: transaction.characters, as: UTF8.self))
      }
      return []
    case .declared(let product):
      switch product.kind {
      case .consumable: return []
      case .nonConsumable: return Set(product.entitlements)
      case .autoRenewable: return isWithinGrace(transaction.payload, at: moment) ? Set(product.entitlements) : []
      case .nonRenewing:
        // Apple goes on naming them for ever; the catalog knows how long they last.
        var alone = CustomerLedger(customer: "")
        alone.record(transaction)
        return EntitlementResolver(catalog: catalog, policy: policy).resolve(alone, at: moment).entitled
      }
    }
  }

  /// The source's word that a subscription runs is believed for as long as a grace period can last after its expiry, and
  /// no longer: a source that repeats an old token for ever grants nothing for ever.
  private func isWithinGrace(_ payload: SignedTransaction, at moment: Date) -> Bool {
    guard let expires = payload.expiresDate else { return false }
    let grace = Double(min(max(0, policy.longestGracePeriodDays), 366)) * 86_400
    return moment < expires.addingTimeInterval(grace + Double(max(0, policy.clockToleranceSeconds)))
  }

  // MARK: - Questions to the source

  func verifiedHistory(of productID: String) async throws(EntitlementStoreError) -> [Verified<SignedTransaction>] {
    let tokens = try await ask { source in try await source.history(of: productID) }
    var transactions: [Verified<SignedTransaction>] = []
    for token in tokens {
      let transaction = try await verified(token)
      if transaction.payload.productID == productID { transactions.append(transaction) }
    }
    return transactions.sorted { left, right in
      let (bought, other) = (left.payload.purchaseDate ?? .distantPast, right.payload.purchaseDate ?? .distantPast)
      if bought != other { return bought > other }
      let (signed, otherSigned) = (left.signedDate ?? .distantPast, right.signedDate ?? .distantPast)
      if signed != otherSigned { return signed > otherSigned }
      return right.characters.lexicographicallyPrecedes(left.characters)
    }
  }

  func synchronizeSource() async throws(EntitlementStoreError) {
    try await ask { source in try await source.synchronize() }
  }

  private func ask<Answer: Sendable>(
    _ question: @Sendable (any EvidenceSource) async throws -> Answer
  ) async throws(EntitlementStoreError) -> Answer {
    guard let source else { throw EntitlementStoreError(.overridden, .unsupported, "the store has no source") }
    do { return try await question(source) } catch {
      throw EntitlementStoreError(.sourceFailed, .unavailable, "the source could not answer", underlying: error)
    }
  }
}
