// SPDX-License-Identifier: MIT

internal import StoreEntitlements

/// HMAC with SHA-256 (RFC 2104 §2), for redaction.
enum HMAC {
  /// The authentication code of `bytes` under `key`: 32 bytes.
  static func code(for bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var key = key.count > 64 ? hash(key) : key
    key += [UInt8](repeating: 0, count: 64 - key.count)
    return hash(key.map { $0 ^ 0x5C } + hash(key.map { $0 ^ 0x36 } + bytes))
  }

  private static func hash(_ bytes: [UInt8]) -> [UInt8] {
    let digest = SHA256.digest(bytes.span)
    return [digest.0, digest.1, digest.2, digest.3].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
  }
}
