// SPDX-License-Identifier: MIT

/// What a document is. The raw values are the contract's.
package enum RecordKind: String, CaseIterable, Sendable {
  case transaction
  case renewalInfo
  case notification
  case appTransaction
  case realtimeRequest
  case appReceipt
  case transactionReceipt
  case verifyReceipt
  case apiResponse
  case notificationV1
  case unknown

  /// How people call it, with its article.
  package var words: String {
    switch self {
    case .transaction: "a signed transaction"
    case .renewalInfo: "a signed renewal info"
    case .notification: "a server notification"
    case .appTransaction: "a signed app transaction"
    case .realtimeRequest: "a retention message request"
    case .appReceipt: "an app receipt"
    case .transactionReceipt: "a transaction receipt"
    case .verifyReceipt: "a verifyReceipt answer"
    case .apiResponse: "a server API answer"
    case .notificationV1: "a version 1 notification"
    case .unknown: "unknown"
    }
  }

  /// The document has no signature of its own, whatever it holds.
  package var isContainer: Bool {
    switch self {
    case .verifyReceipt, .apiResponse, .notificationV1: true
    default: false
    }
  }
}
