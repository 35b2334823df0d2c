// SPDX-License-Identifier: MIT

internal import ASN1Reading
internal import FoundationEssentials
internal import OpenSSLSignatures
internal import StoreJWS
internal import StoreReceipts

/// Makes the verifier that the command line asks for.
enum VerifierSetup {
  /// Why nothing is judged, where there is no verifier.
  static func unjudged(_ invocation: Invocation) -> VerificationReport {
    invocation.verifies
      ? VerificationReport(notRun: "unavailable", "this build has no OpenSSL and checks no signatures") : .switchedOff
  }

  private static func policy(_ invocation: Invocation, now: Int64) -> VerificationPolicy {
    let expected = invocation.expectations
    var policy = VerificationPolicy(
      bundleIDs: expected.bundleID.map { [$0] }, appAppleIDs: expected.appAppleID.map { [$0] },
      environments: expected.environments.isEmpty
        ? nil : expected.environments.map { StoreEnvironment(rawValue: $0) },
      appAccountToken: expected.appAccountToken, appVersion: expected.appVersion)
    switch invocation.moment {
    case .signed: policy.moment = .signingDate
    case .now: policy.moment = .at(date(now))
    case .milliseconds(let moment): policy.moment = .at(date(moment))
    }
    return policy
  }

  private static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  #if OpenSSL
    /// The verifiers of tokens and of receipts, with the roots that were given, or Apple's.
    static func verifiers(
      _ invocation: Invocation, now: Int64
    ) throws(SetupError) -> (tokens: StoreVerifier?, receipts: ReceiptVerifier?) {
      // Read once for both: a pipe gives what it has only once.
      let anchors = try anchors(invocation)
      var intermediates: [[UInt8]] = []
      for path in invocation.intermediates { intermediates += try certificates(in: path) }
      let policy = policy(invocation, now: now)
      do throws(StoreError) {
        let tokens = try StoreVerifier.appStore(policy: policy, anchors: anchors ?? .appStoreTokens)
        let receipts = try ReceiptVerifier.appStore(
          policy: ReceiptPolicy(policy, device: invocation.expectations.guid.map { DeviceIdentity(bytes: $0) }),
          anchors: anchors ?? .appStoreReceipts, intermediates: intermediates,
          mode: invocation.isStrict ? .strict : .forgiving)
        return (tokens, receipts)
      } catch {
        throw SetupError(message: error.message, status: ExitStatus.internalError)
      }
    }

    private static func anchors(_ invocation: Invocation) throws(SetupError) -> TrustAnchors? {
      if invocation.roots.isEmpty { return nil }
      var anchors = TrustAnchors.none
      for path in invocation.roots {
        let file = try RunSetup.contents(of: path)
        do throws(TrustAnchorError) {
          anchors = try anchors.adding(file: file)
        } catch {
          throw SetupError(message: "--root \(path): \(error.description)", status: ExitStatus.noInput)
        }
      }
      return anchors
    }

    /// The certificates of a file, DER or PEM. They are not trusted, so that only their form is looked at.
    private static func certificates(in path: String) throws(SetupError) -> [[UInt8]] {
      let found = CertificateText.certificates(in: try RunSetup.contents(of: path))
      guard !found.isEmpty, found.allSatisfy({ (try? CertificateSummary(der: $0)) != nil }) else {
        throw SetupError(
          message: "--intermediate \(path): expected a certificate in PEM or DER, found something else",
          status: ExitStatus.noInput)
      }
      return found
    }
  #else
    /// Without libcrypto nothing can be judged.
    static func verifiers(
      _ invocation: Invocation, now: Int64
    ) throws(SetupError) -> (tokens: StoreVerifier?, receipts: ReceiptVerifier?) { (nil, nil) }
  #endif
}
