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

  func apply(_ chain: CertificateChainVerdict, to report: inout VerificationReport) {
    report[.chainLength] = chain.chainLength
    report[.chainTrust] = chain.chainTrust
    report[.certificatePurpose] = chain.certificatePurpose
  }

  // MARK: - Checks

  /// The receipt's own date, its certificates' validity at the moment of judgement, and what the policy expects.
  ///
  /// - Parameters:
  ///   - claims: nil if the receipt could not be read.
  ///   - dateName: what the date that stands for the signing is called.
  ///   - chain: nil if there is none.
  func checkPolicy(
    _ claims: PayloadClaims?, dateName: String, _ chain: CertificateChainVerdict?, _ report: inout VerificationReport
  ) {
    let checks = PolicyChecks(policy.expectations, noun: "receipt", dateName: dateName)
    if let moment = checks.moment(claims, &report) {
      report[.validityTime] =
        chain?.validity(at: moment)
        ?? .notRun(CheckFinding(code: "noCertificate", message: "there is no certificate to compare with"))
    }
    if let claims { checks.expectations(claims, chain?.origin, &report) }
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
    var claims = PayloadClaims(signingMilliseconds: creationDate.milliseconds.map { Double($0) })
    claims.bundleID = .value(bundleID)
    claims.appVersion = .value(appVersion)
    claims.appAppleID = PayloadClaims.Claim(appItemID: undocumented.appItemID)
    claims.environment =
      environment.map { .value(StoreEnvironment(rawValue: $0.storeName ?? $0.rawValue)) } ?? .absent
    return claims
  }
}

extension TransactionReceipt {
  /// What the receipt says of itself that a policy compares; all of it signed.
  var claims: PayloadClaims {
    var claims = PayloadClaims(signingMilliseconds: purchaseDateMilliseconds.map { Double($0) })
    claims.bundleID = bundleID.map { .value($0) } ?? .absent
    claims.appVersion = appVersion.map { .value($0) } ?? .absent
    claims.appAppleID = PayloadClaims.Claim(appItemID: appItemID.flatMap { Int64($0) })
    claims.environment = .value(environment)
    return claims
  }
}

extension PayloadClaims.Claim<Int64> {
  /// Receipts from outside production have 0 in place of the app's number.
  fileprivate init(appItemID: Int64?) {
    self = appItemID.flatMap { $0 == 0 ? nil : .value($0) } ?? .absent
  }
}
