// SPDX-License-Identifier: MIT
import Expectations
import Foundation
import JOSE
import StrictJSON
import Testing

/// Whole tokens: the published one, and what becomes of every neighbour.
@Suite struct CompactJWSTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("TestVectors")

  struct Published: Decodable {
    let header: String
    let payload: String
    let token: String
  }

  static func published() throws -> Published {
    try JSONDecoder().decode(
      Published.self, from: Data(contentsOf: folder.appendingPathComponent("standards/rfc7515-appendix-a3.json")))
  }

  static func minted() throws -> [UInt8] {
    let octets = try Array(Data(contentsOf: folder.appendingPathComponent("kinds/transaction.jws")))
    return octets.last == 0x0A ? octets.dropLast() : octets
  }

  /// RFC 7515 appendix A.3.
  @Test func theTokenOfTheStandard() throws {
    let vector = try Self.published()
    let token = try CompactJWS(vector.token)
    expectEqual(token.header.algorithm, .es256)
    expectEqual(token.header.json, Array(vector.header.utf8))
    expectEqual(token.payload, Array(vector.payload.utf8))
    expectEqual(token.signature.count, 64)
    expectEqual(token.signature.prefix(4), [14, 209, 33, 83])
    expectEqual(token.characters, Array(vector.token.utf8))
    expectEqual(
      Array(token.signingInput), Array(vector.token.split(separator: ".").prefix(2).joined(separator: ".").utf8)
    )
    let characters = Array(vector.token.utf8)
    try expectEqual(CompactJWS(characters), token)
    try expectEqual(CompactJWS(characters.span), token)
    try expectEqual(token.header.certificates(), [])
  }

  /// What a neighbour of a good token came to.
  enum Neighbour {
    case refused
    case otherBytes
  }

  /// A typed error with a place inside of the token, or other decoded bytes; anything else is a failure of the test.
  static func judge(_ characters: [UInt8], beside good: CompactJWS) -> Neighbour {
    do throws(JOSEError) {
      let token = try CompactJWS(characters)
      #expect(
        token.header.json != good.header.json || token.payload != good.payload || token.signature != good.signature,
        "two texts for one token")
      return .otherBytes
    } catch {
      #expect((0...characters.count).contains(error.offset), "\(error)")
      return .refused
    }
  }

  @Test func everyPrefix() throws {
    let good = try CompactJWS(try Self.published().token)
    var counts: [Neighbour: Int] = [:]
    for length in 0..<good.characters.count {
      counts[Self.judge(Array(good.characters.prefix(length)), beside: good), default: 0] += 1
    }
    expectEqual(counts.values.reduce(0, +), good.characters.count)
    // A signature that is cut where its bits come out even is another, shorter signature; its length is judged later.
    let shorter = try #require(counts[.otherBytes])
    #expect(shorter >= 22 && shorter < 86, "\(counts)")
  }

  @Test func everyAppendedByte() throws {
    for token in [Array(try Self.published().token.utf8), try Self.minted()] {
      let good = try CompactJWS(token)
      var counts: [Neighbour: Int] = [:]
      for byte in UInt8.min...UInt8.max {
        counts[Self.judge(good.characters + [byte], beside: good), default: 0] += 1
      }
      // Eighty-six characters and one more: left-over bits are zero for sixteen of the alphabet.
      expectEqual(counts, [.refused: 240, .otherBytes: 16])
    }
  }

  @Test func everySingleCharacterOfTheStandardsToken() throws {
    let good = try CompactJWS(try Self.published().token)
    var counts: [Neighbour: Int] = [:]
    for place in good.characters.indices {
      var characters = good.characters
      for byte in UInt8.min...UInt8.max where byte != good.characters[place] {
        characters[place] = byte
        counts[Self.judge(characters, beside: good), default: 0] += 1
      }
    }
    expectEqual(counts.values.reduce(0, +), good.characters.count * 255)
    #expect((counts[.otherBytes] ?? 0) > 10_000 && (counts[.refused] ?? 0) > 30_000, "\(counts)")
  }

  @Test func everySingleCharacterOfAMintedToken() throws {
    let good = try CompactJWS(try Self.minted())
    var counts: [Neighbour: Int] = [:]
    // The header is long and dear to read: each seventh character of it, and every one behind it.
    let places = good.characters.indices.filter { $0 >= good.segments.headerEnd || $0.isMultiple(of: 7) }
    for place in places {
      var characters = good.characters
      for byte in Array(".A_=".utf8) where byte != good.characters[place] {
        characters[place] = byte
        counts[Self.judge(characters, beside: good), default: 0] += 1
      }
    }
    #expect(places.count > 1000 && counts.values.reduce(0, +) >= places.count * 3)
    #expect((counts[.refused] ?? 0) >= places.count * 2)
  }

  /// A fault is at the place of its segment, and says so.
  @Test func faultsNameTheirSegment() throws {
    let parts = try Self.published().token.split(separator: ".").map(String.init)
    let begins = [0, parts[0].count + 1, parts[0].count + parts[1].count + 2]
    for (index, segment) in JWSSegment.allCases.enumerated() {
      var broken = parts
      broken[index] = "AA!" + parts[index].dropFirst(3)
      do throws(JOSEError) {
        _ = try CompactJWS(broken.joined(separator: "."))
        Issue.record("\(segment) was accepted")
      } catch {
        #expect(error.code == .base64Character && error.offset == begins[index] + 2 && error.segment == segment)
        #expect(error.description.contains("in the \(segment.rawValue)"))
      }
    }
  }

  /// The payload is bytes to this layer: JSON or not is the reader's matter.
  @Test func anyPayloadIsCarried() throws {
    let header = Base64URL.encode(Array("{}".utf8))
    for payload: [UInt8] in [[0], [0xFF, 0xFE], Array("no JSON".utf8)] {
      try expectEqual(CompactJWS("\(header).\(Base64URL.encode(payload)).").payload, payload)
    }
  }
}
