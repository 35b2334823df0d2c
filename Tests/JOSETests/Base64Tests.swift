// SPDX-License-Identifier: MIT
import Expectations
import Foundation
import JOSE
import Testing

/// The two decoders and encoders: what they accept, and where they say that something is wrong.
@Suite struct Base64Tests {
  /// RFC 4648 §10.
  static let published = [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ]

  @Test func publishedVectors() {
    for (text, padded) in Self.published {
      let bytes = Array(text.utf8)
      let unpadded = padded.filter { $0 != "=" }
      expectEqual(Variant.standard.text(bytes), padded)
      expectEqual(Variant.urlSafe.text(bytes), unpadded)
      expectEqual(Variant.standard.outcome(Array(padded.utf8)), .success(bytes))
      expectEqual(Variant.urlSafe.outcome(Array(unpadded.utf8)), .success(bytes))
    }
  }

  @Test func theTwoAlphabetsDifferInTheLastTwoCharacters() {
    let bytes: [UInt8] = [0xFB, 0xEF, 0xFF]
    #expect(Variant.standard.text(bytes) == "++//")
    expectEqual(Variant.urlSafe.text(bytes), "--__")
    #expect(Variant.standard.outcome(Array("++//".utf8)) == .success(bytes))
    expectEqual(Variant.urlSafe.outcome(Array("--__".utf8)), .success(bytes))
  }

  struct Refusal: CustomStringConvertible {
    let text: String
    let code: JOSEError.Code
    let offset: Int

    init(_ text: String, _ code: JOSEError.Code, _ offset: Int) {
      (self.text, self.code, self.offset) = (text, code, offset)
    }

    var description: String { "\(text.debugDescription): \(code.rawValue) at \(offset)" }
  }

  static let refusedByURLSafe = [
    // Padding, wherever it stands.
    Refusal("=", .base64Padding, 0), Refusal("Zg==", .base64Padding, 2), Refusal("Zm8=", .base64Padding, 3),
    Refusal("Zm9v=", .base64Padding, 4), Refusal("Z=g", .base64Padding, 1), Refusal("====", .base64Padding, 0),
    Refusal("AA=A", .base64Padding, 2),
    // The other alphabet.
    Refusal("ab+d", .base64Character, 2), Refusal("abc/", .base64Character, 3), Refusal("+", .base64Character, 0),
    Refusal("abcdefgh/", .base64Character, 8),
    // White space.
    Refusal(" Zm9v", .base64Character, 0), Refusal("Zm9v ", .base64Character, 4),
    Refusal("Zm\n9v", .base64Character, 2),
    Refusal("Zm9v\r\n", .base64Character, 4), Refusal("Z\tm9", .base64Character, 1), Refusal(" ", .base64Character, 0),
    // Other characters; the offset counts UTF-8 bytes.
    Refusal("Zm9vé", .base64Character, 4), Refusal("éZm9v", .base64Character, 0),
    Refusal("Zm\u{0}v", .base64Character, 2),
    Refusal("Zm9\u{7F}", .base64Character, 3), Refusal("eyJ.", .base64Character, 3),
    Refusal("\u{FF21}BCD", .base64Character, 0),
    // Lengths that no bytes encode to.
    Refusal("Z", .base64Length, 0), Refusal("Zm9vY", .base64Length, 4), Refusal("AAAAAAAAA", .base64Length, 8),
    // Bits that belong to no byte.
    Refusal("Zh", .base64LeftoverBits, 1), Refusal("AB", .base64LeftoverBits, 1), Refusal("A_", .base64LeftoverBits, 1),
    Refusal("AAB", .base64LeftoverBits, 2), Refusal("Zm9vYh", .base64LeftoverBits, 5),
    Refusal("Zm9vYmF", .base64LeftoverBits, 6),
    // A foreign character is named before a length or left-over bits; the first one before the others.
    Refusal("Zm9v!", .base64Character, 4), Refusal("!h", .base64Character, 0), Refusal("A!B=", .base64Character, 1),
    Refusal("A=!B", .base64Padding, 1),
  ]

  static let refusedByStandard = [
    // Padding that is missing, in the middle or too much.
    Refusal("Zg", .base64Padding, 2), Refusal("Zg=", .base64Padding, 3), Refusal("Zm8", .base64Padding, 3),
    Refusal("Zm9v=", .base64Padding, 4), Refusal("Zm9v==", .base64Padding, 4), Refusal("Zm9v====", .base64Padding, 4),
    Refusal("Zm8==", .base64Padding, 4), Refusal("Zg===", .base64Padding, 2), Refusal("=", .base64Padding, 0),
    Refusal("==", .base64Padding, 0), Refusal("====", .base64Padding, 0), Refusal("AA=A", .base64Padding, 2),
    Refusal("Zg==Zg==", .base64Padding, 2), Refusal("Z===", .base64Padding, 1), Refusal("Zm9vY===", .base64Padding, 5),
    // The other alphabet and white space.
    Refusal("ab-d", .base64Character, 2), Refusal("abc_", .base64Character, 3), Refusal("Zm9v\n", .base64Character, 4),
    Refusal("Zg ==", .base64Character, 2), Refusal("Zg= =", .base64Padding, 2),
    // Length and left-over bits.
    Refusal("Z", .base64Length, 0), Refusal("Z=", .base64Length, 0), Refusal("Z==", .base64Length, 0),
    Refusal("Zm9vY", .base64Length, 4), Refusal("Zh==", .base64LeftoverBits, 1),
    Refusal("AAB=", .base64LeftoverBits, 2),
    Refusal("A/==", .base64LeftoverBits, 1),
  ]

  @Test(arguments: Variant.allCases) func refusesAndSaysWhere(variant: Variant) {
    let table = variant == .urlSafe ? Self.refusedByURLSafe : Self.refusedByStandard
    expectEqual(table.count, (variant == .urlSafe ? 36 : 27))
    for refusal in table {
      let expected = JOSEError(code: refusal.code, category: .malformed, offset: refusal.offset, message: "")
      expectEqual(variant.outcome(Array(refusal.text.utf8)), .failure(expected), "\(variant): \(refusal)")
    }
  }

  @Test func categoriesTellTruncatedFromMalformed() {
    for (text, category) in [("Zm9vY", JOSEError.Category.truncated), ("Zm9v=", .malformed), ("Zh", .malformed)] {
      guard case .failure(let error)? = Variant.urlSafe.outcome(Array(text.utf8)) else {
        Issue.record("\(text) was accepted")
        continue
      }
      #expect(error.category == category && error.segment == nil && error.path == nil)
      #expect(error.description.contains("at byte \(error.offset)"))
    }
  }

  /// Every byte value at every place of two groups and each tail.
  @Test(arguments: Variant.allCases) func everyByteAtEveryPlace(variant: Variant) {
    let alphabet = Set(variant.alphabet)
    var accepted = 0
    var refused = 0
    for length in [4, 8, 10, 11] where variant == .urlSafe || length.isMultiple(of: 4) {
      for place in 0..<length {
        for byte in UInt8.min...UInt8.max {
          var characters = [UInt8](repeating: UInt8(ascii: "A"), count: length)
          characters[place] = byte
          switch variant.outcome(characters) {
          case .success(let bytes)?:
            let isPadding = byte == UInt8(ascii: "=") && variant == .standard && place == length - 1
            #expect(alphabet.contains(byte) || isPadding)
            expectEqual(variant.text(bytes).map { Array($0.utf8) }, characters)
            accepted += 1
          case .failure(let error)?:
            if alphabet.contains(byte) {
              #expect(error.code == .base64LeftoverBits && error.offset == place && place == length - 1)
            } else {
              expectEqual(error.code, (byte == UInt8(ascii: "=") ? .base64Padding : .base64Character))
              expectEqual(error.offset, place)
            }
            refused += 1
          case nil: Issue.record("entry points differ for \(characters)")
          }
        }
      }
    }
    // Tails of two and three characters leave 4 and 16 of the 64 last characters.
    expectEqual(accepted, (variant == .urlSafe ? 64 * (4 + 8 + 9 + 10) + 4 + 16 : 64 * 12 + 2))
    expectEqual(accepted + refused, 256 * (variant == .urlSafe ? 33 : 12))
  }

  /// One text for every byte string and no other: what is accepted encodes back to itself.
  @Test(arguments: Variant.allCases) func randomBytesComeBack(variant: Variant) throws {
    var generator = SeededGenerator(seed: 1)
    var cases = 0
    for length in 0..<300 {
      let bytes = generator.bytes(length)
      let text = try #require(variant.text(bytes))
      expectEqual(variant.outcome(Array(text.utf8)), .success(bytes))
      cases += 1
    }
    expectEqual(cases, 300)
  }

  @Test func everyPrefixOfALongTextIsAcceptedOrRefusedByItsLength() {
    let text = Array(Base64URL.encode([UInt8](repeating: 0, count: 96)).utf8)
    for length in 0...text.count {
      let outcome = Variant.urlSafe.outcome(Array(text.prefix(length)))
      if length % 4 == 1 {
        let expected = JOSEError(code: .base64Length, category: .truncated, offset: length - 1, message: "")
        expectEqual(outcome, .failure(expected))
      } else {
        expectEqual(outcome, .success([UInt8](repeating: 0, count: length * 3 / 4)))
      }
    }
    expectEqual(text.count, 128)
  }
}

/// The same questions put to Foundation's decoder.
@Suite struct Base64DifferentialTests {
  /// Texts that Foundation reads and that are refused here: left-over bits and padding out of place change nothing for it,
  /// so several texts would stand for the same bytes.
  static let knownDifferences = ["AB==", "AAB=", "Zh==", "AA=A"]

  @Test func randomBytesAsFoundationHasThem() {
    var generator = SeededGenerator(seed: 2)
    for length in 0..<400 {
      let bytes = generator.bytes(length)
      let theirs = Data(bytes).base64EncodedString()
      expectEqual(Base64.encode(bytes), theirs)
      expectEqual(Variant.standard.outcome(Array(theirs.utf8)), .success(bytes))
      let mapped = theirs.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : String($0) }.joined()
      expectEqual(Base64URL.encode(bytes), mapped)
      expectEqual(Variant.urlSafe.outcome(Array(mapped.utf8)), .success(bytes))
    }
  }

  /// Whatever is accepted here, Foundation reads as the same bytes.
  @Test func mutatedTextsAreNeverReadAsOtherBytes() {
    var generator = SeededGenerator(seed: 3)
    var accepted = 0
    for _ in 0..<4000 {
      var characters = Array(Base64.encode(generator.bytes(Int.random(in: 1...40, using: &generator))).utf8)
      let place = Int.random(in: 0..<characters.count, using: &generator)
      characters[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
      guard case .success(let bytes)? = Variant.standard.outcome(characters) else { continue }
      accepted += 1
      expectEqual(Data(base64Encoded: Data(characters)), Data(bytes))
    }
    #expect(accepted > 1000)
  }

  /// Checking without making bytes goes in pieces; it must refuse the same texts at the same place.
  @Test func checkingRefusesWhatDecodingRefuses() {
    var generator = SeededGenerator(seed: 86)
    var refused = 0
    for count in 0..<1100 {
      var text = Array(
        Base64URL.encode((0..<count * 3 / 4 + 1).map { _ in UInt8.random(in: 0...255, using: &generator) }).utf8)
      text = Array(text.prefix(count))
      for _ in 0..<3 {
        let decoded = Result { () throws(JOSEError) in try Base64URL.decode(text.span).count }
        let checked = Result { () throws(JOSEError) in try Base64URL.check(text.span) }
        switch (decoded, checked) {
        case (.success, .success): break
        case (.failure(let one), .failure(let other)):
          refused += 1
          expectEqual(one, other)
        default: Issue.record("\(count) characters: one accepts, the other refuses")
        }
        if !text.isEmpty {
          text[Int.random(in: 0..<text.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
      }
    }
    #expect(refused > 1000)
  }

  @Test func knownDifferencesAreStillThere() {
    for text in Self.knownDifferences {
      #expect(Data(base64Encoded: text) != nil, "Foundation refuses \(text) now: strike it from the list")
      guard case .failure? = Variant.standard.outcome(Array(text.utf8)) else {
        Issue.record("\(text) was accepted")
        continue
      }
    }
  }
}
