// SPDX-License-Identifier: MIT

#if OpenSSL
  internal import ASN1Reading
  internal import JOSE

  extension CertificateFacts {
    /// The facts of a certificate that has been read.
    init(_ summary: CertificateSummary) {
      self.init(
        subject: summary.subject.text,
        issuer: summary.issuer.text,
        commonName: summary.subject.commonName ?? summary.subject.text,
        serialNumber: summary.serialNumberHex,
        notBeforeSeconds: summary.notBeforeSeconds,
        notAfterSeconds: summary.notAfterSeconds,
        sha256: Self.fingerprint(summary.der))
    }

    /// SHA-256 in lower-case hex; empty where the process's libcrypto refuses SHA-256, so that it matches nothing.
    static func fingerprint(_ der: [UInt8]) -> String {
      let digits = Array("0123456789abcdef".utf8)
      let digest = SHA256Hash.digest(der.span) ?? []
      return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
  }

  extension DistinguishedName {
    /// Common name and organizational unit, the two by which people tell Apple's authorities apart: for instance
    /// `Apple Worldwide Developer Relations Certification Authority, G6`.
    var shortText: String {
      guard let commonName else { return text.isEmpty ? "nobody" : text }
      // A comma inside a value is written `\,` (RFC 4514 §2.4), so a bare `,OU=` starts an attribute.
      let unit = text.split(separator: ",").last { $0.hasPrefix("OU=") }?.dropFirst(3)
      guard let unit, !unit.contains("\\"), unit.count <= 32, commonName != unit else { return commonName }
      return "\(commonName), \(unit)"
    }
  }
#endif
