// SPDX-License-Identifier: MIT

import Expectations
import Foundation
import JWSDumpCommand
import Testing

struct CodeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private var codes: Set<String> { Set(CodeCatalog.sections.flatMap(\.entries).map(\.code)) }

  @Test func everyCodeIsListedOnce() {
    let entries = CodeCatalog.sections.flatMap(\.entries)
    expectEqual(Set(entries.map(\.code)).count, entries.count)
    #expect(entries.allSatisfy { !$0.meaning.isEmpty && !$0.meaning.hasSuffix(".") })
  }

  /// The sources say `code: "name"` or `rawValue: "name"` where a code is made; each must be in the list.
  @Test func everyCodeOfTheSourcesIsListed() throws {
    let codes = codes
    var found: Set<String> = []
    for target in [
      "StoreJWS/Verifying", "StoreJWS/Bodies", "StoreReceipts", "OpenSSLSignatures", "JOSE", "ASN1Reading",
    ] {
      let folder = Self.root.appendingPathComponent("Sources/" + target)
      let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        for part in text.components(separatedBy: "CheckFinding(").dropFirst()
          + text.components(separatedBy: "let ").dropFirst()
        {
          let start = part.drop { $0 == " " || $0 == "\n" }
          let isFinding = start.hasPrefix("code: \"")
          let isCode = part.prefix(120).contains("= Code(rawValue: \"")
          guard isFinding || isCode else { continue }
          let name = part.components(separatedBy: "\"")[1]
          if name.allSatisfy({ $0.isLetter || $0.isNumber }) { found.insert(name) }
        }
      }
    }
    // Those that are thrown at callers of the library and never stand in a record.
    let elsewhere: Set<String> = [
      "configuration", "notChecked", "empty", "webPage", "notACertificate", "otherPEM", "pemMalformed", "overLimit",
      "chainNotTrusted",
    ]
    let missing = found.subtracting(codes).subtracting(elsewhere)
    #expect(missing.isEmpty, "not in the list: \(missing.sorted())")
    #expect(found.count > 80)
  }

  @Test func theDocumentationHasTheSameList() throws {
    let page = Self.root.appendingPathComponent("Sources/JWSDumpCommand/JWSDumpCommand.docc/Codes.md")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try Data(CodeCatalog.page.utf8).write(to: page) }
    try expectEqual(String(contentsOf: page, encoding: .utf8), CodeCatalog.page)
  }
}
