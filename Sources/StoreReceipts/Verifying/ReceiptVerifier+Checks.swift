// SPDX-License-Identifier: MIT

import FoundationEssentials
import JOSE
import StoreJWS

extension ReceiptVerifier {
  /// A report of nothing run.
  static let emptyReport = VerificationReport { check in
    switch check {
    case .structure, .algorithm, .chainLength, .chainTrust, .certificatePurpose, .signingDate, .validityTime,
      .signature:
      CheckFinding(code: "receiptUnreadable", message: "the receipt cannot be read")
    case .revocation: CheckFinding(code: "notAsked", message: "revocation is not asked about for receipts")
    case .appAccountToken: CheckFinding(code: "notInThisKind", message: "receipts have no app account token")
    case .kind: CheckFinding(code: "notAsked", message: "no kind was asked for")
    case .consistency: CheckFinding(code: "notApplicable", message: "there is nothing that it must agree with")
    default: CheckFinding(code: "notAsked", message: "no expectation was given")
    }
  }

  static func signer(_ chain: CertificateChainVerdict) -> Signer? {
    chain.leaf.map {
      Signer(leaf: $0, intermediate: chain.intermediate, anchors: chain.anchors, origin: chain.origin)
    }
  }

  func apply(_ chain: CertificateChainVerdict, to report: inout VerificationReport) {
    report[.chainLength] = chain.chainLength
    report[.chainTrust] = chain.chainTrust
    report[.certificatePurpose] = chain.certificatePurpose
  }

  // MARK: - Time

  /// The receipt's own date, and the certificates' validity at the moment of judgement.
  func checkTime(
    date: Int64?, dateName: String, _ chain: CertificateChainVerdict?, _ report: inout VerificationReport
  ) {
    var moment = date
    if case .at(let given) = policy.expectations.moment {
      moment = Timestamp.seconds(milliseconds: given.timeIntervalSince1970 * 1_000)
    }
    if date == nil, policy.expectations.moment == .signingDate {
      report[.signingDate] = .failed(
        CheckFinding(code: "signingDateMissing", message: "the receipt has no \(dateName) that can be read"))
    } else {
      report[.signingDate] = boundsFinding(date, dateName).map { .failed($0) } ?? .passed
    }
    guard let moment else {
      report[.validityTime] = .notRun(
        CheckFinding(code: "signingDateMissing", message: "there is no moment to judge at"))
      return
    }
    guard let chain, chain.leaf != nil else {
      report[.validityTime] = .notRun(
        CheckFinding(code: "noCertificate", message: "there is no certificate to compare with"))
      return
    }
    report[.validityTime] = Self.validity(of: chain, at: moment)
  }

  /// The bounds on the date, where the policy has some.
  private func boundsFinding(_ date: Int64?, _ dateName: String) -> CheckFinding? {
    let bounds = policy.expectations.signingDate
    guard bounds.maximumAgeSeconds != nil || bounds.futureToleranceSeconds != nil else { return nil }
    guard let date, let now = Timestamp.seconds(milliseconds: bounds.now().timeIntervalSince1970 * 1_000) else {
      return CheckFinding(code: "signingDateMissing", message: "the receipt has no \(dateName) that can be read")
    }
    if let oldest = bounds.maximumAgeSeconds, now - date > oldest {
      return CheckFinding(
        code: "signingDateTooOld",
        message: "made at \(Timestamp.text(seconds: date)), more than \(oldest) seconds ago")
    }
    if let tolerance = bounds.futureToleranceSeconds, date - now > tolerance {
      return CheckFinding(
        code: "signingDateInFuture",
        message: "made at \(Timestamp.text(seconds: date)), more than \(tolerance) seconds ahead")
    }
    return nil
  }

  /// Every certificate of the path, inclusive at both ends; of the anchors, one must hold.
  private static func validity(of chain: CertificateChainVerdict, at seconds: Int64) -> CheckOutcome {
    for (name, facts) in [("leaf", chain.leaf), ("intermediate", chain.intermediate)] {
      if let facts, let finding = finding(name, facts, at: seconds) { return .failed(finding) }
    }
    guard chain.chainTrust == .passed else {
      return .notRun(
        CheckFinding(
          code: "chainNotTrusted",
          message: "the certificates in the receipt are valid at that moment, but lead to no trusted root"))
    }
    var last: CheckFinding?
    for anchor in chain.anchors {
      guard let finding = finding("root", anchor, at: seconds) else { return .passed }
      last = finding
    }
    return last.map { .failed($0) } ?? .passed
  }

  private static func finding(_ name: String, _ facts: CertificateFacts, at seconds: Int64) -> CheckFinding? {
    if seconds < facts.notBeforeSeconds {
      return CheckFinding(
        code: name + "NotYetValid",
        message: "the \(name) certificate is valid from \(Timestamp.text(seconds: facts.notBeforeSeconds)) on, "
          + "and the moment to judge is \(Timestamp.text(seconds: seconds))")
    }
    if seconds > facts.notAfterSeconds {
      return CheckFinding(
        code: name + "Expired",
        message: "the \(name) certificate was valid until \(Timestamp.text(seconds: facts.notAfterSeconds)), "
          + "and the moment to judge is \(Timestamp.text(seconds: seconds))")
    }
    return nil
  }

  // MARK: - Expectations

  func checkExpectations(_ claims: PayloadClaims, _ origin: SignerOrigin?, _ report: inout VerificationReport) {
    let expected = policy.expectations
    if let accepted = expected.bundleIDs {
      report[.bundleID] = compare(claims.bundleID, accepted, "bundle id", "bundleID")
    }
    if let accepted = expected.appAppleIDs {
      if claims.appAppleID == .value(0) || claims.appAppleID == .absent, claims.environment != .value(.production) {
        report[.appAppleID] = .notRun(
          CheckFinding(code: "absentInSandbox", message: "receipts from outside production have no app Apple id"))
      } else {
        report[.appAppleID] = compare(claims.appAppleID, accepted, "app Apple id", "appAppleID")
      }
    }
    if let accepted = expected.appVersion {
      report[.appVersion] = compare(claims.appVersion, [accepted], "app version", "appVersion")
    }
    if origin == .xcode, claims.environment != .value(.xcode), claims.environment != .value(.localTesting) {
      // Xcode's certificate vouches for Xcode's receipts only, whatever else is expected.
      report[.environment] = .failed(
        CheckFinding(code: "xcodeOutsideXcode", message: "signed by Xcode, but the environment is not Xcode"))
    } else if let accepted = expected.environments {
      report[.environment] = compare(claims.environment, accepted, "environment", "environment")
    }
  }

  private func compare<Value: Hashable & Sendable>(
    _ claim: PayloadClaims.Claim<Value>, _ accepted: [Value], _ name: String, _ code: String
  ) -> CheckOutcome {
    let list = accepted.map { "\($0)" }.joined(separator: " or ")
    switch claim {
    case .never:
      return .notRun(CheckFinding(code: "notInThisKind", message: "receipts of this kind have no \(name)"))
    case .absent:
      return .failed(CheckFinding(code: code + "Missing", message: "expected \(name) \(list), found none"))
    case .value(let value):
      if accepted.contains(value) { return .passed }
      return .failed(CheckFinding(code: code + "Mismatch", message: "expected \(name) \(list), found \(value)"))
    }
  }

  func checkDevice(_ receipt: AppReceipt, _ report: inout VerificationReport) {
    guard let device = policy.device else { return }
    report[.deviceHash] =
      receipt.matches(device)
      ? .passed
      : .failed(CheckFinding(code: "deviceHashMismatch", message: "the receipt was made for another device"))
  }

  func checkTransaction(_ found: [String], _ report: inout VerificationReport) {
    guard let expected = policy.expectations.transactionID else { return }
    report[.consistency] =
      found.contains(expected)
      ? .passed
      : .failed(
        CheckFinding(
          code: found.isEmpty ? "transactionIDMissing" : "transactionIDMismatch",
          message: "expected transaction id \(expected), found \(found.isEmpty ? "none" : "others")"))
  }
}

extension AppReceipt {
  /// What the receipt says of itself that a policy compares.
  var claims: PayloadClaims {
    var claims = PayloadClaims(signingMilliseconds: nil)
    claims.bundleID = .value(bundleID)
    claims.appVersion = .value(appVersion)
    claims.appAppleID = undocumented.appItemID.map { .value($0) } ?? .absent
    claims.environment =
      environment.map { .value(StoreEnvironment(rawValue: $0.storeName ?? $0.rawValue)) } ?? .absent
    return claims
  }
}

extension TransactionReceipt {
  /// What the receipt says of itself that a policy compares. No environment is production.
  var claims: PayloadClaims {
    var claims = PayloadClaims(signingMilliseconds: nil)
    claims.bundleID = bundleID.map { .value($0) } ?? .absent
    claims.appVersion = appVersion.map { .value($0) } ?? .absent
    claims.appAppleID = appItemID.flatMap { Int64($0) }.map { .value($0) } ?? .absent
    claims.environment = .value(environment.map { StoreEnvironment(rawValue: $0) } ?? .production)
    return claims
  }
}
