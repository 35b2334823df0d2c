// SPDX-License-Identifier: MIT

/// What a ``RevocationChecker`` found out.
public enum RevocationVerdict: Hashable, Sendable {
  /// Every certificate asked about is good.
  case good
  /// A certificate is revoked. A revoked certificate is refused whatever the token's date.
  case revoked(String)
  /// The responder does not know a certificate.
  case unknown(String)
  /// No usable answer was to be had: no network, a slow or broken responder, an expired or foreign answer. This says
  /// nothing about the certificate and may be tried again.
  case unavailable(String)
}

/// Asks whether the certificates of a trusted chain have been revoked (RFC 6960).
public protocol RevocationChecker: Sendable {
  /// Asks about leaf and intermediate.
  ///
  /// Called only after the token's signature has been found to fit, because the address to ask comes from the
  /// certificate (else a forger would choose where a server connects to).
  ///
  /// - Parameters:
  ///   - leaf: DER of the leaf.
  ///   - intermediate: DER of the leaf's issuer.
  ///   - nowSeconds: the present moment, in seconds since 1970-01-01T00:00:00Z.
  func check(leaf: [UInt8], intermediate: [UInt8], nowSeconds: Int64) async -> RevocationVerdict
}

/// Carries an OCSP request to a responder: bytes and an address in, bytes out.
public protocol OCSPRequester: Sendable {
  /// Posts `request` (DER of an OCSPRequest) to `url` and gives the body of the answer.
  ///
  /// - Throws: ``OCSPRequestError`` when there is no answer; the caller treats that as retryable.
  func send(request: [UInt8], to url: String) async throws(OCSPRequestError) -> [UInt8]
}

/// Why a responder gave no answer.
public struct OCSPRequestError: Error, Hashable, Sendable {
  /// The fact in one sentence, for a log.
  public let reason: String

  /// Makes the error.
  public init(reason: String) {
    self.reason = reason
  }
}
