// SPDX-License-Identifier: MIT
#if OpenSSL
  import FoundationEssentials
  import ObservableEntitlements
  import OpenSSLSignatures
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting

  enum Access: String, Hashable, Sendable { case basic, pro, team, season }

  /// A catalog, an authority that signs for it, and a store in a test's hand.
  struct Kiosk {
    static let monthly = "com.example.app.pro.monthly"
    static let basic = "com.example.app.basic.monthly"
    static let lifetime = "com.example.app.lifetime"
    static let season = "com.example.app.season"
    static let coins = "com.example.app.coins"
    static let group = "21400001"

    let authority: TestAuthority
    let signer: TokenSigner
    let verifier: StoreVerifier
    let catalog: EntitlementCatalog<Access>

    init() throws {
      authority = try TestAuthority(seed: "kiosk")
      signer = authority.signer()
      verifier = try StoreVerifier.appStore(
        bundleIDs: [TestPayload.usualBundleID], environments: [.production],
        anchors: try TrustAnchors(file: authority.root))
      catalog = try EntitlementCatalog<Access> {
        SubscriptionGroup(Self.group) {
          AutoRenewable(Self.basic, grants: .basic)
          AutoRenewable(Self.monthly, grants: .pro)
        }
        NonConsumable(Self.lifetime, grants: .pro, .team)
        NonRenewing(Self.season, lasts: .days(90), grants: .season)
        Consumable(Self.coins)
      }
    }

    static func day(_ days: Double) -> Int64 { TestPayload.usualSignedDate + Int64(days * 86_400_000) }
    static func date(_ days: Double) -> Date { Date(timeIntervalSince1970: Double(day(days)) / 1000) }

    /// A month of a subscription, bought on day 0.
    func month(
      _ id: Int = 1000, product: String = monthly, signed: Double = 0,
      _ changes: KeyValuePairs<String, PayloadValue> = [:]
    ) throws -> String {
      try signer.sign(
        Array(
          TestPayload.transaction([
            "transactionId": .text("\(id)"), "originalTransactionId": .text("\(id)"), "productId": .text(product),
            "subscriptionGroupIdentifier": .text(Self.group), "purchaseDate": .integer(Self.day(0)),
            "originalPurchaseDate": .integer(Self.day(0)), "expiresDate": .integer(Self.day(30)),
            "signedDate": .integer(Self.day(signed)),
          ]).with(changes).json.utf8))
    }

    /// A purchase that does not renew.
    func purchase(
      _ product: String, _ type: String, id: Int = 7000, _ changes: KeyValuePairs<String, PayloadValue> = [:]
    ) throws -> String {
      try signer.sign(
        Array(
          TestPayload.transaction([
            "transactionId": .text("\(id)"), "originalTransactionId": .text("\(id)"), "productId": .text(product),
            "type": .text(type), "subscriptionGroupIdentifier": .absent, "expiresDate": .absent,
            "purchaseDate": .integer(Self.day(0)), "originalPurchaseDate": .integer(Self.day(0)),
            "signedDate": .integer(Self.day(0)),
          ]).with(changes).json.utf8))
    }

    /// A token that nobody trusts.
    func forged() throws -> String {
      try TestAuthority(seed: "stranger").sign(TestPayload.transaction(["productId": .text(Self.lifetime)]))
    }

    @MainActor func store(
      _ source: ScriptedSource, at day: Double = 1,
      _ delegates: EntitlementStoreDelegates<Access> = EntitlementStoreDelegates()
    ) -> EntitlementStore<Access> {
      EntitlementStore(
        catalog: catalog,
        policy: EntitlementPolicy(clockToleranceSeconds: 0, longestGracePeriodDays: 16),
        verifier: verifier, source: source, delegates: delegates, now: { Self.date(day) })
    }

    /// The code with which an operation fails; nil if it does not.
    @MainActor static func code(
      _ operation: () async throws(EntitlementStoreError) -> Void
    ) async -> EntitlementStoreError.Code? {
      do throws(EntitlementStoreError) {
        try await operation()
        return nil
      } catch {
        return error.code
      }
    }
  }
#endif
