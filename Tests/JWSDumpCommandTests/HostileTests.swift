// SPDX-License-Identifier: MIT

import Expectations
import JOSE
import JWSDumpCommand
import Testing

/// A document that wants to take over the screen.
struct HostileTests {
  private static let nasty = "\\u001b[2J\\u001b]0;x\\u0007\\u202eevil\\u2066\\u200b\\u0000\\u009b31m\\n\\r\\tend"

  private func hostile() -> String {
    let name = String(repeating: "n", count: 10_000)
    let unknown = (0..<2000).map { "\"u\($0)\\u202e\":\"\(Self.nasty)\(String(repeating: "v", count: 400))\"" }.joined(
      separator: ",")
    return formOnlyToken(
      "{\"transactionId\":\"\(Self.nasty)\",\"productId\":\"\(Self.nasty)\",\"currency\":\"\(Self.nasty)\",\"price\":1,"
        + "\"environment\":\"\(Self.nasty)\",\"\(name)\":{\"deep\":[[[[{\"a\":\"\(Self.nasty)\"}]]]]},\(unknown)}")
  }

  private func isSafe(_ bytes: [UInt8], allowsStyle: Bool) -> Bool {
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x0A: continue
      case 0x1B where allowsStyle: continue
      case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069: return false
      default: continue
      }
    }
    return true
  }

  @Test(arguments: ["pretty", "json", "ndjson"])
  func theTerminalStaysIntact(_ format: String) {
    let terminal = Surroundings.Stream(isTerminal: true, columns: 80)
    let outcome = jwsdump(
      "-n", "-f", format, "--color", "never", input: hostile(), output: terminal, errors: terminal)
    expectEqual(outcome.status, 0)
    #expect(isSafe(outcome.bytes, allowsStyle: false))
    #expect(isSafe(Array(outcome.errors.utf8), allowsStyle: false))
    if format == "pretty" {
      #expect(outcome.lines.allSatisfy { DisplayWidth.columns(of: $0) <= 80 })
      #expect(outcome.lines.count < 700)
      #expect(outcome.output.contains("more; --format json shows all"))
    }
  }

  @Test(arguments: [40, 60, 80, 132])
  func prettyKeepsTheWidth(_ width: Int) {
    // The second one is broken far from both ends, so that the piece with the caret is cut on both sides.
    var broken = Array(formOnlyToken().utf8)
    broken[broken.count / 2] = UInt8(ascii: "*")
    for token in [formOnlyToken(), String(decoding: broken, as: UTF8.self)] {
      let terminal = Surroundings.Stream(isTerminal: true, columns: width)
      let outcome = jwsdump("-n", "--color", "never", input: token, output: terminal, errors: terminal)
      #expect(outcome.lines.allSatisfy { DisplayWidth.columns(of: $0) <= width })
      #expect(outcome.errors.split(separator: "\n").filter { $0.hasPrefix("  ") }.allSatisfy { $0.count <= width })
    }
  }

  @Test func fileNamesAreEscapedInMessages() {
    let outcome = jwsdump("/none/\u{1B}[31m\u{202E}x")
    expectEqual(outcome.status, 66)
    #expect(isSafe(Array(outcome.errors.utf8), allowsStyle: false))
  }

  @Test func colourIsOnlyWhereItIsAllowed() {
    let token = formOnlyToken()
    let terminal = Surroundings.Stream(isTerminal: true, columns: 80)
    #expect(jwsdump("-n", token, output: terminal, environment: ["TERM": "xterm"]).output.contains("\u{1B}["))
    #expect(
      !jwsdump("-n", token, output: terminal, environment: ["TERM": "xterm", "NO_COLOR": "1"]).output.contains(
        "\u{1B}["))
    #expect(!jwsdump("-n", token).output.contains("\u{1B}["))
    #expect(jwsdump("-n", "--color", "always", token).output.contains("\u{1B}["))
    // The words are the same without colour.
    let plain = jwsdump("-n", "--color", "never", token).output
    var bare = ""
    var inEscape = false
    for character in jwsdump("-n", "--color", "always", token).output {
      if character == "\u{1B}" {
        inEscape = true
      } else if inEscape {
        inEscape = character != "m"
      } else {
        bare.append(character)
      }
    }
    expectEqual(bare, plain)
  }

  @Test func everyPrefixAndFlipOfATokenIsAnswered() throws {
    let token = Array(formOnlyToken().utf8)
    for end in 0..<token.count {
      let outcome = jwsdump("-nf", "ndjson", inputBytes: Array(token[..<end]) + [0x0A, 0x0A])
      expectEqual(outcome.lines.count, 2)
    }
    for place in stride(from: 0, to: token.count, by: 3) {
      for bit in 0..<8 {
        var flipped = token
        flipped[place] ^= 1 << UInt8(bit)
        if flipped[place] == 0x0A { continue }
        let outcome = jwsdump("-nf", "ndjson", inputBytes: flipped + [0x0A] + token)
        expectEqual(outcome.lines.count, 2, "\(place) \(bit)")
      }
    }
  }
}
