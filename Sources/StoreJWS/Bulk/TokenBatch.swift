// SPDX-License-Identifier: MIT
internal import JOSE

/// Examines many tokens together, for one worker: signatures under keys that repeat are cheaper in company.
///
/// Every examination equals the one that ``StoreVerifier/examine(_:as:)-(Span<UInt8>,_)`` gives. A batch is not shared between
/// threads; several batches of one verifier share its remembered headers.
public final class TokenBatch<Payload: TokenPayload> {
  private let verifier: StoreVerifier
  private let signatures: (any SignatureBatch)?
  private var pending: [Pending] = []
  private var memory = HeaderMemory(keepsFresh: true)
  private var verdicts: [SignatureVerdict] = []

  private struct Pending {
    let opened: OpenedToken
    let characters: TokenCharacters
    /// nil while the signature waits in the batch.
    let signature: CheckOutcome?
  }

  /// Makes an empty batch.
  public init(of payload: Payload.Type, for verifier: StoreVerifier) {
    self.verifier = verifier
    signatures = (verifier.signatureChecker as? any PreparingSignatureChecker)?.makeBatch()
  }

  /// Tokens added since the last ``finish()``.
  public var count: Int { pending.count }

  /// Reads one token and leaves its signature for later; see ``add(_:)-([UInt8])``. The characters are copied, for the
  /// examination keeps them.
  public func add(_ token: Span<UInt8>) {
    add([UInt8](copying: token))
  }

  /// Reads one token and leaves its signature for later.
  public func add(_ characters: [UInt8]) {
    add(TokenCharacters(characters))
  }

  /// Reads the token in `range` of `storage`, which lies inside it, and leaves its signature for later; nothing is copied, and
  /// the examination keeps all of `storage`.
  package func add(_ storage: [UInt8], _ range: Range<Int>) {
    add(TokenCharacters(storage, range))
  }

  @_specialize(where Payload == SignedTransaction)
  @_specialize(where Payload == AnyPayload)
  private func add(_ characters: TokenCharacters) {
    let token = characters.span
    let opened = OpenedToken(token, for: verifier, memory: &memory)
    var outcome = opened.signatureObstacle
    if outcome == nil {
      if let signatures, let prepared = opened.record?.prepared, let segments = opened.segments,
        let signature = opened.signature
      {
        signatures.add(prepared, suffix: token.extracting(segments.payload), signature: signature.span)
      } else {
        outcome = opened.signatureStep(token, checker: verifier.signatureChecker)
      }
    }
    pending.append(Pending(opened: opened, characters: characters, signature: outcome))
  }

  /// Judges all signatures that wait, and hands each examination to `body` in the order of adding. Empties the batch.
  @_specialize(where Payload == SignedTransaction)
  @_specialize(where Payload == AnyPayload)
  public func finish(_ body: (Examination<Payload>) -> Void) {
    var verdicts: [SignatureVerdict] = []
    swap(&verdicts, &self.verdicts)
    signatures?.finish(&verdicts)
    // Taken out of the object while the tokens are gone through: each access to a property of it is watched.
    var pending: [Pending] = []
    swap(&pending, &self.pending)
    var next = 0
    for index in pending.indices {
      var outcome = pending[index].signature
      if outcome == nil {
        // A checker that gives fewer verdicts than it took signatures has failed; nothing is known then.
        outcome =
          next < verdicts.count
          ? OpenedToken.outcome(verdicts[next])
          : OpenedToken.outcome(.failed("no verdict was given"))
        next += 1
      }
      body(
        verifier.finish(
          pending[index].opened, as: Payload.self, characters: pending[index].characters,
          outcome ?? OpenedToken.outcome(.failed("not judged"))))
    }
    memory.forgetFresh()
    guard self.pending.isEmpty else { return }
    pending.removeAll(keepingCapacity: true)
    verdicts.removeAll(keepingCapacity: true)
    swap(&pending, &self.pending)
    swap(&verdicts, &self.verdicts)
  }

  /// Judges all signatures that wait and gives the examinations in the order of adding. Empties the batch.
  public func finish() -> [Examination<Payload>] {
    var examinations: [Examination<Payload>] = []
    examinations.reserveCapacity(pending.count)
    finish { examinations.append($0) }
    return examinations
  }
}
