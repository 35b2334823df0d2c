// SPDX-License-Identifier: MIT

// What the store answers to a question about a customer, at the present. An answer takes a millisecond, as its documents are
// signed then.
extension SubscriptionSimulator {
  /// A moment after all that was told, and after all that is due by then has happened.
  private mutating func answerMoment() -> Int64 {
    settle(until: now + 1)
    return now
  }

  /// Every transaction of a customer, oldest purchase first, each as it stands at the present.
  ///
  /// - Throws: `unregistered`.
  public mutating func transactions(of customer: String) throws(SimulationError) -> [TestPayload] {
    let owner = try place(of: customer)
    let moment = answerMoment()
    return sorted(owner).map { payload(lineages[$0.lineage], $0.transaction, signed: moment) }
  }

  /// What `Transaction.currentEntitlements` gives on a device: for each product the newest transaction, where it is a
  /// non-consumable, a non-renewing subscription however old, or a subscription that gives service; not what is revoked.
  ///
  /// - Throws: `unregistered`.
  public mutating func currentEntitlements(of customer: String) throws(SimulationError) -> [TestPayload] {
    let owner = try place(of: customer)
    let moment = answerMoment()
    var current: [TestPayload] = []
    for lineage in lineages where lineage.customer == owner {
      guard let last = lineage.transactions.last, last.revocation == nil, last.product.kind != .consumable,
        lineage.isServing || lineage.phase == .single
      else { continue }
      current.append(payload(lineage, last, signed: moment))
    }
    return current
  }

  /// The refunds of a customer, oldest first.
  ///
  /// - Throws: `unregistered`.
  public mutating func refunds(of customer: String) throws(SimulationError) -> [TestPayload] {
    let owner = try place(of: customer)
    let moment = answerMoment()
    return sorted(owner).filter { $0.transaction.revocation != nil }
      .sorted { ($0.transaction.revocation?.date ?? 0) < ($1.transaction.revocation?.date ?? 0) }
      .map { payload(lineages[$0.lineage], $0.transaction, signed: moment) }
  }

  /// Where each subscription of a customer stands.
  ///
  /// - Throws: `unregistered`.
  public mutating func subscriptionStatuses(
    of customer: String
  ) throws(SimulationError) -> [SimulatedSubscriptionStatus] {
    let owner = try place(of: customer)
    let moment = answerMoment()
    var statuses: [SimulatedSubscriptionStatus] = []
    for lineage in lineages where lineage.customer == owner {
      guard let group = lineage.group, let status = lineage.status, let last = lineage.transactions.last,
        let renewalInfo = renewalInfo(lineage, signed: moment)
      else { continue }
      statuses.append(
        SimulatedSubscriptionStatus(
          group: group, originalTransactionID: lineage.originalID, status: status,
          transaction: payload(lineage, last, signed: moment), renewalInfo: renewalInfo))
    }
    return statuses
  }

  private func sorted(_ owner: Int) -> [(lineage: Int, transaction: SimulatedTransaction)] {
    lineages.indices.filter { lineages[$0].customer == owner }
      .flatMap { index in lineages[index].transactions.map { (lineage: index, transaction: $0) } }
      .sorted { ($0.transaction.purchase, $0.transaction.id) < ($1.transaction.purchase, $1.transaction.id) }
  }
}

/// Where a subscription stands: an item of the answer to Get All Subscription Statuses.
public struct SimulatedSubscriptionStatus: Hashable, Sendable {
  /// The subscription group.
  public let group: String
  /// `originalTransactionId`
  public let originalTransactionID: String
  /// `status`
  public let status: Int64
  /// What `signedTransactionInfo` holds.
  public let transaction: TestPayload
  /// What `signedRenewalInfo` holds.
  public let renewalInfo: TestPayload
}

#if OpenSSL
  extension SubscriptionSimulator {
    /// The body that answers Get Transaction History, page by page.
    ///
    /// - Parameters:
    ///   - customer: the customer's name.
    ///   - pageSize: transactions a page; Apple gives 20.
    ///   - signer: signs.
    /// - Returns: at least one page; all but the last say that there is more.
    /// - Throws: ``SimulationError`` `unregistered`, ``MintingError``.
    public mutating func transactionHistory(
      of customer: String, pageSize: Int = 20, signedBy signer: TokenSigner
    ) throws -> [[UInt8]] {
      let tokens = try transactions(of: customer).map { try signer.sign($0) }
      let size = max(1, pageSize)
      let starts = tokens.isEmpty ? [0] : Array(stride(from: 0, to: tokens.count, by: size))
      return starts.map { start in
        let page = Array(tokens[start..<min(start + size, tokens.count)])
        var body = TestPayload.transactionHistory(page, ["hasMore": .flag(start + size < tokens.count)])
        body["revision"] = .text("\(now)_\(start + page.count)")
        frame(&body)
        return Array(body.json.utf8)
      }
    }

    /// The body that answers Get All Subscription Statuses.
    ///
    /// - Throws: ``SimulationError`` `unregistered`, ``MintingError``.
    public mutating func statusAnswer(of customer: String, signedBy signer: TokenSigner) throws -> [UInt8] {
      let statuses = try subscriptionStatuses(of: customer)
      var groups: [(id: String, items: [PayloadValue])] = []
      for status in statuses {
        let item: PayloadValue = [
          "originalTransactionId": .text(status.originalTransactionID), "status": .integer(status.status),
          "signedRenewalInfo": .text(try signer.sign(status.renewalInfo)),
          "signedTransactionInfo": .text(try signer.sign(status.transaction)),
        ]
        if let place = groups.firstIndex(where: { $0.id == status.group }) {
          groups[place].items.append(item)
        } else {
          groups.append((status.group, [item]))
        }
      }
      var body = TestPayload.subscriptionStatuses([])
      body["data"] = .list(
        groups.map { ["subscriptionGroupIdentifier": .text($0.id), "lastTransactions": .list($0.items)] })
      frame(&body)
      return Array(body.json.utf8)
    }

    /// The body that answers Get Refund History, in one page.
    ///
    /// - Throws: ``SimulationError`` `unregistered`, ``MintingError``.
    public mutating func refundHistory(of customer: String, signedBy signer: TokenSigner) throws -> [UInt8] {
      let tokens = try refunds(of: customer).map { try signer.sign($0) }
      return Array(TestPayload.refundHistory(tokens).json.utf8)
    }

    /// The body that answers Get Notification History about a customer, in one page.
    ///
    /// - Throws: ``SimulationError`` `unregistered`, ``MintingError``.
    public func notificationHistory(of customer: String, signedBy signer: TokenSigner) throws -> [UInt8] {
      _ = try place(of: customer)
      let tokens = try events.filter { $0.customer == customer }.map { try $0.notification(signedBy: signer) }
      var body = TestPayload.notificationHistory(tokens)
      body["hasMore"] = false
      body["paginationToken"] = .absent
      return Array(body.json.utf8)
    }

    private func frame(_ body: inout TestPayload) {
      body["bundleId"] = .text(rules.bundleID)
      body["appAppleId"] = appAppleID
      body["environment"] = .text(rules.environment)
    }
  }
#endif
