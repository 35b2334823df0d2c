// SPDX-License-Identifier: MIT

/// The `alg` of a JOSE header (RFC 7518 §3.1), kept as it was written.
public struct SignatureAlgorithm: RawRepresentable, Hashable, Sendable {
  /// The name as the header spells it, case included.
  public let rawValue: String

  /// Wraps a name without judging it; a checker says whether it knows the algorithm.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// ECDSA on P-256 with SHA-256 (RFC 7518 §3.4), the only algorithm that Apple signs with.
  public static let es256 = SignatureAlgorithm(rawValue: "ES256")
}

/// What a ``SignatureChecker`` found.
public enum SignatureVerdict: Hashable, Sendable {
  /// The signature belongs to the message and the key.
  case valid
  /// The signature does not belong to the message and the key. This is a statement about the input.
  case invalid
  /// The checker does not do this algorithm or this kind of key. The text says which.
  case unsupported(String)
  /// The checker itself failed (out of memory, a library error). Nothing is known about the input.
  case failed(String)
}

/// Checks one signature: bytes in, verdict out.
///
/// Implementations must be safe to call from many tasks at once and must never trap on any input.
public protocol SignatureChecker: Sendable {
  /// Checks `signature` over `signingInput`.
  ///
  /// - Parameters:
  ///   - algorithm: the algorithm that the caller accepts; never taken from the token unasked.
  ///   - publicKey: DER of a SubjectPublicKeyInfo (RFC 5280 §4.1.2.7).
  ///   - signingInput: the received characters `header.payload` (RFC 7515 §5.2), never a re-encoding.
  ///   - signature: the decoded third segment; for ES256 the 64 bytes r‖s (RFC 7518 §3.4).
  func check(
    algorithm: SignatureAlgorithm,
    publicKey: [UInt8],
    signingInput: Span<UInt8>,
    signature: Span<UInt8>
  ) -> SignatureVerdict
}

/// A checker that can prepare what repeats from token to token: the parsed key, and the hash state after the part of
/// the signing input that is the same for all of them.
public protocol PreparingSignatureChecker: SignatureChecker {
  /// Prepares for many tokens whose signing input begins with `prefix` (the header segment and its dot).
  ///
  /// - Returns: the prepared form, or nil where nothing can be gained; the caller then uses ``SignatureChecker/check(algorithm:publicKey:signingInput:signature:)``.
  func prepare(
    algorithm: SignatureAlgorithm,
    publicKey: [UInt8],
    prefix: Span<UInt8>
  ) -> (any PreparedSignatureChecker)?

  /// A batch for one worker. Batches are independent of each other and are not shared between threads.
  func makeBatch() -> any SignatureBatch
}

/// One key and one signing-input prefix, ready for many tokens. Safe to use from many tasks at once.
public protocol PreparedSignatureChecker: AnyObject, Sendable {
  /// Checks `signature` over the prepared prefix followed by `suffix`. The verdict equals that of the plain path.
  func check(suffix: Span<UInt8>, signature: Span<UInt8>) -> SignatureVerdict
}

/// Signatures that are checked together because that is cheaper; each verdict equals that of the plain path.
public protocol SignatureBatch: AnyObject {
  /// Signatures added since the last ``finish(_:)``.
  var count: Int { get }

  /// Adds one signature over `prepared`'s prefix followed by `suffix`. The bytes are consumed before this returns.
  ///
  /// `prepared` must come from the checker that made this batch; another one is checked on its own path.
  func add(_ prepared: any PreparedSignatureChecker, suffix: Span<UInt8>, signature: Span<UInt8>)

  /// Appends one verdict for each added signature to `verdicts`, in the order of adding, and empties the batch.
  func finish(_ verdicts: inout [SignatureVerdict])
}
