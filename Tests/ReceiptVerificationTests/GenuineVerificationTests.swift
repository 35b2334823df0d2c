// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JOSE
  import OpenSSLSignatures
  import StoreJWS
  import StoreReceipts
  import Testing

  @Suite(
    "Genuine receipts, verified", .enabled(if: SharedFiles.directory != nil, "no shared files beside the repository"))
  struct GenuineVerificationTests {
    private func receipt(_ file: String) throws -> [UInt8] {
      try SharedFiles.bytes("inputs/receipts/\(file)")
    }

    private func outcome(_ report: VerificationReport) -> [String] {
      report.failures.map { "\($0.check.rawValue) \($0.finding.code)" }
    }

    @Test(
      "Apple's receipts verify at their creation date",
      arguments: [
        "sandbox-2015-sha1-receipt-sha256-leaf.b64", "sandbox-2020.b64", "sandbox-2023.b64", "sandbox-macos-2020.b64",
        "sandbox-2025-sha256.b64",
      ])
    func apple(_ file: String) throws {
      let verifier = try ReceiptVerifier.appStore(policy: ReceiptPolicy())
      let verified = try verifier.appReceipt(receipt(file))
      expectEqual(verified.signer.origin, .appStore)
      expectEqual(verified.signer.anchors.map(\.commonName), ["Apple Root CA"])
      // The second time the chain is known; the verdict is the same.
      let again = try verifier.appReceipt(receipt(file))
      expectEqual(again, verified)
    }

    @Test("Judged at the present moment, old receipts are refused as expired")
    func expired() throws {
      var policy = ReceiptPolicy()
      policy.expectations.moment = .at(Date(timeIntervalSince1970: 1_790_000_000))
      let verifier = try ReceiptVerifier.appStore(policy: policy)
      for file in ["sandbox-2020.b64", "sandbox-2023.b64", "sandbox-macos-2020.b64"] {
        let examination = verifier.examineAppReceipt(try receipt(file))
        expectEqual(outcome(examination.report), ["validityTime leafExpired"], "\(file)")
        #expect(examination.verified == nil)
      }
    }

    @Test("Xcode's receipts are said to be Xcode's, and verify only if that very certificate is trusted")
    func xcode() throws {
      let certificate = try SharedFiles.bytes("certs/StoreKitTestCertificate.cer")
      for file in ["xcode-2023-empty.b64", "xcode-2023-one-purchase.b64"] {
        let refused = try ReceiptVerifier.appStore(policy: ReceiptPolicy()).examineAppReceipt(try receipt(file))
        expectEqual(outcome(refused.report), ["chainTrust signedByXcode"])
        expectEqual(refused.report[.signature], .passed)
        let trusting = try ReceiptVerifier.appStore(
          policy: ReceiptPolicy(), anchors: try .appStoreReceipts.adding(file: certificate))
        let verified = try trusting.appReceipt(receipt(file))
        expectEqual(verified.signer.origin, .xcode)
      }
    }

    @Test("Apple's example of 2010 decodes and is refused for its missing marks")
    func example() throws {
      let examination = try ReceiptVerifier.appStore(policy: ReceiptPolicy()).examineAppReceipt(
        try receipt("apple-example-2010.der"))
      expectEqual(examination.unverifiedReceipt?.bundleID, "com.example.SampleApp")
      expectEqual(examination.report[.certificatePurpose], .failed(CheckFinding(code: "leafPurpose", message: "")))
      expectEqual(examination.report.state, .failed)
    }

    @Test("Transaction receipts verify when the issuer's certificate is given")
    func transactions() throws {
      let table = [
        ("transaction-2015-version2.b64", "AppleITunesStoreCA.cer"),
        ("transaction-2017-version3.b64", "AppleWWDRCA-G1-2013.cer"),
      ]
      for (file, issuer) in table {
        let given = try SharedFiles.bytes("certs/\(issuer)")
        let verifier = try ReceiptVerifier.appStore(policy: ReceiptPolicy(), intermediates: [given])
        let verified = try verifier.transactionReceipt(receipt(file))
        expectEqual(verified.signer.origin, .appStore)
        let alone = try ReceiptVerifier.appStore(policy: ReceiptPolicy()).examineTransactionReceipt(try receipt(file))
        expectEqual(outcome(alone.report), ["chainLength issuerMissing"])
        expectEqual(alone.report[.signature], .passed)
      }
      let swapped = try ReceiptVerifier.appStore(
        policy: ReceiptPolicy(), intermediates: [try SharedFiles.bytes("certs/AppleWWDRCA-G1-2013.cer")])
      expectEqual(
        outcome(swapped.examineTransactionReceipt(try receipt("transaction-2015-version2.b64")).report),
        ["chainLength issuerMissing"]
      )
      let mock = try ReceiptVerifier.appStore(policy: ReceiptPolicy()).examineTransactionReceipt(
        try receipt("transaction-mock.b64"))
      expectEqual(mock.unverifiedReceipt?.transactionID, "33993399")
      expectEqual(outcome(mock.report).first, "signature signatureMissing")
    }

    @Test("The device of the receipt of 2025 is the one that it was made for, and no other")
    func device() throws {
      var policy = ReceiptPolicy()
      policy.device = DeviceIdentity(text: "956328D9-CC6A-47F4-BE40-6953FB0AB6C7")
      let good = try ReceiptVerifier.appStore(policy: policy).examineAppReceipt(try receipt("sandbox-2025-sha256.b64"))
      expectEqual(good.report[.deviceHash], .passed)
      policy.device = DeviceIdentity(text: "956328D9-CC6A-47F4-BE40-6953FB0AB6C8")
      let bad = try ReceiptVerifier.appStore(policy: policy).examineAppReceipt(try receipt("sandbox-2025-sha256.b64"))
      expectEqual(outcome(bad.report), ["deviceHash deviceHashMismatch"])
    }
  }
#endif
