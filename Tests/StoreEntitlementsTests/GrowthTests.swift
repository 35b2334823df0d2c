// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import FoundationEssentials
  import Glibc
  import StoreEntitlements
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// What resolving costs, as ratios of one run: processor time of this thread, the best of several rounds.
  @Suite(.serialized) struct GrowthTests {
    /// What a ledger writes it reads, however large: more members than a body may have.
    @Test func largeLedgersAreReadBack() throws {
      let odd = "[" + Array(repeating: "0", count: 62_000).joined(separator: ",") + "]"
      let evidence = EvidenceID(of: [1]).description
      let rows = (0..<18).map { index in
        #"{"evidence":"\#(evidence)","payload":{"transactionId":"\#(index)","odd":\#(odd)}}"#
      }
      let json =
        #"{"format":"storeEntitlementsLedger","version":1,"customer":"c","transactions":["#
        + rows.joined(separator: ",") + "]}"
      let ledger = try CustomerLedger(trustedJSON: Array(json.utf8))
      expectEqual(ledger.transactions.count, 18)
      try expectEqual(CustomerLedger(trustedJSON: ledger.json), ledger)
    }

    private let shop: Shop

    init() throws { shop = try Shop() }

    /// A customer of so many transactions: three in five renewals of one subscription, the rest the other kinds. The
    /// ledger is read from JSON, as minting ten thousand tokens would take the time and show nothing more.
    private func customer(_ count: Int) throws -> CustomerLedger {
      let zeros = String(repeating: "0", count: 56)
      let items = (0..<count).map { number in
        let payload: TestPayload =
          switch number % 10 {
          case 0..<6: Shop.period(number, ["transactionId": .text("\(number)")])
          case 6: Shop.purchase(Shop.lifetime, type: "Non-Consumable", id: "\(number)")
          case 7: Shop.purchase(Shop.seasonPass, type: "Non-Renewing Subscription", id: "\(number)")
          default: Shop.purchase(Shop.coins, type: "Consumable", id: "\(number)")
          }
        return "{\"evidence\":\"\(zeros)\(10_000_000 + number)\",\"payload\":\(payload.json)}"
      }
      let json =
        "{\"format\":\"storeEntitlementsLedger\",\"version\":1,\"customer\":\"\(count)\",\"transactions\":["
        + items.joined(separator: ",") + "]}"
      return try CustomerLedger(trustedJSON: Array(json.utf8))
    }

    private func seconds(rounds: Int = 7, _ body: () throws -> Void) rethrows -> Double {
      var best = Double.infinity
      for _ in 0..<rounds {
        var (start, end) = (timespec(), timespec())
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
        try body()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
        best = min(best, Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9)
      }
      return best
    }

    @Test func resolvingCostsTheSamePerTransactionAndLittleBesideVerifying() throws {
      #if DEBUG
        let many = 2_000
      #else
        let many = 10_000
      #endif
      let (small, large) = (try customer(10), try customer(many))
      #expect(small.transactions.count == 10 && large.transactions.count == many)
      let resolver = EntitlementResolver(catalog: shop.catalog, policy: Shop.policy())
      let moment = Shop.date(100)
      var entitled = 0
      func smallCustomers() {
        for _ in 0..<many / 10 { entitled += resolver.resolve(small, at: moment).entitled.count }
      }
      func largeCustomer() { entitled += resolver.resolve(large, at: moment).entitled.count }
      let tokens = try (0..<20).map { Array(try shop.authority.sign(Shop.period($0)).utf8) }
      // Most of verifying is libcrypto's, which is optimised in every build; a debug build of this is not.
      #if DEBUG
        let share = 5.0
      #else
        let share = 20.0
      #endif
      // Tests beside this one make it slower, never faster: the best of a few attempts is what it costs.
      var (ofTen, ofMany, verifying) = (Double.infinity, Double.infinity, Double.infinity)
      for _ in 0..<5 {
        ofTen = min(ofTen, seconds(smallCustomers) / Double(many))
        ofMany = min(ofMany, seconds(largeCustomer) / Double(many))
        verifying = min(
          verifying, try seconds { for token in tokens { _ = try shop.verifier.transaction(token) } } / 20)
        if ofMany < 1.5 * ofTen, max(ofTen, ofMany) * share < verifying { break }
      }
      #expect(entitled > 0)
      #expect(ofMany < 1.5 * ofTen, "\(ofMany) and \(ofTen) seconds a transaction")
      #expect(
        max(ofTen, ofMany) * share < verifying,
        "\(max(ofTen, ofMany)) and \(verifying) seconds a transaction")
      print(
        "resolving: \(ofTen * 1e6) µs a transaction of ten, \(ofMany * 1e6) of \(many);",
        "verifying: \(verifying * 1e6)")
    }

    @Test func manyCustomersTakeTheMemoryOfOne() throws {
      #if DEBUG
        let customers = 500
      #else
        let customers = 100_000
      #endif
      let row = try customer(10).json
      let resolver = EntitlementResolver(catalog: shop.catalog, policy: Shop.policy())
      func one() throws -> Int {
        resolver.resolve(try CustomerLedger(trustedJSON: row), at: Shop.date(100)).entitled.count
      }
      for _ in 0..<100 { _ = try one() }
      let before = try residentKilobytes()
      var entitled = 0
      for _ in 0..<customers { entitled += try one() }
      let grown = try residentKilobytes() - before
      expectEqual(entitled, customers * 2)
      #expect(grown < 16_384, "\(grown) KB more for \(customers * 10) transactions of \(customers) customers")
    }

    private func residentKilobytes() throws -> Int {
      let status = try String(decoding: Data(contentsOf: URL(filePath: "/proc/self/status")), as: UTF8.self)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
      return try #require(Int(line.filter { $0.isASCII && $0.isNumber }))
    }
  }
#endif
