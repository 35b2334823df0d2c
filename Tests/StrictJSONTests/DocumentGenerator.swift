// SPDX-License-Identifier: MIT

/// Random valid documents with odd spelling: white space, escapes, all planes of Unicode, numbers in every notation.
struct DocumentGenerator {
  private var generator: SeededGenerator
  private var serial = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func document() -> String {
    space() + value(depth: 0) + space()
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &generator)]
  }

  private mutating func space() -> String {
    pick(["", "", "", " ", "\n", "\t", "\r\n", "  \n\t"])
  }

  private mutating func value(depth: Int) -> String {
    switch Int.random(in: 0..<(depth < 5 ? 9 : 6), using: &generator) {
    case 0: pick(["null", "true", "false"])
    case 1, 2: number()
    case 3, 4, 5: string()
    case 6, 7: object(depth: depth + 1)
    default: array(depth: depth + 1)
    }
  }

  private mutating func object(depth: Int) -> String {
    var members: [String] = []
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      serial += 1
      // A serial number keeps names apart.
      let name = "\"" + character() + "\(serial)\""
      members.append(space() + name + space() + ":" + space() + value(depth: depth) + space())
    }
    return "{" + (members.isEmpty ? space() : members.joined(separator: ",")) + "}"
  }

  private mutating func array(depth: Int) -> String {
    var elements: [String] = []
    for _ in 0..<Int.random(in: 0...5, using: &generator) { elements.append(space() + value(depth: depth) + space()) }
    return "[" + (elements.isEmpty ? space() : elements.joined(separator: ",")) + "]"
  }

  private mutating func number() -> String {
    let sign = pick(["", "-"])
    let whole = pick(["0", "1", "\(Int64.random(in: 1...999_999_999_999_999_999, using: &generator))"])
    let fraction = pick(["", "", ".0", ".5", ".\(Int.random(in: 0...99_999, using: &generator))"])
    let exponent = pick(["", "", "", "e0", "E+2", "e-7", "e12"])
    // Foundation's decoder finds some zeros with an exponent not representable; see the known differences.
    let isZero = (whole + fraction).allSatisfy { "0.".contains($0) }
    return sign + whole + fraction + (isZero ? "" : exponent)
  }

  private mutating func string() -> String {
    var text = "\""
    for _ in 0..<Int.random(in: 0...30, using: &generator) { text += character() }
    return text + "\""
  }

  private mutating func character() -> String {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: return pick([#"\""#, #"\\"#, #"\/"#, #"\b"#, #"\f"#, #"\n"#, #"\r"#, #"\t"#])
    case 1: return pick([#"\u0000"#, #"\u001f"#, #"\u0041"#, #"\u00E9"#, #"\u2028"#, #"\ud83d\ude00"#, #"\uFFFD"#])
    case 2:
      let scalar = Unicode.Scalar(UInt32.random(in: 0x80...0x10FFFF, using: &generator)) ?? "\u{FFFD}"
      return String(scalar)
    default:
      let byte = UInt8.random(in: 0x20...0x7E, using: &generator)
      return byte == 0x22 || byte == 0x5C ? "x" : String(Unicode.Scalar(byte))
    }
  }
}
