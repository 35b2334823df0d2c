// SPDX-License-Identifier: MIT

/// The three parts of a compact JWS (RFC 7515 §7.1).
public enum JWSSegment: String, Hashable, Sendable, CaseIterable {
  /// The protected header.
  case header
  /// The payload.
  case payload
  /// The signature.
  case signature
}

/// Budgets on what the writer of a token can size.
public struct JWSLimits: Hashable, Sendable {
  /// The longest token, in characters. Apple's longest are notifications of some 20 KB; the room is for what may come.
  public var maximumTokenByteCount: Int
  /// The longest header, in decoded bytes. Apple's have 3,308; three certificates of 4 KiB would have some 16,400 characters.
  public var maximumHeaderByteCount: Int
  /// The longest certificate, in bytes of DER. Apple's have up to 1,100.
  public var maximumCertificateByteCount: Int

  /// Makes limits.
  public init(maximumTokenByteCount: Int, maximumHeaderByteCount: Int, maximumCertificateByteCount: Int) {
    self.maximumTokenByteCount = maximumTokenByteCount
    self.maximumHeaderByteCount = maximumHeaderByteCount
    self.maximumCertificateByteCount = maximumCertificateByteCount
  }

  /// 4 MiB a token, 16 KiB a header, 4 KiB a certificate.
  public static let standard = JWSLimits(
    maximumTokenByteCount: 4 << 20, maximumHeaderByteCount: 16 << 10, maximumCertificateByteCount: 4 << 10)
}

/// Where the segments of a compact JWS stand; nothing is decoded and nothing is copied.
@frozen public struct JWSSegments: Hashable, Sendable {
  /// Offset of the first dot: the header is in front of it.
  public let headerEnd: Int
  /// Offset of the second dot: the signing input is in front of it.
  public let payloadEnd: Int
  /// Length of the token.
  public let end: Int

  /// The header's characters.
  public var header: Range<Int> { 0..<headerEnd }
  /// The payload's characters.
  public var payload: Range<Int> { headerEnd + 1..<payloadEnd }
  /// The signature's characters; none in a signing input that stands alone.
  public var signature: Range<Int> { min(payloadEnd + 1, end)..<end }
  /// The characters that are signed: header, dot, payload (RFC 7515 §5.1 step 8).
  public var signingInput: Range<Int> { 0..<payloadEnd }

  /// Cuts a token at its dots.
  ///
  /// - Throws: `segmentCount`, `emptySegment` (header or payload), `tokenTooLong`.
  public init(_ token: Span<UInt8>, limits: JWSLimits = .standard) throws(JOSEError) {
    let count = token.count
    guard count <= limits.maximumTokenByteCount else {
      throw JOSEError(
        code: .tokenTooLong, category: .overLimit, offset: limits.maximumTokenByteCount,
        message: "the token has \(count) characters; at most \(limits.maximumTokenByteCount) are read")
    }
    let first = token.firstIndex(of: UInt8(ascii: "."), from: 0)
    let second = token.firstIndex(of: UInt8(ascii: "."), from: min(first + 1, count))
    let third = token.firstIndex(of: UInt8(ascii: "."), from: min(second + 1, count))
    guard first < count, second < count, third == count else {
      throw Self.wrongCount(token, firstDot: first)
    }
    headerEnd = first
    payloadEnd = second
    end = count
    if first == 0 { throw Self.empty(.header, at: 0) }
    if second == first + 1 { throw Self.empty(.payload, at: second) }
  }

  /// Makes the segments of a token that is known to begin with a header of `headerEnd` characters and its dot, without
  /// looking at those again; nil if there is no second dot behind some payload, and then the other initialiser says why.
  /// Nobody looks for a third dot: it would stand in the signature, where no dot can be decoded.
  package init?(_ token: Span<UInt8>, headerEnd: Int) {
    let count = token.count
    let dot = token.firstIndex(of: UInt8(ascii: "."), from: headerEnd &+ 1)
    guard dot < count, dot > headerEnd &+ 1 else { return nil }
    self.headerEnd = headerEnd
    payloadEnd = dot
    end = count
  }

  /// The segments of a signing input that stands alone, header and payload with one dot between them; nil for any
  /// other number of dots.
  package init?(signingInput token: Span<UInt8>) {
    let count = token.count
    let dot = token.firstIndex(of: UInt8(ascii: "."), from: 0)
    guard dot > 0, dot + 1 < count, token.firstIndex(of: UInt8(ascii: "."), from: dot + 1) == count,
      dot <= (JWSLimits.standard.maximumHeaderByteCount + 2) / 3 * 4
    else { return nil }
    headerEnd = dot
    payloadEnd = count
    end = count
  }

  private static func empty(_ segment: JWSSegment, at offset: Int) -> JOSEError {
    JOSEError(
      code: .emptySegment, category: .malformed, offset: offset, segment: segment,
      message: "expected a \(segment.rawValue), found nothing")
  }

  private static func wrongCount(_ token: Span<UInt8>, firstDot: Int) -> JOSEError {
    var dots = 0
    var offset = token.count
    for index in token.indices where token[index] == UInt8(ascii: ".") {
      dots += 1
      if dots == 3 { offset = index }
    }
    let found = dots == 0 ? "no dot" : dots == 1 ? "2 segments" : "\(dots + 1) segments"
    let hint =
      dots == 1 ? " (a signing input without its signature: send the whole JWS, StoreKit's jwsRepresentation)" : ""
    return JOSEError(
      code: .segmentCount, category: dots < 2 ? .truncated : .malformed, offset: offset,
      message: "expected 3 segments with dots between them, found \(found)\(hint)")
  }
}
