// SPDX-License-Identifier: MIT
import Expectations
import JOSE
import Testing

/// Where the segments stand, and what is no compact JWS by its dots alone.
@Suite struct SegmentTests {
  static func outcome(_ token: String, limits: JWSLimits = .standard) -> Result<JWSSegments, JOSEError> {
    let characters = Array(token.utf8)
    return Result { () throws(JOSEError) in try JWSSegments(characters.span, limits: limits) }
  }

  @Test func cutsAtTheDots() throws {
    let segments = try Self.outcome("abc.defg.hi").get()
    #expect(segments.header == 0..<3 && segments[.header] == segments.header)
    #expect(segments.payload == 4..<8 && segments[.payload] == segments.payload)
    #expect(segments.signature == 9..<11 && segments[.signature] == segments.signature)
    expectEqual(segments.signingInput, 0..<8)
    expectEqual(segments.end, 11)
  }

  /// Dots at every distance, because they are looked for eight bytes at a time.
  @Test func findsDotsAtEveryDistance() throws {
    var count = 0
    for header in 1..<20 {
      for payload in 1..<20 {
        for signature in 0..<10 {
          let token = [header, payload, signature].map { String(repeating: "/", count: $0) }.joined(separator: ".")
          let segments = try Self.outcome(token).get()
          #expect(segments.header.count == header && segments.payload.count == payload)
          expectEqual(segments.signature.count, signature)
          count += 1
        }
      }
    }
    expectEqual(count, 3610)
  }

  @Test(arguments: [
    ("", "segmentCount", 0, "truncated"), ("a", "segmentCount", 1, "truncated"), (".", "segmentCount", 1, "truncated"),
    ("a.", "segmentCount", 2, "truncated"), ("a.b", "segmentCount", 3, "truncated"),
    ("a.b.c.d", "segmentCount", 5, "malformed"), ("a.b.c.", "segmentCount", 5, "malformed"),
    ("a.b.c.d.e", "segmentCount", 5, "malformed"), ("...", "segmentCount", 2, "malformed"),
    ("..", "emptySegment", 0, "malformed"), (".b.c", "emptySegment", 0, "malformed"),
    (".b.", "emptySegment", 0, "malformed"), ("a..c", "emptySegment", 2, "malformed"),
    ("a..", "emptySegment", 2, "malformed"), ("abcdefgh..", "emptySegment", 9, "malformed"),
  ])
  func refusesAndSaysWhere(token: String, code: String, offset: Int, category: String) {
    guard case .failure(let error) = Self.outcome(token) else {
      Issue.record("\(token) was accepted")
      return
    }
    #expect(error.code.rawValue == code && error.offset == offset, "\(error)")
    expectEqual(error.category.rawValue, category)
  }

  /// RFC 7515 §4 needs a header and Apple a payload; an unsecured token has an empty signature (RFC 7518 §3.6).
  @Test func anEmptySignatureIsASegment() throws {
    try expectEqual(Self.outcome("a.b.").get().signature, 4..<4)
  }

  @Test func aMissingSignatureIsExplained() {
    guard case .failure(let error) = Self.outcome("eyJ.eyJ") else {
      Issue.record("two segments were accepted")
      return
    }
    #expect(error.message.contains("a signing input without its signature"))
  }

  @Test func keepsTheBudget() throws {
    var limits = JWSLimits.standard
    limits.maximumTokenByteCount = 11
    try expectEqual(Self.outcome("abc.defg.hi", limits: limits).get().end, 11)
    let expected = JOSEError(code: .tokenTooLong, category: .overLimit, offset: 11, message: "")
    let outcome = Self.outcome("abc.defg.hij", limits: limits)
    expectEqual(outcome, .failure(expected))
    #expect(throws: JOSEError.self) { try CompactJWS("abc.defg.hij", limits: limits) }
  }

  @Test func characterOffsets() throws {
    let segments = try Self.outcome("aaaa.bbbbbbbb.cc").get()
    let offsets = (0...7).map { segments.characterOffset(ofByte: $0, in: .payload) }
    expectEqual(offsets, [5, 6, 7, 9, 10, 11, 13, 13])
  }
}
