// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JWSDumpCommand
  import StoreJWSTesting
  import Testing

  struct RecordTests {
    private let minted: Minted

    init() throws {
      minted = try Minted()
    }

    private static let members = [
      "schema", "input", "line", "kind", "ok", "verification", "signer", "error", "notes", "unknownMembers", "payload",
      "nested",
    ]
    private static let checks = [
      "kind", "structure", "algorithm", "chainLength", "chainTrust", "certificatePurpose", "signingDate",
      "validityTime",
      "signature", "revocation", "bundleID", "appAppleID", "appVersion", "environment", "appAccountToken", "deviceHash",
      "consistency",
    ]

    /// The names of an object's members in the order of the text.
    private func order(_ json: String) -> [String] {
      var names: [String] = []
      var depth = 0
      var inString = false
      var text = ""
      var isEscaped = false
      for character in json {
        if inString {
          if isEscaped {
            isEscaped = false
          } else if character == "\\" {
            isEscaped = true
          } else if character == "\"" {
            inString = false
          }
          if inString { text.append(character) }
          continue
        }
        switch character {
        case "\"":
          inString = true
          text = ""
        case "{", "[": depth += 1
        case "}", "]": depth -= 1
        case ":" where depth == 1: names.append(text)
        default: break
        }
      }
      return names
    }

    @Test func everyRecordHasAllMembersInOrder() throws {
      let good = try minted.transaction()
      let lines = [good, Minted.broken(good), "", "undefined", "x.y.z", #"{"signedTransactions":[]}"#, #"{"a":1}"#]
      let outcome = jwsdump("-f", "ndjson", "--root", minted.root, input: lines.joined(separator: "\n") + "\n")
      expectEqual(outcome.lines.count, lines.count)
      for (index, line) in outcome.lines.enumerated() {
        expectEqual(order(line), Self.members)
        let seen = try Seen(line)
        expectEqual(seen.line, index + 1)
        expectEqual(seen.object["schema"] as? Int, 1)
        expectEqual(seen.checks.map { $0["name"] as? String }, Self.checks)
        for check in seen.checks {
          let isPassed = check["result"] as? String == "passed"
          #expect((check["code"] is NSNull) == isPassed && (check["message"] is NSNull) == isPassed)
        }
        #expect(line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
      }
      expectEqual(outcome.status, 1)
      let states = try outcome.lines.map { try Seen($0).state }
      expectEqual(states, ["verified", "failed", "failed", "failed", "failed", "notRun", "failed"])
    }

    @Test func aGoodTokenIsVerified() throws {
      let outcome = jwsdump("-f", "json", "--root", minted.root, try minted.transaction())
      let seen = try Seen(outcome.output)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      #expect(seen.state == "verified" && seen.kind == "transaction" && seen.line == nil)
      let signer = try #require(seen.object["signer"] as? [String: Any])
      expectEqual(signer["origin"] as? String, "other")
      expectEqual((signer["rootSHA256"] as? String)?.utf8.allSatisfy { $0 < 0x41 || $0 > 0x5A }, true)
      #expect(signer["leafNotAfter"] as? String != nil)
    }

    @Test func withoutVerificationNothingIsRun() throws {
      let outcome = jwsdump("-f", "json", "-n", "--root", minted.root, Minted.broken(try minted.transaction()))
      let seen = try Seen(outcome.output)
      expectEqual(outcome.status, 0)
      #expect(seen.state == "notRun" && seen.checks.allSatisfy { $0["result"] as? String == "notRun" })
    }

    @Test func exitStatusesFollowTheContract() throws {
      let good = try minted.transaction()
      let bad = Minted.broken(good)
      func status(_ words: [String], _ lines: String...) -> Int32 {
        let standardOutput = CollectingSink()
        return DumpCommand.run(
          ["-f", "ndjson", "--root", minted.root] + words,
          in: Surroundings(
            standardInput: MemorySource(Array(lines.joined(separator: "\n").utf8)), standardOutput: standardOutput,
            standardError: CollectingSink(), clock: { testNow }))
      }
      expectEqual(status([], good), 0)
      expectEqual(status([], good, "", good), 0)
      expectEqual(status([], good, bad), 2)
      expectEqual(status([], good, bad, "junk"), 1)
      expectEqual(status(["--fail-on", "error"], good, bad), 0)
      expectEqual(status(["--fail-on", "error"], good, "junk"), 1)
      expectEqual(status(["--fail-on", "none"], good, "junk", bad), 0)
      expectEqual(status(["-n"], bad), 0)
      expectEqual(status(["-n"], bad, "junk"), 1)
      expectEqual(status(["/none/such", "-"], bad, "junk"), 66)
      expectEqual(status(["--root", "/none/such"], good), 66)
      expectEqual(status([], ""), 0)
      expectEqual(status([], "", "", ""), 0)
      expectEqual(status([], #"{"signedTransactions":[]}"#), 2)
      expectEqual(jwsdump("--root", minted.root, input: "").status, 1)
      expectEqual(jwsdump("-f", "json", "--root", minted.root, input: "\n \n").status, 1)
    }

    @Test func nestedStringsHaveVerdictsOfTheirOwn() throws {
      let token = try minted.notification(
        transaction: Minted.broken(try minted.transaction()), renewalInfo: try minted.renewalInfo())
      let outcome = jwsdump("-f", "json", "--root", minted.root, input: "{\"signedPayload\":\"\(token)\"}")
      let seen = try Seen(outcome.output)
      expectEqual(outcome.status, 2)
      #expect(seen.kind == "notification" && seen.state == "verified")
      expectEqual(
        seen.nested.map { $0.object["path"] as? String },
        [
          "$.data.signedTransactionInfo", "$.data.signedRenewalInfo",
        ]
      )
      expectEqual(seen.nested.map(\.state), ["failed", "verified"])
      expectEqual(seen.nested[0].failures, ["signature": "signatureMismatch"])
    }

    @Test func bodiesNestThreeDeep() throws {
      let inner = try minted.notification(transaction: try minted.transaction(), renewalInfo: try minted.renewalInfo())
      let page = TestPayload.notificationHistory([inner, inner]).json
      let outcome = jwsdump("-f", "json", "--root", minted.root, input: page)
      let seen = try Seen(outcome.output)
      #expect(seen.kind == "apiResponse" && seen.state == "notRun" && outcome.status == 0)
      expectEqual(seen.nested.count, 2)
      expectEqual(seen.nested[1].object["path"] as? String, "$.notificationHistory[1].signedPayload")
      #expect(seen.nested.allSatisfy { $0.state == "verified" && $0.nested.map(\.state) == ["verified", "verified"] })
    }

    @Test func anotherKindIsRefusedByName() throws {
      let outcome = jwsdump("-f", "json", "--kind", "renewalInfo", "--root", minted.root, try minted.transaction())
      let seen = try Seen(outcome.output)
      #expect(outcome.status == 1 && seen.ok == false && seen.errorCode == "kindMismatch")
      expectEqual(seen.failures["kind"], "kindMismatch")
      expectEqual((seen.error?["message"] as? String)?.contains("transaction"), true)
      let right = try Seen(
        jwsdump("-f", "json", "--kind", "transaction", "--root", minted.root, try minted.transaction()).output)
      expectEqual(right.result("kind"), "passed")
    }

    @Test func expectationsAreChecks() throws {
      let token = try minted.transaction()
      let outcome = jwsdump(
        "-f", "json", "--root", minted.root, "--bundle-id", "com.other", "--environment", "Xcode", "--environment",
        "Sandbox",
        "--app-account-token", "7edea87d-98f0-42d0-9682-49ca81022f73", token)
      let seen = try Seen(outcome.output)
      #expect(outcome.status == 2 && seen.state == "failed")
      #expect(seen.failures["bundleID"] == "bundleIDMismatch" && seen.failures["environment"] == "environmentMismatch")
      #expect(seen.failures["appAccountToken"] != nil)
    }

    @Test func neighboursThatFailAlikeKeepTheirOwnWords() throws {
      let tokens = try ["com.first", "com.second", "com.second", "com.third"].map { bundle in
        try minted.transaction(["bundleId": .text(bundle)])
      }
      let outcome = jwsdump(
        "-f", "ndjson", "--root", minted.root, "--bundle-id", "com.own", input: tokens.joined(separator: "\n"))
      let found = outcome.lines.map { line in
        ["com.first", "com.second", "com.third"].filter { line.contains("com.own, found \($0)") }
      }
      expectEqual(found, [["com.first"], ["com.second"], ["com.second"], ["com.third"]])
    }

    @Test func theMomentIsAsAsked() throws {
      let token = try minted.transaction()
      func code(_ moment: String...) throws -> String? {
        let words = ["-f", "json", "--root", minted.root] + moment + [token]
        let sink = CollectingSink()
        _ = DumpCommand.run(
          words,
          in: Surroundings(
            standardInput: MemorySource([]), standardOutput: sink, standardError: CollectingSink(), clock: { testNow }))
        return try Seen(String(decoding: sink.bytes, as: UTF8.self)).failures["validityTime"]
      }
      #expect(try code() == nil)
      #expect(try code("--at", "signed") == nil)
      try expectEqual(code("--at", "2099-01-01T00:00:00Z"), "leafExpired")
      try expectEqual(code("--at", "now", "--now", "2000-01-01"), "leafNotYetValid")
    }

    @Test func offsetsCountInTheTextAsGiven() throws {
      let token = try minted.transaction()
      let dot = token.utf8.firstIndex(of: 0x2E).map { token.utf8.distance(from: token.utf8.startIndex, to: $0) } ?? 0
      var characters = Array(token.utf8)
      characters[dot + 5] = 0x2A
      let broken = String(decoding: characters, as: UTF8.self)
      for (text, shift) in [
        (broken, 0), ("  \"\(broken)\"", 3), ("Bearer \(broken)\n", 7), ("{\"signedPayload\":\"\(broken)\"}", 18),
      ] {
        let seen = try Seen(jwsdump("-f", "json", "--root", minted.root, input: text).output)
        #expect(seen.errorCode == "base64Character" && seen.offset == dot + 5 + shift, "\(text.prefix(20))")
        expectEqual(seen.error?["segment"] as? String, "payload")
      }
    }

    @Test func unknownMembersAreListed() throws {
      let token = try minted.transaction(["futureField": 1, "odd name": ["a": 2]])
      let seen = try Seen(jwsdump("-f", "json", "--root", minted.root, token).output)
      expectEqual(seen.unknownMembers, ["$.futureField", "$[\"odd name\"]"])
      expectEqual(seen.state, "verified")
      let plain = try Seen(jwsdump("-f", "json", "-n", token).output)
      expectEqual(plain.unknownMembers, seen.unknownMembers)
    }

    @Test func mistakesAreNamed() throws {
      let token = try minted.transaction()
      let twoSegments = token.split(separator: ".").prefix(2).joined(separator: ".")
      let payload = TestPayload.transaction().json
      for (text, code) in [
        (twoSegments, "segmentCount"), (payload, "decodedPayload"), ("undefined", "placeholderText"),
        ("null", "placeholderText"),
        ("[object Object]", "placeholderText"), ("<!DOCTYPE html>\n<html></html>", "htmlPage"), ("", "emptyInput"),
        (#"{"payload":"x","signature":"y","protected":"z"}"#, "jsonSerialization"), ("hello world", "notAToken"),
        (minted.authority.rootPEM, "certificateFile"), (#"{"a":1}"#, "unknownBody"), ("{\"a\":1,}", "trailingComma"),
        ("abc", "notAToken"),
      ] {
        let outcome = jwsdump("-f", "json", "--root", minted.root, input: text)
        let seen = try Seen(outcome.output)
        #expect(seen.errorCode == code && outcome.status == 1, "\(text.prefix(30))")
        if !text.isEmpty { #expect(outcome.errors.contains(code)) }
      }
      // Files of another form are one document with one fault, however many newlines they have.
      let foreign: [([UInt8], String)] = [([0x1F, 0x8B], "compressedInput"), ([0xFF, 0xFE], "textEncoding")]
      for (beginning, code) in foreign {
        let outcome = jwsdump("-f", "ndjson", "-n", inputBytes: beginning + Array("a\n\u{1}\nb\nc".utf8))
        let seen = try Seen(outcome.output)
        #expect(seen.errorCode == code && outcome.lines.count == 1 && outcome.status == 1)
      }
      let line = jwsdump("-f", "ndjson", "-n", inputBytes: Array("\(token)\n".utf8) + [0xFF, 0xFE, 0x80, 0x0A])
      try expectEqual(Seen(#require(line.lines.last)).errorCode, "notAToken")
      let shown = try Seen(jwsdump("-f", "json", "--root", minted.root, input: twoSegments).output)
      #expect(shown.payload?["productId"] != nil && shown.kind == "transaction")
    }
  }
#endif
