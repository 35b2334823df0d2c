// SPDX-License-Identifier: MIT
internal import FoundationEssentials
internal import JOSE

extension StoreVerifier {
  /// Compares a payload's claims with the policy. A claim that is absent fails with a code of its own; one that the kind
  /// never has is not run.
  func checkExpectations(
    _ claims: PayloadClaims, _ record: HeaderRecord?, _ report: inout VerificationReport
  ) {
    if let accepted = policy.bundleIDs {
      compare(claims.bundleID, accepted, "bundle id", .bundleID, "bundleID", &report)
    }
    if let accepted = policy.appAppleIDs { checkAppAppleID(claims, accepted, &report) }
    if let accepted = policy.appVersion {
      compare(claims.appVersion, [accepted], "app version", .appVersion, "appVersion", &report)
    }
    checkEnvironment(claims, record, &report)
    if let accepted = policy.appAccountToken { checkAppAccountToken(claims, accepted, &report) }
  }

  private func compare<Value: Hashable & Sendable>(
    _ claim: PayloadClaims.Claim<Value>, _ accepted: [Value], _ name: String, _ check: VerificationCheck,
    _ code: String, _ report: inout VerificationReport
  ) {
    switch claim {
    case .never:
      report[check] = .notRun(
        CheckFinding(code: "notInThisKind", message: "payloads of this kind have no \(name)"))
    case .absent:
      report[check] = .failed(
        CheckFinding(code: code + "Missing", message: "expected \(name) \(Self.list(accepted)), found none"))
    case .value(let value):
      if accepted.contains(value) {
        report.passed(check)
      } else {
        report[check] = .failed(
          CheckFinding(
            code: code + "Mismatch", message: "expected \(name) \(Self.list(accepted)), found \(value)"))
      }
    }
  }

  private static func list(_ values: [some Hashable]) -> String {
    values.map { "\($0)" }.joined(separator: " or ")
  }

  /// Sandbox, Xcode and local tests have no app Apple id, so its absence says nothing there.
  private func checkAppAppleID(
    _ claims: PayloadClaims, _ accepted: [Int64], _ report: inout VerificationReport
  ) {
    if claims.appAppleID == .absent, case .value(let environment) = claims.environment, environment != .production {
      report[.appAppleID] = .notRun(
        CheckFinding(code: "absentInSandbox", message: "\(environment) documents have no app Apple id"))
      return
    }
    compare(claims.appAppleID, accepted, "app Apple id", .appAppleID, "appAppleID", &report)
  }

  /// Xcode's certificate vouches for Xcode's tokens only, whatever else is expected.
  private func checkEnvironment(
    _ claims: PayloadClaims, _ record: HeaderRecord?, _ report: inout VerificationReport
  ) {
    if record?.chain.origin == .xcode {
      guard case .value(let environment) = claims.environment,
        environment == .xcode || environment == .localTesting
      else {
        report[.environment] = .failed(
          CheckFinding(
            code: "xcodeOutsideXcode", message: "signed by Xcode, but the environment is not Xcode or LocalTesting"))
        return
      }
    }
    if let accepted = policy.environments {
      compare(claims.environment, accepted, "environment", .environment, "environment", &report)
    }
  }

  private func checkAppAccountToken(
    _ claims: PayloadClaims, _ accepted: String, _ report: inout VerificationReport
  ) {
    if case .value(let found) = claims.appAccountToken, let uuid = UUID(uuidString: found),
      uuid == UUID(uuidString: accepted)
    {
      report.passed(.appAccountToken)
      return
    }
    compare(claims.appAccountToken, [accepted], "app account token", .appAccountToken, "appAccountToken", &report)
  }

  /// The transaction id that the caller demands, for kinds that have one.
  func checkTransactionID<Payload: TokenPayload>(_ payload: Held<Payload>, _ report: inout VerificationReport) {
    guard let accepted = policy.transactionID, let transaction = payload.value as? SignedTransaction else { return }
    compare(
      .init(transaction.transactionID), [accepted], "transaction id", .consistency, "transactionID", &report)
  }
}
