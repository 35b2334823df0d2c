// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import StoreJWSTesting
  import Testing

  @Suite struct SimulatedDeviceTests {
    typealias Support = SubscriptionSimulatorTests
    private let device: SimulatedDevice

    init() throws { device = SimulatedDevice(of: "alice", in: try Support.store(), signedBy: try TestAuthority()) }

    @Test func aPurchaseIsReturnedAndARenewalArrives() async throws {
      let bought = try device.purchase(Support.gold)
      let renewed = try device.perform(.wait(30 * Support.day))
      try device.perform(.buy("coins"), by: "bob")
      device.close()
      var arrived: [SimulatedDevice.SignedUpdate] = []
      for await update in device.updates { arrived.append(update) }
      #expect(arrived == renewed && arrived.count == 1 && !arrived.contains(bought))
      #expect(arrived[0].productID == Support.gold && arrived[0].transactionID != bought.transactionID)
      try expectEqual(device.currentEntitlements().map(\.transactionID), [arrived[0].transactionID])
      #expect(try device.history(of: Support.gold).count == 2 && device.history(of: "coins").isEmpty)
    }

    @Test func aTransactionComesBackUntilItIsFinished() throws {
      let (first, second) = (try device.purchase("coins"), try device.purchase("coins"))
      try expectEqual(device.unfinished().map(\.transactionID), [first.transactionID, second.transactionID])
      try device.finish(first.transactionID)
      try expectEqual(device.unfinished().map(\.transactionID), [second.transactionID])
      #expect(throws: SimulationError(.unregistered, "")) { try device.finish("1") }
      expectEqual(device.finishedIDs, [first.transactionID])
    }

    @Test("T5: only what was signed for the device is delivered, an old revision too")
    func t5OnlyRegisteredTokens() async throws {
      let bought = try device.purchase("lifetime")
      let refunded = try device.perform(.refund("lifetime"))
      #expect(refunded[0].transactionID == bought.transactionID && refunded[0].token != bought.token)
      try device.deliver(bought.token)
      #expect(throws: SimulationError(.unregistered, "")) { try device.deliver(bought.token + "x") }
      device.close()
      var arrived: [String] = []
      for await update in device.updates { arrived.append(update.token) }
      expectEqual(arrived, [refunded[0].token, bought.token])
    }

    @Test func offTheNetworkThereIsNoAnswer() throws {
      try device.purchase(Support.gold)
      device.setOffline(true)
      for question in [device.currentEntitlements, { try device.history() }, device.unfinished] {
        #expect(throws: SimulationError(.operationUnavailable, "")) { try question() }
      }
      device.setOffline(false)
      try expectEqual(device.currentEntitlements().count, 1)
    }

    @Test func whatEntitlesIsAsStoreKitHasIt() throws {
      for id in ["lifetime", "season", "coins", Support.gold] { try device.purchase(id) }
      try expectEqual(Set(device.currentEntitlements().map(\.productID)), ["lifetime", "season", Support.gold])
      try device.perform(.setPayment(false))
      try device.perform(.wait(100 * Support.day))
      // A non-renewing subscription stays, however old: its end is the app's own business.
      try expectEqual(Set(device.currentEntitlements().map(\.productID)), ["lifetime", "season"])
      try device.perform(.refund("lifetime"))
      try expectEqual(device.currentEntitlements().map(\.productID), ["season"])
    }

    @Test func whatIsRefusedChangesNothing() throws {
      #expect(throws: SimulationError(.undeclared, "")) { try device.purchase("platinum") }
      #expect(throws: SimulationError(.noneActive, "")) { try device.perform(.setRenewal(Support.group, false)) }
      #expect(device.store.events.isEmpty && device.customer == "alice")
    }
  }
#endif
