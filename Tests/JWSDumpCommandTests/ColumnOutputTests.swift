// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JWSDumpCommand
  import Testing

  /// The columns that stood beside a token, in every format and under every option that speaks of output.
  struct ColumnOutputTests {
    private let minted: Minted
    private let token: String

    init() throws {
      minted = try Minted()
      token = try minted.transaction()
    }

    private func run(_ words: String..., input: String = "", jobs: Int = 1, piece: Int = .max) -> Outcome {
      let output = CollectingSink()
      let errors = CollectingSink()
      let status = DumpCommand.run(
        words + ["--root", minted.root, "--jobs", "\(jobs)"],
        in: Surroundings(
          standardInput: MemorySource(Array(input.utf8), piece: piece), standardOutput: output, standardError: errors,
          clock: { testNow }))
      return Outcome(status: status, bytes: output.bytes, errors: String(decoding: errors.bytes, as: UTF8.self))
    }

    @Test func tablesHaveThemLast() {
      let csv = "id,token,\"a,\"\"b\"\"\"\n7,\(token),=1+1\n8,junk,\n9,,\"\"\n"
      let fields = "line,errorCode,input.id,input.a"
      let all = run("-f", "csv", "--column", "token", "--guard-formulas", input: csv)
      #expect(all.lines[0].hasSuffix("notes,unknownMembers,input.id,\"input.a,\"\"b\"\"\""))
      #expect(all.lines[1].hasSuffix(",\"\",\"\",7,'=1+1") && all.lines[2].hasSuffix(",8,"))
      #expect(all.lines[3].hasSuffix(",9,\"\""))
      let chosen = run("-f", "csv", "--column", "token", "--fields", fields, input: csv)
      expectEqual(chosen.output, "\(fields)\n2,,7,\n3,notAToken,8,\n4,emptyColumn,9,\n")
      let tsv = run("-f", "tsv", "--column", "2", "--fields", "input.1,input.3,line", input: "a\\b\t\(token)\tx\n")
      expectEqual(tsv.output, "input.1\tinput.3\tline\na\\\\b\tx\t1\n")
    }

    @Test func whatHasNoColumnOfItsOwnIsNotLost() {
      let ndjson = "{\"t\":\"\(token)\",\"id\":1}\n{\"id\":2,\"t\":\"x\",\"more\":[1, 2]}\n"
      let outcome = run("-f", "csv", "--column", "t", input: ndjson)
      #expect(outcome.lines[0].hasSuffix(",input.id,inputExtra"))
      #expect(outcome.lines[1].hasSuffix(",1,") && outcome.lines[2].hasSuffix(",2,\"{\"\"more\"\":[1,2]}\""))
      let positions = run("-f", "csv", "--column", "1", input: "\(token)\n\(token),7\n")
      #expect(positions.lines[0].hasSuffix(",unknownMembers,inputExtra"))
      #expect(positions.lines[2].hasSuffix(",\"{\"\"2\"\":\"\"7\"\"}\""))
    }

    @Test func everyInputHasItsOwnHeader() throws {
      let first = try minted.folder.file("first.csv", "id,token\n1,\(token)\n")
      let second = try minted.folder.file("second.tsv", "\ntoken\tname\tid\n\(token)\tM\t2\n")
      let third = try minted.folder.file("third.ndjson", "{\"token\":\"\(token)\"}\n")
      let lacking = try minted.folder.file("lacking.csv", "id,other\n3,x\n")
      let outcome = run("-f", "csv", "--column", "token", first, second, lacking, third)
      #expect(outcome.lines[0].hasSuffix(",input.id,inputExtra") && outcome.status == 64)
      expectEqual(
        outcome.lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).suffix(2) },
        [
          ["1", ""], ["", ""], ["2", "\"{\"\"name\"\":\"\"M\"\"}\""], ["", ""],
        ]
      )
      #expect(outcome.errors.contains("lacking.csv:1: ") && outcome.errors.contains("\"id\", \"other\""))
      let json = run("-f", "json", "--column", "token", first, second)
      let records = try #require(JSONSerialization.jsonObject(with: Data(json.bytes)) as? [[String: Any]])
      expectEqual(records.map { $0["columns"] as? [String: String] }, [["id": "1"], ["name": "M", "id": "2"]])
      expectEqual(records.map { $0["line"] as? Int }, [2, 3])
    }

    @Test func nulSeparatesRowsThatSpanLines() throws {
      let outcome = run(
        "-0", "-f", "ndjson", "--column", "token", input: "id,token,note\n\0" + "7,\(token),\"a\nb\"\n\0\0" + "8,junk!,"
      )
      let seen = try outcome.lines.map { try Seen($0) }
      #expect(seen.map(\.line) == [2, 3, 4] && seen.map(\.errorCode) == [nil, "blankLine", "notAToken"])
      expectEqual((seen[0].object["columns"] as? [String: String]), ["id": "7", "note": "a\nb"])
    }

    @Test func redactionHashesThem() throws {
      let csv = "user,token,note\nmila@example.com,\(token),\n"
      let ndjson =
        "{\"user\":\"mila@example.com\",\"token\":\"\(token)\",\"age\":41,\"o\":{\"a\":\"secret\"},\"n\":null}\n"
      var hashes: Set<String> = []
      for format in ["pretty", "json", "ndjson", "csv", "tsv"] {
        for input in [csv, ndjson] {
          let outcome = run("-f", format, "--column", "token", "--redact", "key", input: input)
          for secret in ["mila", "41,", "secret"] where secret != "41," || input == ndjson {
            #expect(!outcome.output.contains(secret == "41," ? "\"age\":41" : secret), "\(format)")
          }
          let text = outcome.output
          for place in text.ranges(of: "redacted:") {
            hashes.insert(String(text[place.upperBound...].prefix(16)))
          }
        }
      }
      let shown = jwsdump(
        "--column", "token", "--redact", "key", input: "user,token\nmila@example.com,junk!\n",
        errors: .init(isTerminal: true, columns: 80))
      #expect(shown.errors.contains("notAToken") && !shown.errors.contains("mila"))
      let one = run("-f", "ndjson", "--column", "token", "--redact", "key", input: csv)
      let other = run("-f", "ndjson", "--column", "token", "--redact", "key", input: ndjson)
      let columns = try [one, other].map { try Seen($0.output).object["columns"] as? [String: Any] }
      #expect(columns[0]?["user"] as? String == columns[1]?["user"] as? String && columns[0]?["note"] as? String == "")
      #expect(columns[1]?["n"] is NSNull && (columns[1]?["age"] as? String)?.hasPrefix("redacted:") == true)
    }

    @Test func aTerminalStaysIntact() {
      let nasty = "\u{1B}[2J\u{202E}x\u{9B}31m\u{200B}"
      let header = "\(nasty),token\n\(nasty),\(token)\n\(nasty),junk\n"
      for format in ["pretty", "json", "ndjson", "csv", "tsv"] {
        let outcome = jwsdump(
          "-f", format, "--color", "never", "--column", "token", "--root", minted.root, input: header,
          output: .init(isTerminal: true, columns: 80), errors: .init(isTerminal: true, columns: 80))
        let text = outcome.output + outcome.errors
        #expect(
          !text.unicodeScalars.contains { "\u{1B}\u{202E}\u{9B}\u{200B}".unicodeScalars.contains($0) }, "\(format)")
        #expect(text.contains("202E") || text.contains("202e"), "\(format)")
      }
      let missing = jwsdump("-f", "csv", "--column", "\(nasty)y", input: header)
      #expect(missing.status == 64 && !missing.errors.unicodeScalars.contains("\u{1B}"))
    }

    @Test func declarationsSayWhatIsKept() {
      #expect(run("--column", "t", "--schema", "json-schema").output.contains("\"columns\": {\"type\""))
      #expect(!run("--schema", "json-schema").output.contains("\"columns\""))
      let fields = "transactionId,input.user \"x\""
      let declared = run("--kind", "transaction", "--column", "t", "--fields", fields, "--schema", "duckdb")
      #expect(declared.output.contains("\"input.user \"\"x\"\"\" VARCHAR\n"))
      expectEqual(run("--column", "t", "--schema", "duckdb").status, 64)
      expectEqual(run("-f", "csv", "--fields", "input.user", token).status, 64)
    }

    @Test func usageIsChecked() {
      for words in [
        ["--column", "0"], ["--column", "2049"], ["--column", ""], ["--column", "t", "--raw", "payload"],
        ["--column", "t", "--input", "document"], ["--column", "99999999999999999999"],
        ["diff", "--column", "t", "a", "b"],
      ] {
        #expect(throws: UsageError.self, "\(words)") { try CommandLineParser.parse(words) }
      }
    }

    /// More rows than a chunk has, of all sorts, in all forms.
    @Test(arguments: ["csv", "tsv", "ndjson", "positions"])
    func theBytesAreTheSameForAnyNumberOfWorkers(_ form: String) throws {
      let sorts = [
        token, "", "junk", Minted.broken(token), " ", "\"\(token)\"", String(token.dropLast(9)), "é", "\"", ",,,",
      ]
      var lines = form == "ndjson" ? [] : [form == "tsv" ? "id\ttoken\tname" : "id,token,name"]
      for index in 0..<260 {
        let text = sorts[(index * 7 + index / 5) % sorts.count]
        switch form {
        case "ndjson": lines.append(index % 13 == 5 ? text : "{\"id\":\(index),\"token\":\"\(text)\",\"name\":\"é\"}")
        case "tsv": lines.append(index % 13 == 5 ? text : "\(index)\t\(text)\té")
        default: lines.append(index % 13 == 5 ? text : "\(index),\(text),é")
        }
      }
      let input = lines.joined(separator: "\n") + "\n"
      let column = form == "positions" ? "2" : "token"
      for format in ["ndjson", "csv"] {
        let outcomes = [(1, Int.max), (2, 1 << 16), (3, 777)].map { jobs, piece in
          run("-f", format, "--column", column, input: input, jobs: jobs, piece: piece)
        }
        #expect(outcomes.allSatisfy { $0.bytes == outcomes[0].bytes && $0.status == 1 })
        let headers = (form == "ndjson" || form == "positions" ? 0 : 1) - (format == "csv" ? 1 : 0)
        expectEqual(outcomes[0].bytes.count { $0 == 0x0A }, lines.count - headers)
      }
    }

    /// Whatever a row is, it is one record and no more, and the rows around it stay what they are.
    @Test func everyPrefixAndEveryChangedByteIsAnswered() throws {
      let short = "eyJhIjoxfQ.eyJiIjoyfQ.c2ln"
      let rows: [(column: String, header: String, row: String)] = [
        ("t", "id,t,\"n\"\n", "7,\"\(short)\",\"x, \"\"é\"\"\""), ("t", "id\tt\tn\n", "7\t\"\(short)\"\té"),
        ("t", "", #"{"id":[1.5e3,null,true],"t":"eyJ\u0068\/.b\"é","o":{"a":"\ud83d\ude00"}}"#),
        ("2", "", "7,\(short),x"),
      ]
      var count = 0
      func check(_ column: String, _ header: String, _ row: [UInt8]) {
        if row.contains(0x0A) { return }
        let guardRow =
          header.isEmpty ? (column == "2" ? "1,x" : "{\"t\":\"x\"}") : header.contains("\t") ? "1\tx" : "1,x"
        let input = Array((header + guardRow + "\n").utf8) + row + Array(("\n" + guardRow + "\n").utf8)
        let outcome = jwsdump("-nf", "ndjson", "--column", column, inputBytes: input)
        expectEqual(outcome.bytes.count { $0 == 0x0A }, 3, "\(String(decoding: row, as: UTF8.self))")
        #expect(String(validating: outcome.bytes, as: UTF8.self) != nil)
        count += 1
      }
      for (column, header, text) in rows {
        let row = Array(text.utf8)
        for end in 0...row.count { check(column, header, Array(row[..<end])) }
        for place in row.indices {
          for byte in [0x00, 0x09, 0x0D, 0x20, 0x22, 0x2C, 0x5C, 0x7B, 0x7D, 0x80, 0xFF, row[place] ^ 1] as [UInt8] {
            var changed = row
            changed[place] = byte
            check(column, header, changed)
          }
        }
        // The header and the first row too: nothing traps, whatever comes out.
        let first = Array((header.isEmpty ? text + "\n" : header).utf8)
        for place in first.indices {
          for byte in [0x00, 0x0A, 0x22, 0x2C, 0xEF, 0xFF] as [UInt8] {
            var changed = first
            changed[place] = byte
            _ = jwsdump("-nf", "csv", "--column", column, inputBytes: changed + row)
            count += 1
          }
        }
      }
      #expect(count > 3000)
    }
  }
#endif
