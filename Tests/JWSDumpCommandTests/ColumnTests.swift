// SPDX-License-Identifier: MIT

import Expectations
import JWSDumpCommand
import Testing

/// `--column`: what a row is, what is wrong with one, and what becomes of its other columns.
struct ColumnTests {
  private let token = formOnlyToken()

  /// The records of lines whose tokens stand in `column`; `TOKEN` is one.
  private func records(_ column: String, _ text: String, _ words: [String] = []) throws -> [Seen] {
    try dump(["-nf", "ndjson", "--column", column] + words, text).lines.map { try Seen($0) }
  }

  private func dump(_ words: [String], _ text: String) -> Outcome {
    let output = CollectingSink()
    let errors = CollectingSink()
    let input = MemorySource(Array(text.replacing("TOKEN", with: token).utf8))
    let status = DumpCommand.run(
      words,
      in: Surroundings(standardInput: input, standardOutput: output, standardError: errors, clock: { testNow }))
    return Outcome(status: status, bytes: output.bytes, errors: String(decoding: errors.bytes, as: UTF8.self))
  }

  /// The text of the member `columns`, which is the last.
  private func columns(_ record: String) -> Substring {
    record.firstRange(of: ",\"columns\":").map { record[$0.upperBound...].dropLast() } ?? ""
  }

  @Test(arguments: [
    ("token", "id,token,name\n7,TOKEN,M\n", #"{"id":"7","name":"M"}"#),
    ("token", "id\ttoken\tname\n7\tTOKEN\t\"M\", x\n", #"{"id":"7","name":"\"M\", x"}"#),
    ("token", "token\nTOKEN\n", "{}"),
    ("token", "id,token\r\n7,TOKEN\r\n", #"{"id":"7"}"#),
    ("token", "\u{FEFF}token,id\nTOKEN,7", #"{"id":"7"}"#),
    ("token", "\n \nid,token\n7,TOKEN", #"{"id":"7"}"#),
    (
      "my token", "id,\"my token\",\"a \"\"b\"\"\"\n7,\"TOKEN\",\"x, \"\"y\"\"\"\n", #"{"id":"7","a \"b\"":"x, \"y\""}"#
    ),
    ("token", "id,token,name\n7,TOKEN\n", #"{"id":"7","name":null}"#),
    ("token", "id,token,name\n,TOKEN,\"\"\n", #"{"id":"","name":""}"#),
    ("2", "7,TOKEN,M\n", #"{"1":"7","3":"M"}"#),
    ("2", "7\tTOKEN\n", #"{"1":"7"}"#),
    ("1", "TOKEN\n", "{}"),
    ("1", "\u{FEFF}TOKEN,7\n", #"{"2":"7"}"#),
    ("t", #"{"a":1.10,"t":"TOKEN","\u0062":"\u00e9\/"}"# + "\n", #"{"a":1.10,"\u0062":"\u00e9\/"}"#),
    ("t", #" { "t" : "TOKEN" , "o" : { "x" : [ 1 , "a b" ] } , "n" : null } "#, #"{"o":{"x":[1,"a b"]},"n":null}"#),
    ("tö", #"{"t\u00f6":"TOKEN","x":true}"#, #"{"x":true}"#),
    ("5", #"{"5":"TOKEN","":{}}"#, #"{"":{}}"#),
  ])
  func theTokenIsTakenOutAndTheRestIsKept(_ column: String, _ text: String, _ kept: String) throws {
    let outcome = dump(["-nf", "ndjson", "--column", column], text)
    let record = try #require(outcome.lines.last)
    let seen = try Seen(record)
    #expect(seen.kind == "transaction" && seen.ok == true && outcome.status == 0, "\(record)")
    #expect(columns(record) == kept)
  }

  @Test(arguments: [
    // The header, a row, the code, and the byte of the line.
    ("id,token,name", "7", "missingColumn", 1), ("id,token,name", "7,", "emptyColumn", 2),
    ("id,token,name", "7,,x", "emptyColumn", 2), ("id,token,name", "7,\"\",x", "emptyColumn", 3),
    ("id,token,name", "7,  ,x", "emptyColumn", 2), ("id,token,name", "7,\"\"\"\"\"\",x", "emptyColumn", 5),
    ("id,token,name", "7,TOKEN,x,", "malformedRow", -1), ("id,token,name", "a,b,c,d,e", "malformedRow", 6),
    ("id,token,name", "7,\"a", "malformedRow", 2), ("id,token,name", "7,\"a\"\"", "malformedRow", 2),
    ("id,token,name", "7,\"a\"b,x", "malformedRow", 5), ("id,token,name", "7,a\"b,x", "malformedRow", 3),
    ("id,token,name", "7, \"a\",x", "malformedRow", 3), ("id,token,name", "7,junk!,x", "notAToken", 6),
    ("id,token,name", "7,\"ju\"\"nk!\",x", "notAToken", 5), ("id,token,name", "\"7\",null,x", "placeholderText", 4),
    ("id,token,name", "7,eyJ.e,x", "segmentCount", 7), ("id,token,name", "7, 'a.%.c',x", "notAToken", 6),
    ("id\ttoken", "7", "missingColumn", 1), ("id\ttoken", "7\t", "emptyColumn", 2),
    ("id\ttoken", "\t", "emptyColumn", 1), ("id\ttoken", "7\ta\tb", "malformedRow", 4),
    ("id\ttoken", "7\t\"\"", "emptyColumn", 3), ("id\ttoken", "", "blankLine", 0),
    ("id,token", " \t", "blankLine", 0),
  ])
  func aBadRowOfATableIsOneErrorWithItsPlace(_ header: String, _ row: String, _ code: String, _ offset: Int) throws {
    for end in ["\n", "\r\n", ""] {
      let next = end.isEmpty ? "" : "9\(header.contains("\t") ? "\t" : ",")TOKEN" + end
      let seen = try records("token", header + (end.isEmpty ? "\n" : end) + row + end + next)
      // Without a last newline an empty line is none.
      if seen.isEmpty, row.isEmpty { continue }
      #expect(seen[0].errorCode == code && seen[0].line == 2, "\(seen[0].object)")
      #expect(offset < 0 || seen[0].offset == offset, "\(seen[0].error ?? [:])")
      #expect(seen.count == (next.isEmpty ? 1 : 2) && seen.dropFirst().allSatisfy { $0.ok == true })
    }
  }

  @Test(arguments: [
    (#"{}"#, "missingColumn", 1), (#"{"a":{"t":"x"}} "#, "missingColumn", 14), (#"{"T":"TOKEN"}"#, "missingColumn", -1),
    (#"{"t":null}"#, "emptyColumn", 5), (#"{"t": ""}"#, "emptyColumn", 6), (#"{"t":"\n "}"#, "emptyColumn", 5),
    (#"{"t":5}"#, "malformedRow", 5), (#"{"t":{"signedPayload":"x"}}"#, "malformedRow", 5),
    (#"["TOKEN"]"#, "malformedRow", 0), (" TOKEN", "malformedRow", 1), (#"{"t":"#, "unexpectedEnd", 5),
    (#"{"t":"a","t":"a"}"#, "duplicateMember", 9), (#"{"t":"a",}"#, "trailingComma", 9),
    (#"{"t":"a"}{"#, "trailingBytes", 9), (#"{"t":"ju\u006ek!"}"#, "notAToken", 15),
    (#"{"x":"é","t":"ab.%"}"#, "notAToken", 18), (#"{"t":"eyJ.e"}"#, "segmentCount", 11), ("", "blankLine", 0),
  ])
  func aBadObjectIsOneErrorWithItsPlace(_ row: String, _ code: String, _ offset: Int) throws {
    let seen = try records("t", "{\"t\":\"TOKEN\"}\n\(row)\n{\"t\":\"TOKEN\"}\n")
    #expect(seen.map(\.line) == [1, 2, 3] && seen.map(\.ok) == [true, false, true])
    expectEqual(seen[1].errorCode, code, "\(seen[1].error ?? [:])")
    #expect(offset < 0 || seen[1].offset == offset, "\(seen[1].error ?? [:])")
  }

  @Test(arguments: [
    ("tokn", "id,token\n7,TOKEN\n", "missingColumn", "Did you mean token?"),
    ("token", "id;token\n7;TOKEN\n", "missingColumn", "semicolons"),
    ("token", "TOKEN\n", "missingColumn", "--column 1"), ("token", "id,token,id\n", "malformedRow", "two columns"),
    ("token", "id,\"token\n", "malformedRow", "does not end"), ("Token", "id,token\n", "missingColumn", "Did you mean"),
    ("token", String(repeating: "x", count: 20_000), "malformedRow", "16384"),
    ("token", String(repeating: "x,", count: 3_000), "malformedRow", "2048"),
  ])
  func aHeaderWithoutTheColumnIsNoInput(_ column: String, _ text: String, _ code: String, _ words: String) {
    for more in [[], ["--fail-on", "none"]] {
      let outcome = dump(["-nf", "csv", "--column", column, "--summary", "json"] + more, text)
      #expect(outcome.status == 64 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("standard input:1: ") && outcome.errors.contains("(\(code) at byte "))
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
      #expect(outcome.errors.contains("\"unreadableInputs\":1"))
    }
  }

  @Test func columnsAreBounded() throws {
    let wide = "token" + String(repeating: ",", count: 1)
    try expectEqual(records("token", "\(wide)\nTOKEN,x\n").map(\.ok), [true])
    let fields = String(repeating: ",", count: 2_047)
    try expectEqual(records("1", "TOKEN\(fields)\nTOKEN\(fields),\n").map(\.errorCode), [nil, "malformedRow"])
    let members = (0..<2_047).map { ",\"m\($0)\":1" }.joined()
    let seen = try records("t", "{\"t\":\"TOKEN\"\(members)}\n{\"t\":\"TOKEN\"\(members),\"more\":1}\n")
    expectEqual(seen.map(\.errorCode), [nil, "malformedRow"])
  }

  @Test func whatIsNoTextIsNoted() throws {
    let bytes = Array("name,token\nM".utf8) + [0xFC] + Array("ller,\(token)\n".utf8)
    let outcome = jwsdump("-nf", "ndjson", "--column", "token", inputBytes: bytes)
    let seen = try Seen(outcome.output)
    #expect(seen.ok == true && seen.object["columns"] as? [String: String] == ["name": "M\u{FFFD}ller"])
    expectEqual(seen.notes, ["column \"name\" is not UTF-8; U+FFFD stands for what is not"])
    let header = Array("na".utf8) + [0xFF] + Array("me,token\n1,\(token)\n".utf8)
    expectEqual(jwsdump("-nf", "ndjson", "--column", "token", inputBytes: header).status, 64)
  }

  @Test func nothingIsNothing() {
    #expect(dump(["-nf", "ndjson", "--column", "token"], "").bytes.isEmpty)
    expectEqual(dump(["-nf", "ndjson", "--column", "token"], "").status, 0)
    expectEqual(dump(["-n", "--column", "token"], "").status, 1)
    expectEqual(dump(["-nf", "ndjson", "--column", "token"], "\n\n").lines.count, 2)
    #expect(dump(["-nf", "csv", "--column", "token"], "token\n").bytes.isEmpty)
    let blank = dump(["-nf", "ndjson", "--column", "token"], String(repeating: "\n", count: 2 << 20))
    #expect(blank.status == 64 && blank.errors.contains("nothing but blank lines"))
  }

  @Test func theBodyInAColumnIsReadWithItsPlaces() throws {
    let body = "{\"signedPayload\":\"eyJ!.b.c\"}"
    let quoted = "\"" + body.replacing("\"", with: "\"\"") + "\""
    let csv = try records("body", "id,body\n7,\(quoted)\n")
    // Each quote before the place is doubled, and four of them and the id stand before it.
    #expect(csv[0].errorCode == "base64Character" && csv[0].offset == 3 + 21 + 3)
    let ndjson = try records("body", "{\"é\":\"\\u00e9\",\"body\":\"\(body.replacing("\"", with: "\\\""))\"}\n")
    #expect(ndjson[0].errorCode == "base64Character" && ndjson[0].offset == 23 + 21 + 3)
  }
}
