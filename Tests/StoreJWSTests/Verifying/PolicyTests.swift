// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JOSE
  import OpenSSLSignatures
  import StoreJWS
  import StoreJWSTesting
  import Testing

  /// What a policy expects: passed, mismatched, missing, and not run where the kind never has it.
  @Suite struct PolicyTests {
    let minting: Minting

    init() throws {
      minting = try Minting(seed: "policy")
    }

    /// A verifier that expects nothing but what is asked.
    func verifier(_ change: (inout VerificationPolicy) -> Void = { _ in }) throws -> StoreVerifier {
      try minting.verifier { policy in
        policy = VerificationPolicy()
        change(&policy)
      }
    }

    func code(
      _ check: VerificationCheck, _ payload: TestPayload, as type: any SignedPayload.Type = SignedTransaction.self,
      _ change: (inout VerificationPolicy) -> Void
    ) throws -> String {
      try report(payload, as: type, change)[check].code
    }

    func report(
      _ payload: TestPayload, as type: any SignedPayload.Type = SignedTransaction.self,
      _ change: (inout VerificationPolicy) -> Void
    ) throws -> VerificationReport {
      func examine<Payload: SignedPayload>(_ type: Payload.Type) throws -> VerificationReport {
        try verifier(change).examine(Array(minting.authority.sign(payload).utf8), as: type).report
      }
      return try examine(type)
    }

    @Test func nothingExpectedIsNotRun() throws {
      let report = try report(.transaction()) { _ in }
      expectEqual(report.state, .verified)
      for check in [VerificationCheck.bundleID, .appAppleID, .appVersion, .environment, .appAccountToken] {
        expectEqual(report[check].code, "notRun notAsked")
      }
      #expect(report[.revocation].code == "notRun notAsked" && report[.deviceHash].code == "notRun notInThisKind")
      expectEqual(report[.consistency].code, "notRun notApplicable")
    }

    @Test func bundleID() throws {
      let expect = { (policy: inout VerificationPolicy) in policy.bundleIDs = ["com.example.other", "com.example.app"] }
      try expectEqual(code(.bundleID, .transaction(), expect), "passed")
      try expectEqual(code(.bundleID, .transaction(["bundleId": "com.example.APP"]), expect), "failed bundleIDMismatch")
      try expectEqual(
        code(.bundleID, .transaction(["bundleId": "com.example.app.more"]), expect), "failed bundleIDMismatch"
      )
      try expectEqual(code(.bundleID, .transaction(["bundleId": .absent]), expect), "failed bundleIDMissing")
      // Swift's == holds the Kelvin sign for a K, and an accent behind e for é.
      for (accepted, found) in [("com.example.Kit", "com.example.\u{212A}it"), ("caf\u{E9}", "cafe\u{301}")] {
        expectEqual(accepted, found)
        try expectEqual(
          code(.bundleID, .transaction(["bundleId": .text(found)])) { $0.bundleIDs = [accepted] },
          "failed bundleIDMismatch")
      }
      try expectEqual(code(.bundleID, .transaction(["bundleId": .null]), expect), "failed bundleIDMissing")
      try expectEqual(code(.bundleID, .renewalInfo(), as: RenewalInfo.self, expect), "notRun notInThisKind")
      try expectEqual(code(.bundleID, .realtimeRequest(), as: RealtimeRequest.self, expect), "notRun notInThisKind")
      try expectEqual(code(.bundleID, .appTransaction(), as: AppTransaction.self, expect), "passed")
    }

    @Test func appAppleID() throws {
      let expect = { (policy: inout VerificationPolicy) in policy.appAppleIDs = [1, TestPayload.usualAppAppleID] }
      let kind = AppTransaction.self
      try expectEqual(code(.appAppleID, .appTransaction(), as: kind, expect), "passed")
      try expectEqual(
        code(.appAppleID, .appTransaction(["appAppleId": 2]), as: kind, expect), "failed appAppleIDMismatch"
      )
      let absent = TestPayload.appTransaction(["appAppleId": .absent])
      try expectEqual(code(.appAppleID, absent, as: kind, expect), "failed appAppleIDMissing")
      // Sandbox, Xcode and local tests have none.
      for environment: PayloadValue in ["Sandbox", "Xcode", "LocalTesting"] {
        let elsewhere = absent.with(["receiptType": environment])
        try expectEqual(code(.appAppleID, elsewhere, as: kind, expect), "notRun absentInSandbox")
      }
      // But one that is there must fit, and one whose store is unknown must be there.
      let wrong = TestPayload.appTransaction(["appAppleId": 2, "receiptType": "Sandbox"])
      try expectEqual(code(.appAppleID, wrong, as: kind, expect), "failed appAppleIDMismatch")
      let nowhere = absent.with(["receiptType": .absent])
      try expectEqual(code(.appAppleID, nowhere, as: kind, expect), "failed appAppleIDMissing")
      try expectEqual(code(.appAppleID, .transaction(), expect), "notRun notInThisKind")
      try expectEqual(code(.appAppleID, .realtimeRequest(), as: RealtimeRequest.self, expect), "passed")
    }

    @Test func environment() throws {
      let expect = { (policy: inout VerificationPolicy) in policy.environments = [.production, .sandbox] }
      try expectEqual(code(.environment, .transaction(), expect), "passed")
      try expectEqual(code(.environment, .transaction(["environment": "Sandbox"]), expect), "passed")
      try expectEqual(code(.environment, .transaction(["environment": "Xcode"]), expect), "failed environmentMismatch")
      try expectEqual(
        code(.environment, .transaction(["environment": "production"]), expect), "failed environmentMismatch"
      )
      try expectEqual(code(.environment, .transaction(["environment": .absent]), expect), "failed environmentMissing")
      try expectEqual(
        code(.environment, .renewalInfo(["environment": .null]), as: RenewalInfo.self, expect),
        "failed environmentMissing"
      )
      let noType = TestPayload.appTransaction(["receiptType": .absent])
      try expectEqual(code(.environment, noType, as: AppTransaction.self, expect), "failed environmentMissing")
    }

    @Test func appVersion() throws {
      let expect = { (policy: inout VerificationPolicy) in policy.appVersion = "42" }
      let kind = AppTransaction.self
      try expectEqual(code(.appVersion, .appTransaction(), as: kind, expect), "passed")
      try expectEqual(
        code(.appVersion, .appTransaction(["applicationVersion": "4"]), as: kind, expect), "failed appVersionMismatch"
      )
      let absent = TestPayload.appTransaction(["applicationVersion": .absent])
      try expectEqual(code(.appVersion, absent, as: kind, expect), "failed appVersionMissing")
      try expectEqual(code(.appVersion, .transaction(), expect), "notRun notInThisKind")
    }

    @Test func appAccountToken() throws {
      let token = "3f2a6c1e-8b0d-4c57-9a51-0d2b7e64c8f1"
      let expect = { (policy: inout VerificationPolicy) in policy.appAccountToken = token }
      try expectEqual(code(.appAccountToken, .transaction(["appAccountToken": .text(token)]), expect), "passed")
      // UUIDs are compared as such, other text exactly.
      try expectEqual(
        code(.appAccountToken, .transaction(["appAccountToken": .text(token.uppercased())]), expect), "passed"
      )
      let other = TestPayload.transaction(["appAccountToken": "3f2a6c1e-8b0d-4c57-9a51-0d2b7e64c8f2"])
      try expectEqual(code(.appAccountToken, other, expect), "failed appAccountTokenMismatch")
      try expectEqual(code(.appAccountToken, .transaction(), expect), "failed appAccountTokenMissing")
      try expectEqual(
        code(.appAccountToken, .renewalInfo(), as: RenewalInfo.self, expect), "failed appAccountTokenMissing"
      )
      try expectEqual(
        code(.appAccountToken, .appTransaction(), as: AppTransaction.self, expect), "notRun notInThisKind")
      let text = { (policy: inout VerificationPolicy) in policy.appAccountToken = "customer-7" }
      try expectEqual(code(.appAccountToken, .transaction(["appAccountToken": "customer-7"]), text), "passed")
      try expectEqual(
        code(.appAccountToken, .transaction(["appAccountToken": "CUSTOMER-7"]), text), "failed appAccountTokenMismatch"
      )
    }

    @Test func transactionID() throws {
      let expect = { (policy: inout VerificationPolicy) in policy.transactionID = "410000000000001" }
      try expectEqual(code(.consistency, .transaction(), expect), "passed")
      try expectEqual(code(.consistency, .transaction(["transactionId": "41"]), expect), "failed transactionIDMismatch")
      try expectEqual(
        code(.consistency, .transaction(["transactionId": .absent]), expect), "failed transactionIDMissing")
      try expectEqual(code(.consistency, .renewalInfo(), as: RenewalInfo.self, expect), "notRun notApplicable")
      // Whatever kind was asked for, and however many at a time.
      let other = try Array(minting.authority.sign(.transaction(["transactionId": "41"])).utf8)
      let verifier = try verifier(expect)
      let mismatch = CheckOutcome.failed(CheckFinding(code: "transactionIDMismatch", message: ""))
      expectEqual(verifier.examine(other, as: AnyPayload.self).report[.consistency], mismatch)
      for outcome in verifier.verifyBatch([other], as: AnyPayload.self) {
        guard case .failure(let error) = outcome else {
          Issue.record("another transaction was accepted")
          continue
        }
        #expect(error.code.rawValue == "transactionIDMismatch" && error.check == .consistency)
      }
    }

    @Test func emptyListsAreAMistake() throws {
      for change: (inout VerificationPolicy) -> Void in [
        { $0.bundleIDs = [] }, { $0.appAppleIDs = [] }, { $0.environments = [] },
      ] {
        #expect(throws: StoreError(code: .configuration, category: .unsupported, message: "")) { try verifier(change) }
      }
    }

    @Test func kinds() throws {
      try expectEqual(code(.kind, .transaction()) { _ in }, "passed")
      let verifier = try verifier()
      let notification = try minting.authority.notification("TEST")
      do throws(StoreError) {
        _ = try verifier.transaction(notification)
        Issue.record("a notification is no transaction")
      } catch {
        expectEqual(error.code, .kindMismatch)
        #expect(error.message.contains("this is a notification; a transaction was asked for"))
        #expect(error.report != nil)
      }
      // Too sparse to tell: not refused, and not said to have passed.
      try expectEqual(
        code(.kind, TestPayload(members: [.init("signedDate", 1_760_000_000_000)])) { _ in }, "notRun kindUnclear"
      )
    }

    // MARK: - Time

    static let leafBegin: Int64 = 1_748_736_000
    static let leafEnd: Int64 = 1_814_400_000

    func times(_ signedDate: PayloadValue, _ change: (inout VerificationPolicy) -> Void = { _ in }) throws -> [String] {
      let report = try report(.transaction(["signedDate": signedDate]), change)
      return [report[.signingDate].code, report[.validityTime].code]
    }

    /// Inclusive at both ends, on whole seconds.
    @Test func validityAtTheSigningDate() throws {
      let cases: [(PayloadValue, [String])] = [
        (.integer(Self.leafBegin * 1000), ["passed", "passed"]),
        (.integer(Self.leafBegin * 1000 - 1), ["passed", "failed leafNotYetValid"]),
        (.integer(Self.leafEnd * 1000), ["passed", "passed"]),
        (.integer(Self.leafEnd * 1000 + 999), ["passed", "passed"]),
        (.integer(Self.leafEnd * 1000 + 1000), ["passed", "failed leafExpired"]),
        (.number("1760000000000.75"), ["passed", "passed"]), (.number("-1.5"), ["passed", "failed leafNotYetValid"]),
        (-62_135_769_600_000, ["passed", "failed leafNotYetValid"]),
        (.absent, ["failed signingDateMissing", "notRun signingDateMissing"]),
        (.null, ["failed signingDateMissing", "notRun signingDateMissing"]),
        (.number("1e300"), ["failed signingDateOutOfRange", "notRun signingDateOutOfRange"]),
        (.number("-1e300"), ["failed signingDateOutOfRange", "notRun signingDateOutOfRange"]),
        (.number("1.7976931348623157e308"), ["failed signingDateOutOfRange", "notRun signingDateOutOfRange"]),
        (.number("9007199254740992"), ["failed signingDateOutOfRange", "notRun signingDateOutOfRange"]),
        (.number("9007199254740991"), ["passed", "failed leafExpired"]),
      ]
      for (date, codes) in cases { try expectEqual(times(date), codes, "\(date)") }
      expectEqual(cases.count, 15)
    }

    @Test func validityAtAGivenMoment() throws {
      func at(_ seconds: Double) -> (inout VerificationPolicy) -> Void {
        { $0.moment = .at(Date(timeIntervalSince1970: seconds)) }
      }
      let usual: PayloadValue = .integer(TestPayload.usualSignedDate)
      try expectEqual(times(usual, at(Double(Self.leafEnd))), ["passed", "passed"])
      try expectEqual(times(usual, at(Double(Self.leafEnd) + 0.9)), ["passed", "passed"])
      try expectEqual(times(usual, at(Double(Self.leafEnd) + 1)), ["passed", "failed leafExpired"])
      try expectEqual(times(usual, at(Double(Self.leafBegin))), ["passed", "passed"])
      try expectEqual(times(usual, at(Double(Self.leafBegin) - 0.1)), ["passed", "failed leafNotYetValid"])
      // Whatever the token says, or does not say.
      for date: PayloadValue in [.absent, .null, .number("1e300"), 0] {
        try expectEqual(times(date, at(1_760_000_000)), ["passed", "passed"], "\(date)")
      }
      for moment in [1e300, -1e300, .infinity, .nan, .greatestFiniteMagnitude] {
        try expectEqual(times(usual, at(moment)), ["failed momentOutOfRange", "notRun momentOutOfRange"], "\(moment)")
      }
    }

    /// A token without a date under a given moment is verified, and has no date.
    @Test func aGivenMomentStandsInForAMissingDate() throws {
      let token = try minting.authority.sign(.transaction(["signedDate": .absent]))
      let verified = try verifier { $0.moment = .at(Date(timeIntervalSince1970: 1_760_000_000)) }.transaction(token)
      #expect(verified.signedDate == nil)
      try expectEqual(
        verifier().transaction(minting.authority.sign(.transaction())).signedDate,
        Date(timeIntervalSince1970: 1_760_000_000)
      )
    }

    @Test func maximumAgeAndFutureTolerance() throws {
      let signed = TestPayload.usualSignedDate / 1000
      func bounds(_ age: Int64?, _ tolerance: Int64?, now: Int64) -> (inout VerificationPolicy) -> Void {
        {
          $0.signingDate = SigningDateBounds(
            maximumAgeSeconds: age, futureToleranceSeconds: tolerance,
            now: { Date(timeIntervalSince1970: Double(now)) })
        }
      }
      let usual: PayloadValue = .integer(TestPayload.usualSignedDate)
      try expectEqual(times(usual, bounds(60, nil, now: signed + 60)), ["passed", "passed"])
      try expectEqual(times(usual, bounds(60, nil, now: signed + 61)), ["failed signingDateTooOld", "passed"])
      try expectEqual(times(usual, bounds(60, nil, now: signed - 10_000)), ["passed", "passed"])
      try expectEqual(times(usual, bounds(nil, 30, now: signed - 30)), ["passed", "passed"])
      try expectEqual(times(usual, bounds(nil, 30, now: signed - 31)), ["failed signingDateInFuture", "passed"])
      try expectEqual(times(usual, bounds(0, 0, now: signed)), ["passed", "passed"])
      try expectEqual(times(usual, bounds(0, 0, now: signed + 1)), ["failed signingDateTooOld", "passed"])
      // Extremes neither trap nor pass.
      try expectEqual(times(usual, bounds(.max, .max, now: signed)), ["passed", "passed"])
      try expectEqual(times(usual, bounds(.min, nil, now: signed)), ["failed signingDateTooOld", "passed"])
      try expectEqual(times(.number("1e300"), bounds(60, 60, now: signed))[0], "failed signingDateOutOfRange")
      // Bounds are about the token's own word even where a moment is given, and validity is judged all the same.
      let given = { (policy: inout VerificationPolicy) in
        bounds(60, nil, now: signed + 61)(&policy)
        policy.moment = .at(Date(timeIntervalSince1970: Double(signed)))
      }
      try expectEqual(times(usual, given), ["failed signingDateTooOld", "passed"])
      try expectEqual(times(.absent, given), ["failed signingDateMissing", "passed"])
    }

    /// Where the payload cannot be read, nothing about its date has been checked, whatever moment is given.
    @Test func anUnreadablePayloadHasNoDate() throws {
      let token = try minting.authority.sign("{]")
      for moment in [ValidityMoment.signingDate, .at(Date(timeIntervalSince1970: 1_760_000_000))] {
        let report = try verifier { $0.moment = moment }.examine(Array(token.utf8), as: SignedTransaction.self).report
        expectEqual(report[.structure].code, "failed unexpectedCharacter")
        expectEqual(report[.signingDate].code, "notRun payloadUnreadable")
        expectEqual(report.state, .failed)
      }
    }
  }
#endif
