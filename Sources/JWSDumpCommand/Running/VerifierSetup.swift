// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import OpenSSLSignatures
internal import StoreJWS

/// Makes the verifier that the command line asks for.
enum VerifierSetup {
  /// Why nothing is judged, where there is no verifier.
  static func unjudged(_ invocation: Invocation) -> Verification {
    invocation.verifies
      ? Verification(notRun: "unavailable", "this build has no OpenSSL and checks no signatures") : .switchedOff
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
    /// A verifier with the roots that were given, or Apple's.
    static func verifier(_ invocation: Invocation, now: Int64) throws(SetupError) -> StoreVerifier? {
      var anchors = TrustAnchors.none
      for path in invocation.roots {
        let file = try RunSetup.contents(of: path)
        do throws(TrustAnchorError) {
          anchors = try anchors.adding(file: file)
        } catch {
          throw SetupError(message: "--root \(path): \(error.description)", status: ExitStatus.noInput)
        }
      }
      do throws(StoreError) {
        return try StoreVerifier(
          policy: policy(invocation, now: now),
          chainChecker: AppStoreChainChecker(anchors: invocation.roots.isEmpty ? .appStoreTokens : anchors),
          signatureChecker: ES256Checker())
      } catch {
        throw SetupError(message: error.message, status: ExitStatus.internalError)
      }
    }
  #else
    /// Without libcrypto nothing can be judged.
    static func verifier(_ invocation: Invocation, now: Int64) throws(SetupError) -> StoreVerifier? { nil }
  #endif
}
