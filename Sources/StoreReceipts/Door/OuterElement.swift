// SPDX-License-Identifier: MIT

import ASN1Reading

/// The first element of octets, whatever follows it.
enum OuterElement {
  /// Offset behind it, nil where it cannot be read.
  static func end(_ octets: [UInt8]) -> Int? {
    guard var reader = try? ASN1Reader(octets.span, liberties: .receipt, limits: .receipt) else { return nil }
    return try? reader.next().end
  }
}
