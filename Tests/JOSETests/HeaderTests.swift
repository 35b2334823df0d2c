// SPDX-License-Identifier: MIT
import Expectations
import JOSE
import StrictJSON
import Testing

/// The header's members, their types, and what is wrong with a header, to the byte.
@Suite struct HeaderTests {
  static func header(_ json: String) throws(JSONError) -> JOSEHeader {
    try JOSEHeader(json: Array(json.utf8))
  }

  static func token(_ header: String) -> String {
    [header, "{}", "x"].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
  }

  static func error(_ header: String) -> JOSEError? {
    do throws(JOSEError) {
      _ = try CompactJWS(token(header))
      return nil
    } catch {
      return error
    }
  }

  @Test func everyMember() throws {
    let json =
      #"{"typ":"JWT","b64":false,"x5c":["AA==","AQ=="],"kid":"key","crit":["b64","exp"],"alg":"ES256","#
      + #""jwk":{"kty":"EC"},"jku":"https://example.test","cty":null}"#
    let header = try Self.header(json)
    expectEqual(header.algorithm, .es256)
    #expect(header.type == "JWT" && header.keyID == "key")
    expectEqual(header.critical, ["b64", "exp"])
    #expect(header.certificateTexts == ["AA==", "AQ=="] && header.certificateCount == 2)
    try expectEqual(header.certificates(), [[0], [1]])
    expectEqual(header.embeddedKeyNames, ["jwk", "jku"])
    expectEqual(header.otherNames, ["b64", "cty"])
    expectEqual(header.json, Array(json.utf8))
  }

  @Test func nothingAtAll() throws {
    let header = try Self.header("{}")
    #expect(header.algorithm == nil && header.type == nil && header.keyID == nil && header.critical == nil)
    #expect(header.certificateTexts == nil && header.certificateCount == 0)
    try expectEqual(header.certificates(), [])
    #expect(header.embeddedKeyNames.isEmpty && header.otherNames.isEmpty)
  }

  @Test func escapedNamesAndValuesMeanTheSame() throws {
    let header = try Self.header(#"{"\u0061lg":"ES\u003256","x5c":["MII\/"]}"#)
    expectEqual(header.algorithm, .es256)
    expectEqual(header.certificateTexts, ["MII/"])
  }

  @Test func algorithmNamesKeepTheirSpelling() throws {
    for name in ["none", "NONE", "es256", "HS256", "", "ES256 "] {
      try expectEqual(Self.header(#"{"alg":"\#(name)"}"#).algorithm?.rawValue, name)
    }
  }

  /// A fourth entry is kept to show that there are too many; a fifth is only counted.
  @Test(arguments: 0...5) func certificateCounts(count: Int) throws {
    let entries = (0..<count).map { "\"\(Base64.encode([UInt8($0)]))\"" }
    let header = try Self.header(#"{"x5c":[\#(entries.joined(separator: ","))]}"#)
    expectEqual(header.certificateCount, count)
    expectEqual(header.certificateTexts?.count, min(count, JOSEHeader.maximumCertificateCount))
    try expectEqual(header.certificates(), (0..<min(count, 4)).map { [UInt8($0)] })
  }

  struct Refusal: CustomStringConvertible {
    let header: String
    let code: String
    /// Where in the header's JSON.
    let offset: Int
    let path: String?

    init(_ header: String, _ code: String, _ offset: Int, _ path: String?) {
      (self.header, self.code, self.offset, self.path) = (header, code, offset, path)
    }

    var description: String { header }
  }

  static let refusals = [
    Refusal(#"{"alg":256}"#, "typeMismatch", 7, "$.alg"), Refusal(#"{"alg":null}"#, "typeMismatch", 7, "$.alg"),
    Refusal(#"{"alg":["ES256"]}"#, "typeMismatch", 7, "$.alg"), Refusal(#"{"x5c":"MII"}"#, "typeMismatch", 7, "$.x5c"),
    Refusal(#"{"x5c":{}}"#, "typeMismatch", 7, "$.x5c"),
    Refusal(#"{"x5c":["AA==",1]}"#, "typeMismatch", 15, "$.x5c[1]"),
    Refusal(#"{"x5c":[null]}"#, "typeMismatch", 8, "$.x5c[0]"), Refusal(#"{"kid":1}"#, "typeMismatch", 7, "$.kid"),
    Refusal(#"{"typ":false}"#, "typeMismatch", 7, "$.typ"), Refusal(#"{"crit":"b64"}"#, "typeMismatch", 8, "$.crit"),
    Refusal(#"{"crit":[1]}"#, "typeMismatch", 9, "$.crit[0]"), Refusal("[]", "typeMismatch", 0, "$"),
    Refusal("\"ES256\"", "typeMismatch", 0, "$"),
    Refusal(#"{"alg":"ES256","alg":"none"}"#, "duplicateMember", 15, "$.alg"),
    Refusal(#"{"alg":"a","\u0061lg":"b"}"#, "duplicateMember", 11, "$.alg"),
    Refusal(#"{"x5c":[],"x5c":[]}"#, "duplicateMember", 10, "$.x5c"),
    Refusal(#"{"odd":1,"odd":1}"#, "duplicateMember", 9, "$.odd"),
    Refusal(#"{"jwk":{"kty":1,"kty":2}}"#, "duplicateMember", 16, "$.jwk.kty"),
    Refusal(#"{"alg":"ES256"} x"#, "trailingBytes", 16, "$"), Refusal(#"{"alg":"ES256",}"#, "trailingComma", 15, "$"),
    Refusal(#"{"alg":"ES256""#, "unexpectedEnd", 14, "$"), Refusal("{alg:1}", "unexpectedCharacter", 1, "$"),
    Refusal("\u{FEFF}{}", "byteOrderMark", 0, "$"),
  ]

  @Test func refusesAndSaysWhere() throws {
    expectEqual(Self.refusals.count, 23)
    for refusal in Self.refusals {
      let error = try #require(Self.error(refusal.header), "\(refusal) was accepted")
      expectEqual(error.code.rawValue, refusal.code, "\(refusal): \(error)")
      // The character that holds the first bits of the byte.
      expectEqual(error.offset, refusal.offset * 4 / 3, "\(refusal): \(error)")
      expectEqual(error.segment, .header)
      expectEqual(error.path, refusal.path, "\(refusal): \(error)")
    }
  }

  @Test func keepsTheBudgets() throws {
    // Eight levels, of which the header itself is one.
    let deep = String(repeating: "[", count: 7) + String(repeating: "]", count: 7)
    try expectEqual(Self.header(#"{"odd":\#(deep)}"#).otherNames, ["odd"])
    expectEqual(Self.error(#"{"odd":[\#(deep)]}"#)?.code.rawValue, "depthLimit")
    let members = (0..<256).map { "\"m\($0)\":0" }
    try expectEqual(Self.header("{\(members.joined(separator: ","))}").otherNames.count, 256)
    expectEqual(Self.error("{\(members.joined(separator: ",")),\"one\":0}")?.code.rawValue, "memberLimit")
    // In decoded bytes.
    for padding in 0..<3 {
      let header = "{}" + String(repeating: " ", count: 97 + padding)
      var limits = JWSLimits.standard
      limits.maximumHeaderByteCount = header.utf8.count
      try expectEqual(CompactJWS(Self.token(header), limits: limits).header.json.count, header.utf8.count)
      limits.maximumHeaderByteCount -= 1
      let expected = JOSEError(code: .headerTooLong, category: .overLimit, offset: 0, message: "")
      #expect(throws: expected) { try CompactJWS(Self.token(header), limits: limits) }
    }
  }

  @Test func certificatesSayWhichEntryIsWrongAndWhere() throws {
    let cases = [
      ("AA=", "base64Padding", 3), ("AB==", "base64LeftoverBits", 1), ("A-A=", "base64Character", 1),
      ("AA\\n==", "base64Character", 2), ("A", "base64Length", 0),
    ]
    for (entry, code, offset) in cases {
      let header = try Self.header(#"{"x5c":["AA==","\#(entry)"]}"#)
      do throws(JOSEError) {
        _ = try header.certificates()
        Issue.record("\(entry) was accepted")
      } catch {
        #expect(error.code.rawValue == code && error.offset == offset, "\(entry): \(error)")
        #expect(error.segment == .header && error.path == "$.x5c[1]")
      }
    }
  }

  @Test func certificatesHaveABudget() throws {
    var limits = JWSLimits.standard
    limits.maximumCertificateByteCount = 30
    let right = try Self.header(#"{"x5c":["\#(Base64.encode([UInt8](repeating: 7, count: 30)))"]}"#)
    try expectEqual(right.certificates(limits: limits).count, 1)
    let wrong = try Self.header(#"{"x5c":["\#(Base64.encode([UInt8](repeating: 7, count: 31)))"]}"#)
    let expected = JOSEError(code: .certificateTooLong, category: .overLimit, offset: 44, message: "")
    #expect(throws: expected) { try wrong.certificates(limits: limits) }
  }
}
