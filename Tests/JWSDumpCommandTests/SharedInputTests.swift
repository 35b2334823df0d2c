// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JWSDumpCommand
  import Testing

  /// The inputs that stand beside the repository where it is developed; elsewhere these tests are skipped.
  struct SharedInputTests {
    static let inputs: URL? = {
      var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      for _ in 0..<4 {
        folder.deleteLastPathComponent()
        let inputs = folder.appendingPathComponent("shared/inputs")
        if FileManager.default.fileExists(atPath: inputs.path) { return inputs }
      }
      return nil
    }()

    static var arePresent: Comment { "the shared inputs are not beside this repository" }

    private func run(_ file: String, _ words: String...) throws -> (Seen, Int32) { try run(file, words: words) }

    private func run(_ file: String, words: [String]) throws -> (Seen, Int32) {
      let inputs = try #require(Self.inputs)
      let sink = CollectingSink()
      let status = DumpCommand.run(
        ["-f", "json"] + words.map { $0.replacingOccurrences(of: "@", with: inputs.path + "/") }
          + [inputs.appendingPathComponent(file).path],
        in: Surroundings(
          standardInput: MemorySource([]), standardOutput: sink, standardError: CollectingSink(), clock: { testNow }))
      return (try Seen(String(decoding: sink.bytes, as: UTF8.self)), status)
    }

    @Test(
      .enabled(if: inputs != nil, arePresent),
      arguments: [
        ("notification-test-2022", "notification"), ("notification-test-2025", "notification"),
        ("renewal-2021", "renewalInfo"), ("renewal-2025", "renewalInfo"), ("transaction-2021", "transaction"),
        ("transaction-2025", "transaction"),
      ])
    func whatAppleSignedIsVerified(_ file: String, _ kind: String) throws {
      let (seen, status) = try run("apple/\(file).jws")
      #expect(status == 0 && seen.state == "verified" && seen.kind == kind && seen.ok == true)
      expectEqual((seen.object["signer"] as? [String: Any])?["origin"] as? String, "appStore")
    }

    static let receipts: [Report] = [
      Report(file: "sandbox-2015-sha1-receipt-sha256-leaf.b64", status: 0, state: "verified"),
      Report(file: "sandbox-2020.b64", status: 0, state: "verified"),
      Report(
        file: "sandbox-2020.b64", status: 2, state: "failed", failures: ["validityTime": "leafExpired"],
        root: "--at=now"),
      Report(file: "sandbox-2023.b64", status: 0, state: "verified"),
      Report(file: "sandbox-2025-sha256.b64", status: 0, state: "verified"),
      Report(file: "sandbox-macos-2020.b64", status: 0, state: "verified"),
      Report(
        file: "apple-example-2010.der", status: 2, state: "failed", failures: ["certificatePurpose": "leafPurpose"]),
      Report(
        file: "xcode-2023-empty.b64", status: 2, state: "failed", failures: ["chainTrust": "signedByXcode"]),
      Report(
        file: "xcode-2023-one-purchase.b64", status: 2, state: "failed", failures: ["chainTrust": "signedByXcode"]),
      Report(
        file: "transaction-2015-version2.b64", status: 2, state: "failed", failures: ["chainLength": "issuerMissing"]),
      Report(
        file: "transaction-2015-version2.b64", status: 0, state: "verified",
        root: "--intermediate=@../certs/AppleITunesStoreCA.cer"),
      Report(
        file: "transaction-2017-version3.b64", status: 0, state: "verified",
        root: "--intermediate=@../certs/AppleWWDRCA-G1-2013.cer"),
      Report(
        file: "transaction-mock.b64", status: 2, state: "failed", failures: ["signature": "signatureMissing"]),
      Report(file: "not-a-receipt-app-attest.b64", status: 1, state: "failed", error: "notAReceipt"),
      Report(file: "truncated.b64", status: 1, state: "failed", error: "truncated"),
      // Apple's example of an answer has a receipt that is cut short.
      Report(file: "verify-receipt-app.json", status: 1, state: "notRun"),
      Report(file: "verify-receipt-transaction-21006.json", status: 2, state: "notRun"),
    ]

    @Test(.enabled(if: inputs != nil, arePresent), arguments: receipts)
    func receiptsKeepTheExitStatuses(_ receipt: Report) throws {
      let words = receipt.root.hasPrefix("--root") ? [] : [receipt.root]
      let (seen, status) = try run("receipts/" + receipt.file, words: words)
      #expect(status == receipt.status && seen.state == receipt.state, "\(status) \(seen.state)")
      for (check, code) in receipt.failures { expectEqual(seen.failures[check], code, "\(check): \(seen.failures)") }
      expectEqual((seen.object["error"] as? [String: Any])?["code"] as? String, receipt.error)
    }

    struct Report: CustomTestStringConvertible, Sendable {
      let file: String
      let status: Int32
      let state: String
      var failures: [String: String] = [:]
      var error: String?
      var offset: Int?
      var root = "--root=@reports/test-root.pem"
      var testDescription: String { file }
    }

    static let reports: [Report] = [
      Report(
        file: "b01-xcode-transaction.jws", status: 2, state: "failed", failures: ["chainTrust": "signedByXcode"],
        root: "-fjson"),
      Report(file: "b05-leaf-expired-since-signing.jws", status: 0, state: "verified"),
      Report(
        file: "b06-signed-after-leaf-expiry.jws", status: 2, state: "failed", failures: ["validityTime": "leafExpired"]),
      Report(file: "b07-notification-appdata-rescind-consent.jws", status: 0, state: "verified"),
      Report(file: "b10-notification-test-sandbox.jws", status: 0, state: "verified"),
      Report(
        file: "b12a-signed-data-two-segments.txt", status: 1, state: "failed", failures: ["structure": "segmentCount"],
        error: "segmentCount"),
      Report(
        file: "b16a-two-segments.jws", status: 1, state: "failed", failures: ["structure": "segmentCount"],
        error: "segmentCount"),
      Report(
        file: "b16c-header-bad-base64.jws", status: 1, state: "failed", failures: ["structure": "base64Character"],
        error: "base64Character", offset: 50),
      Report(file: "b16e-no-x5c.jws", status: 2, state: "failed", failures: ["chainLength": "x5cMissing"]),
      Report(file: "b16h-alg-rs256.jws", status: 2, state: "failed", failures: ["algorithm": "algorithmUnsupported"]),
      Report(file: "b16j-chain-of-two.jws", status: 2, state: "failed", failures: ["chainLength": "chainLength"]),
      Report(
        file: "b17-forged-leaf-under-real-apple-ca.jws", status: 2, state: "failed",
        failures: ["chainTrust": "leafSignature"], root: "-fjson"),
      Report(
        file: "b19a-leaf-without-marker-oid.jws", status: 2, state: "failed",
        failures: ["certificatePurpose": "leafPurpose"]),
      Report(
        file: "b19b-intermediate-without-marker-oid.jws", status: 2, state: "failed",
        failures: ["certificatePurpose": "intermediatePurpose"]),
      Report(file: "b25-notification-inner-transaction-forged.jws", status: 2, state: "verified"),
      Report(file: "b25b-notification-complete.jws", status: 0, state: "verified"),
      Report(file: "b27-notification-unknown-type.jws", status: 0, state: "verified"),
      Report(file: "b28-transaction-family-shared-offer-extra-fields.jws", status: 0, state: "verified"),
      Report(file: "b29a-price-pln-114990.jws", status: 0, state: "verified"),
      Report(file: "b29c-price-jpy-230000.jws", status: 0, state: "verified"),
      Report(file: "b37-transaction-revoked-before-expiry.jws", status: 0, state: "verified"),
      Report(file: "b39a-quoted.txt", status: 0, state: "verified"),
      Report(file: "b39c-signed-payload-body.json", status: 0, state: "verified"),
      Report(
        file: "b39d-padded-segments.jws", status: 1, state: "failed", failures: ["structure": "base64Padding"],
        error: "base64Padding"),
      Report(file: "b39g-bearer.txt", status: 0, state: "verified"),
      Report(file: "b41-der-signature.jws", status: 2, state: "failed", failures: ["signature": "signatureForm"]),
      Report(file: "b42-signature-r-leading-zero.jws", status: 0, state: "verified"),
      Report(
        file: "b44-payload-duplicate-key.jws", status: 1, state: "failed", failures: ["structure": "duplicateMember"],
        error: "duplicateMember"),
    ]

    @Test(.enabled(if: inputs != nil, arePresent), arguments: reports)
    func whatTripsPeople(_ report: Report) throws {
      // The format is given twice where no root is: replaced by another flag then.
      let root = report.root == "-fjson" ? "--color=never" : report.root
      let (seen, status) = try run("reports/" + report.file, root)
      #expect(status == report.status && seen.state == report.state)
      expectEqual(seen.failures, report.failures)
      expectEqual(seen.errorCode, report.error)
      if let offset = report.offset { expectEqual(seen.offset, offset) }
    }

    @Test(.enabled(if: inputs != nil, arePresent))
    func linesAmongThemABlankOne() throws {
      let inputs = try #require(Self.inputs)
      let outcome = jwsdump(
        "-f", "ndjson", "--root", inputs.appendingPathComponent("reports/test-root.pem").path,
        inputs.appendingPathComponent("reports/b33-many-jws-lines.txt").path)
      expectEqual(outcome.status, 0)
      try expectEqual(outcome.lines.map { try Seen($0).errorCode }, [nil, "blankLine", nil, nil])
      try expectEqual(
        outcome.lines.map { try Seen($0).kind }, ["transaction", "unknown", "renewalInfo", "transaction"])
    }

    @Test(.enabled(if: inputs != nil, arePresent))
    func xcodeIsXcodeAlsoWhereItIsTrusted() throws {
      let inputs = try #require(Self.inputs)
      let token = inputs.appendingPathComponent("reports/b01-xcode-transaction.jws").path
      let folder = try Folder()
      let root = try folder.file("xcode.pem", jwsdump("--certificates", token).output)
      let outcome = jwsdump("-f", "json", "--root", root, token)
      let seen = try Seen(outcome.output)
      #expect(outcome.status == 0 && seen.state == "verified")
      expectEqual((seen.object["signer"] as? [String: Any])?["origin"] as? String, "xcode")
      #expect(outcome.output.contains("1697679936049.7297"))
      let pretty = jwsdump("--root", root, token).output
      #expect(
        pretty.contains("2023-10-19T01:45:36.0497297Z") && pretty.contains("signed by Xcode, not by the App Store"))
    }

    @Test(.enabled(if: inputs != nil, arePresent))
    func moneyAndYearOne() throws {
      let inputs = try #require(Self.inputs)
      func pretty(_ file: String) -> String { jwsdump(inputs.appendingPathComponent("reports/" + file).path).output }
      #expect(pretty("b29a-price-pln-114990.jws").contains("114.99 PLN"))
      #expect(pretty("b29c-price-jpy-230000.jws").contains("230 JPY"))
      #expect(pretty("b36-xcode-app-transaction-year-one.jws").contains("0000-12-30T00:00:00.000Z"))
      #expect(pretty("b37-transaction-revoked-before-expiry.jws").contains("taken back"))
    }
  }
#endif
