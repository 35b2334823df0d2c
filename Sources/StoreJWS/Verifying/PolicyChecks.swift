// SPDX-License-Identifier: MIT
internal import FoundationEssentials
package import JOSE

/// Compares what a document claims with a policy, for tokens and receipts alike.
///
/// A claim that is absent fails with a code of its own; one that the kind never has is not run.
package struct PolicyChecks {
  private let policy: VerificationPolicy
  private let noun: String
  private let dateName: String

  /// Prepares the checks of one kind of document.
  ///
  /// - Parameters:
  ///   - noun: what the document is called in findings, in the singular.
  ///   - dateName: what the date that stands for its signing is called.
  package init(_ policy: VerificationPolicy, noun: String, dateName: String) {
    self.policy = policy
    self.noun = noun
    self.dateName = dateName
  }

  // MARK: - Time

  /// Judges the document's own date and gives the moment, in seconds since 1970, at which its certificates must be valid.
  ///
  /// - Parameter claims: nil if they could not be read; the date is not judged then.
  /// - Returns: nil if there is no such moment, and the report says why.
  package func moment(_ claims: PayloadClaims?, _ report: inout VerificationReport) -> Int64? {
    switch policy.moment {
    case .at(let date):
      guard let seconds = Timestamp.seconds(milliseconds: date.timeIntervalSince1970 * 1000) else {
        return noMoment(CheckFinding(code: "momentOutOfRange", message: "the moment to judge is out of range"), &report)
      }
      if let claims { checkBounds(claims, &report) }
      return seconds
    case .signingDate:
      guard let claims else { return nil }
      guard let milliseconds = claims.signingMilliseconds else { return noMoment(dateMissing, &report) }
      guard let seconds = Timestamp.seconds(milliseconds: milliseconds) else {
        return noMoment(
          CheckFinding(code: "signingDateOutOfRange", message: "the \(dateName) is out of range"), &report)
      }
      checkBounds(claims, &report)
      return seconds
    }
  }

  private var dateMissing: CheckFinding {
    CheckFinding(
      code: "signingDateMissing",
      message: "the \(noun) has no \(dateName) that can be read; give the moment to judge its certificates at")
  }

  private func noMoment(_ finding: CheckFinding, _ report: inout VerificationReport) -> Int64? {
    report[.signingDate] = .failed(finding)
    report[.validityTime] = .notRun(CheckFinding(code: finding.code, message: "there is no moment to judge at"))
    return nil
  }

  /// Compares the date with the bounds that were asked for.
  private func checkBounds(_ claims: PayloadClaims, _ report: inout VerificationReport) {
    let bounds = policy.signingDate
    guard bounds.maximumAgeSeconds != nil || bounds.futureToleranceSeconds != nil else {
      report.passed(.signingDate)
      return
    }
    guard let seconds = claims.signingMilliseconds.flatMap({ Timestamp.seconds(milliseconds: $0) }),
      let now = Timestamp.seconds(milliseconds: bounds.now().timeIntervalSince1970 * 1000)
    else {
      report[.signingDate] = .failed(dateMissing)
      return
    }
    if let oldest = bounds.maximumAgeSeconds, now - seconds > oldest {
      report[.signingDate] = .failed(
        CheckFinding(
          code: "signingDateTooOld",
          message: "the \(dateName) is \(Timestamp.text(seconds: seconds)), more than \(oldest) seconds ago"))
    } else if let tolerance = bounds.futureToleranceSeconds, seconds - now > tolerance {
      report[.signingDate] = .failed(
        CheckFinding(
          code: "signingDateInFuture",
          message: "the \(dateName) is \(Timestamp.text(seconds: seconds)), more than \(tolerance) seconds ahead"))
    } else {
      report.passed(.signingDate)
    }
  }

  // MARK: - Expectations

  /// Compares app, environment and app account token.
  ///
  /// - Parameter origin: who vouches for the signer; nil if nobody could be found.
  package func expectations(_ claims: PayloadClaims, _ origin: SignerOrigin?, _ report: inout VerificationReport) {
    if let accepted = policy.bundleIDs {
      compare(claims.bundleID, accepted, "bundle id", .bundleID, "bundleID", &report)
    }
    if let accepted = policy.appAppleIDs { checkAppAppleID(claims, accepted, &report) }
    if let accepted = policy.appVersion {
      compare(claims.appVersion, [accepted], "app version", .appVersion, "appVersion", &report)
    }
    checkEnvironment(claims, origin, &report)
    if let accepted = policy.appAccountToken { checkAppAccountToken(claims, accepted, &report) }
  }

  /// Compares one claim with the values that are accepted.
  func compare<Value: Hashable & Sendable>(
    _ claim: PayloadClaims.Claim<Value>, _ accepted: [Value], _ name: String, _ check: VerificationCheck,
    _ code: String, _ report: inout VerificationReport
  ) {
    switch claim {
    case .never:
      report[check] = .notRun(
        CheckFinding(code: "notInThisKind", message: "\(noun)s of this kind have no \(name)"))
    case .absent:
      report[check] = .failed(
        CheckFinding(code: code + "Missing", message: "expected \(name) \(Self.list(accepted)), found none"))
    case .value(let value):
      if accepted.contains(where: { Self.isSame($0, value) }) {
        report.passed(check)
      } else {
        report[check] = .failed(
          CheckFinding(
            code: code + "Mismatch", message: "expected \(name) \(Self.list(accepted)), found \(value)"))
      }
    }
  }

  /// Texts are the same if their bytes are: `==` holds é for e and an accent, and the Kelvin sign for K.
  private static func isSame<Value: Hashable>(_ left: Value, _ right: Value) -> Bool {
    if let left = left as? String, let right = right as? String { return left.utf8.elementsEqual(right.utf8) }
    return left == right
  }

  private static func list(_ values: [some Hashable]) -> String {
    values.map { "\($0)" }.joined(separator: " or ")
  }

  /// Sandbox, Xcode and local tests have no app Apple id, so its absence says nothing there.
  private func checkAppAppleID(_ claims: PayloadClaims, _ accepted: [Int64], _ report: inout VerificationReport) {
    if claims.appAppleID == .absent, case .value(let environment) = claims.environment, environment != .production {
      report[.appAppleID] = .notRun(
        CheckFinding(code: "absentInSandbox", message: "\(environment) documents have no app Apple id"))
      return
    }
    compare(claims.appAppleID, accepted, "app Apple id", .appAppleID, "appAppleID", &report)
  }

  /// Xcode's certificate vouches for Xcode's documents only, whatever else is expected.
  private func checkEnvironment(
    _ claims: PayloadClaims, _ origin: SignerOrigin?, _ report: inout VerificationReport
  ) {
    if origin == .xcode {
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
}
