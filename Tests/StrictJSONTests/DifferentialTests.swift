// SPDX-License-Identifier: MIT
import Expectations
import Foundation
import StrictJSON
import Testing

/// The same documents read here and by Foundation's decoder.
@Suite struct DifferentialTests {
  /// What any document decodes to; numbers as the nearest binary fraction, since the decoder gives no text.
  indirect enum Tree: Decodable, Hashable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([Tree])
    case object([String: Tree])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .boolean(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode([Tree].self) {
        self = .array(value)
      } else if let value = try? container.decode([String: Tree].self) {
        self = .object(value)
      } else {
        self = .number(try container.decode(Double.self))
      }
    }

    init(_ value: JSONValue) throws {
      switch value {
      case .null: self = .null
      case .boolean(let value): self = .boolean(value)
      case .number(let text): self = .number(try #require(Double(text)))
      case .string(let text): self = .string(text)
      case .array(let elements): self = .array(try elements.map { try Tree($0) })
      case .object(let members):
        var tree: [String: Tree] = [:]
        for member in members { tree[member.name] = try Tree(member.value) }
        expectEqual(tree.count, members.count)
        self = .object(tree)
      }
    }
  }

  @Test func randomDocumentsMeanTheSame() throws {
    var documents = DocumentGenerator(seed: 7)
    var length = 0
    for _ in 0..<1000 {
      let bytes = Array(documents.document().utf8)
      let ours = try Tree(JSONValue(parsing: bytes.span))
      let theirs = try JSONDecoder().decode(Tree.self, from: Data(bytes))
      expectEqual(ours, theirs, "\(String(decoding: bytes, as: UTF8.self))")
      length += bytes.count
    }
    #expect(length > 50_000)
  }

  /// One byte of a good document changed: whatever is accepted here means the same there.
  @Test func changedDocumentsAreReadAlike() throws {
    var documents = DocumentGenerator(seed: 8)
    var generator = SeededGenerator(seed: 9)
    var counts = [0, 0]
    for _ in 0..<2000 {
      var bytes = Array(documents.document().utf8)
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      bytes[place] = [UInt8](#" ",:{}[]0-.e\ux/tn"#.utf8).randomElement(using: &generator) ?? 0
      guard let value = try? JSONValue(parsing: bytes.span) else {
        counts[1] += 1
        continue
      }
      counts[0] += 1
      if Self.hasUnusualNumber(value) { continue }
      let theirs = try JSONDecoder().decode(Tree.self, from: Data(bytes))
      try expectEqual(Tree(value), theirs, "\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(counts[0] > 300 && counts[1] > 300, "\(counts)")
  }

  /// Numbers that this reader keeps as text and that Foundation's decoder does not give as a binary fraction: those that
  /// are too great for one, and some zeros with an exponent (`[0e1]`), though their value is zero.
  static func hasUnusualNumber(_ value: JSONValue) -> Bool {
    switch value {
    case .number(let text):
      let binary = Double(text) ?? .infinity
      return binary.isInfinite || (binary == 0 && text.lowercased().contains("e"))
    case .array(let elements): return elements.contains(where: hasUnusualNumber)
    case .object(let members): return members.contains { hasUnusualNumber($0.value) }
    default: return false
    }
  }

  /// Documents that Foundation's decoder reads and this reader refuses, each with its reason.
  static let knownDifferences: [(document: String, code: JSONError.Code)] = [
    (#"{"a":1,"a":2}"#, .duplicateMember),
    (#"[1,]"#, .trailingComma),
    (#"{"a":1,}"#, .trailingComma),
    ("\u{FEFF}[]", .byteOrderMark),
  ]

  @Test func knownDifferencesAreStillThere() {
    for (document, code) in Self.knownDifferences {
      let bytes = Array(document.utf8)
      #expect(
        (try? JSONDecoder().decode(Tree.self, from: Data(bytes))) != nil,
        "Foundation refuses \(document) now: strike it from the list")
      do throws(JSONError) {
        _ = try JSONValue(parsing: bytes.span)
        Issue.record("\(document) was accepted")
      } catch {
        expectEqual(error.code, code)
      }
    }
  }

  /// No beginning of a document is a document, save where a number is cut or white space falls off.
  @Test func prefixes() throws {
    var documents = DocumentGenerator(seed: 10)
    var refused = 0
    for _ in 0..<60 {
      let bytes = Array(documents.document().utf8)
      for length in 0..<bytes.count {
        let prefix = Array(bytes.prefix(length))
        do throws(JSONError) {
          let value = try JSONValue(parsing: prefix.span)
          if case .number = value { continue }
          let rest = bytes[length...]
          #expect(rest.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) })
        } catch {
          #expect([.unexpectedEnd, .loneSurrogate].contains(error.code), "\(error)")
          refused += 1
        }
      }
    }
    #expect(refused > 2000)
  }
}
