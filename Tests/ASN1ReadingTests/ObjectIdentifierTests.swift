// SPDX-License-Identifier: MIT

import ASN1Reading
import Expectations
import Testing

@Suite("Object identifiers")
struct ObjectIdentifierTests {
  @Test("The table's octets are those of its dotted forms")
  func known() {
    let table: [(ObjectIdentifier, String)] = [
      (.rsaEncryption, "1.2.840.113549.1.1.1"),
      (.ecPublicKey, "1.2.840.10045.2.1"),
      (.prime256v1, "1.2.840.10045.3.1.7"),
      (.secp384r1, "1.3.132.0.34"),
      (.secp521r1, "1.3.132.0.35"),
      (.sha1WithRSA, "1.2.840.113549.1.1.5"),
      (.sha256WithRSA, "1.2.840.113549.1.1.11"),
      (.sha384WithRSA, "1.2.840.113549.1.1.12"),
      (.sha512WithRSA, "1.2.840.113549.1.1.13"),
      (.ecdsaWithSHA256, "1.2.840.10045.4.3.2"),
      (.ecdsaWithSHA384, "1.2.840.10045.4.3.3"),
      (.ecdsaWithSHA512, "1.2.840.10045.4.3.4"),
      (.sha1, "1.3.14.3.2.26"),
      (.sha256, "2.16.840.1.101.3.4.2.1"),
      (.sha384, "2.16.840.1.101.3.4.2.2"),
      (.sha512, "2.16.840.1.101.3.4.2.3"),
      (.cmsData, "1.2.840.113549.1.7.1"),
      (.cmsSignedData, "1.2.840.113549.1.7.2"),
      (.contentType, "1.2.840.113549.1.9.3"),
      (.messageDigest, "1.2.840.113549.1.9.4"),
      (.signingTime, "1.2.840.113549.1.9.5"),
      (.subjectKeyIdentifier, "2.5.29.14"),
      (.keyUsage, "2.5.29.15"),
      (.basicConstraints, "2.5.29.19"),
      (.nameConstraints, "2.5.29.30"),
      (.cRLDistributionPoints, "2.5.29.31"),
      (.certificatePolicies, "2.5.29.32"),
      (.authorityKeyIdentifier, "2.5.29.35"),
      (.extendedKeyUsage, "2.5.29.37"),
      (.authorityInfoAccess, "1.3.6.1.5.5.7.1.1"),
      (.appleReceiptSigningLeaf, "1.2.840.113635.100.6.11.1"),
      (.appleWorldwideDeveloperRelations, "1.2.840.113635.100.6.2.1"),
      (.appleTransactionReceiptLeaf, "1.2.840.113635.100.6.5.1"),
      (.appleITunesStoreIntermediate, "1.2.840.113635.100.6.2.2"),
      (.commonName, "2.5.4.3"),
      (.surname, "2.5.4.4"),
      (.serialNumber, "2.5.4.5"),
      (.countryName, "2.5.4.6"),
      (.localityName, "2.5.4.7"),
      (.stateOrProvinceName, "2.5.4.8"),
      (.streetAddress, "2.5.4.9"),
      (.organizationName, "2.5.4.10"),
      (.organizationalUnitName, "2.5.4.11"),
      (.title, "2.5.4.12"),
      (.givenName, "2.5.4.42"),
      (.domainComponent, "0.9.2342.19200300.100.1.25"),
      (.userID, "0.9.2342.19200300.100.1.1"),
      (.emailAddress, "1.2.840.113549.1.9.1"),
    ]
    for (identifier, dotted) in table {
      expectEqual(identifier.description, dotted)
      expectEqual(ObjectIdentifier(dotted: dotted), identifier)
    }
    expectEqual(Set(table.map(\.0)).count, table.count)
  }

  @Test("Octets and dotted text")
  func forms() {
    let table: [(String, String)] = [
      ("00", "0.0"), ("27", "0.39"), ("28", "1.0"), ("4F", "1.39"), ("50", "2.0"), ("88 37", "2.999"),
      ("81 FF FF FF FF FF FF FF FF 7F", "2.18446744073709551535"),
      ("2A 81 FF FF FF FF FF FF FF FF 7F", "1.2.18446744073709551615"),
    ]
    for (octets, dotted) in table {
      expectEqual(ObjectIdentifier(contentOctets: hex(octets))?.description, dotted, "\(octets)")
      expectEqual(ObjectIdentifier(dotted: dotted)?.contentOctets, hex(octets), "\(dotted)")
    }
    expectEqual(ObjectIdentifier(contentOctets: hex("2A 82 80 80 80 80 80 80 80 80 00"))?.description, "1.2.?")
  }

  @Test("What is none")
  func refused() {
    for octets in ["", "80 01", "2A 80 01", "2A 86", "FF"] {
      #expect(ObjectIdentifier(contentOctets: hex(octets)) == nil, "\(octets)")
    }
    for dotted in [
      "", "1", "3.1", "1.40", "1.2.", ".1.2", "1..2", "1.02", "1.-2", "1.2a", "1.2.18446744073709551616",
      "2.18446744073709551615", "1. 2", "+1.2",
    ] {
      #expect(ObjectIdentifier(dotted: dotted) == nil, "\(dotted)")
    }
    let code = refusal { () throws(ASN1Error) in
      _ = try reading("06 02 2A 80") { reader, element throws(ASN1Error) in try reader.objectIdentifier(element) }
    }
    expectEqual(code, Refusal(.badObjectIdentifier, 0))
  }
}
