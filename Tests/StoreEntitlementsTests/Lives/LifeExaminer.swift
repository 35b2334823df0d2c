// SPDX-License-Identifier: MIT

#if OpenSSL
  import FoundationEssentials
  import JOSE
  import OpenSSLSignatures
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting

  /// Lives a simulated life, has every document of it verified, and holds the resolver's answers against what the
  /// simulated store itself says.
  struct LifeExaminer {
    static let group = "21400001"
    static let gold = "com.example.app.gold.monthly"
    static let silver = "com.example.app.silver.monthly"
    static let silverYear = "com.example.app.silver.yearly"
    static let bronze = "com.example.app.bronze.monthly"
    static let newsGroup = "21400002"
    static let news = "com.example.app.news.bimonthly"
    static let lifetime = "com.example.app.lifetime"
    static let season = "com.example.app.season"
    static let coins = "com.example.app.coins"
    /// Granted by every product but the coins.
    static let access = "access"

    /// How much is looked at.
    enum Depth {
      /// A few moments that the life's seed decides.
      case sample
      /// After every step, with all kinds of evidence, and many moments of the past: for shrinking.
      case all
    }

    let signer: TokenSigner
    let verifier: StoreVerifier
    let catalog: EntitlementCatalog<String>
    let shop: SimulatedCatalog

    /// Notification types that never arrive, for tests of the examiner itself.
    let deafTo: Set<String>

    init(deafTo: Set<String> = []) throws {
      self.deafTo = deafTo
      let authority = try Self.authority()
      signer = authority.signer()
      verifier = try Shop.verifier(authority, bundleIDs: [TestPayload.usualBundleID])
      shop = try SimulatedCatalog([
        .autoRenewable(Self.gold, in: Self.group, level: 1), .autoRenewable(Self.silver, in: Self.group, level: 2),
        .autoRenewable(Self.silverYear, in: Self.group, level: 2, every: .years(1), price: 99_990),
        .autoRenewable(Self.bronze, in: Self.group, level: 2, isFamilyShareable: false),
        .autoRenewable(Self.news, in: Self.newsGroup, every: .months(2)), .nonConsumable(Self.lifetime),
        .nonRenewing(Self.season, lasts: .days(90)), .consumable(Self.coins),
      ])
      catalog = try EntitlementCatalog<String> {
        SubscriptionGroup(Self.group) {
          for id in [Self.gold, Self.silver, Self.silverYear, Self.bronze] {
            AutoRenewable(id, grants: id, Self.access)
          }
        }
        SubscriptionGroup(Self.newsGroup) { AutoRenewable(Self.news, grants: Self.news, Self.access) }
        NonConsumable(Self.lifetime, grants: Self.lifetime, Self.access)
        NonRenewing(Self.season, lasts: .days(90), grants: Self.season, Self.access)
        Consumable(Self.coins)
      }
    }

    /// Lives may be longer than the usual leaf; and what nothing here depends on is left out of the certificates, as most
    /// of a notification's length, and so of the time that it takes, is six certificates inside one another.
    private static func authority() throws -> TestAuthority {
      try TestAuthority(seed: "lives", curves: .p256Throughout) { plan in
        plan.leaf.notAfter = plan.intermediate.notAfter
        func name(_ name: String) -> DistinguishedName {
          DistinguishedName(commonName: name, organization: nil, country: nil)
        }
        let (root, relations) = (name("Root"), name("Relations"))
        (plan.root.issuer, plan.root.subject) = (root, root)
        (plan.intermediate.issuer, plan.intermediate.subject) = (root, relations)
        (plan.leaf.issuer, plan.leaf.subject) = (relations, name("Signing"))
        let marks = CertificateExtension.Identifier.self
        plan.root.extensions = [.basicConstraints(isCA: true), .keyUsage([.keyCertSign, .cRLSign])]
        plan.intermediate.extensions = [
          .basicConstraints(isCA: true, pathLength: 0), .keyUsage([.keyCertSign, .cRLSign]),
          .marker(marks.developerRelations),
        ]
        plan.leaf.extensions = [
          .basicConstraints(isCA: false), .keyUsage([.digitalSignature]), .marker(marks.receiptSigning),
        ]
      }
    }

    func life(_ seed: UInt64, stepCount: Int = 12) -> SimulatedLife {
      .random(seed: seed, selling: shop, stepCount: stepCount)
    }

    /// What of a life has been looked at.
    struct Tally {
      var answers = 0
      var documents = 0
      var reasons: [SimulatedStanding.Reason: Int] = [:]
      var types: Set<String> = []

      mutating func add(_ other: Tally) {
        answers += other.answers
        documents += other.documents
        reasons.merge(other.reasons, uniquingKeysWith: +)
        types.formUnion(other.types)
      }
    }

    private static func newest(of places: [Int], in events: [SimulatedEvent]) -> [Int] {
      var seen: Set<PayloadValue> = []
      return places.reversed().filter { place in
        let names = ["transactionId", "originalTransactionId"].map { name -> PayloadValue in
          [.text(name), events[place].transaction[name] ?? .null]
        }
        return !names.filter { seen.insert($0).inserted }.isEmpty
      }
    }

    /// The first answer that is not the store's own, where nobody counts.
    func disagreement(in life: SimulatedLife, _ depth: Depth) throws -> String? {
      var tally = Tally()
      return try disagreement(in: life, depth, &tally)
    }

    /// The first answer that is not the store's own, in words; nil if all agree.
    func disagreement(in life: SimulatedLife, _ depth: Depth, _ tally: inout Tally) throws -> String? {
      var random = SeededRandom(seed: life.seed &+ 77)
      var checkpoints: [SubscriptionSimulator] = []
      var last = life.lived { checkpoints.append($0) }
      if case .sample = depth, let end = checkpoints.last {
        let moment = Int.random(in: 0..<checkpoints.count * 2, using: &random)
        last = moment < checkpoints.count ? checkpoints[moment] : end
        checkpoints = [last]
      }
      let told = try last.events.map { try verifier.notification(try $0.notification(signedBy: signer)) }
      tally.documents += told.reduce(0) { $0 + ($1.renewalInfo == nil ? 2 : 3) }
      tally.types.formUnion(last.events.map(\.name))
      for (index, event) in last.events.enumerated() where !told[index].refused.isEmpty {
        return "\(event.name): a part was refused"
      }
      for (number, store) in checkpoints.enumerated() {
        for customer in store.customerNames {
          let mine = store.events.indices.filter {
            store.events[$0].customer == customer && !deafTo.contains(store.events[$0].type)
          }
          if case .sample = depth, mine.isEmpty, life.seed % 16 > 0 { continue }
          let sources: [Source] =
            if case .all = depth { Source.allCases } else { [Source.allCases[Int(life.seed % 4)]] }
          for source in sources {
            var examination = Examination(examiner: self, store: store, customer: customer)
            let heard = source == .newest ? Self.newest(of: mine, in: store.events) : mine
            try examination.record(source, heard.map { told[$0] }, using: &random)
            if let found = examination.disagreement(source, depth, &tally, using: &random) {
              return "after step \(number), \(customer), told by \(source): \(found)"
            }
          }
        }
      }
      return nil
    }
  }
#endif
