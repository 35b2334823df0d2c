// SPDX-License-Identifier: MIT

internal import ASN1Reading

/// Finds where a certificate wants to be asked about (RFC 5280 §4.2.2.1).
enum OCSPAddress {
  /// id-ad-ocsp.
  private static let method = ObjectIdentifier(dotted: "1.3.6.1.5.5.7.48.1")
  /// uniformResourceIdentifier [6] IMPLICIT IA5String of GeneralName.
  private static let uniformResourceIdentifier = ASN1Tag.context(6)
  private static let maximumByteCount = 512

  /// The first OCSP address with the scheme http or https; nil if there is none.
  static func find(in certificate: CertificateSummary) -> String? {
    guard let value = certificate.extensions(.authorityInfoAccess).first?.value else { return nil }
    return (try? addresses(value))?.first { $0.hasPrefix("http://") || $0.hasPrefix("https://") }
  }

  /// AuthorityInfoAccessSyntax ::= SEQUENCE OF SEQUENCE { accessMethod, accessLocation GeneralName }
  private static func addresses(_ value: [UInt8]) throws(ASN1Error) -> [String] {
    var reader = try ASN1Reader(value.span, limits: .certificate)
    var found: [String] = []
    let list = try reader.enter(try reader.next(.sequence))
    while !reader.isAtEnd {
      let description = try reader.enter(try reader.next(.sequence))
      let accessMethod = try reader.objectIdentifier(try reader.next(.objectIdentifier))
      let location = try reader.next()
      try reader.leave(description)
      guard accessMethod == method, location.tag == uniformResourceIdentifier else { continue }
      let octets = reader.copy(location.content)
      // An address is printable ASCII without blanks (RFC 3986 §2); a line break would reach into a request's head.
      guard octets.count <= maximumByteCount, octets.allSatisfy({ (0x21...0x7E).contains($0) }) else { continue }
      found.append(String(decoding: octets, as: UTF8.self))
    }
    try reader.leave(list)
    return found
  }
}
