// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import JOSE
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// Answers of the App Store Server API: what is signed in them is verified, what stands beside it is not.
  @Suite struct BodyTests {
    private let minting: Minting
    private let verifier: StoreVerifier

    init() throws {
      minting = try Minting()
      verifier = try minting.verifier()
    }

    private func sign(_ payload: TestPayload) throws -> String { try minting.authority.sign(payload) }

    private func code(_ outcome: CheckOutcome) -> String? {
      switch outcome {
      case .passed: nil
      case .failed(let finding), .notRun(let finding): finding.code
      }
    }

    private func history(_ ids: ClosedRange<Int>) throws -> [String] {
      try ids.map { try sign(.transaction(["transactionId": .text("\($0)")])) }
    }

    // MARK: - Each body

    @Test func transactionHistory() throws {
      let page = try verifier.transactionHistory(body: TestPayload.transactionHistory(history(1...20)).bytes)
      let expected: [String?] = (1...20).map { String($0) }
      expectEqual(page.transactions.map(\.payload.transactionID), expected)
      #expect(page.refused.isEmpty && page.unsigned.hasMore == false)
      #expect(page.examined.isVerified && page.examined.kind == .transactionHistory)
      expectEqual(page.examined.report[.consistency], .passed)
    }

    @Test func transactionInfo() throws {
      let answer = try verifier.transactionInfo(body: TestPayload.transactionInfo(sign(.transaction())).bytes)
      expectEqual(answer.transaction?.payload.transactionID, "410000000000001")
    }

    @Test func appTransactionInfo() throws {
      let answer = try verifier.appTransactionInfo(
        body: TestPayload.appTransactionInfo(sign(.appTransaction())).bytes)
      expectEqual(answer.appTransaction?.payload.originalPlatform, .iOS)
      let alone = try verifier.appTransaction(sign(.appTransaction()))
      expectEqual(alone.payload, answer.appTransaction?.payload)
    }

    @Test func orderLookupAndRefundHistory() throws {
      let order = try verifier.orderLookup(body: TestPayload.orderLookup(history(1...2)).bytes)
      #expect(order.transactions.count == 2 && order.unsigned.status == .valid)
      let refunds = try verifier.refundHistory(body: TestPayload.refundHistory(history(1...3)).bytes)
      #expect(refunds.transactions.count == 3 && refunds.unsigned.hasMore == false)
    }

    @Test func advancedCommerce() throws {
      let both = try verifier.advancedCommerce(
        body: TestPayload.advancedCommerceAnswer(
          transaction: sign(.transaction()), renewalInfo: sign(.renewalInfo())
        ).bytes)
      #expect(both.subscription.transaction != nil && both.subscription.renewalInfo != nil)
      // A renewal info names no app: without a transaction beside it, it could be anybody's.
      let alone = try verifier.advancedCommerce(
        body: TestPayload.advancedCommerceAnswer(transaction: nil, renewalInfo: sign(.renewalInfo())).bytes)
      #expect(alone.subscription.renewalInfo == nil && alone.refused.isEmpty)
      expectEqual(
        alone.examined.strings.first.flatMap { code($0.examination.report[.consistency]) }, "noVerifiedTransaction"
      )
    }

    @Test func subscriptionStatuses() throws {
      let other = "410000000000009"
      let body = TestPayload.subscriptionStatuses([
        (2, "410000000000001", try sign(.transaction()), try sign(.renewalInfo())),
        (
          1, other, try sign(.transaction(["originalTransactionId": .text(other)])),
          try sign(.renewalInfo(["originalTransactionId": .text(other)]))
        ),
      ])
      let answer = try verifier.subscriptionStatuses(body: body.bytes)
      #expect(answer.subscriptions.count == 2 && answer.refused.isEmpty)
      expectEqual(
        answer.subscriptions.map { $0.renewalInfo?.payload.originalTransactionID }, ["410000000000001", other])
      expectEqual(answer.subscriptions.first?.unsignedStatus, .expired)
      expectEqual(answer.examined.report[.consistency], .passed)
      expectEqual(
        answer.examined.unsignedMembers.filter { $0.hasPrefix("$.data[0].lastTransactions[1]") },
        [
          "$.data[0].lastTransactions[1].originalTransactionId", "$.data[0].lastTransactions[1].status",
        ]
      )
    }

    @Test func notificationHistoryAndTestStatus() throws {
      let forged = try minting.forged(.transaction())
      let tokens = [
        try minting.authority.notification("DID_RENEW"),
        try minting.authority.notification("REFUND", data: ["signedTransactionInfo": .text(forged)]),
        try minting.forged(.notification("TEST", ["data": TestPayload.notificationData().value])),
      ]
      let page = try verifier.notificationHistory(body: TestPayload.notificationHistory(tokens).bytes)
      expectEqual(page.notifications.map(\.payload.notificationType), [.didRenew, .refund])
      expectEqual(page.notifications.map { $0.transaction != nil }, [true, false])
      #expect(page.examined.allStrings.count == 7 && page.refused.count == 2)
      expectEqual(page.unsigned.notificationHistory?.first?.sendAttempts?.last?.sendAttemptResult, .success)
      expectEqual(page.examined.strings.map(\.path), (0...2).map { "$.notificationHistory[\($0)].signedPayload" })
      let status = try verifier.testNotificationStatus(body: TestPayload.testNotificationStatus(tokens[0]).bytes)
      #expect(status.notification?.transaction != nil)
    }

    // MARK: - What is not signed

    @Test func aBodyIsNeverVerified() throws {
      let bodies = [
        TestPayload.transactionHistory(try history(1...1)), .transactionHistory([]),
        .transactionInfo(try sign(.transaction())), .refundHistory([]), .subscriptionStatuses([]),
      ]
      for body in bodies {
        let examined = try verifier.examine(body: body.bytes)
        expectEqual(examined.report.state, .notRun, "\(examined.kind)")
        expectEqual(code(examined.report[.signature]), "unsigned")
        expectEqual(examined.report[.structure], .passed)
        expectEqual(examined.isVerified, !examined.strings.isEmpty)
      }
    }

    @Test func anUnsignedMemberThatContradictsIsTheBodysFault() throws {
      let page = TestPayload.transactionHistory(try history(1...2), ["bundleId": "com.example.other"])
      let examined = try verifier.examine(body: page.bytes)
      expectEqual(code(examined.report[.consistency]), "bundleIDInconsistent")
      #expect(examined.report.state == .failed && examined.strings.allSatisfy(\.isVerified))
      expectEqual(
        examined.unsignedMembers,
        [
          "$.revision", "$.bundleId", "$.appAppleId", "$.environment", "$.hasMore",
        ]
      )
    }

    @Test(arguments: [
      ("originalTransactionId", "originalTransactionIDInconsistent"),
      ("subscriptionGroupIdentifier", "subscriptionGroupInconsistent"),
    ])
    func aStatusForAnotherSubscriptionIsTheBodysFault(member: String, expected: String) throws {
      let transaction = TestPayload.transaction().changing(member, "999")
      let renewalInfo = TestPayload.renewalInfo()
        .changing("originalTransactionId", member == "originalTransactionId" ? "999" : "410000000000001")
      let body = TestPayload.subscriptionStatuses([
        (1, "410000000000001", try sign(transaction), try sign(renewalInfo))
      ])
      let answer = try verifier.subscriptionStatuses(body: body.bytes)
      expectEqual(code(answer.examined.report[.consistency]), expected)
      #expect(answer.subscriptions.first?.renewalInfo != nil)
    }

    @Test func aRenewalInfoOfAnotherSubscriptionIsRefused() throws {
      let body = TestPayload.subscriptionStatuses([
        (1, "410000000000001", try sign(.transaction()), try sign(.renewalInfo(["originalTransactionId": "9"])))
      ])
      let answer = try verifier.subscriptionStatuses(body: body.bytes)
      #expect(answer.subscriptions.first?.transaction != nil && answer.subscriptions.first?.renewalInfo == nil)
      expectEqual(answer.refused.map(\.path), ["$.data[0].lastTransactions[0].signedRenewalInfo"])
    }

    @Test func aPageOfTwoStoresContradictsItself() throws {
      let body = TestPayload.refundHistory([
        try sign(.transaction()), try sign(.transaction(["environment": "Sandbox"])),
      ])
      let examined = try verifier.examine(body: body.bytes)
      expectEqual(code(examined.report[.consistency]), "environmentInconsistent")
    }

    // MARK: - Kinds

    @Test func everyBodyIsTold() throws {
      let transaction = try sign(.transaction())
      let notification = try minting.authority.notification("TEST")
      let table: [(TestPayload, BodyKind)] = [
        (.signedPayloadBody(notification), .notification),
        (.signedPayloadBody(try sign(.realtimeRequest())), .realtimeRequest),
        (.transactionHistory([transaction]), .transactionHistory), (.transactionInfo(transaction), .transactionInfo),
        (.subscriptionStatuses([]), .subscriptionStatuses), (.orderLookup([transaction]), .orderLookup),
        (.refundHistory([transaction]), .refundHistory), (.notificationHistory([notification]), .notificationHistory),
        (.testNotificationStatus(notification), .testNotificationStatus),
        (.appTransactionInfo(transaction), .appTransactionInfo),
        (.advancedCommerceAnswer(transaction: transaction, renewalInfo: transaction), .advancedCommerce),
      ]
      for (body, kind) in table {
        let detection = BodyKind.detect(json: body.bytes.span)
        #expect(detection.kind == kind && !detection.isAmbiguous, "\(detection)")
        expectEqual(kind.type?.kind, kind)
        try expectEqual(verifier.examine(body: body.bytes).kind, kind)
      }
      expectEqual(Set(table.map(\.1)).count, PayloadTypes.bodies.count)
    }

    @Test(arguments: [
      ("{\"signedTransactions\":[]}", BodyKind.refundHistory, true), ("{\"status\":1}", .orderLookup, true),
      ("{\"signedPayload\":\"nonsense\"}", .notification, true),
      ("{\"signedPayload\":\"e30.e30.\"}", .notification, true),
      ("{\"notification_type\":\"CANCEL\"}", .notificationV1, false), ("{}", .unknown, false), ("[]", .unknown, false),
      ("{\"data\":[]}", .unknown, false), ("", .unknown, false),
    ])
    func whatCannotBeToldSaysSo(json: String, kind: BodyKind, isAmbiguous: Bool) {
      let detection = BodyKind.detect(json: Array(json.utf8).span)
      #expect(detection.kind == kind && detection.isAmbiguous == isAmbiguous, "\(detection)")
    }

    @Test(arguments: [
      ("{\"notification_type\":\"CANCEL\",\"password\":\"x\"}", "notificationV1"), ("{}", "kindMismatch"),
      ("[1]", "kindMismatch"), ("{\"a\":}", "unexpectedCharacter"), ("{\"signedTransactionInfo\":1}", "typeMismatch"),
    ])
    func whatIsNoBodySaysSo(json: String, code: String) {
      do {
        _ = try verifier.examine(body: Array(json.utf8))
        Issue.record("\(json) was accepted")
      } catch {
        expectEqual(error.code.rawValue, code, "\(error)")
      }
    }

    // MARK: - Budgets

    @Test func aDeepDocumentWithManyUnknownMembersStaysWithinTheBudgets() throws {
      let notification = try minting.authority.notification(
        "DID_RENEW", transaction: .fullTransaction(), data: [:],
        ["extra": .object((0..<10_000).map { PayloadMember("unknown\($0)", .integer(Int64($0))) })])
      let body = TestPayload.notificationHistory([notification, notification])
        .changing("extra", .object((0..<10_000).map { PayloadMember("unknown\($0)", .flag(true)) }))
      let page = try verifier.notificationHistory(body: body.bytes)
      #expect(page.notifications.count == 2 && page.refused.isEmpty && page.examined.allStrings.count == 6)
      expectEqual(page.examined.unknownMembers, ["$.extra"])
      expectEqual(page.notifications.first?.payload.unknownMembers, ["$.extra"])
      for (limits, expected) in [
        (SignedStringLimits(maximumStringCount: 5, maximumDepth: 4), "signedStringLimit"),
        (SignedStringLimits(maximumStringCount: 6, maximumDepth: 1), "signedNestingLimit"),
      ] {
        do {
          _ = try verifier.notificationHistory(body: body.bytes, limits: limits)
          Issue.record("accepted")
        } catch {
          #expect(error.code.rawValue == expected && error.category == .overLimit, "\(error)")
        }
        try expectEqual(verifier.examine(body: body.bytes, limits: limits).exceeded?.code.rawValue, expected)
      }
      // One member more than a token may have: the budget is the reader's, and says so.
      let overfull = try minting.authority.notification(
        "DID_RENEW", data: [:], ["extra": .object((0..<65_536).map { PayloadMember("u\($0)", .null) })])
      let refused = try verifier.examine(body: TestPayload.notificationHistory([overfull]).bytes)
      expectEqual(refused.strings.first?.examination.error?.code.rawValue, "memberLimit")
    }

    @Test func everyPrefixOfABodyFailsAndSaysWhere() throws {
      let body = TestPayload.transactionInfo("e30.e30.").bytes
      for length in body.indices {
        do {
          _ = try verifier.transactionInfo(body: Array(body[..<length]))
          Issue.record("\(length) was accepted")
        } catch {
          #expect(error.category == .truncated && error.offset == length)
        }
      }
    }
  }
#endif
