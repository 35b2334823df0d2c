// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JWSDumpCommand
  import StoreJWSTesting
  import Testing

  struct StreamTests {
    private let minted: Minted

    init() throws {
      minted = try Minted()
    }

    /// A few hundred lines of all sorts.
    private func lines() throws -> [String] {
      let transaction = try minted.transaction()
      let renewalInfo = try minted.renewalInfo()
      let notification = try minted.notification(transaction: transaction, renewalInfo: Minted.broken(renewalInfo))
      let sorts = [
        transaction, "", renewalInfo, "\"\(transaction)\"", notification, "junk", transaction + "\r",
        "{\"signedPayload\":\"\(notification)\"}",
        String(transaction.dropLast(10)), "{\"a\":", "\u{0}\u{1}", Minted.broken(transaction), "a.b.c.d", "é",
        try minted.transaction(["newMember": "x"]), #"{"signedTransactions":["\#(transaction)"]}"#,
      ]
      return (0..<200).map { sorts[($0 * 7 + $0 / 5) % sorts.count] }
    }

    @Test func oneLineInOneLineOutWhateverTheWorkersAndPieces() throws {
      let lines = try lines()
      let input = lines.joined(separator: "\n") + "\n"
      for verifying in [[], ["-n"]] {
        let words = ["-f", "ndjson", "--root", minted.root] + verifying
        var outputs: [[UInt8]] = []
        for (jobs, piece) in [("1", Int.max), ("2", .max), ("3", 1000), ("1", 77), ("0", 50_000)] {
          let sink = CollectingSink()
          let status = DumpCommand.run(
            words + ["--jobs", jobs],
            in: Surroundings(
              standardInput: MemorySource(Array(input.utf8), piece: piece), standardOutput: sink,
              standardError: CollectingSink(), clock: { testNow }))
          expectEqual(status, 1)
          outputs.append(sink.bytes)
        }
        #expect(outputs.allSatisfy { $0 == outputs[0] })
        let records = String(decoding: outputs[0], as: UTF8.self).split(separator: "\n")
        expectEqual(records.count, lines.count)
        for (index, record) in records.enumerated() { try expectEqual(Seen(String(record)).line, index + 1) }
      }
    }

    @Test func theSumIsTold() throws {
      let good = try minted.transaction()
      let outcome = jwsdump("-f", "ndjson", "--root", minted.root, input: "\(good)\njunk\n\(Minted.broken(good))\n")
      #expect(outcome.errors.contains("1 of 3 records could not be read"))
      #expect(outcome.errors.contains("1 signed documents are not verified"))
      #expect(jwsdump("-f", "ndjson", "-n", input: good).errors.contains("nothing was verified"))
    }

    @Test func jsonIsOneObjectOrAnArray() throws {
      let good = try minted.transaction()
      let one = jwsdump("-f", "json", "--root", minted.root, input: good)
      #expect(one.output.hasPrefix("{\n") && one.output.hasSuffix("}\n"))
      let many = jwsdump("-f", "json", "--root", minted.root, input: "\(good)\n\n\(good)\n")
      let records = try JSONSerialization.jsonObject(with: Data(many.bytes)) as? [[String: Any]]
      expectEqual(records?.map { $0["line"] as? Int }, [1, 3])
      let path = try minted.folder.file("a.jws", good)
      let two = try JSONSerialization.jsonObject(
        with: Data(jwsdump("-f", "json", "--root", minted.root, path, path).bytes))
      expectEqual((two as? [[String: Any]])?.map { $0["line"] is NSNull }, [true, true])
      let none = jwsdump("-f", "json", "/none/such", "/none/such")
      #expect(none.output == "[\n]\n" && none.status == 66)
    }

    @Test func aClosedOutputEndsQuietly() throws {
      let line = try minted.transaction() + "\n"
      let input = String(repeating: line, count: 300)
      let sink = CollectingSink(capacity: 1000)
      let errors = CollectingSink()
      let status = DumpCommand.run(
        ["-f", "ndjson", "-n"],
        in: Surroundings(
          standardInput: MemorySource(Array(input.utf8)), standardOutput: sink, standardError: errors,
          clock: { testNow }))
      #expect(status == 0 && errors.bytes.isEmpty)
    }

    @Test func longLinesAreRowsNotEnds() throws {
      let long = String(repeating: "x", count: LineCutter.maximumLineByteCount + 100)
      let outcome = jwsdump("-nf", "ndjson", input: "\(formOnlyToken())\n\(long)\n\(formOnlyToken())\n")
      try expectEqual(outcome.lines.map { try Seen($0).errorCode }, [nil, "lineTooLong", nil])
    }

    @Test func viewsOfARecord() throws {
      let token = try minted.transaction()
      expectEqual(jwsdump("--raw", "payload", token).output, TestPayload.transaction().json)
      expectEqual(jwsdump("--raw", "signature", token).bytes.count, 64)
      #expect(jwsdump("--raw", "header", input: "Bearer \(token)\n").output.hasPrefix("{\"alg\":\"ES256\""))
      expectEqual(jwsdump("--raw", "payload", input: "junk").status, 1)
      expectEqual(
        jwsdump("--field", "$.productId", "--root", minted.root, token).output, "com.example.app.pro.monthly\n")
      expectEqual(jwsdump("--field", "quantity", "-n", input: "\(token)\njunk\n\(token)\n").output, "1\n\n1\n")
      let certificates = jwsdump("--certificates", "--root", minted.root, token)
      #expect(
        certificates.status == 0
          && certificates.output.contains(PEMText.encode(minted.authority.leaf, label: "CERTIFICATE")))
      #expect(certificates.output.contains("certificate 3 of 3"))
    }

    @Test func redactionHidesWhatIdentifies() throws {
      let account = "7edea87d-98f0-42d0-9682-49ca81022f73"
      let transaction = try minted.transaction(["appAccountToken": .text(account), "newSecret": "hidden-value"])
      let token = try minted.notification(transaction: transaction)
      for format in ["pretty", "json", "ndjson"] {
        let outcome = jwsdump(
          "-f", format, "--redact", "key", "--root", minted.root, "--app-account-token",
          "00000000-0000-0000-0000-000000000000", token)
        for secret in [
          account, "2000000000000001", transaction, "hidden-value", "8e0f6d5a-2c4b-4b7e-9f3d-1a2b3c4d5e6f",
        ] {
          #expect(!outcome.output.contains(secret), "\(format): \(secret.prefix(40))")
        }
        #expect(outcome.output.contains("redacted:") && outcome.output.contains("com.example.app"))
      }
      let one = jwsdump("-f", "json", "--redact", "key", "--root", minted.root, token).output
      expectEqual(one, jwsdump("-f", "json", "--redact", "key", "--root", minted.root, token).output)
      #expect(one != jwsdump("-f", "json", "--redact", "other", "--root", minted.root, token).output)
    }

    @Test func differencesAreFound() throws {
      let first = try minted.folder.file("1", try minted.transaction())
      let second = try minted.folder.file("2", try minted.transaction(["price": 1, "expiresDate": 1_760_000_100_000]))
      let same = jwsdump("diff", "--root", minted.root, first, first)
      #expect(same.status == 0 && same.output.contains("They say the same."))
      let outcome = jwsdump("diff", "-f", "json", "--root", minted.root, first, second)
      let document = try Seen(outcome.output).object
      let paths = (document["differences"] as? [[String: Any]])?.map { $0["path"] as? String }
      #expect(document["equal"] as? Bool == false && outcome.status == 0)
      #expect(paths?.contains("$.price") == true && paths?.contains("$.expiresDate") == true && paths?.count == 2)
      expectEqual(jwsdump("diff", first, "/none").status, 66)
    }
  }
#endif
