// SPDX-License-Identifier: MIT

import ASN1Reading
import JOSE
public import StoreJWS

extension ReceiptVerifier {
  /// Verifies a receipt of either kind and gives its purchases, for callers that take whatever a client sends.
  ///
  /// - Throws: `StoreError`: why the receipt could not be read, or the most telling failed check, with the whole report.
  public func purchases(_ input: [UInt8]) throws(StoreError) -> [StorePurchase] {
    if let door = try? ReceiptInput(input, mode: mode), door.kind == .transactionReceipt {
      return [StorePurchase(try transactionReceipt(input))]
    }
    return StorePurchase.purchases(of: try appReceipt(input))
  }

  /// Finds out all that can be found out about a transaction receipt. Never throws: what is wrong is in the result.
  public func examineTransactionReceipt(_ input: [UInt8]) -> ReceiptExamination<TransactionReceipt> {
    var report = Self.emptyReport
    do throws(ReceiptError) {
      let door = try ReceiptInput(input, mode: mode)
      guard door.kind == .transactionReceipt else {
        throw ReceiptError(
          code: .notAReceipt, category: .unsupported, offset: 0, expected: "a transaction receipt",
          found: "an app receipt")
      }
      do throws(ReceiptError) {
        return examine(try TransactionReceipt(text: door.octets), door)
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

  private func examine(
    _ receipt: TransactionReceipt, _ door: ReceiptInput
  ) -> ReceiptExamination<TransactionReceipt> {
    var report = Self.emptyReport
    var notes = door.notes
    report[.structure] = .passed
    let date = receipt.purchaseDateMilliseconds
    let seconds = date.flatMap { Timestamp.seconds(milliseconds: Double($0)) }
    var chain: CertificateChainVerdict?
    switch receipt.signature {
    case .present(let signature):
      let verdict = checker.check(
        ReceiptSignature(
          purpose: signature.version == 3 ? .appReceipt : .iTunesStore, leaf: signature.certificate,
          intermediates: intermediates, digestAlgorithm: .sha1, allowsSHA1: policy.sha1.allows(atSeconds: seconds),
          content: [signature.version] + receipt.purchaseInfoOctets, signature: signature.signature))
      chain = verdict.chain
      notes += verdict.chain.notes
      report[.algorithm] = verdict.algorithm
      report[.signature] = verdict.signature
      apply(verdict.chain, to: &report)
    case .absent:
      Self.unsigned("signatureMissing", "the receipt has no signature", &report)
    case .unreadable(let error):
      Self.unsigned("signatureForm", "the signature cannot be taken apart: \(error)", &report)
    }
    checkPolicy(receipt.claims, dateName: "purchase date", chain, &report)
    checkTransaction([receipt.transactionID, receipt.originalTransactionID].compactMap { $0 }, &report)
    return ReceiptExamination(
      unverifiedReceipt: receipt, error: nil, signer: chain.flatMap { Signer($0) }, report: report, notes: notes,
      octets: door.octets, signingMilliseconds: date)
  }

  private static func unsigned(_ code: String, _ message: String, _ report: inout VerificationReport) {
    let finding = CheckFinding(code: code, message: message)
    report[.signature] = .failed(finding)
    for check in [VerificationCheck.algorithm, .chainLength, .chainTrust, .certificatePurpose] {
      report[check] = .notRun(finding)
    }
  }
}
