// SPDX-License-Identifier: MIT
import JOSE

/// Textual encoding of certificates and keys (RFC 7468): base64 in lines of 64 characters between two marks.
public enum PEMText {
  /// `octets` between `-----BEGIN label-----` and `-----END label-----`, with a newline at the end.
  public static func encode(_ octets: [UInt8], label: String) -> String {
    var lines = ["-----BEGIN \(label)-----"]
    var rest = Substring(Base64.encode(octets))
    while !rest.isEmpty {
      lines.append(String(rest.prefix(64)))
      rest = rest.dropFirst(64)
    }
    lines.append("-----END \(label)-----")
    return lines.joined(separator: "\n") + "\n"
  }
}
