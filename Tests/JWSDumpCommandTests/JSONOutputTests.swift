// SPDX-License-Identifier: MIT

import Expectations
import JWSDumpCommand
import StrictJSON
import Testing

struct JSONOutputTests {
  private func compact(_ text: String) -> String {
    var output: [UInt8] = []
    JSONOutput.appendCompact(PayloadBytes(Array(text.utf8)), to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: [
    (#"{"a":1}"#, #"{"a":1}"#), ("{ \"a b\" :\n[ 1 , 2.50 , \"x y\" ] }", #"{"a b":[1,2.50,"x y"]}"#),
    (#"{"a":"\"  \\"}"#, #"{"a":"\"  \\"}"#), ("\"\u{7F}\u{85}é\"", "\"\\u007f\\u0085é\""), ("  1e5  ", "1e5"),
    ("\"a\\/b\\u0041\"", "\"a\\/b\\u0041\""), ("[\t]", "[]"),
    (#"["12345678 ","\\\\\\\\"," "]"#, #"["12345678 ","\\\\\\\\"," "]"#),
  ])
  func compacts(_ text: String, _ expected: String) {
    expectEqual(compact(text), expected)
  }

  @Test func agreesWithTheWriterOnManyDocuments() throws {
    var state: UInt64 = 42
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    func document(_ depth: Int) -> String {
      let blank = ["", " ", "\n", "\t  "][random(4)]
      switch random(depth > 3 ? 4 : 6) {
      case 0: return blank + "\(random(100_000))" + blank
      case 1: return blank + ["true", "false", "null", "-1.50e3"][random(4)]
      case 2, 3:
        let pieces = [
          "a", " ", "\\\"", "\\\\", "é", "\u{7F}", "longer text without anything", "東", "\\n", "{", "]", ":",
        ]
        return blank + "\"" + (0..<random(12)).map { _ in pieces[random(pieces.count)] }.joined() + "\"" + blank
      case 4: return "[" + (0..<random(4)).map { _ in document(depth + 1) }.joined(separator: ",") + blank + "]"
      default:
        return "{"
          + (0..<random(4)).map { "\"m\($0)\(random(9))\"\(blank):" + document(depth + 1) }.joined(separator: ",") + "}"
      }
    }
    for _ in 0..<3000 {
      let text = document(0)
      let bytes = Array(text.utf8)
      var reader = try JSONReader(bytes.span)
      var writer = JSONWriter()
      try writer.value(from: &reader)
      expectEqual(compact(text), String(decoding: writer.bytes, as: UTF8.self), "\(text)")
    }
  }

  @Test func indentsAndStaysTheSame() throws {
    let text = #"{"a":[],"b":{},"c":[1,{"d":"x,{y\"}"}],"e":"é"}"#
    let expected = """
      {
        "a": [],
        "b": {},
        "c": [
          1,
          {
            "d": "x,{y\\"}"
          }
        ],
        "e": "é"
      }
      """
    var output: [UInt8] = []
    JSONOutput.appendIndented(Array(text.utf8), to: &output)
    expectEqual(compact(String(decoding: output, as: UTF8.self)), text)
    expectEqual(String(decoding: output, as: UTF8.self), expected)
  }

  @Test func stringsAreSafeOnOneLine() {
    var output: [UInt8] = []
    JSONOutput.appendString("a\"\\\n\u{0}\u{7F}\u{9B}é", to: &output)
    expectEqual(String(decoding: output, as: UTF8.self), "\"a\\\"\\\\\\n\\u0000\\u007f\\u009bé\"")
  }

  @Test func terminalsGetEscapes() {
    let json = Array("{\"a\":\"\u{202E}x\u{E0041}é\"}".utf8)
    expectEqual(
      String(decoding: JSONOutput.escapedForTerminal(json), as: UTF8.self), "{\"a\":\"\\u202ex\\udb40\\udc41é\"}"
    )
  }
}
