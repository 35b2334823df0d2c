// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JWSDumpCommand
  import StoreJWSTesting
  import Synchronization
  import Testing

  struct PipeTests {
    private let minted: Minted

    init() throws {
      minted = try Minted()
    }

    @Test func nullSeparatesWhatSpansLines() throws {
      let good = try minted.transaction()
      let wrapped = good.prefix(100) + "\n" + good.dropFirst(100)
      let input = "\(good)\0\(wrapped)\0\0junk\0{\n\"signedPayload\":\n1}"
      let outcome = jwsdump("-0", "-f", "ndjson", "--root", minted.root, input: input)
      expectEqual(outcome.lines.count, 5)
      let seen = try outcome.lines.map { try Seen($0) }
      expectEqual(seen.map(\.line), [1, 2, 3, 4, 5])
      #expect(seen[0].state == "verified" && seen[1].state == "verified")
      #expect(seen[2].errorCode == "blankLine" && seen[3].ok == false && seen[4].ok == false)
      expectEqual(jwsdump("--null", "-f", "ndjson", "--root", minted.root, input: input).bytes, outcome.bytes)
      expectEqual(jwsdump("-0", "--input", "document", input: good).status, 64)
    }

    /// Blank rows before the first header do not take the columns of later inputs away.
    @Test func blankInputsBeforeRows() throws {
      let blank = try minted.folder.file("blank.csv", "\n\n")
      let rows = try minted.folder.file("rows.csv", "id,token\n7,\(try minted.transaction())\n")
      let outcome = jwsdump("-f", "tsv", "-n", "-c", "token", blank, rows)
      let widths = Set(outcome.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).count })
      #expect(widths.count == 1 && outcome.lines.count == 4)
      #expect(outcome.lines[0].hasSuffix("inputExtra") && outcome.lines[3].contains("7"))
    }

    /// The raw bytes of a token are no verdict.
    @Test func rawIsNoVerdict() throws {
      let token = try minted.transaction()
      let outcome = jwsdump("--raw", "payload", "--summary", "json", token)
      #expect(outcome.status == 0 && outcome.errors.contains("\"transaction\":1"))
      expectEqual(jwsdump("--raw", "payload", input: "junk").status, 1)
      expectEqual(jwsdump("--raw", "signature", token, token).status, 64)
    }

    /// A line that names a million strings is one bad line.
    @Test func signedStringsHaveABudget() throws {
      let many = "{\"signedTransactions\":[\(Array(repeating: "\"a\"", count: 100_000).joined(separator: ","))]}"
      let good = try minted.transaction()
      let outcome = jwsdump("-f", "ndjson", "--root", minted.root, input: "\(good)\n\(many)\n\(good)\n")
      let seen = try outcome.lines.map { try Seen($0) }
      expectEqual(seen.map(\.line), [1, 2, 3])
      #expect(seen[0].state == "verified" && seen[2].state == "verified")
      expectEqual(seen[1].errorCode, "signedStringLimit")
      #expect(outcome.bytes.count < 8 << 20)
      // A notification that says too much is not verified as a whole, whoever signed it.
      let strings = Array(
        repeating: PayloadValue.text("eyJhbGciOiJFUzI1NiJ9.e30." + String(repeating: "A", count: 86)), count: 1_100)
      let crowded = try minted.authority.sign(
        .notification("SUBSCRIBED", ["more": .list(strings)]))
      let verdict = try Seen(jwsdump("-f", "json", "--root", minted.root, input: crowded).output)
      #expect(verdict.errorCode == "signedStringLimit" && verdict.state == "failed")
      // As many as there is room for are no fault of the page.
      let most = "{\"signedTransactions\":[\(Array(repeating: "\"a\"", count: 1_024).joined(separator: ","))]}"
      #expect(try Seen(jwsdump("-f", "json", "-n", input: most).output).errorCode == nil)
    }

    /// What a shell has closed is not replaced by the next pipe: nothing is read from it, and nothing goes into it.
    @Test(.enabled(if: Shell.hasTool, Shell.isBuilt)) func closedDescriptors() async throws {
      let path = try minted.folder.file("token.jws", try minted.transaction())
      let outcome = try await Shell.run(
        """
        jwsdump -n <&-; echo "$?"
        jwsdump -n -f ndjson \(path) >&-; echo "$?"
        jwsdump -n -f ndjson \(path) <&- 2>&- | wc -l
        { jwsdump -n -f ndjson \(path) <&- >&-; echo "$?"; }
        """, in: minted.folder)
      expectEqual(outcome.output.split(separator: "\n").map { String($0) }, ["66", "70", "1", "70"])
    }

    /// Each body is of the kind that the manifest says, and as far verified.
    @Test func bodiesAreWhatTheManifestSays() throws {
      struct Manifest: Decodable {
        struct Entry: Decodable { let file: String; let kind, verdict, root: String? }
        let vectors: [Entry]
      }
      let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("TestVectors")
      let manifest = try JSONDecoder().decode(
        Manifest.self, from: Data(contentsOf: folder.appendingPathComponent("manifest.json")))
      var count = 0
      for entry in manifest.vectors where entry.file.hasPrefix("bodies/") {
        guard let root = entry.root else { continue }
        let outcome = jwsdump(
          "-f", "json", "--root", folder.appendingPathComponent(root).path,
          folder.appendingPathComponent(entry.file).path)
        let seen = try Seen(outcome.output)
        #expect(seen.kind == entry.kind && seen.state == entry.verdict, "\(entry.file): \(seen.kind ?? "")")
        count += 1
      }
      expectEqual(count, 12)
    }

    @Test func theSummaryCounts() throws {
      let good = try minted.transaction()
      let input = "\(good)\njunk\n\n\(Minted.broken(good))\n\(try minted.renewalInfo())\n"
      for jobs in ["1", "2"] {
        let outcome = jwsdump(
          "-f", "ndjson", "-j", jobs, "--summary", "json", "--root", minted.root, input: input)
        let last = try #require(outcome.errors.split(separator: "\n").last)
        let object = try Seen(String(last)).object
        #expect(object["records"] as? Int == 5 && object["blankLines"] as? Int == 1)
        let kinds = try #require(object["kinds"] as? [String: Int])
        #expect(kinds["transaction"] == 2 && kinds["renewalInfo"] == 1 && kinds["unknown"] == 2)
        expectEqual(kinds.values.reduce(0, +), 5)
        let verdicts = try #require(object["verdicts"] as? [String: Int])
        // What cannot be read, blank lines too, fails the structure check.
        #expect(verdicts["verified"] == 2 && verdicts["failed"] == 3 && verdicts["notRun"] == 0)
        expectEqual((object["errors"] as? [String: Int])?.values.reduce(0, +), 2)
        expectEqual((object["failedChecks"] as? [String: Int])?.isEmpty, false)
      }
      #expect(!jwsdump("-f", "ndjson", "--root", minted.root, input: input).errors.contains("\"kinds\""))
    }

    @Test func progressIsForLongWorkAtATerminal() throws {
      let path = try minted.folder.file(
        "many.txt", Array(repeating: try minted.transaction(), count: 300).joined(separator: "\n"))
      func run(step: Int64, errorsAreTerminal: Bool, outputIsTerminal: Bool = false) -> String {
        let errors = CollectingSink()
        let time = Atomic<Int64>(testNow)
        _ = DumpCommand.run(
          ["-f", "ndjson", "-n", path],
          in: Surroundings(
            standardInput: MemorySource([]), standardOutput: CollectingSink(),
            outputStream: .init(isTerminal: outputIsTerminal, columns: 80), standardError: errors,
            errorStream: .init(isTerminal: errorsAreTerminal, columns: 80),
            clock: { time.wrappingAdd(step, ordering: .relaxed).newValue }))
        return String(decoding: errors.bytes, as: UTF8.self)
      }
      let shown = run(step: 600, errorsAreTerminal: true)
      for word in [" lines, ", " a second, ", " %, ", " left, ", " errors", "\r\u{1B}[K"] {
        #expect(shown.contains(word), "\(word)")
      }
      #expect(!run(step: 1, errorsAreTerminal: true).contains("a second"))
      #expect(!run(step: 600, errorsAreTerminal: false).contains("a second"))
      #expect(!run(step: 600, errorsAreTerminal: true, outputIsTerminal: true).contains("a second"))
    }

    @Test func damagedStreamsLoseAndDoubleNothing() throws {
      let good = Array(try minted.transaction().utf8)
      let newline: [UInt8] = [0x0A]
      let line = good + newline
      let long = [UInt8](repeating: 0x41, count: 20 << 20)
      let streams: [(String, [UInt8], Int)] = [
        ("cut in a line", line + line + good.prefix(700), 3),
        ("cut in a character", line + line + [0xC3], 3),
        ("a character cut by the newline", line + [0xE2, 0x82, 0x0A] + line, 3),
        ("NUL bytes", line + [0, 0, 0x0A] + good.prefix(50) + [0] + good.dropFirst(50) + newline + line, 4),
        ("a line of 20 MB", line + long + newline + line, 3),
        ("a last line of 20 MB without newline", line + long, 2),
        ("no last newline", line + good, 2),
        ("CRLF", good + [0x0D, 0x0A] + good + [0x0D, 0x0A], 2),
        ("a token of a megabyte", line + "eyJ".utf8 + long.prefix(1 << 20) + "..\n".utf8 + line, 3),
        ("bytes that are no text", line + [UInt8](128...255) + newline + line, 3),
        ("blank lines only in the middle", line + newline + newline + line, 4),
      ]
      for (name, bytes, count) in streams {
        var outputs: [[UInt8]] = []
        for jobs in ["1", "2", "2"] {
          let outcome = jwsdump(
            "-f", "ndjson", "--input", "lines", "-j", jobs, "--root", minted.root, inputBytes: bytes, piece: 1 << 16)
          outputs.append(outcome.bytes)
          try expectEqual(outcome.lines.map { try Seen($0).line }, Array(1...count), "\(name)")
        }
        #expect(outputs.allSatisfy { $0 == outputs[0] }, "\(name)")
        let first = try Seen(String(decoding: outputs[0].prefix { $0 != 0x0A }, as: UTF8.self))
        expectEqual(first.state, "verified", "\(name)")
      }
    }
  }
#endif
