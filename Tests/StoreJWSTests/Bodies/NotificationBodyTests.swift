// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import JOSE
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// From a webhook's request body to what is verified in it.
  @Suite struct NotificationBodyTests {
    private let minting: Minting
    private let verifier: StoreVerifier

    init() throws {
      minting = try Minting()
      verifier = try minting.verifier()
    }

    private func body(_ token: String) -> [UInt8] { TestPayload.signedPayloadBody(token).bytes }

    private func code(_ outcome: CheckOutcome) -> String? {
      switch outcome {
      case .passed: nil
      case .failed(let finding), .notRun(let finding): finding.code
      }
    }

    @Test func oneCallGivesTheEventAndWhatIsInIt() throws {
      let token = try minting.authority.notification("SUBSCRIBED", subtype: "INITIAL_BUY")
      let event = try verifier.notification(body: body(token))
      #expect(event.payload.notificationType == .subscribed && event.payload.subtype == .initialBuy)
      expectEqual(event.transaction?.payload.productID, "com.example.app.pro.monthly")
      expectEqual(event.renewalInfo?.payload.autoRenewStatus, .on)
      #expect(event.appTransaction == nil && event.refused.isEmpty)
      expectEqual(event.strings.map(\.path), ["$.data.signedTransactionInfo", "$.data.signedRenewalInfo"])
      for string in event.strings {
        expectEqual(string.examination.report.state, .verified)
        expectEqual(string.examination.report[.consistency], .passed)
        expectEqual(string.examination.report[.kind], .passed)
      }
      expectEqual(event.notification.characters, Array(token.utf8))
      // The header is the same for all three: it is judged once.
      expectEqual(verifier.rememberedHeaderCount, 1)
    }

    @Test func oneForgedStringDoesNotKeepTheOthersBack() throws {
      let forged = try minting.forged(.transaction())
      let token = try minting.authority.notification("DID_RENEW", data: ["signedTransactionInfo": .text(forged)])
      let event = try verifier.notification(body: body(token))
      #expect(event.transaction == nil)
      #expect(event.renewalInfo != nil)
      expectEqual(event.refused.map(\.path), ["$.data.signedTransactionInfo"])
      expectEqual(event.refused.first.flatMap { code($0.examination.report[.signature]) }, "signatureMismatch")
      // Nothing is left that the renewal info could be paired with, and that is said.
      let renewal = try #require(event.strings.last)
      expectEqual(code(renewal.examination.report[.consistency]), "noVerifiedTransaction")
    }

    @Test func aForgedEnvelopeGivesNothing() throws {
      let right = try minting.authority.notification("REFUND")
      let other = try minting.authority.notification("REVOKE")
      let parts = right.split(separator: ".")
      let token = [parts[0], parts[1], other.split(separator: ".")[2]].joined(separator: ".")
      #expect(
        throws: StoreError(
          code: .init(rawValue: "signatureMismatch"), category: .notTrusted, message: "",
          check: .signature)
      ) { try verifier.notification(body: body(token)) }
    }

    @Test(arguments: [
      ("bundleId", "com.example.other", "bundleIDInconsistent"), ("environment", "Sandbox", "environmentInconsistent"),
    ])
    func aTransactionOfAnotherAppOrStoreIsRefused(member: String, value: String, code expected: String) throws {
      // The verifier accepts both apps: what is wrong is only that the two do not belong together.
      let verifier = try minting.verifier { $0.bundleIDs = ["com.example.app", "com.example.other"] }
      let stranger = TestPayload.transaction().with([:]).changing(member, value)
      let token = try minting.authority.notification("DID_RENEW", transaction: stranger)
      let event = try verifier.notification(body: body(token))
      #expect(event.transaction == nil)
      let string = try #require(event.strings.first)
      expectEqual(code(string.examination.report[.consistency]), expected)
      expectEqual(string.examination.report.state, .failed)
      expectEqual(string.examination.report[.signature], .passed)
      expectEqual(event.strings.last.flatMap { code($0.examination.report[.consistency]) }, "noVerifiedTransaction")
    }

    @Test func aRenewalInfoOfAnotherSubscriptionIsRefused() throws {
      let token = try minting.authority.notification(
        "DID_RENEW", renewalInfo: .renewalInfo(["originalTransactionId": "999"]))
      let event = try verifier.notification(body: body(token))
      #expect(event.transaction != nil && event.renewalInfo == nil)
      expectEqual(
        event.refused.first.flatMap { code($0.examination.report[.consistency]) }, "originalTransactionIDInconsistent"
      )
    }

    @Test func aRenewalInfoWithoutAnOriginalIDIsRefused() throws {
      let token = try minting.authority.notification(
        "DID_RENEW", renewalInfo: .renewalInfo(["originalTransactionId": .absent]))
      let event = try verifier.notification(body: body(token))
      expectEqual(
        event.refused.first.flatMap { code($0.examination.report[.consistency]) }, "originalTransactionIDMissing"
      )
    }

    @Test func aStringOfAnotherKindIsRefused() throws {
      let swapped = try minting.authority.sign(TestPayload.renewalInfo())
      let token = try minting.authority.notification("DID_RENEW", data: ["signedTransactionInfo": .text(swapped)])
      let event = try verifier.notification(body: body(token))
      #expect(event.transaction == nil)
      expectEqual(event.refused.first.flatMap { code($0.examination.report[.kind]) }, "kindMismatch")
    }

    @Test func aStringThatIsNoTokenIsRefused() throws {
      let token = try minting.authority.notification("DID_RENEW", data: ["signedTransactionInfo": "nonsense"])
      let event = try verifier.notification(body: body(token))
      let refused = try #require(event.refused.first)
      expectEqual(refused.examination.error?.code.rawValue, "segmentCount")
      expectEqual(refused.examination.report.state, .failed)
      #expect(event.renewalInfo != nil)
    }

    @Test func theAppIsFoundInEachShape() throws {
      let app = try minting.authority.sign(TestPayload.appTransaction())
      let shapes: [(String, TestPayload)] = [
        ("summary", .notificationSummary()), ("externalPurchaseToken", .externalPurchaseToken()),
        ("appData", .notificationAppData(["signedAppTransactionInfo": .text(app)])), ("data", .notificationData()),
      ]
      for (name, object) in shapes {
        let payload = TestPayload.notification("TEST").changing(name, object.value)
        let event = try verifier.notification(minting.authority.sign(payload))
        expectEqual(event.payload.shapes.map(\.rawValue), [name])
        #expect(event.notification.report[.bundleID] == .passed && event.notification.report[.environment] == .passed)
        expectEqual(event.notification.report[.appAppleID], .passed)
        expectEqual((event.appTransaction != nil), (name == "appData"))
      }
    }

    @Test func shapesThatContradictEachOtherRefuseTheNotification() throws {
      let payload = TestPayload.notification(
        "TEST",
        [
          "data": TestPayload.notificationData().value,
          "summary": TestPayload.notificationSummary(["bundleId": "com.example.other"]).value,
        ])
      #expect(
        throws: StoreError(
          code: .init(rawValue: "bundleIDInconsistent"), category: .notTrusted, message: "", check: .consistency)
      ) { try verifier.notification(minting.authority.sign(payload)) }
    }

    @Test func sandboxNotificationsHaveNoAppAppleID() throws {
      let data = TestPayload.notificationData(["environment": "Sandbox", "appAppleId": .absent])
      let token = try minting.authority.sign(TestPayload.notification("TEST", ["data": data.value]))
      let event = try verifier.notification(body: body(token))
      expectEqual(code(event.notification.report[.appAppleID]), "absentInSandbox")
      let production = try minting.verifier { $0.environments = [.production] }
      #expect(throws: StoreError.self) { try production.notification(body: body(token)) }
    }

    @Test func unknownValuesArriveAsTheyAre() throws {
      let token = try minting.authority.notification(
        "SOMETHING_NEW", subtype: "ALSO_NEW", data: ["status": 9, "newObject": ["a": [1, ["b": .null]]]])
      let event = try verifier.notification(body: body(token))
      #expect(event.payload.notificationType?.rawValue == "SOMETHING_NEW" && event.payload.data?.status?.rawValue == 9)
      expectEqual(event.payload.unknownMembers, ["$.data.newObject"])
      #expect(event.transaction != nil && event.renewalInfo != nil)
    }

    @Test func everyTypeAndSubtypeIsVerified() throws {
      var count = 0
      for type in NotificationType.catalog.values {
        for subtype in [nil] + type.usualSubtypes {
          let token = try minting.authority.notification(type.rawValue, subtype: subtype?.rawValue)
          let event = try verifier.notification(token)
          #expect(event.payload.notificationType == type && event.payload.subtype == subtype)
          #expect(event.payload.meaning != nil && event.refused.isEmpty)
          count += 1
        }
      }
      expectEqual(count, 47)
    }

    // MARK: - Bodies that are none

    @Test(arguments: [
      ("{\"notification_type\":\"DID_RENEW\",\"unified_receipt\":{}}", "notificationV1"),
      ("{}", "signedStringMissing"), ("{\"signedPayload\":null}", "signedStringMissing"),
      ("{\"signedTransactions\":[]}", "signedStringMissing"), ("{\"signedPayload\":1}", "typeMismatch"),
      ("[]", "typeMismatch"), ("", "unexpectedEnd"),
      ("{\"signedPayload\":\"a\",\"signedPayload\":\"b\"}", "duplicateMember"),
      ("{\"signedPayload\":\"a.b\"}", "segmentCount"), ("eyJhbGciOiJFUzI1NiJ9.e30.AA", "unexpectedCharacter"),
    ])
    func whatIsNoNotificationSaysSo(body: String, code: String) {
      do {
        _ = try verifier.notification(body: Array(body.utf8))
        Issue.record("\(body) was accepted")
      } catch {
        expectEqual(error.code.rawValue, code, "\(error)")
      }
    }

    @Test func aTransactionUnderSignedPayloadIsNamed() throws {
      let token = try minting.authority.sign(TestPayload.transaction())
      do {
        _ = try verifier.notification(body: body(token))
        Issue.record("accepted")
      } catch {
        #expect(error.code == .kindMismatch && error.message.contains("a transaction"), "\(error)")
      }
    }

    @Test func aRealtimeRequestIsVerified() throws {
      let token = try minting.authority.sign(TestPayload.realtimeRequest())
      let request = try verifier.realtimeRequest(body: body(token))
      expectEqual(request.payload.userLocale, "en-US")
      expectEqual(code(request.report[.bundleID]), "notInThisKind")
      let incomplete = try minting.authority.sign(TestPayload.realtimeRequest(["userLocale": .absent]))
      do {
        _ = try verifier.realtimeRequest(body: body(incomplete))
        Issue.record("accepted")
      } catch {
        #expect(error.code.rawValue == "missingMember" && error.segment == .payload, "\(error)")
        #expect(error.message.contains("userLocale") && error.path == "$")
      }
    }

    // MARK: - Budgets

    @Test func budgetsAreNamed() throws {
      let token = try minting.authority.notification("DID_RENEW")
      let cases = [(2, 4, "signedStringLimit"), (1, 4, "signedStringLimit"), (3, 1, "signedNestingLimit")]
      for (count, depth, expected) in cases {
        let limits = SignedStringLimits(maximumStringCount: count, maximumDepth: depth)
        do {
          _ = try verifier.notification(token, limits: limits)
          Issue.record("accepted")
        } catch {
          #expect(error.code.rawValue == expected && error.category == .overLimit, "\(error)")
        }
        let examined = verifier.examineNested(Array(token.utf8), limits: limits)
        expectEqual(examined.exceeded?.code.rawValue, expected)
        expectEqual(examined.string.all.count, min(count, depth == 1 ? 1 : 3))
      }
      let limits = SignedStringLimits(maximumStringCount: 3, maximumDepth: 2)
      #expect(try verifier.notification(token, limits: limits).refused.isEmpty)
    }
  }

  extension TestPayload {
    func changing(_ name: String, _ value: PayloadValue) -> TestPayload {
      var copy = self
      copy[name] = value
      return copy
    }

    func changing(_ name: String, _ value: String) -> TestPayload { changing(name, .text(value)) }
  }
#endif
