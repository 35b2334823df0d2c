// SPDX-License-Identifier: MIT
public import StrictJSON

/// A compact JWS (RFC 7515 §7.1), cut and decoded. Nothing in it has been checked and nothing is to be believed.
///
/// The received characters are kept as they are: a signature is over them, never over a re-encoding.
public struct CompactJWS: Hashable, Sendable {
  /// The token as received.
  public let characters: [UInt8]
  /// Where its segments stand.
  public let segments: JWSSegments
  /// The header.
  public let header: JOSEHeader
  /// The decoded payload.
  public let payload: [UInt8]
  /// The decoded signature; empty for an unsecured token.
  public let signature: [UInt8]

  /// Reads a token.
  ///
  /// - Throws: ``JOSEError`` for a fault of segments, base64url or header, with the offset in `token`.
  public init(_ token: [UInt8], limits: JWSLimits = .standard) throws(JOSEError) {
    let span = token.span
    segments = try JWSSegments(span, limits: limits)
    header = try CompactJWS.header(of: span, segments, limits: limits)
    payload = try CompactJWS.decode(.payload, span, segments)
    signature = try CompactJWS.decode(.signature, span, segments)
    characters = token
  }

  /// Reads a token; see ``init(_:limits:)-([UInt8],_)``. The characters are copied.
  public init(_ token: Span<UInt8>, limits: JWSLimits = .standard) throws(JOSEError) {
    try self.init([UInt8](copying: token), limits: limits)
  }

  /// Reads a token; see ``init(_:limits:)-([UInt8],_)``. Offsets count UTF-8 bytes.
  public init(_ token: String, limits: JWSLimits = .standard) throws(JOSEError) {
    try self.init(Array(token.utf8), limits: limits)
  }

  /// The characters that are signed: header, dot, payload (RFC 7515 §5.1 step 8), as received.
  public var signingInput: ArraySlice<UInt8> { characters[segments.signingInput] }

  // MARK: - Parts, for callers that need only some

  /// Decodes one segment.
  ///
  /// - Throws: faults of base64url, with the offset in `token`.
  public static func decode(
    _ segment: JWSSegment, _ token: Span<UInt8>, _ segments: JWSSegments
  ) throws(JOSEError) -> [UInt8] {
    let range = segments[segment]
    do throws(JOSEError) {
      return try Base64URL.decode(token.extracting(range))
    } catch {
      throw error.moved(to: segment, at: range.lowerBound)
    }
  }

  /// Refuses what ``decode(_:_:_:)`` refuses, and makes no bytes.
  package static func check(
    _ segment: JWSSegment, _ token: Span<UInt8>, _ segments: JWSSegments
  ) throws(JOSEError) {
    let range = segments[segment]
    do throws(JOSEError) {
      try Base64URL.check(token.extracting(range))
    } catch {
      throw error.moved(to: segment, at: range.lowerBound)
    }
  }

  /// Decodes and reads the header.
  ///
  /// - Throws: faults of base64url and of JSON, `headerTooLong`, with the offset in `token`.
  public static func header(
    of token: Span<UInt8>, _ segments: JWSSegments, limits: JWSLimits = .standard
  ) throws(JOSEError) -> JOSEHeader {
    guard segments.headerEnd * 3 / 4 <= limits.maximumHeaderByteCount else {
      throw JOSEError(
        code: .headerTooLong, category: .overLimit, offset: 0, segment: .header,
        message: "the header has \(segments.headerEnd) characters; "
          + "at most \(limits.maximumHeaderByteCount) decoded bytes are read")
    }
    let json = try decode(.header, token, segments)
    do throws(JSONError) {
      return try JOSEHeader(json: json)
    } catch {
      throw JOSEError(error, in: .header, json: json, segments)
    }
  }
}

extension JWSSegments {
  /// The characters of one segment.
  public subscript(segment: JWSSegment) -> Range<Int> {
    switch segment {
    case .header: header
    case .payload: payload
    case .signature: signature
    }
  }

  /// The character that holds the first bits of a decoded byte.
  public func characterOffset(ofByte index: Int, in segment: JWSSegment) -> Int {
    let range = self[segment]
    return min(range.lowerBound + index * 4 / 3, range.upperBound)
  }
}

extension JOSEError {
  /// A fault in a segment's characters, carried over to the token.
  fileprivate func moved(to segment: JWSSegment, at start: Int) -> JOSEError {
    JOSEError(
      code: code, category: category, offset: start + offset, segment: segment,
      message: "\(segment.rawValue): \(message)")
  }

  /// A fault in a segment's JSON, carried over to the token: offset of the character, path of the member.
  public init(_ error: JSONError, in segment: JWSSegment, json: [UInt8], _ segments: JWSSegments) {
    let path = JSONPath.path(at: error.offset, in: json.span)
    self.init(
      code: Code(rawValue: error.code.rawValue), category: Category(error.category),
      offset: segments.characterOffset(ofByte: error.offset, in: segment), segment: segment, path: path,
      message: "\(segment.rawValue): \(error.message)")
  }
}
