// SPDX-License-Identifier: MIT
internal import JOSE
internal import StrictJSON

/// A token after reading and before its signature is judged: the state between the two halves of an examination, so that a
/// batch can judge many signatures at once.
struct OpenedToken<Payload: TokenPayload> {
  var segments: JWSSegments?
  var record: HeaderRecord?
  var payloadJSON: [UInt8]?
  private(set) var payload: Held<Payload>?
  /// What the payload claims and what it looks like; taken before it goes to the heap, where asking would copy it.
  private(set) var claims: PayloadClaims?
  private(set) var payloadKind = PayloadKind.unknown
  var signature: [UInt8]?
  /// The first fault of reading.
  var error: StoreError?

  /// Reads the payload.
  mutating func readPayload(_ json: [UInt8]) throws(JSONError) {
    let read = try Payload(json: json)
    claims = read.claims
    payloadKind = read.payloadKind
    payload = Held(read)
  }

  /// Why the signature cannot be judged, or the finding that it has the wrong form; nil if it can be.
  var signatureObstacle: CheckOutcome? {
    guard let record else {
      return .notRun(CheckFinding(code: "headerUnreadable", message: "the header cannot be read"))
    }
    guard let signature else {
      return .notRun(CheckFinding(code: "signatureUnreadable", message: "the signature cannot be decoded"))
    }
    guard record.algorithm == .passed else {
      return .notRun(CheckFinding(code: "algorithmRefused", message: "the algorithm is not one that is checked"))
    }
    guard signature.count == 64 else { return .failed(Self.wrongForm(signature)) }
    guard record.chain.leafPublicKey != nil else {
      return .notRun(CheckFinding(code: "noKey", message: "there is no usable key to check with"))
    }
    return nil
  }

  /// RFC 7518 §3.4: exactly r ‖ s, 32 bytes each.
  private static func wrongForm(_ signature: [UInt8]) -> CheckFinding {
    let looksLikeDER = signature.count >= 2 && signature[0] == 0x30 && Int(signature[1]) == signature.count - 2
    let found =
      signature.isEmpty
      ? "no signature" : "\(signature.count) bytes" + (looksLikeDER ? ", which look like a DER sequence" : "")
    return CheckFinding(code: "signatureForm", message: "expected 64 bytes (r, then s), found \(found)")
  }

  /// Judges the signature on the plain path.
  func signatureStep(_ token: Span<UInt8>, checker: any SignatureChecker) -> CheckOutcome {
    if let signatureObstacle { return signatureObstacle }
    guard let record, let segments, let signature, let key = record.chain.leafPublicKey else {
      return .notRun(CheckFinding(code: "noKey", message: "there is no usable key to check with"))
    }
    if let prepared = record.prepared {
      return Self.outcome(
        prepared.check(suffix: token.extracting(segments.payload), signature: signature.span))
    }
    return Self.outcome(
      checker.check(
        algorithm: .es256, publicKey: key, signingInput: token.extracting(segments.signingInput),
        signature: signature.span))
  }

  /// A checker's verdict as what became of the check.
  static func outcome(_ verdict: SignatureVerdict) -> CheckOutcome {
    switch verdict {
    case .valid: .passed
    case .invalid:
      .failed(
        CheckFinding(
          code: "signatureMismatch", message: "the signature does not fit the received characters and the leaf's key"))
    case .unsupported(let fact): .failed(CheckFinding(code: "signatureUnsupported", message: fact))
    case .failed(let fact):
      .failed(CheckFinding(code: "signatureUnavailable", message: "the signature could not be checked: \(fact)"))
    }
  }
}

extension StoreVerifier {
  /// Reads all three segments. Whatever is wrong is kept, and what does not depend on it is read all the same.
  ///
  /// - Parameter memory: what the worker remembers of the tokens before.
  func open<Payload: TokenPayload>(
    _ token: Span<UInt8>, as type: Payload.Type, memory: inout HeaderMemory
  ) -> OpenedToken<Payload> {
    var opened = OpenedToken<Payload>()
    guard let segments = cut(token, &opened, &memory) else { return opened }
    opened.segments = segments
    do throws(JOSEError) {
      let json = try CompactJWS.decode(.payload, token, segments)
      opened.payloadJSON = json
      do throws(JSONError) {
        try opened.readPayload(json)
      } catch {
        if opened.error == nil { opened.error = StoreError(error, payload: json, segments) }
      }
    } catch {
      if opened.error == nil { opened.error = StoreError(error) }
    }
    do throws(JOSEError) {
      opened.signature = try CompactJWS.decode(.signature, token, segments)
    } catch {
      if opened.error == nil { opened.error = StoreError(error) }
    }
    if opened.error != nil, (try? JWSSegments(token, limits: limits)) == nil {
      // Behind the header of the token before nobody looks for a third dot, until something is wrong.
      var nothing = HeaderMemory(keepsFresh: false, guesses: false)
      return open(token, as: type, memory: &nothing)
    }
    return opened
  }

  /// Cuts the token and finds or makes the record of its header.
  private func cut<Payload: TokenPayload>(
    _ token: Span<UInt8>, _ opened: inout OpenedToken<Payload>, _ memory: inout HeaderMemory
  ) -> JWSSegments? {
    if memory.guesses, let last = memory.last ?? cache.latest,
      let segments = JWSSegments(token, after: last.characters, limits: limits)
    {
      opened.record = last
      return segments
    }
    do throws(JOSEError) {
      let segments = try JWSSegments(token, limits: limits)
      switch record(token, segments, &memory) {
      case .success(let record): opened.record = record
      case .failure(let error): opened.error = StoreError(error)
      }
      return segments
    } catch {
      opened.error = StoreError(error)
      // A signing input without its signature (StoreKit's signedData) can still be shown.
      if error.code == .segmentCount { readSigningInput(token, &opened, &memory) }
      return nil
    }
  }

  /// The record of the token's header, remembered or made now.
  private func record(
    _ token: Span<UInt8>, _ segments: JWSSegments, _ memory: inout HeaderMemory
  ) -> Result<HeaderRecord, JOSEError> {
    let characters = token.extracting(segments.header)
    if let found = cache.find(characters) {
      memory.last = found
      return .success(found)
    }
    if let found = memory.findFresh(characters) { return .success(found) }
    // A header beyond the budget is refused before it is copied to be judged.
    guard characters.count * 3 / 4 <= limits.maximumHeaderByteCount else { return makeRecord(token, segments) }
    let made = cache.judge(characters, by: { self.makeRecord(token, segments) })
    if case .success(let record) = made { memory.keepFresh(record) }
    return made
  }

  private func readSigningInput<Payload: TokenPayload>(
    _ token: Span<UInt8>, _ opened: inout OpenedToken<Payload>, _ memory: inout HeaderMemory
  ) {
    guard let segments = JWSSegments(signingInput: token),
      case .success(let record) = record(token, segments, &memory),
      let json = try? CompactJWS.decode(.payload, token, segments)
    else { return }
    opened.record = record
    opened.payloadJSON = json
    try? opened.readPayload(json)
  }

  private func makeRecord(_ token: Span<UInt8>, _ segments: JWSSegments) -> Result<HeaderRecord, JOSEError> {
    do throws(JOSEError) {
      return .success(
        try HeaderRecord(
          token, segments, limits: limits, chainChecker: chainChecker, signatureChecker: signatureChecker))
    } catch {
      return .failure(error)
    }
  }
}

extension JWSSegments {
  /// The segments of a token that begins with a known header; nil if it does not, or if anything about it is unusual.
  init?(_ token: Span<UInt8>, after header: [UInt8], limits: JWSLimits) {
    let count = header.count
    guard token.count > count + 2, token.count <= limits.maximumTokenByteCount, token[count] == UInt8(ascii: "."),
      token.starts(with: header.span)
    else { return nil }
    self.init(token, headerEnd: count)
  }
}
