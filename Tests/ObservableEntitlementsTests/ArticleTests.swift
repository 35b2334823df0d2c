// SPDX-License-Identifier: MIT
#if OpenSSL
  import Expectations
  import Foundation
  import ObservableEntitlements
  import OpenSSLSignatures
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting
  import Synchronization
  import Testing

  /// The code of the articles, compiled and run; its lines are compared with the articles'.
  @Suite(.timeLimit(.minutes(1))) @MainActor struct ArticleTests {
    @Test func verifyingAWebhook() throws {
      let kiosk = try Kiosk()
      let verifier = kiosk.verifier
      var handled: Set<String> = []
      var effects = 0
      var isStoring = false
      func store(_ event: NotificationEvidence) -> Bool {
        if isStoring, event.transaction != nil { effects += 1 }
        return isStoring
      }

      func receive(_ body: [UInt8]) -> Int {
        let event: NotificationEvidence
        do {
          event = try verifier.notification(body: body)
        } catch {
          return error.category == .unavailable ? 503 : 400
        }
        guard let id = event.payload.notificationUUID else { return 400 }
        if handled.contains(id) { return 200 }
        guard event.refused.isEmpty else { return 400 }
        guard store(event) else { return 503 }
        handled.insert(id)
        return 200
      }

      let body = Array(TestPayload.signedPayloadBody(try kiosk.authority.notification("SUBSCRIBED")).json.utf8)
      let forged = Array(
        TestPayload.signedPayloadBody(try TestAuthority(seed: "stranger").notification("SUBSCRIBED")).json.utf8)
      #expect(receive(forged) == 400 && receive([]) == 400 && receive(body) == 503)
      isStoring = true
      #expect(receive(body) == 200 && receive(body) == 200 && effects == 1)
    }

    @Test func definingSubscriptionAccess() throws {
      var told: [String] = []
      func open(until date: Date?) { told.append("open") }
      func offer(because reason: EntitlementReason) { told.append("offer \(reason)") }
      func askAppleAgain() { told.append("ask") }
      let kiosk = try Kiosk()
      let now = Kiosk.date(1)
      var ledger = CustomerLedger(customer: "1")
      ledger.record(try kiosk.verifier.transaction(kiosk.month(1000, product: "com.example.app.pro.yearly")))

      enum Access: String { case basic, pro, noAds }

      let catalog = try EntitlementCatalog<Access> {
        SubscriptionGroup("21400001") {
          AutoRenewable("com.example.app.basic.monthly", grants: .basic)
          for period in ["monthly", "yearly"] {
            AutoRenewable("com.example.app.pro.\(period)", grants: .basic, .pro)
          }
        }
        NonConsumable("com.example.app.lifetime", grants: .basic, .pro, .noAds)
        NonRenewing("com.example.app.season", lasts: .days(90), grants: .basic)
        Consumable("com.example.app.coins")
      }
      let policy = EntitlementPolicy<Access>(
        environments: [.production, .sandbox], billingRetry: .grants(days: 3), longestGracePeriodDays: 16)
      let resolver = EntitlementResolver(catalog: catalog, policy: policy)
      let answer = resolver.resolve(ledger, at: now)[.pro]
      switch answer.state {
      case .entitled: open(until: answer.until)
      case .notEntitled: offer(because: answer.reason)
      case .unknown: askAppleAgain()
      }

      #expect(told == ["open"] && catalog.products.count == 6)
    }

    @Test func comingFromStoreKitCode() async throws {
      actor Wallet {
        var coins: [String?: Int] = [:]
        func add(_ count: Int, for transaction: String?) throws { coins[transaction] = count }
      }
      let kiosk = try Kiosk()
      let (catalog, verifier, wallet) = (kiosk.catalog, kiosk.verifier, Wallet())
      // The stand-in for the adapter of the article: the same protocol, with a test's tokens.
      let source = ScriptedSource(current: [try kiosk.month(1000)])
      source.arrive(try kiosk.purchase(Kiosk.coins, "Consumable", id: 7002))
      let logged = Journal<String>()
      let log: @Sendable (String) -> Void = { logged.add($0) }
      var shown: [String] = []
      func showPro() { shown.append("pro") }
      func showOffer() { shown.append("offer") }
      func showWhatWasThere() { shown.append("before") }

      let store = EntitlementStore(
        catalog: catalog, verifier: verifier, source: source,
        delegates: EntitlementStoreDelegates(
          transaction: { transaction in
            guard transaction.payload.productID == "com.example.app.coins" else { return .automatic }
            try await wallet.add(transaction.payload.quantity ?? 1, for: transaction.payload.transactionID)
            return .finish
          },
          didFail: { failure in log(failure.error.description) }))

      switch store.state(of: .pro) {
      case .entitled: showPro()
      case .notEntitled: showOffer()
      case .unknown: showWhatWasThere()
      }

      #expect(await eventually { source.read(\.finished) == ["7002"] })
      #expect(await wallet.coins == ["7002": 1] && shown == ["before"] && logged.count == 0)
      await store.close()
    }

    @Test func comingFromApplesServerLibrary() throws {
      let token = try Kiosk().month()
      var logged: [String] = []
      func grant(_ product: String?) { Issue.record("Apple did not sign this") }
      func log(_ code: String, _ checks: [VerificationCheck]?) { logged.append(code) }

      let verifier = try StoreVerifier.appStore(
        bundleIDs: ["com.example.app"], environments: [.production, .sandbox])
      do {
        let transaction = try verifier.transaction(token)
        grant(transaction.payload.productID)
      } catch {
        log(error.code.rawValue, error.report?.failures.map(\.check))
      }

      expectEqual(logged.count, 1)
    }

    @Test(
      arguments: [
        ("StoreJWS/StoreJWS.docc/VerifyingAWebhook.md", 13),
        ("StoreJWS/StoreJWS.docc/FromAppleServerLibrary.md", 8),
        ("StoreEntitlements/StoreEntitlements.docc/DefiningSubscriptionAccess.md", 21),
        ("ObservableEntitlements/ObservableEntitlements.docc/ComingFromStoreKitCode.md", 14),
      ])
    func articlesHoldTheSameLines(path: String, atLeast count: Int) throws {
      let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
      let known = Set(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
      let article = try String(contentsOf: repository.appendingPathComponent("Sources/\(path)"), encoding: .utf8)
      var isCode = false
      var lines: [String] = []
      for line in article.split(separator: "\n") {
        if line.hasPrefix("```") {
          isCode = line == "```swift"
        } else if isCode {
          lines.append(line.trimmingCharacters(in: .whitespaces))
        }
      }
      #expect(lines.count >= count)
      for line in lines { #expect(known.contains(line), "not in this test: \(line)") }
    }
  }
#endif
