// SPDX-License-Identifier: MIT

import FoundationEssentials
public import StoreJWS

/// All that could be found out about one receipt, trusted or not: for tools that must show it in any case.
///
/// A server that only wants what is true uses ``get()`` or the verifier's typed calls.
public struct ReceiptExamination<Receipt: Sendable>: Sendable {
  /// What the receipt says, whoever made it; nil if it could not be read. Not to be acted on.
  public let unverifiedReceipt: Receipt?
  /// Why the receipt could not be read; nil if it could.
  public let error: ReceiptError?
  /// Who signed, by the certificates in the receipt; trusted only if the report says so.
  public let signer: Signer?
  /// What became of every check.
  public let report: VerificationReport
  /// Remarks that are no findings: what was undone at the door, certificates that were not used.
  public let notes: [String]
  /// The receipt without wrapping.
  public let octets: [UInt8]
  let signingMilliseconds: Int64?

  /// The verified receipt; nil unless the report's state is `verified`.
  public var verified: Verified<Receipt>? {
    guard error == nil, report.state == .verified, let unverifiedReceipt, let signer else { return nil }
    return Verified(
      payload: unverifiedReceipt, signer: signer,
      signedDate: signingMilliseconds.map { Date(timeIntervalSince1970: Double($0) / 1_000) }, report: report,
      characters: octets)
  }

  /// The verified receipt, or why there is none.
  ///
  /// - Throws: `StoreError` with the fault of reading, else with the most telling failed check; the report is attached.
  public func get() throws(StoreError) -> Verified<Receipt> {
    if let verified { return verified }
    if let error { throw StoreError(error, report: report) }
    throw StoreError(report)
      ?? StoreError(code: .notChecked, category: .notTrusted, message: "not verified", report: report)
  }
}

extension StoreError {
  /// A receipt's fault of reading, in the words of verifiers.
  public init(_ error: ReceiptError, report: VerificationReport? = nil) {
    let category: Category =
      switch error.category {
      case .truncated: .truncated
      case .malformed: .malformed
      case .unsupported: .unsupported
      case .overLimit: .overLimit
      }
    self.init(
      code: Code(rawValue: error.code.rawValue), category: category,
      message: "expected \(error.expected), found \(error.found)", offset: error.offset, path: error.path,
      report: report)
  }
}
