// SPDX-License-Identifier: MIT

internal import JOSE
internal import StoreJWS
internal import StoreReceipts

/// Reads receipts into records: verified by a ``ReceiptVerifier``, or plainly where there is none.
struct ReceiptJudge {
  private let rules: DocumentReader.Rules

  init(rules: DocumentReader.Rules) {
    self.rules = rules
  }

  /// Reads the receipt in `piece` into `record`.
  func read(_ piece: Piece, _ shape: TextShape, into record: inout Record) {
    record.isSigned = true
    switch shape {
    case .transactionReceipt, .base64TransactionReceipt: record.kind = .transactionReceipt
    default: record.kind = .appReceipt
    }
    let input = Array(piece.bytes)
    if let verifier = rules.receiptVerifier {
      if record.kind == .appReceipt {
        let examination = verifier.examineAppReceipt(input)
        fill(examination, piece, into: &record)
        if let receipt = examination.unverifiedReceipt { show(receipt, into: &record) }
      } else {
        let examination = verifier.examineTransactionReceipt(input)
        fill(examination, piece, into: &record)
        if let receipt = examination.unverifiedReceipt { show(receipt, into: &record) }
      }
    } else {
      readPlainly(input, piece, into: &record)
    }
    // Another CMS, or something else altogether: then it is not a receipt that could not be read.
    if let code = record.error?.code, ["notAReceipt", "wrongContentType", "notSignedData"].contains(code) {
      record.kind = .unknown
    }
  }

  private func fill<Receipt>(_ examination: ReceiptExamination<Receipt>, _ piece: Piece, into record: inout Record) {
    record.verification = examination.report
    record.signer = examination.signer.flatMap { SignerFacts($0) }
    record.notes += examination.notes
    record.error = examination.error.map { RecordError($0, piece.map) }
  }

  private func readPlainly(_ input: [UInt8], _ piece: Piece, into record: inout Record) {
    do throws(ReceiptError) {
      let door = try ReceiptInput(input, mode: rules.isStrict ? .strict : .forgiving)
      record.notes += door.notes
      switch try door.document() {
      case .app(let receipt):
        record.kind = .appReceipt
        show(receipt, into: &record)
      case .transaction(let receipt):
        record.kind = .transactionReceipt
        show(receipt, into: &record)
      }
    } catch {
      record.error = RecordError(error, piece.map)
    }
  }

  private func show(_ receipt: AppReceipt, into record: inout Record) {
    let (json, unknown) = ReceiptJSON.payload(receipt)
    record.payload = PayloadBytes(json)
    record.unknownMembers = unknown
    if rules.keepsCertificates { record.certificates = receipt.signed.certificates }
  }

  private func show(_ receipt: TransactionReceipt, into record: inout Record) {
    let (json, unknown) = ReceiptJSON.payload(receipt)
    record.payload = PayloadBytes(json)
    record.unknownMembers = unknown
    if rules.keepsCertificates, case .present(let signature) = receipt.signature {
      record.certificates = [signature.certificate]
    }
  }
}

extension RecordError {
  /// A receipt's fault, its offset led back to the text as given.
  init(_ error: ReceiptError, _ map: OffsetMap) {
    self.init(
      error.code.rawValue, "expected \(error.expected), found \(error.found)", offset: map.original(error.offset),
      path: error.path)
  }
}
