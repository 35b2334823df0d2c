// SPDX-License-Identifier: MIT

import Expectations
import JOSE
import JWSDumpCommand
import Testing

/// A token in form only; its signature is 64 zero bytes.
func formOnlyToken(_ payload: String = #"{"transactionId":"1","productId":"p"}"#) -> String {
  let header = Base64URL.encode(Array(#"{"alg":"ES256","x5c":["AAAA","AAAA","AAAA"]}"#.utf8))
  return header + "." + Base64URL.encode(Array(payload.utf8)) + "." + Base64URL.encode([UInt8](repeating: 0, count: 64))
}

struct DoorTests {
  private func open(_ text: String) -> Piece {
    let bytes = Array(text.utf8)
    return Door.open(bytes, 0..<bytes.count)
  }

  private static let token = formOnlyToken()

  @Test(
    arguments: [
      ("\(token)", []), ("\(token)\n", []), ("  \(token) \n", ["white space around the text removed"]),
      ("\(token)\r\n", ["carriage return at the end of the line removed"]), ("\"\(token)\"", ["quotes removed"]),
      ("'\(token)'", ["quotes removed"]), ("“\(token)”", ["quotes removed"]), ("`\(token)`", ["quotes removed"]),
      ("\"\(token)\",", ["comma at the end removed", "quotes removed"]), ("\"\(token)", ["quotes removed"]),
      ("Bearer \(token)", ["\"Bearer\" removed"]), ("bearer \(token)", ["\"Bearer\" removed"]),
      (
        "Authorization: Bearer \(token)",
        ["\"Authorization\" in front removed", "white space around the text removed", "\"Bearer\" removed"]
      ),
      ("\u{FEFF}\(token)", ["byte order mark removed"]),
      (
        "\"signedPayload\": \"\(token)\"",
        ["\"signedPayload\" in front removed", "white space around the text removed", "quotes removed"]
      ),
      ("token=\(token)", ["\"token\" in front removed"]), ("\\\"\(token)\\\"", ["quotes removed"]),
    ] as [(String, [String])])
  func undoesWhatPastingAdds(_ text: String, _ notes: [String]) {
    let piece = open(text)
    expectEqual(piece.text, Self.token)
    expectEqual(piece.notes, notes)
  }

  @Test func mapsOffsetsThroughEveryLayer() {
    // Each layer in turn, and some together: the byte found must be the byte given.
    let wrapped = stride(from: 0, to: Self.token.count, by: 20).map { start in
      Self.token.dropFirst(start).prefix(20) + "\r\n"
    }.joined()
    let escaped = "\"" + Self.token.map { $0 == "." ? "\\u002e" : String($0) }.joined() + "\""
    for text in [Self.token, "  \"\(Self.token)\" ", wrapped, escaped, " Bearer \(wrapped)", "\u{FEFF}'\(wrapped)'"] {
      let given = Array(text.utf8)
      let piece = open(text)
      expectEqual(piece.text, Self.token)
      for (index, byte) in Self.token.utf8.enumerated() where byte != 0x2E || !text.contains("\\u") {
        expectEqual(given[piece.map.original(index)], byte)
      }
    }
  }

  @Test func unwrapsBase64AroundAToken() {
    let once = Base64.encode(Array(Self.token.utf8))
    let piece = open(once)
    expectEqual(piece.text, Self.token)
    expectEqual(piece.notes, ["base64 around the token undone"])
    // Decoded byte n lies in character ⌊4n/3⌋.
    for index in [0, 1, 2, 3, 4, 5, 100] { expectEqual(piece.map.original(index), index * 4 / 3) }
  }

  @Test(arguments: [
    "eyJ hbGci", "not a token", "{\"a\": \"b\\/c\"}", "", "\"", "''", "Bearer", "a=b", "MI", "\\\\\\", "\u{FEFF}",
    "“”", "ZXlK", "ZXlK!!!!", "=", "\"\"\"\"", "eyJ.\n.\n",
  ])
  func neverTraps(_ text: String) {
    let piece = open(text)
    #expect(piece.map.original(piece.bytes.count) <= text.utf8.count)
  }

  @Test func leavesBodiesAlone() {
    let body = #"{"signedPayload": "a\/b", "x": [1, 2]}"#
    expectEqual(open(body).text, body)
    let escaped = #""{\"signedPayload\":\"x\"}""#
    expectEqual(open(escaped).text, #"{"signedPayload":"x"}"#)
  }

  @Test func strictUndoesNothing() {
    for text in [
      " \(Self.token)", "\"\(Self.token)\"", "Bearer \(Self.token)", "\(Self.token)\r\n", "\u{FEFF}\(Self.token)",
    ] {
      let outcome = jwsdump("-nf", "json", "--strict", input: text)
      expectEqual(outcome.status, 1, "\(text.prefix(10))")
    }
    expectEqual(jwsdump("-nf", "json", "--strict", input: Self.token + "\n").status, 0)
    expectEqual(jwsdump("-nf", "json", "--strict", input: Self.token).status, 0)
  }
}
