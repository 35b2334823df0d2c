// SPDX-License-Identifier: MIT

/// The checks of a verification, in the order in which they are listed everywhere.
public enum VerificationCheck: String, Hashable, Sendable, CaseIterable {
  /// The document is of the kind that was asked for.
  case kind
  /// It can be read: segments, encoding, JSON, types.
  case structure
  /// It claims the one algorithm that is accepted and asks for nothing that is not understood.
  case algorithm
  /// It carries as many certificates as the policy demands.
  case chainLength
  /// They lead to a trusted anchor.
  case chainTrust
  /// They are marked for this purpose.
  case certificatePurpose
  /// Its signing date is within the bounds asked for; it must have one where bounds are asked for, or where its certificates
  /// are judged at that date.
  case signingDate
  /// All certificates are valid at the chosen moment.
  case validityTime
  /// The signature fits the received bytes and the leaf's key.
  case signature
  /// No certificate has been revoked.
  case revocation
  /// It is about one of the expected apps, by bundle id.
  case bundleID
  /// It is about one of the expected apps, by its number in the App Store.
  case appAppleID
  /// It is about the expected version of the app.
  case appVersion
  /// It comes from one of the accepted stores.
  case environment
  /// It carries the expected token of the app.
  case appAccountToken
  /// It was issued to the expected device.
  case deviceHash
  /// What belongs together says so.
  case consistency

  /// Without these, all of them passed, nothing is verified.
  public static let required: [VerificationCheck] = [
    .algorithm, .chainLength, .chainTrust, .certificatePurpose, .signingDate, .validityTime, .signature,
  ]

  var bit: UInt32 {
    switch self {
    case .kind: 1 << 0
    case .structure: 1 << 1
    case .algorithm: 1 << 2
    case .chainLength: 1 << 3
    case .chainTrust: 1 << 4
    case .certificatePurpose: 1 << 5
    case .signingDate: 1 << 6
    case .validityTime: 1 << 7
    case .signature: 1 << 8
    case .revocation: 1 << 9
    case .bundleID: 1 << 10
    case .appAppleID: 1 << 11
    case .appVersion: 1 << 12
    case .environment: 1 << 13
    case .appAccountToken: 1 << 14
    case .deviceHash: 1 << 15
    case .consistency: 1 << 16
    }
  }

  /// What depends on the header alone.
  static let headerBits =
    algorithm.bit | chainLength.bit | chainTrust.bit | certificatePurpose.bit

  static let requiredBits = required.reduce(0) { $0 | $1.bit }
}
