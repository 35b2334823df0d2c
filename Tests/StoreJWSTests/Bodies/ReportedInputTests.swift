// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JOSE
  import OpenSSLSignatures
  import StoreJWS
  import Testing

  /// Genuine tokens and inputs that trip people, where they lie beside the repository.
  @Suite(.enabled(if: SharedFiles.directory != nil, "no shared inputs beside the repository"))
  struct ReportedInputTests {
    private func verifier(
      root: String? = "inputs/reports/test-root.pem", environments: [StoreEnvironment]? = nil
    ) throws -> StoreVerifier {
      let anchors = try root.map { try TrustAnchors(file: Array(SharedFiles.text($0).utf8)) } ?? .appStoreTokens
      return try StoreVerifier(
        policy: VerificationPolicy(environments: environments), chainChecker: AppStoreChainChecker(anchors: anchors),
        signatureChecker: ES256Checker())
    }

    private func token(_ name: String) throws -> [UInt8] {
      Array(try SharedFiles.text("inputs/reports/\(name).jws").utf8)
    }

    @Test func rescindConsent() throws {
      let event = try verifier().notification(token("b07-notification-appdata-rescind-consent"))
      #expect(event.payload.notificationType == .rescindConsent && event.payload.data == nil)
      #expect(event.payload.environment == .sandbox && event.payload.bundleID == "com.example.app")
      expectEqual(event.payload.appAppleID, 1_234_567_890)
      #expect(event.appTransaction != nil && event.refused.isEmpty)
    }

    @Test func testNotificationInTheSandbox() throws {
      let token = try token("b10-notification-test-sandbox")
      let event = try verifier().notification(token)
      #expect(event.payload.notificationType == .test && event.strings.isEmpty)
      let production = try verifier(environments: [.production])
      do {
        _ = try production.notification(token)
        Issue.record("accepted")
      } catch {
        expectEqual(error.check, .environment)
        #expect(error.message.contains("Production") && error.message.contains("Sandbox"), "\(error)")
      }
    }

    @Test func forgedInnerTransaction() throws {
      let event = try verifier().notification(token("b25-notification-inner-transaction-forged"))
      #expect(event.transaction == nil && event.renewalInfo != nil)
      expectEqual(event.refused.map(\.path), ["$.data.signedTransactionInfo"])
      let complete = try verifier().notification(token("b25b-notification-complete"))
      #expect(complete.transaction != nil && complete.renewalInfo != nil && complete.refused.isEmpty)
    }

    @Test func unknownType() throws {
      let event = try verifier().notification(token("b27-notification-unknown-type"))
      expectEqual(event.payload.notificationType?.rawValue, "SOMETHING_NEW_2027")
      #expect(event.payload.subtype?.rawValue == "SOME_SUBTYPE" && event.payload.data?.status?.rawValue == 9)
      expectEqual(event.payload.unknownMembers, ["$.data.newObject"])
    }

    @Test func extraFieldsAndRevocation() throws {
      let shared = try verifier().transaction(token("b28-transaction-family-shared-offer-extra-fields"))
      #expect(shared.payload.ownershipType == .familyShared && !shared.payload.unknownMembers.isEmpty)
      let revoked = try verifier().transaction(token("b37-transaction-revoked-before-expiry"))
      let revocation = try #require(revoked.payload.revocationDate)
      let expiry = try #require(revoked.payload.expiresDate)
      #expect(revocation < expiry)
    }

    @Test func aRequestBody() throws {
      let body = Array(try SharedFiles.text("inputs/reports/b39c-signed-payload-body.json").utf8)
      let examined = try verifier().examine(body: body)
      #expect(examined.isVerified)
    }

    @Test func aYearOneAppTransaction() throws {
      let value = try AppTransaction(unverified: token("b36-xcode-app-transaction-year-one"))
      expectEqual(value.originalPurchaseDate?.timeIntervalSince1970, -62_135_769_600)
      #expect(value.receiptType == .xcode && value.requestDate != nil && value.unknownMembers.isEmpty)
      expectEqual(value.requestDate, value.receiptCreationDate)
    }

    @Test(arguments: ["notification-test-2022", "notification-test-2025"])
    func genuineNotifications(name: String) throws {
      let event = try verifier(root: nil).notification(SharedFiles.text("inputs/apple/\(name).jws"))
      #expect(event.payload.notificationType == .test && event.payload.environment == .sandbox)
      #expect(event.payload.unknownMembers.isEmpty && event.notification.signer.origin == .appStore)
    }

    @Test func genuinePayloadsHaveNoUnknownMembersAndReadTheSameWhenRewritten() throws {
      for name in ["transaction-2021", "transaction-2025"] {
        let value = try verifier(root: nil).transaction(SharedFiles.text("inputs/apple/\(name).jws")).payload
        #expect(value.unknownMembers.isEmpty)
        try expectEqual(SignedTransaction(json: Array(value.written.utf8)).written, value.written)
      }
      for name in ["renewal-2021", "renewal-2025"] {
        let value = try verifier(root: nil).renewalInfo(SharedFiles.text("inputs/apple/\(name).jws")).payload
        #expect(value.unknownMembers.isEmpty)
        try expectEqual(RenewalInfo(json: Array(value.written.utf8)).written, value.written)
      }
    }
  }
#endif
