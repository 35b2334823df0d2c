// SPDX-License-Identifier: MIT

import Expectations
import Foundation
import StoreJWS
import StrictJSON
import Testing

/// The field tables of the documentation say what the types are.
@Suite struct FieldTableTests {
  private struct Section {
    var name: String
    var rows: [[String]] = []
  }

  /// The tables of a page by the heading above each; cells without their backticks.
  private static func sections(of page: String) -> [Section] {
    var sections: [Section] = []
    for line in page.split(separator: "\n") {
      if line.hasPrefix("#") {
        sections.append(Section(name: String(line.drop { $0 == "#" || $0 == " " })))
      } else if line.hasPrefix("|"), !line.hasPrefix("|---"), !sections.isEmpty {
        let cells = line.split(separator: "|").map { $0.replacing("`", with: "").trimmingCharacters(in: .whitespaces) }
        sections[sections.count - 1].rows.append(cells)
      }
    }
    return sections.filter { !$0.rows.isEmpty }
  }

  private static let page: [Section] = {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let url = root.appending(path: "Sources/StoreJWS/StoreJWS.docc/PayloadFields.md")
    return sections(of: (try? String(contentsOf: url, encoding: .utf8)) ?? "")
  }()

  /// What the table calls a type; an enumeration by the name that the table gives, if its meanings are that one's.
  private func words(_ type: ValueType, asIn cell: String) -> String {
    switch type {
    case .string: "text"
    case .boolean: "boolean"
    case .integer: "whole number"
    case .milliseconds: "milliseconds since 1970"
    case .milliunits(let currency):
      "thousandths of the currency unit" + (currency.map { " (\($0))" } ?? "")
    case .milliPercent: "thousandths of a percent"
    case .uuid: "UUID text"
    case .signed(let kind): "JWS, \(kind.rawValue)"
    case .array(let element):
      "array of " + words(element, asIn: String(cell.dropFirst("array of ".count)))
    case .object(let schema):
      "object " + (PayloadTypes.parts.first { names($0.schema) == names(schema) }.map { "\($0)" } ?? "?")
    case .openString(let meaning):
      enumeration(cell) { $0.allSatisfy { meaning($0.raw) == $0.meaning } && meaning("NEW") == nil }
    case .openInteger(let meaning):
      enumeration(cell) { $0.allSatisfy { Int($0.raw).flatMap(meaning) == $0.meaning } && meaning(99) == nil }
    }
  }

  private func enumeration(_ cell: String, _ fits: ([(raw: String, meaning: String)]) -> Bool) -> String {
    let name = String(cell.dropFirst("value of ".count))
    return PayloadTypes.catalogs[name].map(fits) == true ? "value of \(name)" : "another enumeration than \(name)"
  }

  private func names(_ schema: ObjectSchema) -> [String] { schema.members.map(\.name) }

  @Test func everyTypeHasItsTable() {
    let sections = [String: Section](Self.page.map { ($0.name, $0) }) { first, _ in first }
    for type in PayloadTypes.all {
      guard let section = sections["\(type)"] else {
        Issue.record("no table for \(type)")
        continue
      }
      let rows = section.rows.dropFirst()
      expectEqual(rows.map { $0[0] }, names(type.schema), "\(type)")
      for (row, member) in zip(rows, type.schema.members) {
        #expect(row.count == 4 && row[2] == words(member.type, asIn: row[2]), "\(type).\(member.name)")
      }
    }
  }

  @Test func everyEnumerationHasItsTable() {
    let sections = [String: Section](Self.page.map { ($0.name, $0) }) { first, _ in first }
    for (name, values) in PayloadTypes.catalogs {
      let rows = sections[name]?.rows.dropFirst().map { [$0[0], $0[2]] }
      expectEqual(rows, values.map { [$0.raw, $0.meaning] }, "\(name)")
    }
    expectEqual(sections.count, PayloadTypes.all.count + PayloadTypes.catalogs.count)
  }

  /// The properties of a value that are not nil; the bytes that it was read from are none of them.
  private func filled<Object: PayloadObject>(_ type: Object.Type, _ json: String) throws -> [String] {
    let bytes = Array(json.utf8)
    var reader = try JSONReader(bytes.span)
    let value = try Object(reading: &reader)
    return Mirror(reflecting: value).children.compactMap { child in
      let mirror = Mirror(reflecting: child.value)
      let isNil = mirror.displayStyle == .optional && mirror.children.isEmpty
      return isNil || child.label == "source" ? nil : child.label
    }
  }

  @Test func everyMemberIsInThePropertyThatTheTableNames() throws {
    let sections = [String: Section](Self.page.map { ($0.name, $0) }) { first, _ in first }
    var count = 0
    for type in PayloadTypes.all {
      let rows = try #require(sections["\(type)"]).rows.dropFirst()
      // The seven of a realtime request come together or not at all; their order is the declaration's.
      if "\(type)" == "RealtimeRequest" {
        try expectEqual(filled(type, SchemaSamples.full(type.schema)), rows.map { $0[1] })
        count += rows.count
        continue
      }
      for (row, member) in zip(rows, SchemaSamples.members(type.schema)) {
        try expectEqual(filled(type, "{\(member)}"), [row[1]], "\(type) \(member)")
        count += 1
      }
    }
    expectEqual(count, 203)
  }
}
