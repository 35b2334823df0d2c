// SPDX-License-Identifier: MIT

public import StoreJWS

/// When a receipt may be signed with SHA-1, itself or in its certificates.
public enum SHA1Policy: Hashable, Sendable {
  /// For receipts made before 2025-01-24, the day on which Apple's last intermediate with SHA-1 ended. The date is the
  /// receipt's own, and the certificates bound it: none of them was valid later.
  case untilRetirement
  /// Always.
  case always
  /// Never.
  case never

  /// 2025-01-24T00:00:00Z, in seconds since 1970-01-01T00:00:00Z.
  public static let retirementSeconds: Int64 = 1_737_676_800

  func allows(atSeconds seconds: Int64?) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .untilRetirement: seconds.map { $0 < Self.retirementSeconds } ?? false
    }
  }
}

/// What a receipt verifier expects beyond a good signature.
public struct ReceiptPolicy: Sendable {
  /// Bundle ids, app Apple ids, environments, version, transaction, the moment of judgement and bounds on the date, all
  /// with the meaning that they have for tokens. The receipt's creation date, or the transaction's purchase date, is its
  /// signing date.
  public var expectations: VerificationPolicy
  /// When SHA-1 is accepted.
  public var sha1: SHA1Policy
  /// The device that an app receipt must have been made for; nil leaves that check out.
  public var device: DeviceIdentity?

  /// Makes a policy.
  public init(
    _ expectations: VerificationPolicy = VerificationPolicy(), sha1: SHA1Policy = .untilRetirement,
    device: DeviceIdentity? = nil
  ) {
    self.expectations = expectations
    self.sha1 = sha1
    self.device = device
  }
}
