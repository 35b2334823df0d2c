// SPDX-License-Identifier: MIT

internal import JOSE
internal import StoreJWS
internal import StrictJSON

/// Reads compact JWS into records without judging anything, for `--no-verify`. One for each worker: it remembers the last
/// header and the last kind, which are the same in most tokens.
struct PlainReader {
  private var lastHeader: [UInt8] = []
  private var lastCertificates: [[UInt8]] = []
  private var lastKind = PayloadKind.transaction
  private let keepsCertificates: Bool

  init(keepsCertificates: Bool) {
    self.keepsCertificates = keepsCertificates
  }

  /// Reads the token in `range` of `bytes` into `record`.
  mutating func read(_ bytes: [UInt8], _ range: Range<Int>, _ map: OffsetMap, into record: inout Record) {
    let token = bytes.span.extracting(range)
    do throws(JOSEError) {
      let segments = try cut(token)
      if segments.headerEnd != lastHeader.count || !token.starts(with: lastHeader.span) {
        if let error = readHeader(token, segments) { record.error = RecordError(error, map) }
      }
      if keepsCertificates { record.certificates = lastCertificates }
      let payload = try CompactJWS.decode(.payload, token, segments)
      readPayload(payload, segments, map, into: &record)
      _ = try CompactJWS.decode(.signature, token, segments)
    } catch {
      if record.error == nil { record.error = RecordError(error, map) }
    }
  }

  /// Cuts the token; a header that is the one before is not searched for its dot again. The answer is the same either way.
  private func cut(_ token: Span<UInt8>) throws(JOSEError) -> JWSSegments {
    let header = lastHeader.count
    if header > 0, token.count > header, token[header] == 0x2E, token.starts(with: lastHeader.span),
      let segments = JWSSegments(token, headerEnd: header),
      token.firstIndex(of: 0x2E, from: header + 1) == segments.payloadEnd,
      token.firstIndex(of: 0x2E, from: segments.payloadEnd + 1) == segments.end
    {
      return segments
    }
    return try JWSSegments(token)
  }

  /// Reads a header that is not the one that was read last.
  private mutating func readHeader(_ token: Span<UInt8>, _ segments: JWSSegments) -> JOSEError? {
    let characters = token.extracting(segments.header)
    lastHeader = []
    lastCertificates = []
    do throws(JOSEError) {
      let header = try CompactJWS.header(of: token, segments)
      if keepsCertificates { lastCertificates = (try? header.certificates()) ?? [] }
      lastHeader = [UInt8](copying: characters)
      return nil
    } catch {
      return error
    }
  }

  private mutating func readPayload(
    _ json: [UInt8], _ segments: JWSSegments, _ map: OffsetMap, into record: inout Record
  ) {
    do throws(JSONError) {
      let payload = try AnyPayload(json: json, likely: lastKind)
      lastKind = payload.kind
      record.show(payload, json)
    } catch {
      record.kind = PayloadTables.kind(PayloadKind.detect(json: json.span).kind)
      if record.error == nil { record.error = RecordError(JOSEError(error, in: .payload, json: json, segments), map) }
    }
  }
}

extension Record {
  /// Takes a token's payload, with what its kind does not know.
  mutating func show(_ payload: AnyPayload, _ json: [UInt8]) {
    kind = PayloadTables.kind(payload.kind)
    self.payload = PayloadBytes(json)
    // Of an unknown kind nothing is known.
    if payload.kind != .unknown { unknownMembers = payload.unknownMembers }
  }
}

extension RecordError {
  /// A fault of a token, its offset led back to the text as given.
  init(_ error: JOSEError, _ map: OffsetMap) {
    self.init(
      error.code.rawValue, error.message, offset: map.original(error.offset), segment: error.segment?.rawValue,
      path: error.path)
  }

  /// A fault of a token, its offset led back to the text as given.
  init(_ error: StoreError, _ map: OffsetMap) {
    self.init(
      error.code.rawValue, error.message, offset: error.offset.map { map.original($0) },
      segment: error.segment?.rawValue, path: error.path)
  }
}
