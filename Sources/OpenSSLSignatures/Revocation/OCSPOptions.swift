// SPDX-License-Identifier: MIT

/// How an ``OCSPRevocationChecker`` judges answers (RFC 6960).
public struct OCSPOptions: Hashable, Sendable {
  /// What is made of an answer that does not repeat the nonce of the request (RFC 8954).
  public enum NoncePolicy: Hashable, Sendable {
    /// A nonce that is there must be ours; one that is missing is accepted, and the answer's dates bound its age.
    /// Responders that sign answers ahead of time, as Apple's do, cannot repeat one.
    case ifPresent
    /// An answer without our nonce is not used.
    case required
  }

  /// What is made of the nonce.
  public var nonce: NoncePolicy
  /// Seconds by which the clocks of server and responder may differ: thisUpdate may lie so far ahead, nextUpdate so far
  /// back.
  public var clockToleranceSeconds: Int64
  /// Age in seconds that an answer without nextUpdate may have.
  public var maximumAgeSeconds: Int64
  /// Seconds for which an answer is kept even if its nextUpdate lies further ahead.
  public var maximumCacheSeconds: Int64
  /// Answers that are kept; the oldest goes first. 0 keeps none.
  public var cacheCapacity: Int

  /// Makes options; the defaults are five minutes of tolerance, an hour of age where there is no nextUpdate, a day in
  /// the cache, and 64 answers.
  public init(
    nonce: NoncePolicy = .ifPresent,
    clockToleranceSeconds: Int64 = 300,
    maximumAgeSeconds: Int64 = 3_600,
    maximumCacheSeconds: Int64 = 86_400,
    cacheCapacity: Int = 64
  ) {
    self.nonce = nonce
    self.clockToleranceSeconds = max(0, clockToleranceSeconds)
    self.maximumAgeSeconds = max(0, maximumAgeSeconds)
    self.maximumCacheSeconds = max(0, maximumCacheSeconds)
    self.cacheCapacity = max(0, cacheCapacity)
  }

  /// The defaults.
  public static let standard = OCSPOptions()

  /// Bytes of an answer; Apple's have under 4 KB.
  static let maximumAnswerByteCount = 64 << 10
  /// Certificates in an answer that are tried as its signer.
  static let maximumSignerCount = 4
}
