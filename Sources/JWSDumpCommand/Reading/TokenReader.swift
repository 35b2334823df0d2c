// SPDX-License-Identifier: MIT

internal import JOSE
internal import StrictJSON

/// Reads compact JWS into records, without judging their signatures. One for each worker: it remembers the last header,
/// which is the same in most tokens.
struct TokenReader {
  private var lastHeader: [UInt8] = []
  private var lastCertificates: [[UInt8]] = []
  private let keepsCertificates: Bool

  init(keepsCertificates: Bool) {
    self.keepsCertificates = keepsCertificates
  }

  /// What a token was read as, before anybody judges it.
  struct Reading {
    var record: Record
    /// The decoded payload, if there is one.
    var payload: [UInt8]?
  }

  /// Reads the token in `range` of `bytes` into `record`.
  mutating func read(_ bytes: [UInt8], _ range: Range<Int>, _ map: OffsetMap, into record: inout Record) {
    record.isSigned = true
    let token = bytes.span.extracting(range)
    let segments: JWSSegments
    do throws(JOSEError) {
      segments = try JWSSegments(token)
    } catch {
      record.error = RecordError(error, map)
      // Two segments are a signing input; what it says can still be shown.
      readSigningInput(bytes, range, into: &record)
      return
    }
    if let error = readHeader(token, segments) { record.error = RecordError(error, map) }
    if keepsCertificates { record.certificates = lastCertificates }
    do throws(JOSEError) {
      let payload = try CompactJWS.decode(.payload, token, segments)
      readPayload(payload, segments, map, into: &record)
      _ = try CompactJWS.decode(.signature, token, segments)
    } catch {
      if record.error == nil { record.error = RecordError(error, map) }
    }
  }

  /// Reads the header unless it is the one that was read last.
  private mutating func readHeader(_ token: Span<UInt8>, _ segments: JWSSegments) -> JOSEError? {
    let characters = token.extracting(segments.header)
    if characters.count == lastHeader.count, !lastHeader.isEmpty, characters.starts(with: lastHeader.span) { return nil }
    lastHeader = []
    lastCertificates = []
    do throws(JOSEError) {
      let header = try CompactJWS.header(of: token, segments)
      if keepsCertificates { lastCertificates = try header.certificates() }
      lastHeader = [UInt8](copying: characters)
      return nil
    } catch {
      return error
    }
  }

  private func readPayload(_ payload: [UInt8], _ segments: JWSSegments, _ map: OffsetMap, into record: inout Record) {
    record.kind = PayloadTables.kind(of: payload)
    do throws(JSONError) {
      try PayloadTables.check(payload, as: record.kind)
      record.payload = PayloadBytes(payload)
      if let schema = PayloadTables.schema(of: record.kind) {
        record.unknownMembers = UnknownMemberPaths.find(in: payload, schema: schema)
      }
    } catch {
      if record.error == nil {
        record.error = RecordError(JOSEError(error, in: .payload, json: payload, segments), map)
      }
    }
  }

  private func readSigningInput(_ bytes: [UInt8], _ range: Range<Int>, into record: inout Record) {
    let token = bytes[range]
    guard let dot = token.firstIndex(of: 0x2E), token.count(where: { $0 == 0x2E }) == 1,
      let payload = try? Base64URL.decode(Array(token[(dot + 1)...]))
    else { return }
    let kind = PayloadTables.kind(of: payload)
    guard (try? PayloadTables.check(payload, as: kind)) != nil else { return }
    record.kind = kind
    record.payload = PayloadBytes(payload)
  }
}

extension RecordError {
  /// A fault of a token, its offset led back to the text as given.
  init(_ error: JOSEError, _ map: OffsetMap) {
    self.init(
      error.code.rawValue, error.message, offset: map.original(error.offset), segment: error.segment?.rawValue,
      path: error.path)
  }
}
