// SPDX-License-Identifier: MIT

#if OpenSSL
  import FoundationEssentials
  import JOSE
  import OpenSSLSignatures
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting

  /// What the invented app sells.
  enum Access: String, Hashable, Sendable, CaseIterable {
    case pro, team, basic, news, noAds, season
  }

  /// Mints evidence and has it verified; nothing in these tests is evidence that no verifier accepted.
  struct Shop {
    static let group = "21400001"
    static let monthly = "com.example.app.pro.monthly"
    static let yearly = "com.example.app.pro.yearly"
    static let team = "com.example.app.team.monthly"
    static let basic = "com.example.app.basic.monthly"
    static let news = "com.example.app.news.monthly"
    static let lifetime = "com.example.app.lifetime"
    static let seasonPass = "com.example.app.season"
    static let coins = "com.example.app.coins"

    let authority: TestAuthority
    let verifier: StoreVerifier
    let catalog: EntitlementCatalog<Access>

    init() throws {
      authority = try TestAuthority(seed: "entitlements")
      verifier = try Self.verifier(authority, bundleIDs: [TestPayload.usualBundleID])
      catalog = try EntitlementCatalog<Access> {
        SubscriptionGroup(Self.group) {
          AutoRenewable(Self.monthly, grants: .pro)
          AutoRenewable(Self.yearly, grants: .pro)
          AutoRenewable(Self.team, grants: .team)
          AutoRenewable(Self.basic, grants: .basic)
        }
        SubscriptionGroup("21400002") {
          AutoRenewable(Self.news, grants: .news)
        }
        NonConsumable(Self.lifetime, grants: .pro, .noAds)
        NonRenewing(Self.seasonPass, lasts: .days(90), grants: .season)
        Consumable(Self.coins)
      }
    }

    static func verifier(_ authority: TestAuthority, bundleIDs: [String]?) throws -> StoreVerifier {
      try StoreVerifier(
        policy: VerificationPolicy(bundleIDs: bundleIDs),
        chainChecker: AppStoreChainChecker(anchors: try TrustAnchors(file: authority.root)),
        signatureChecker: ES256Checker())
    }

    /// A policy without tolerance, so that ends are exact, and with no grace period unless a test is about one.
    static func policy(
      _ change: (inout EntitlementPolicy<Access>) -> Void = { _ in }
    ) -> EntitlementPolicy<Access> {
      var policy = EntitlementPolicy<Access>(clockToleranceSeconds: 0, longestGracePeriodDays: 0)
      change(&policy)
      return policy
    }

    // MARK: - Moments

    /// Milliseconds of a day after 2025-10-09T08:53:20Z.
    static func day(_ days: Double) -> Int64 { TestPayload.usualSignedDate + Int64(days * 86_400_000) }

    static func date(_ days: Double) -> Date { Date(timeIntervalSince1970: Double(day(days)) / 1000) }

    // MARK: - Payloads

    /// A period of thirty days: number 0 is bought on day 0. Its id is 1000 and the number.
    static func period(
      _ number: Int, product: String = monthly, original: String = "1000", signed: Double? = nil,
      _ changes: KeyValuePairs<String, PayloadValue> = [:]
    ) -> TestPayload {
      let start = Double(number) * 30
      return TestPayload.transaction([
        "transactionId": .text("\(1000 + number)"), "originalTransactionId": .text(original),
        "productId": .text(product), "purchaseDate": .integer(day(start)), "originalPurchaseDate": .integer(day(0)),
        "expiresDate": .integer(day(start + 30)), "signedDate": .integer(day(signed ?? start + 0.01)),
        "transactionReason": number == 0 ? "PURCHASE" : "RENEWAL",
      ]).with(changes)
    }

    /// A purchase that does not renew.
    static func purchase(
      _ product: String, type: String, id: String = "7000", bought: Double = 0, signed: Double? = nil,
      _ changes: KeyValuePairs<String, PayloadValue> = [:]
    ) -> TestPayload {
      TestPayload.transaction([
        "transactionId": .text(id), "originalTransactionId": .text(id), "productId": .text(product),
        "type": .text(type), "subscriptionGroupIdentifier": .absent, "expiresDate": .absent,
        "purchaseDate": .integer(day(bought)), "originalPurchaseDate": .integer(day(bought)),
        "signedDate": .integer(day(signed ?? bought + 0.01)),
      ]).with(changes)
    }

    /// A renewal info of the subscription 1000, signed on a day.
    static func renewal(
      signed: Double, original: String = "1000", _ changes: KeyValuePairs<String, PayloadValue> = [:]
    ) -> TestPayload {
      TestPayload.renewalInfo([
        "originalTransactionId": .text(original), "signedDate": .integer(day(signed)), "renewalDate": .absent,
        "recentSubscriptionStartDate": .absent,
      ]).with(changes)
    }

    // MARK: - Verified evidence

    func transaction(_ payload: TestPayload) throws -> Verified<SignedTransaction> {
      try verifier.transaction(try authority.sign(payload))
    }

    func renewalInfo(_ payload: TestPayload) throws -> Verified<RenewalInfo> {
      try verifier.renewalInfo(try authority.sign(payload))
    }

    /// A notification with the strings inside it; status nil leaves it out.
    func notification(
      _ type: String, _ subtype: String? = nil, signed: Double, status: Int64?, transaction: TestPayload?,
      renewalInfo: TestPayload? = nil
    ) throws -> NotificationEvidence {
      var data = TestPayload.notificationData()
      if let transaction { data["signedTransactionInfo"] = .text(try authority.sign(transaction)) }
      if let renewalInfo { data["signedRenewalInfo"] = .text(try authority.sign(renewalInfo)) }
      data["status"] = status.map { .integer($0) } ?? .absent
      return try verifier.notification(
        try authority.sign(
          .notification(type, subtype: subtype, ["data": data.value, "signedDate": .integer(Self.day(signed))])))
    }

    /// A status answer.
    func statuses(
      _ items: [(status: Int64, transaction: TestPayload, renewalInfo: TestPayload)]
    ) throws -> BodyEvidence<SubscriptionStatusesBody> {
      let subscriptions = try items.map { item in
        var original = ""
        if case .text(let text)? = item.transaction["originalTransactionId"] { original = text }
        return (
          status: item.status, originalTransactionID: original, transaction: try authority.sign(item.transaction),
          renewalInfo: try authority.sign(item.renewalInfo)
        )
      }
      return try verifier.subscriptionStatuses(body: Array(TestPayload.subscriptionStatuses(subscriptions).json.utf8))
    }

    /// A page of a history.
    func history(
      _ tokens: [String], hasMore: Bool = false, verifier other: StoreVerifier? = nil
    ) throws -> BodyEvidence<TransactionHistoryBody> {
      try (other ?? verifier).transactionHistory(
        body: Array(TestPayload.transactionHistory(tokens, ["hasMore": .flag(hasMore)]).json.utf8))
    }

    // MARK: - Ledgers and answers

    func ledger(_ transactions: TestPayload..., customer: String = "customer 1") throws -> CustomerLedger {
      var ledger = CustomerLedger(customer: customer)
      for payload in transactions { ledger.record(try transaction(payload)) }
      return ledger
    }

    func resolve(
      _ ledger: CustomerLedger, at days: Double, _ policy: EntitlementPolicy<Access> = Shop.policy()
    ) -> CustomerEntitlements<Access> {
      EntitlementResolver(catalog: catalog, policy: policy).resolve(ledger, at: Self.date(days))
    }

    func timeline(
      _ ledger: CustomerLedger, at days: Double, _ policy: EntitlementPolicy<Access> = Shop.policy()
    ) -> [EntitlementInterval<Access>] {
      EntitlementResolver(catalog: catalog, policy: policy).timeline(of: ledger, at: Self.date(days))
    }
  }

  extension EntitlementAnswer {
    /// State and reason, for short comparisons.
    var verdict: Verdict { Verdict(state, reason) }
  }

  struct Verdict: Hashable, CustomStringConvertible {
    let state: EntitlementState
    let reason: EntitlementReason

    init(_ state: EntitlementState, _ reason: EntitlementReason) {
      self.state = state
      self.reason = reason
    }

    static func yes(_ reason: EntitlementReason) -> Verdict { Verdict(.entitled, reason) }
    static func no(_ reason: EntitlementReason) -> Verdict { Verdict(.notEntitled, reason) }
    static func unknown(_ reason: EntitlementReason) -> Verdict { Verdict(.unknown, reason) }

    var description: String { "\(state), \(reason)" }
  }
#endif
