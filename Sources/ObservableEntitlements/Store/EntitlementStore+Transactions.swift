// SPDX-License-Identifier: MIT
internal import FoundationEssentials
internal import StoreEntitlements
internal import StoreJWS

// What is done with one delivered transaction.
extension EntitlementStore {
  /// Verifies a delivered token, has the app act on it, and finishes it.
  func handle(_ token: String) async throws(EntitlementStoreError) -> ProcessingOutcome {
    let id = EvidenceID(of: Array(token.utf8))
    if revisions[id] == .completed { return .alreadyCompleted }
    let transaction = try await verified(token)
    let classification = try classified(transaction)
    if revisions[id] != .effectDone {
      if case .unrecognized = classification {
        if try await decision(on: transaction, id) == .leaveUnfinished { return .leftUnfinished }
      } else {
        try await act(on: transaction, classification)
      }
      // From here on the effect is not asked for again, whatever becomes of the rest.
      revisions[id] = .effectDone
    }
    do { try await source?.finish(transaction) } catch {
      throw EntitlementStoreError(
        .finishFailed, .unavailable, "transaction \(transaction.payload.transactionID ?? "-") was not finished",
        underlying: error)
    }
    revisions[id] = .completed
    return .completed
  }

  private func act(
    on transaction: Verified<SignedTransaction>, _ classification: ProductClassification<Entitlement>
  ) async throws(EntitlementStoreError) {
    let decide = delegates.transaction
    let decision: TransactionDecision
    do { decision = try await within { try await decide(transaction) } } catch {
      throw EntitlementStoreError(
        .callbackFailed, .unavailable, "the app did not accept transaction \(transaction.payload.transactionID ?? "-")",
        underlying: error)
    }
    guard decision == .automatic else { return }
    switch classification {
    case .declared(let product) where product.kind != .consumable: break
    case .retiredUpgraded: break
    default:
      throw EntitlementStoreError(
        .unhandledProduct, .unsupported,
        "only the app knows what product \(transaction.payload.productID ?? "-") is worth, and it did not answer finish"
      )
    }
  }

  /// The app's answer on an unrecognised subscription, asked once for each revision.
  func decision(
    on transaction: Verified<SignedTransaction>, _ id: EvidenceID
  ) async throws(EntitlementStoreError) -> UnrecognizedDecision<Entitlement> {
    if let known = decisions[id] { return known }
    let decide = delegates.unrecognizedSubscription
    do {
      let decision = try await within { try await decide(transaction) }
      decisions[id] = decision
      return decision
    } catch {
      throw EntitlementStoreError(
        .callbackFailed, .unavailable,
        "the app did not decide on the unrecognised product \(transaction.payload.productID ?? "-")",
        underlying: error)
    }
  }

  // MARK: - Evidence

  func verified(_ token: String) async throws(EntitlementStoreError) -> Verified<SignedTransaction> {
    guard let verifier else { throw EntitlementStoreError(.overridden, .unsupported, "the store has no verifier") }
    return try await Self.verify(token, verifier).get()
  }

  /// Off the main actor: a signature takes its time.
  @concurrent nonisolated static func verify(
    _ token: String, _ verifier: StoreVerifier
  ) async -> Result<Verified<SignedTransaction>, EntitlementStoreError> {
    do throws(StoreError) { return .success(try verifier.transaction(token)) } catch {
      return .failure(
        EntitlementStoreError(
          .notVerified, error.category == .unavailable ? .unavailable : .notTrusted, "a transaction is not verified",
          underlying: error))
    }
  }

  /// Takes a verified transaction into the ledger, and says what the catalog makes of it.
  ///
  /// Nothing is known any more once one contradicts the catalog, as it may be about any product: until a newer revision
  /// of that transaction does not.
  func classified(
    _ transaction: Verified<SignedTransaction>
  ) throws(EntitlementStoreError) -> ProductClassification<Entitlement> {
    let environment = policy.environment(of: transaction.payload.environment)
    guard let environment, policy.environments.contains(environment) else {
      throw EntitlementStoreError(
        .unusable, .notTrusted,
        "a transaction of store \(environment?.rawValue ?? "-") is not accepted by the policy")
    }
    let outcome = ledger.record(transaction)
    if case .unusable(let finding) = outcome {
      throw EntitlementStoreError(.unusable, .malformed, finding.message)
    }
    let classification = catalog.classify(transaction.payload)
    let name = name(transaction.payload.environment, transaction.payload.transactionID)
    guard case .contradiction(let code) = classification else {
      if outcome != .superseded { contradictions[name] = nil }
      return classification
    }
    let error = EntitlementStoreError(
      .catalogContradiction, .notTrusted,
      "transaction \(name.id) of product \(transaction.payload.productID ?? "-") contradicts the catalog: "
        + code.rawValue)
    if outcome != .superseded {
      contradictions[name] = error
      availability = .failed(error)
    }
    throw error
  }

  /// Which transaction it is, whatever the revision: one without a store is of the store that the policy assumes.
  func name(_ environment: StoreEnvironment?, _ transactionID: String?) -> TransactionKey {
    TransactionKey(environment: policy.environment(of: environment)?.rawValue ?? "", id: transactionID ?? "")
  }

  func collect(_ source: EntitlementStoreFailure.Source, _ error: EntitlementStoreError, _ token: String) {
    // Only for a name: what it says is not acted on.
    let named: SignedTransaction? =
      error.code == .notVerified ? nil : try? SignedTransaction(unverified: Array(token.utf8))
    collected.append(
      EntitlementStoreFailure(
        source, error, evidence: EvidenceID(of: Array(token.utf8)), transactionID: named?.transactionID,
        productID: named?.productID))
  }
}
