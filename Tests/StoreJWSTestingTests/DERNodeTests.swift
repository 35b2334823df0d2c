// SPDX-License-Identifier: MIT
import Expectations
import StoreJWSTesting
import Testing

/// Expected octets are written out by hand from X.690.
@Suite struct DERNodeTests {
  static let values: [(DERNode, [UInt8])] = [
    (.boolean(true), [0x01, 0x01, 0xFF]),
    (.boolean(false), [0x01, 0x01, 0x00]),
    (.integer(0), [0x02, 0x01, 0x00]),
    (.integer(127), [0x02, 0x01, 0x7F]),
    (.integer(128), [0x02, 0x02, 0x00, 0x80]),
    (.integer(-1), [0x02, 0x01, 0xFF]),
    (.integer(-129), [0x02, 0x02, 0xFF, 0x7F]),
    (.integer(.max), [0x02, 0x08, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
    (.integer(.min), [0x02, 0x08, 0x80, 0, 0, 0, 0, 0, 0, 0]),
    (.integer(magnitude: []), [0x02, 0x01, 0x00]),
    (.integer(magnitude: [0, 0, 0x80]), [0x02, 0x02, 0x00, 0x80]),
    (.integer(contents: []), [0x02, 0x00]),
    (.null, [0x05, 0x00]),
    (.octetString([1, 2]), [0x04, 0x02, 1, 2]),
    (.constructedOctetString([[1], [2]]), [0x24, 0x06, 0x04, 0x01, 1, 0x04, 0x01, 2]),
    (.bitString([0x80], unusedBits: 7), [0x03, 0x02, 0x07, 0x80]),
    (
      .objectIdentifier("1.2.840.113635.100.6.11.1"),
      [0x06, 0x0A, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x0B, 0x01]
    ),
    (.objectIdentifier("2.999.3"), [0x06, 0x03, 0x88, 0x37, 0x03]),
    (.utf8String("é"), [0x0C, 0x02, 0xC3, 0xA9]),
    (.sequence([.null, .null]), [0x30, 0x04, 5, 0, 5, 0]),
    (.sortedSet([.integer(2), .integer(1)]), [0x31, 0x06, 2, 1, 1, 2, 1, 2]),
    (.tagged(0, [.null]), [0xA0, 0x02, 5, 0]),
    (.tagged(6, octets: [0x61]), [0x86, 0x01, 0x61]),
    (.verbatim([9, 9, 9]), [9, 9, 9]),
    (.sequence([.verbatim([5, 0])]), [0x30, 0x02, 5, 0]),
    (.sequence([.null]).withLength(.padded(1)), [0x30, 0x81, 0x02, 5, 0]),
    (.sequence([.null]).withLength(.padded(3)), [0x30, 0x83, 0x00, 0x00, 0x02, 5, 0]),
    (.sequence([.null]).withLength(.indefinite), [0x30, 0x80, 5, 0, 0, 0]),
    (.sequence([.null]).withLength(.claimed(200)), [0x30, 0x81, 0xC8, 5, 0]),
  ]

  @Test func encodesByHand() {
    for (node, octets) in Self.values {
      expectEqual(node.encoded, octets, "\(node)")
    }
    expectEqual(Self.values.count, 29)
  }

  @Test(arguments: [
    (127, [0x7F]), (128, [0x81, 0x80]), (255, [0x81, 0xFF]), (256, [0x82, 1, 0]), (65_536, [0x83, 1, 0, 0]),
  ])
  func lengthIsShortest(count: Int, length: [UInt8]) {
    let encoded = DERNode.octetString([UInt8](repeating: 0, count: count)).encoded
    expectEqual(Array(encoded.prefix(1 + length.count)), [0x04] + length)
    expectEqual(encoded.count, 1 + length.count + count)
  }

  @Test(
    arguments: [
      (0, "700101000000Z"), (951_782_400, "000229000000Z"), (1_760_000_000, "251009085320Z"),
      (2_524_607_999, "491231235959Z"), (-1, "691231235959Z"), (-631_152_000, "500101000000Z"),
    ] as [(Int64, String)])
  func yearsTo2049AreUTCTime(seconds: Int64, text: String) {
    expectEqual(DERNode.time(seconds), DERNode(tag: 0x17, body: .octets(Array(text.utf8))))
  }

  @Test(
    arguments: [
      (2_524_608_000, "20500101000000Z"), (-631_152_001, "19491231235959Z"), (253_402_300_799, "99991231235959Z"),
      (-62_135_596_800, "00010101000000Z"),
    ] as [(Int64, String)])
  func otherYearsAreGeneralizedTime(seconds: Int64, text: String) {
    expectEqual(DERNode.time(seconds), DERNode(tag: 0x18, body: .octets(Array(text.utf8))))
  }
}
