// SPDX-License-Identifier: MIT
internal import JOSE
internal import StrictJSON

/// A token cut into its segments, with all that judging its signature needs: the state between the two halves of an
/// examination, so that a batch can judge many signatures at once.
///
/// The payload is read afterwards, when the examination is finished: what is made of it would push the tables of multiples out
/// of the nearest cache while signatures are judged.
struct OpenedToken {
  /// Where the segments stand; of a signing input without its signature header and payload only. nil if there is neither.
  private(set) var segments: JWSSegments?
  private(set) var record: HeaderRecord?
  private(set) var signature: [UInt8]?
  /// Why the token cannot be cut, or its header not be read.
  private(set) var headerError: StoreError?
  /// Why the signature cannot be decoded. What is wrong in the payload stands in front of it and is said first.
  private(set) var signatureError: StoreError?

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

extension OpenedToken {
  /// Cuts a token, finds its header's record and decodes its signature. Whatever is wrong is kept, and what does not depend on
  /// it is read all the same.
  ///
  /// - Parameter memory: what the worker remembers of the tokens before.
  init(_ token: Span<UInt8>, for verifier: StoreVerifier, memory: inout HeaderMemory) {
    if let last = memory.last ?? verifier.cache.latest,
      let known = JWSSegments(token, after: last.characters, limits: verifier.limits)
    {
      segments = known
      record = last
      decodeSignature(token, known)
      if signatureError == nil { return }
      // Behind the header of the token before nobody has looked for a third dot.
      signatureError = nil
    }
    do throws(JOSEError) {
      let cut = try JWSSegments(token, limits: verifier.limits)
      segments = cut
      readHeader(token, cut, verifier, &memory)
      decodeSignature(token, cut)
    } catch {
      headerError = StoreError(error)
      segments = nil
      record = nil
      // A signing input without its signature (StoreKit's signedData) can still be shown.
      if error.code == .segmentCount { readSigningInput(token, verifier, &memory) }
    }
  }

  private mutating func decodeSignature(_ token: Span<UInt8>, _ segments: JWSSegments) {
    do throws(JOSEError) {
      signature = try CompactJWS.decode(.signature, token, segments)
    } catch {
      signatureError = StoreError(error)
    }
  }

  private mutating func readHeader(
    _ token: Span<UInt8>, _ segments: JWSSegments, _ verifier: StoreVerifier, _ memory: inout HeaderMemory
  ) {
    switch verifier.record(token, segments, &memory) {
    case .success(let found): record = found
    case .failure(let error):
      record = nil
      headerError = StoreError(error)
    }
  }

  private mutating func readSigningInput(
    _ token: Span<UInt8>, _ verifier: StoreVerifier, _ memory: inout HeaderMemory
  ) {
    guard let cut = JWSSegments(signingInput: token),
      case .success(let found) = verifier.record(token, cut, &memory)
    else { return }
    segments = cut
    record = found
  }
}

extension StoreVerifier {
  /// The record of the token's header, remembered or made now.
  fileprivate func record(
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
