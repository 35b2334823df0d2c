// SPDX-License-Identifier: MIT

internal import StoreEntitlements
internal import StoreJWS

/// Puts what is verified in the inputs into a ledger. What stands beside signed strings is left out: the tool does not
/// know who fetched it.
struct EvidenceGatherer {
  let verifier: StoreVerifier
  private(set) var ledger = CustomerLedger(customer: "")
  /// Verified documents that are no evidence of a purchase.
  private(set) var otherCount = 0

  init(verifier: StoreVerifier) {
    self.verifier = verifier
  }

  /// Records a document and what is signed inside it.
  mutating func take(_ record: Record) {
    // A document of another kind than was asked for is refused with all that is in it.
    if record.error?.code == StoreError.Code.kindMismatch.rawValue { return }
    if record.error == nil, record.verification.state == .verified, take(token: record) { return }
    for nested in record.nested { take(nested) }
  }

  /// Records one verified token; true if it took care of the strings inside too.
  private mutating func take(token record: Record) -> Bool {
    do throws(StoreError) {
      switch record.kind {
      case .transaction: ledger.record(try verifier.transaction(record.token))
      case .renewalInfo: ledger.record(try verifier.renewalInfo(record.token))
      case .notification:
        ledger.record(try verifier.notification(record.token))
        return true
      default: otherCount += 1
      }
    } catch {
      // It was verified a moment ago; if it is not now, it is no evidence.
    }
    return false
  }
}

/// A catalog made of the evidence itself, for who has none at hand: every product grants an entitlement of its own
/// name.
struct ImpliedCatalog {
  /// Nil if the evidence names no product that could grant anything.
  let catalog: EntitlementCatalog<String>?
  /// Non-renewing products, whose duration only a catalog knows.
  let undated: [String]
  /// Subscriptions of which no transaction names a group.
  let ungrouped: [String]
  /// Transactions whose product or group has no visible name.
  let unnamedCount: Int

  init(_ ledger: CustomerLedger) throws(EntitlementError) {
    var groups: [(id: String, products: [String])] = []
    var bought: [String] = []
    var undated: [String] = []
    var ungrouped: [String] = []
    var unnamedCount = 0
    var seen: Set<String> = []
    for transaction in ledger.transactions {
      guard let product = Self.named(transaction.productID) else {
        unnamedCount += 1
        continue
      }
      if seen.contains(product) { continue }
      switch transaction.productType {
      case .autoRenewableSubscription?:
        guard let stated = transaction.group else {
          if !ungrouped.contains(product) { ungrouped.append(product) }
          continue
        }
        guard let group = Self.named(stated) else {
          unnamedCount += 1
          continue
        }
        if let place = groups.firstIndex(where: { $0.id == group }) {
          groups[place].products.append(product)
        } else {
          groups.append((group, [product]))
        }
      case .nonConsumable?: bought.append(product)
      case .nonRenewingSubscription?: undated.append(product)
      default: break
      }
      seen.insert(product)
    }
    self.undated = undated
    self.ungrouped = ungrouped.filter { !seen.contains($0) }
    self.unnamedCount = unnamedCount
    if groups.isEmpty, bought.isEmpty {
      catalog = nil
      return
    }
    catalog = try EntitlementCatalog {
      for group in groups {
        SubscriptionGroup(group.id) {
          for product in group.products { AutoRenewable(product, grants: product) }
        }
      }
      for product in bought { NonConsumable(product, grants: product) }
    }
  }

  /// A name that a catalog can declare; nil for none.
  private static func named(_ text: String?) -> String? {
    text.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
  }
}
