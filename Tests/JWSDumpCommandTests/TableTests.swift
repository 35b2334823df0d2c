// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JWSDumpCommand
  import StoreJWSTesting
  import Testing

  struct TableTests {
    private let minted: Minted

    init() throws {
      minted = try Minted()
    }

    /// Splits RFC 4180 text that has no line breaks inside fields.
    private func rows(_ csv: String) -> [[String]] {
      csv.split(separator: "\n").map { line in
        var fields: [String] = []
        var field = ""
        var isQuoted = false
        for character in line {
          switch character {
          case "\"": isQuoted.toggle()
          case "," where !isQuoted:
            fields.append(field)
            field = ""
          default: field.append(character)
          }
        }
        return fields + [field]
      }
    }

    @Test func theEnvelopeComesFirstAndTheKindAfterIt() throws {
      let lines = [try minted.transaction(["price": 9_990, "x": [1]]), try minted.renewalInfo(), "junk", ""]
      let outcome = jwsdump(
        "-f", "csv", "--kind", "transaction", "--root", minted.root, input: lines.joined(separator: "\n") + "\n")
      let table = rows(outcome.output)
      #expect(table.count == 5 && table.allSatisfy { $0.count == table[0].count })
      expectEqual(table[0].prefix(6), ["schema", "input", "line", "kind", "ok", "verification"])
      let index = Dictionary(uniqueKeysWithValues: table[0].enumerated().map { ($1, $0) })
      func value(_ row: Int, _ name: String) -> String { index[name].map { table[row][$0] } ?? "no such column" }
      #expect(
        value(1, "price") == "9.99" && value(1, "verification") == "verified" && value(1, "kind") == "transaction")
      #expect(value(1, "purchaseDate") == "2025-10-09T08:53:10.000Z" && value(1, "transactionId") == "410000000000001")
      #expect(value(2, "errorCode") == "kindMismatch" && value(2, "ok") == "false")
      #expect(value(3, "errorCode") == "notAToken" && value(4, "errorCode") == "blankLine")
      #expect(outcome.output.contains("\"{\"\"x\"\":[1]}\""))
      expectEqual(outcome.status, 1)
    }

    @Test func columnsCanBeChosen() throws {
      let token = try minted.transaction(["productId": "=cmd|' /C calc'!A0,\"x\"\ty\nz"])
      let words = ["--kind", "transaction", "--root", minted.root]
      func output(_ more: String...) -> String {
        let sink = CollectingSink()
        _ = DumpCommand.run(
          more + words + [token],
          in: Surroundings(
            standardInput: MemorySource([]), standardOutput: sink, standardError: CollectingSink(), clock: { testNow }))
        return String(decoding: sink.bytes, as: UTF8.self)
      }
      expectEqual(
        output("-f", "csv", "--fields", "line,productId,price", "--no-header"),
        ",\"=cmd|' /C calc'!A0,\"\"x\"\"\\ty\\nz\",9.99\n"
      )
      expectEqual(
        output("-f", "tsv", "--fields", "productId,signedDate", "--dates", "ms", "--guard-formulas"),
        "productId\tsignedDate\n'=cmd|' /C calc'!A0,\"x\"\\ty\\nz\t1760000000000\n"
      )
      expectEqual(jwsdump("-f", "csv", "--fields", "prodctId", "--kind", "transaction", token).status, 64)
      expectEqual(jwsdump("--fields", "line", token).status, 64)
      #expect(jwsdump("-f", "csv", input: "").output.isEmpty)
    }

    @Test func aDateThatNoDatabaseKnowsIsLeftEmpty() throws {
      let token = try minted.transaction(["originalPurchaseDate": -62_135_769_600_000])
      let fields = "originalPurchaseDate,purchaseDate,notes"
      let iso = jwsdump(
        "-f", "tsv", "--no-header", "--kind", "transaction", "--root", minted.root, "--fields", fields, token)
      let note = "originalPurchaseDate is 0000-12-30T00:00:00.000Z, which is no date of a database, and left empty"
      expectEqual(iso.output, "\t2025-10-09T08:53:10.000Z\t\(note)\n")
      let milliseconds = jwsdump(
        "-f", "tsv", "--no-header", "--kind", "transaction", "--root", minted.root, "--fields", fields, "--dates", "ms",
        token)
      #expect(milliseconds.output.hasPrefix("-62135769600000\t"))
    }

    @Test func signedStringsHaveColumnsOfTheirOwn() throws {
      let token = try minted.notification(
        transaction: try minted.transaction(), renewalInfo: Minted.broken(try minted.renewalInfo()))
      let outcome = jwsdump(
        "-f", "csv", "--kind", "notification", "--root", minted.root, "--fields",
        "notificationType,data.bundleId,data.signedTransactionInfo.verification,data.signedTransactionInfo.productId,"
          + "data.signedRenewalInfo.verification", token)
      expectEqual(outcome.lines[1], "SUBSCRIBED,com.example.app,verified,com.example.app.pro.monthly,failed")
    }

    @Test(arguments: ["duckdb", "postgres", "clickhouse", "bigquery", "spark"])
    func everyDeclarationHasEveryColumn(_ name: String) {
      for kind in [
        "transaction", "renewalInfo", "notification", "appTransaction", "appReceipt", "transactionReceipt",
        "apiResponse",
      ] {
        let fields = jwsdump("--kind", kind, "--list-fields").lines
        let text = jwsdump("--kind", kind, "--schema", name).output
        expectEqual(Set(fields).count, fields.count)
        for field in fields {
          let written = name == "bigquery" ? String(field.map { $0.isLetter || $0.isNumber ? $0 : "_" }) : field
          #expect(text.contains("\"\(written)\"") || text.contains("`\(written)`"), "\(kind) \(field)")
        }
      }
    }
  }
#endif
