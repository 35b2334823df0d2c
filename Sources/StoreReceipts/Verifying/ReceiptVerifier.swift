// SPDX-License-Identifier: MIT

import ASN1Reading
import JOSE
public import StoreJWS

/// Checks app receipts and transaction receipts against one policy.
///
/// Make one and share it: it is safe to use from any number of tasks at once. `OpenSSLSignatures` has
/// `ReceiptVerifier.appStore(…)`, which brings Apple's roots along.
///
/// What is checked: the form, the algorithms, that the path from the signer's certificate leads to a trusted root, the
/// marks of purpose on the very certificates of that path, their validity at the receipt's own date (or a given moment),
/// the signature over exactly the octets that were decoded, then whatever the policy expects.
///
/// What is not checked: revocation, and who sends the receipt. A good receipt says that somebody bought; receipts are
/// copied. Compare the device where that can be done, and remember transaction ids.
public struct ReceiptVerifier: Sendable {
  /// The policy.
  public let policy: ReceiptPolicy
  /// DER of certificates that may be the issuer of a receipt's signer; not trusted. Transaction receipts do not carry theirs.
  public let intermediates: [[UInt8]]
  /// How much wrapping is undone.
  public let mode: ReceiptInput.Mode
  let checker: any ReceiptSignatureChecker

  /// Makes a verifier from its parts.
  ///
  /// - Parameters:
  ///   - policy: what is expected.
  ///   - checker: checks signatures and certificate paths.
  ///   - intermediates: DER of untrusted certificates that help to build a path; at most eight are used.
  ///   - mode: how much wrapping is undone at the door.
  /// - Throws: `StoreError` with `configuration` for a policy that could never be kept: an empty list of accepted values.
  public init(
    policy: ReceiptPolicy, checker: any ReceiptSignatureChecker, intermediates: [[UInt8]] = [],
    mode: ReceiptInput.Mode = .forgiving
  ) throws(StoreError) {
    try policy.expectations.validate()
    self.policy = policy
    self.checker = checker
    self.intermediates = Array(intermediates.prefix(8))
    self.mode = mode
  }

  /// Verifies an app receipt: DER, BER, or base64 of it.
  ///
  /// - Throws: `StoreError`: why the receipt could not be read, or the most telling failed check, with the whole report.
  public func appReceipt(_ input: [UInt8]) throws(StoreError) -> Verified<AppReceipt> {
    try examineAppReceipt(input).get()
  }

  /// Verifies an app receipt in base64.
  ///
  /// - Throws: as ``appReceipt(_:)-([UInt8])``.
  public func appReceipt(_ base64: String) throws(StoreError) -> Verified<AppReceipt> {
    try appReceipt(Array(base64.utf8))
  }

  /// Verifies a transaction receipt: its text, or base64 of it.
  ///
  /// - Throws: as ``appReceipt(_:)-([UInt8])``.
  public func transactionReceipt(_ input: [UInt8]) throws(StoreError) -> Verified<TransactionReceipt> {
    try examineTransactionReceipt(input).get()
  }

  /// Verifies a transaction receipt in base64.
  ///
  /// - Throws: as ``appReceipt(_:)-([UInt8])``.
  public func transactionReceipt(_ base64: String) throws(StoreError) -> Verified<TransactionReceipt> {
    try transactionReceipt(Array(base64.utf8))
  }
}

extension ReceiptVerifier {
  /// Finds out all that can be found out about an app receipt. Never throws: what is wrong is in the result.
  public func examineAppReceipt(_ input: [UInt8]) -> ReceiptExamination<AppReceipt> {
    var report = Self.emptyReport
    do throws(ReceiptError) {
      let door = try ReceiptInput(input, mode: mode)
      guard door.kind == .appReceipt else {
        throw ReceiptError(
          code: .notAReceipt, category: .unsupported, offset: 0, expected: "an app receipt",
          found: "a transaction receipt")
      }
      do throws(ReceiptError) {
        return examine(try SignedReceipt(der: door.octets), door)
      } catch {
        throw error.mapped(door.offset)
      }
    } catch {
      report[.structure] = .failed(CheckFinding(code: error.code.rawValue, message: "\(error)"))
      return ReceiptExamination(
        unverifiedReceipt: nil, error: error, signer: nil, report: report, notes: [], octets: input,
        signingMilliseconds: nil)
    }
  }

  /// A broken payload does not keep the signature from being judged.
  private func examine(_ signed: SignedReceipt, _ door: ReceiptInput) -> ReceiptExamination<AppReceipt> {
    var report = Self.emptyReport
    var notes = door.notes
    var receipt: AppReceipt?
    var fault: ReceiptError?
    do throws(ReceiptError) {
      receipt = try AppReceipt(signed)
      report[.structure] = .passed
    } catch {
      fault = error.mapped(door.offset)
      report[.structure] = .failed(CheckFinding(code: error.code.rawValue, message: "\(error)"))
    }
    let date = receipt?.creationDate.milliseconds
    let dateSeconds = receipt?.creationDate.seconds
    var chain: CertificateChainVerdict?
    if let (leaf, others) = signerAndOthers(signed) {
      let verdict = checker.check(
        ReceiptSignature(
          purpose: .appReceipt, leaf: leaf, intermediates: others + intermediates,
          digestAlgorithm: signed.signer.digestAlgorithm, allowsSHA1: policy.sha1.allows(atSeconds: dateSeconds),
          content: signed.content, signedAttributes: signed.signer.signedAttributes,
          signature: signed.signer.signature))
      chain = verdict.chain
      report[.algorithm] = Self.algorithms(of: signed).map { .failed($0) } ?? verdict.algorithm
      report[.signature] = verdict.signature
      apply(verdict.chain, to: &report)
      notes += verdict.chain.notes
      if others.count > 2 { notes.append("the receipt carries \(others.count + 1) certificates; a path needs three") }
    } else {
      Self.signerMissing(&report)
    }
    checkPolicy(receipt?.claims, dateName: "creation date", chain, &report)
    if let receipt {
      checkDevice(receipt, &report)
      checkTransaction(receipt.transactionIDs, &report)
    }
    return ReceiptExamination(
      unverifiedReceipt: receipt, error: fault, signer: chain.flatMap { Signer($0) }, report: report, notes: notes,
      octets: door.octets, signingMilliseconds: date)
  }

  /// The certificate that the SignerInfo names, and the others.
  private func signerAndOthers(_ signed: SignedReceipt) -> (leaf: [UInt8], others: [[UInt8]])? {
    var others = signed.certificates
    let index = others.firstIndex { der in
      guard let summary = try? CertificateSummary(der: der) else { return false }
      switch signed.signer.identifier {
      case .issuerAndSerialNumber(let issuer, let serial):
        return summary.issuer.der == issuer && summary.serialNumber == serial
      case .subjectKeyIdentifier(let identifier):
        // The extension's value is an OCTET STRING around the identifier (RFC 5280 §4.2.1.2).
        return summary.extensions(.subjectKeyIdentifier).first.map { Array($0.value.dropFirst(2)) } == identifier
      }
    }
    guard let index else { return nil }
    let leaf = others.remove(at: index)
    return (leaf, others)
  }

  /// The document and its signer must name one digest, and the signature algorithm must be RSA with it.
  private static func algorithms(of signed: SignedReceipt) -> CheckFinding? {
    let digest = signed.signer.digestAlgorithm
    guard signed.digestAlgorithm == digest else {
      return CheckFinding(
        code: "algorithmMismatch",
        message: "the document announces digest \(signed.digestAlgorithm), its signer uses \(digest)")
    }
    let fitting: [ObjectIdentifier] = [
      .rsaEncryption, digest == .sha1 ? .sha1WithRSA : digest == .sha256 ? .sha256WithRSA : .rsaEncryption,
    ]
    guard fitting.contains(signed.signer.signatureAlgorithm) else {
      return CheckFinding(
        code: "algorithmMismatch",
        message: "expected RSA with digest \(digest), found \(signed.signer.signatureAlgorithm)")
    }
    return nil
  }

  private static func signerMissing(_ report: inout VerificationReport) {
    let finding = CheckFinding(
      code: "signerMissing", message: "the certificate that the signer names is not in the receipt")
    report[.chainLength] = .failed(finding)
    for check in [VerificationCheck.algorithm, .chainTrust, .certificatePurpose, .validityTime, .signature] {
      report[check] = .notRun(finding)
    }
  }
}
