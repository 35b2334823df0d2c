// SPDX-License-Identifier: MIT

/// A receipt of either kind, as it reads. Nobody vouches for it.
public enum ReceiptDocument: Hashable, Sendable {
  /// PKCS #7.
  case app(AppReceipt)
  /// An old-style property list.
  case transaction(TransactionReceipt)

  /// Undoes the wrapping and reads whichever kind is inside.
  ///
  /// - Throws: what ``ReceiptInput``, ``AppReceipt`` and ``TransactionReceipt`` throw, with offsets in `input`.
  public init(_ input: [UInt8], mode: ReceiptInput.Mode = .forgiving) throws(ReceiptError) {
    self = try ReceiptInput(input, mode: mode).document()
  }

  /// The transaction ids in it, first each purchase's own, then the original one, without repetition.
  public var transactionIDs: [String] {
    switch self {
    case .app(let receipt): receipt.transactionIDs
    case .transaction(let receipt): receipt.transactionIDs
    }
  }
}

extension ReceiptInput {
  /// Reads the document that was found.
  ///
  /// - Throws: what ``AppReceipt`` and ``TransactionReceipt`` throw, with offsets in the input.
  public func document() throws(ReceiptError) -> ReceiptDocument {
    do throws(ReceiptError) {
      switch kind {
      case .appReceipt: return .app(try AppReceipt(der: octets))
      case .transactionReceipt: return .transaction(try TransactionReceipt(text: octets))
      }
    } catch {
      throw error.mapped(offset)
    }
  }
}

extension TransactionReceipt {
  /// The transaction's own id and the original one, without repetition.
  public var transactionIDs: [String] {
    guard let transactionID else { return originalTransactionID.map { [$0] } ?? [] }
    guard let originalTransactionID, originalTransactionID != transactionID else { return [transactionID] }
    return [transactionID, originalTransactionID]
  }
}
