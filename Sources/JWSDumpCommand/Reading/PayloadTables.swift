// SPDX-License-Identifier: MIT

internal import StoreJWS
internal import StrictJSON

/// What is known of each kind's payload.
enum PayloadTables {
  /// The members of a kind's payload; nil for a kind that has no table.
  static func schema(of kind: RecordKind) -> ObjectSchema? {
    switch kind {
    case .transaction: SignedTransaction.schema
    case .renewalInfo: RenewalInfo.schema
    case .notification: ServerNotification.schema
    case .appTransaction: AppTransaction.schema
    case .realtimeRequest: RealtimeRequest.schema
    default: nil
    }
  }

  /// The record's kind for a payload's.
  static func kind(_ kind: PayloadKind) -> RecordKind {
    switch kind {
    case .transaction: .transaction
    case .renewalInfo: .renewalInfo
    case .notification: .notification
    case .appTransaction: .appTransaction
    case .realtimeRequest: .realtimeRequest
    case .unknown: .unknown
    }
  }
}
