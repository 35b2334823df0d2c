// SPDX-License-Identifier: MIT

import Expectations
import Foundation
import JWSDumpCommand
import Testing

struct InputTests {
  private static let token = formOnlyToken()

  private func shape(_ text: String, keepsBlankLines: Bool = true) -> InputShape? {
    InputSniffer.decide(Array(text.utf8), isWhole: true, keepsBlankLines: keepsBlankLines)
  }

  @Test func tellsDocumentsFromLines() {
    let token = Self.token
    let middle = token.count / 2
    let wrapped = String(token.prefix(middle) + "\n" + token.dropFirst(middle) + "\n")
    let atDots = token.replacingOccurrences(of: ".", with: ".\n")
    let base64 = "MII" + String(repeating: "A", count: 61) + "\n" + String(repeating: "B", count: 64) + "\nCCCC\n"
    for document in [
      token, token + "\n", wrapped, atDots, "{\n  \"signedPayload\": \"x\"\n}\n", "[\n{\"a\":1},\n{\"a\":2}\n]", base64,
      "<html>\n<body>\n", "{\n\"signature\" = \"AA\";\n\"purchase-info\" = \"AA\";\n}", "undefined", "",
      "-----BEGIN CERTIFICATE-----\nAAAA\n", "{\n \"a\": 1,\n",
    ] as [String] {
      expectEqual(shape(document), .document, "\(document.prefix(40))")
    }
    for lines in [
      token + "\n" + token, token + "\n\n" + token + "\n", token + "\n\n", "\n" + token, "bad\n" + token + "\n",
      "{\"a\":1}\n{\"a\":2}\n", "{\"a\":\n{\"a\":2}\n{\"a\":3}\n",
      "{\"signedPayload\":\"eyJ\n{\"signedPayload\":\"x\"}\n",
      String(token.dropLast(30)) + "\n" + token + "\n", "\n\n", "a\nb\n", "\"\(token)\"\n\"\(token)\"\n",
    ] as [String] {
      expectEqual(shape(lines), .lines, "\(lines.prefix(40))")
    }
    expectEqual(shape(token + "\n\n", keepsBlankLines: false), .document)
    expectEqual(shape("\n\n", keepsBlankLines: false), .document)
  }

  @Test(arguments: [1, 2, 3, 7, 64, 4096])
  func cutsLinesWhateverThePieces(_ piece: Int) throws {
    let text = "one\n\n" + String(repeating: "x", count: 100) + "\r\nlast"
    var cutter = LineCutter(
      prefix: [], isAtEnd: false, source: MemorySource(Array(text.utf8), piece: piece), blockSize: 16)
    var lines: [String] = []
    while let chunk = try cutter.next() {
      expectEqual(chunk.firstLine, lines.count + 1)
      for range in chunk.lines { lines.append(String(decoding: chunk.bytes[range], as: UTF8.self)) }
    }
    expectEqual(lines, ["one", "", String(repeating: "x", count: 100) + "\r", "last"])
  }

  @Test func countsWhatIsTooLongAndGoesOn() throws {
    let text = "a\n" + String(repeating: "y", count: 5000) + "\nb\n" + String(repeating: "z", count: 3000)
    var cutter = LineCutter(
      prefix: [], isAtEnd: false, source: MemorySource(Array(text.utf8), piece: 100), blockSize: 64, maximumLine: 1000)
    var lengths: [Int] = []
    while let chunk = try cutter.next() {
      for (index, range) in chunk.lines.enumerated() { lengths.append(chunk.tooLong[index] ?? range.count) }
    }
    expectEqual(lengths, [1, 5000, 1, 3000])
  }

  @Test func everyCutOfAStreamGivesEveryLineOnce() throws {
    let text = Array("a\nbb\n\nccc\n".utf8)
    for end in 0...text.count {
      let part = Array(text[..<end])
      var cutter = LineCutter(prefix: [], isAtEnd: false, source: MemorySource(part, piece: 2), blockSize: 3)
      var joined: [UInt8] = []
      var count = 0
      while let chunk = try cutter.next() {
        for range in chunk.lines {
          joined += chunk.bytes[range] + [0x0A]
          count += 1
        }
      }
      let newlines = part.count { $0 == 0x0A }
      expectEqual(count, newlines + (part.isEmpty || part.last == 0x0A ? 0 : 1))
      #expect(joined.starts(with: part))
    }
  }

  @Test func literalTokensFilesAndNothing() throws {
    let folder = try Folder()
    let path = try folder.file("token.jws", Self.token + "\n")
    for word in [path, Self.token, "Bearer " + Self.token, "-"] {
      let outcome = jwsdump("-nf", "json", word, input: Self.token)
      let seen = try Seen(outcome.output)
      #expect(outcome.status == 0 && seen.kind == "transaction" && seen.line == nil)
      expectEqual(seen.object["input"] as? String, (word == path ? path : word == "-" ? "-" : "argument"))
    }
    let missing = jwsdump("-nf", "json", folder.url.path + "/none", path)
    expectEqual(missing.status, 66)
    #expect(missing.errors.contains("No such file or directory"))
    #expect(missing.output.contains("transaction"))
    expectEqual(jwsdump("-n", folder.url.path).status, 66)
    expectEqual(jwsdump("-n", "--fail-on", "none", folder.url.path).status, 0)
  }
}
