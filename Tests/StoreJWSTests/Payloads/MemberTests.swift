// SPDX-License-Identifier: MIT

import Expectations
import StoreJWS
import StrictJSON
import Testing

/// What holds for every member of every type, by the types' own schemas.
@Suite struct MemberTests {
  /// The escape that the samples carry, as the writer writes it.
  private func plain(_ json: String) -> String { json.replacing("\\u00e9", with: "é") }

  private static let requiring = ["RealtimeRequest"]

  /// A member alone, or among those that must be there.
  private func document(_ type: any PayloadObject.Type, replacing index: Int, with member: String) -> String {
    guard Self.requiring.contains("\(type)") else { return "{" + member + "}" }
    var members = SchemaSamples.members(type.schema)
    members[index] = member
    return "{" + members.joined(separator: ",") + "}"
  }

  @Test func eachMemberIsReadAndWritten() throws {
    var count = 0
    for type in PayloadTypes.all {
      for (index, member) in SchemaSamples.members(type.schema).enumerated() {
        let json = document(type, replacing: index, with: member)
        try expectEqual(type.rewritten(json), plain(json), "\(type)")
        count += 1
      }
    }
    expectEqual(count, 203)
  }

  @Test func allMembersTogetherKeepTheirOrder() throws {
    for type in PayloadTypes.all {
      let json = SchemaSamples.full(type.schema)
      try expectEqual(type.rewritten(json), plain(json), "\(type)")
    }
  }

  @Test func theOrderOfMembersDoesNotMatter() throws {
    for type in PayloadTypes.all {
      let members = SchemaSamples.members(type.schema)
      let full = "{" + members.joined(separator: ",") + "}"
      var order = members
      for _ in members.indices {
        order.append(order.removeFirst())
        try expectEqual(type.rewritten("{" + order.joined(separator: ",") + "}"), plain(full), "\(type)")
      }
      try expectEqual(type.rewritten("{" + members.reversed().joined(separator: ",") + "}"), plain(full), "\(type)")
    }
  }

  @Test func membersMayAllBeAbsent() throws {
    for type in PayloadTypes.all where !Self.requiring.contains("\(type)") {
      try expectEqual(type.rewritten("{}"), "{}", "\(type)")
    }
  }

  @Test func nullIsReadAsAbsent() throws {
    for type in PayloadTypes.all where !Self.requiring.contains("\(type)") {
      for member in type.schema.members {
        try expectEqual(type.rewritten("{\"\(member.name)\":null}"), "{}", "\(type).\(member.name)")
      }
    }
  }

  @Test func aWrongTypeIsNamedWithPlaceAndPath() {
    var count = 0
    for type in PayloadTypes.all {
      for (index, member) in type.schema.members.enumerated() {
        for wrong in SchemaSamples.wrongValues(member.type) {
          let json = document(type, replacing: index, with: "\"\(member.name)\": \(wrong)")
          let bytes = Array(json.utf8)
          let error = type.error(in: bytes)
          expectEqual(error?.code, .typeMismatch, "\(type).\(member.name) \(wrong)")
          guard let error else { continue }
          #expect(bytes[error.offset...].starts(with: wrong.utf8), "\(type).\(member.name) \(wrong)")
          expectEqual(JSONPath.path(at: error.offset, in: bytes.span), "$.\(member.name)")
          count += 1
        }
      }
    }
    expectEqual(count, 203 * 4)
  }

  @Test func aMemberThatStandsTwiceIsRefused() {
    for type in PayloadTypes.all {
      for (index, member) in SchemaSamples.members(type.schema).enumerated() {
        let first = document(type, replacing: index, with: member).dropLast()
        expectEqual(
          type.error(in: (first + "," + member + "}").utf8),
          JSONError(code: .duplicateMember, offset: first.utf8.count + 1, message: ""), "\(type) \(member)"
        )
      }
      let unknown = SchemaSamples.full(type.schema).dropLast() + ",\"new\":1"
      expectEqual(
        type.error(in: (unknown + ",\"n\\u0065w\":2}").utf8),
        JSONError(code: .duplicateMember, offset: unknown.utf8.count + 1, message: ""), "\(type)"
      )
    }
  }

  @Test func escapedNamesAreTheSameNames() throws {
    for type in PayloadTypes.all {
      let members = SchemaSamples.members(type.schema)
      let escaped = members.map { member in
        let name = member.dropFirst()
        let code = String(name.utf8.first ?? 0, radix: 16)
        return "\"\\u00\(code)\(name.dropFirst())"
      }
      try expectEqual(
        type.rewritten("{" + escaped.joined(separator: ",") + "}"), plain("{" + members.joined(separator: ",") + "}"),
        "\(type)"
      )
    }
  }

  @Test func everyPrefixIsTruncated() {
    for type in PayloadTypes.all {
      let bytes = Array(SchemaSamples.full(type.schema).utf8)
      for length in bytes.indices {
        let error = type.error(in: bytes[..<length])
        #expect(error?.category == .truncated && error?.offset == length, "\(type) \(length) \(error?.message ?? "")")
      }
      expectEqual(
        type.error(in: bytes + [UInt8(ascii: ",")]),
        JSONError(
          code: .trailingBytes, offset: bytes.count, message: "")
      )
    }
  }

  @Test func unknownMembersAreSkippedAtEveryDepth() throws {
    var count = 0
    for type in PayloadTypes.all {
      let json = SchemaSamples.full(type.schema)
      // After each `{`, a member that nobody knows, with a value of each JSON type in turn.
      let values = ["null", "-1.5e3", "\"\\ud83d\\ude00\"", "[1,{\"a\":[]}]", "{\"signedDate\":\"no\"}", "false"]
      let pieces = json.split(separator: "{", omittingEmptySubsequences: false)
      var grown = String(pieces[0])
      for piece in pieces.dropFirst() {
        grown += "{\"unheardOf\":\(values[count % values.count])," + piece
        count += 1
      }
      try expectEqual(type.rewritten(grown), plain(json), "\(type)")
    }
    #expect(count > 60)
  }
}
