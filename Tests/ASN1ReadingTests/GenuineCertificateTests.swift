// SPDX-License-Identifier: MIT

import ASN1Reading
import Expectations
import Testing

@Suite("Genuine certificates", .enabled(if: SharedFiles.directory != nil, "no shared files beside the repository"))
struct GenuineCertificateTests {
  @Test("Apple's published certificates are read, field by field")
  func published() throws {
    let table: [(file: String, cn: String, serial: String, algorithm: ObjectIdentifier, isAuthority: Bool)] = [
      ("Apple-Root-CA-G2.pem", "Apple Root CA - G2", "01e0e5b58367a3e0", .sha384WithRSA, true),
      ("Apple-Root-CA-G3.pem", "Apple Root CA - G3", "2dc5fc88d2c54b95", .ecdsaWithSHA384, true),
      ("Apple-Root-CA.pem", "Apple Root CA", "02", .sha1WithRSA, true),
      ("AppleITunesStoreCA.cer", "Apple iTunes Store Certification Authority", "1a", .sha1WithRSA, true),
      (
        "AppleWWDRCA-G1-2013.cer", "Apple Worldwide Developer Relations Certification Authority", "01debcc4396da010",
        .sha1WithRSA, true
      ),
      ("StoreKitTestCertificate.cer", "StoreKit", "01", .sha256WithRSA, true),
    ]
    for row in table {
      let summary = try CertificateSummary(der: SharedFiles.bytes("certs/\(row.file)"))
      expectEqual(summary.version, 3, "\(row.file)")
      expectEqual(summary.subject.commonName, row.cn)
      expectEqual(summary.serialNumberHex, row.serial, "\(row.file)")
      expectEqual(summary.signatureAlgorithm.algorithm, row.algorithm)
      expectEqual(summary.basicConstraints?.isCertificateAuthority, row.isAuthority, "\(row.file)")
      #expect(summary.isSerialPositive)
      #expect(summary.duplicateExtensions.isEmpty)
    }
  }
}
