// SPDX-License-Identifier: MIT

/// Takes one public key for every token, whatever certificates the header carries: for keys that a caller has by other
/// means, and for tests of the signature alone.
///
/// No certificate is read: none is demanded, so their number passes, and the caller's word stands for trust and purpose. There is
/// no leaf and no lifetime to outlive; a note in the verdict says so. Tokens verify under a signer without a certificate.
public struct FixedKeyChainChecker: CertificateChainChecker {
  private let publicKey: [UInt8]

  /// Makes a checker.
  ///
  /// - Parameter publicKey: DER of a SubjectPublicKeyInfo (RFC 5280 §4.1.2.7). Its form is judged by the
  ///   ``SignatureChecker`` that uses it.
  public init(publicKey: [UInt8]) {
    self.publicKey = publicKey
  }

  /// Gives the fixed key as trusted.
  public func check(certificates: [[UInt8]]) -> CertificateChainVerdict {
    CertificateChainVerdict(
      chainLength: .passed, chainTrust: .passed, certificatePurpose: .passed, leafPublicKey: publicKey,
      notes: ["the key was given by the caller; no certificate was read"])
  }
}
