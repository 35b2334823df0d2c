// SPDX-License-Identifier: MIT

import Expectations
import JWSDumpCommand
import Testing

struct TerminalTests {
  @Test(arguments: [
    ("plain", "plain"), ("Zoë 東京 🙂", "Zoë 東京 🙂"), ("\u{1B}[31mred", "\\u{1B}[31mred"),
    ("a\nb\tc\r", "a\\u{A}b\\u{9}c\\u{D}"),
    ("\u{202E}gnp", "\\u{202E}gnp"), ("a\u{200B}b", "a\\u{200B}b"), ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"),
    ("\u{7F}\u{9B}", "\\u{7F}\\u{9B}"), ("\u{FEFF}", "\\u{FEFF}"), ("\u{E0041}", "\\u{E0041}"),
    ("\u{2028}", "\\u{2028}"),
    ("\u{3164}", "\\u{3164}"), ("\u{FE0F}", "\\u{FE0F}"), ("\u{E000}", "\\u{E000}"), ("\u{00AD}", "\\u{AD}"),
  ])
  func escapesWhatActs(_ text: String, _ shown: String) {
    expectEqual(TerminalText.escape(text), shown)
  }

  @Test func stacksOfMarksAreBroken() {
    let stack = "e" + String(repeating: "\u{301}", count: 20)
    let shown = TerminalText.escape(stack)
    expectEqual(shown.unicodeScalars.count { $0.value == 0x301 }, 4)
    #expect(shown.contains("\\u{301}"))
  }

  @Test func longTextsAreCutAndCounted() {
    let shown = TerminalText.escape(String(repeating: "x", count: 10_000), limit: 50)
    expectEqual(shown, String(repeating: "x", count: 50) + "… (10000 bytes)")
  }

  @Test(arguments: [("abc", 3), ("東京", 4), ("e\u{301}", 1), ("🙂", 2), ("ﬁ", 1), ("", 0), ("한글", 4)])
  func knowsHowWideTextIs(_ text: String, _ columns: Int) {
    expectEqual(DisplayWidth.columns(of: text), columns)
  }

  @Test(
    arguments: [
      // isTerminal, choice, NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR, TERM, expected
      (true, ColorChoice.auto, "", "", "", "xterm", true), (true, .auto, "1", "", "", "xterm", false),
      (true, .auto, "", "", "", "dumb", false), (true, .auto, "", "", "", "", false),
      (false, .auto, "", "", "", "xterm", false), (false, .auto, "", "1", "", "xterm", true),
      (false, .auto, "", "", "1", "dumb", true), (false, .auto, "", "0", "", "xterm", false),
      (false, .auto, "1", "1", "1", "xterm", false), (false, .always, "1", "", "", "dumb", true),
      (true, .never, "", "1", "1", "xterm", false),
    ] as [(Bool, ColorChoice, String, String, String, String, Bool)])
  func decidesOnColour(
    isTerminal: Bool, choice: ColorChoice, noColor: String, cliForce: String, force: String, term: String,
    expected: Bool
  ) {
    let variables = ["NO_COLOR": noColor, "CLICOLOR_FORCE": cliForce, "FORCE_COLOR": force, "TERM": term]
    let facts = TerminalFacts(isTerminal: isTerminal, measuredWidth: nil, color: choice) { variables[$0] }
    expectEqual(facts.usesColor, expected)
  }

  @Test(arguments: [("120", 90, 120), ("", 90, 90), ("x", nil, 80), ("-3", nil, 80), ("5", nil, 20), ("0", 100, 100)])
  func decidesOnWidth(columns: String, measured: Int?, expected: Int) {
    let facts = TerminalFacts(isTerminal: true, measuredWidth: measured, color: .auto) {
      $0 == "COLUMNS" ? columns : nil
    }
    expectEqual(facts.width, expected)
  }

  @Test(arguments: [10, 17, 30, 80])
  func wrapsWithinTheWidth(_ width: Int) {
    let text = "A line of words, 東京 among them, and averyveryverylongwordthatfitsnowhere at its end."
    let lines = TextLayout.lines(of: text, width: width)
    #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= width })
    expectEqual(lines.joined().filter { $0 != " " }, text.filter { $0 != " " })
  }
}
