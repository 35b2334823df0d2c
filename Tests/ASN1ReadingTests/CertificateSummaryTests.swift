// SPDX-License-Identifier: MIT

import ASN1Reading
import Expectations
import Testing

/// A certificate of a throwaway authority: P-256, every field that the summary reads, UTCTime and GeneralizedTime.
let sampleCertificate = hex(
  """
    308201d83082017ea003020102020500f1234567300a06082a8648ce3d0403023046310b3009060355040613025858311730
    15060355040a0c0e53746f72654a5753205465737473310f300d060355040b0c06412b422c2043310d300b06035504030c04
    4c6561663020170d3236313133303031333933315a180f32303531303732323031333933315a3046310b3009060355040613
    02585831173015060355040a0c0e53746f72654a5753205465737473310f300d060355040b0c06412b422c2043310d300b06
    035504030c044c6561663059301306072a8648ce3d020106082a8648ce3d03010703420004da01019666ad3ac22ea3934500
    e2df3961e2ffad06b49d7a9d45dc470912e47136f1f5e1843eafc2281a6ae8b1cc6394c301fd05b43ecb70e5a1ed6f4bc584
    99a357305530120603551d130101ff040830060101ff020103300e0603551d0f0101ff0404030202843010060a2a864886f7
    6364060b0104020500301d0603551d0e041604144773fe294a130d78381ff1ddada2ab6ed6dcc12c300a06082a8648ce3d04
    03020348003045022100ebe24a33fc87f53507d83845eed8367d5a4eb2f5e9bbe388dbae91c1e21d0c2d02200b95441b5c9e
    9d0041194a8f34295a310fe4765cf9b5b30cd67dd66a1b27f7be
  """)

@Suite("Certificate summary")
struct CertificateSummaryTests {
  @Test("Every field of a certificate")
  func fields() throws {
    let summary = try CertificateSummary(der: sampleCertificate)
    expectEqual(summary.version, 3)
    expectEqual(summary.serialNumber, hex("00f1234567"))
    expectEqual(summary.serialNumberHex, "f1234567")
    #expect(summary.isSerialPositive)
    expectEqual(summary.signatureAlgorithm.algorithm, .ecdsaWithSHA256)
    #expect(summary.signatureAlgorithm.parameters == nil)
    expectEqual(summary.subject.text, #"CN=Leaf,OU=A\+B\, C,O=StoreJWS Tests,C=XX"#)
    expectEqual(summary.subject.commonName, "Leaf")
    expectEqual(summary.subject.der, Array(sampleCertificate[138..<210]))
    #expect(summary.isSelfIssued)
    expectEqual(summary.notBeforeSeconds, 1_796_002_771)
    expectEqual(summary.notAfterSeconds, 2_573_602_771)
    #expect(summary.isValid(atSeconds: 1_796_002_771) && summary.isValid(atSeconds: 2_573_602_771))
    #expect(!summary.isValid(atSeconds: 1_796_002_770) && !summary.isValid(atSeconds: 2_573_602_772))
    expectEqual(summary.publicKey.algorithm.algorithm, .ecPublicKey)
    expectEqual(summary.publicKey.namedCurve, .prime256v1)
    expectEqual(summary.publicKey.keyBytes, Array(sampleCertificate[236..<301]))
    expectEqual(summary.publicKey.der, Array(sampleCertificate[210..<301]))
    #expect(summary.publicKey.rsa == nil)
    expectEqual(
      summary.extensions.map(\.identifier),
      [.basicConstraints, .keyUsage, .appleReceiptSigningLeaf, .subjectKeyIdentifier]
    )
    expectEqual(summary.extensions.map(\.isCritical), [true, true, false, false])
    expectEqual(summary.extensions[2].valueRange, 357..<359)
    expectEqual(summary.extensions[2].value, [5, 0])
    expectEqual(summary.basicConstraints, BasicConstraints(isCertificateAuthority: true, pathLength: 3))
    expectEqual(summary.keyUsage, [.digitalSignature, .keyCertSign])
    expectEqual(summary.tbsRange, 4..<390)
    expectEqual(summary.signatureRange, 405..<476)
    #expect(summary.duplicateExtensions.isEmpty)
    try expectEqual(CertificateSummary(der: sampleCertificate.span), summary)
  }

  @Test("No prefix and no longer input is accepted")
  func lengths() {
    var refused = 0
    for count in 0..<sampleCertificate.count {
      let found = refusal { () throws(ASN1Error) in
        _ = try CertificateSummary(der: Array(sampleCertificate.prefix(count)))
      }
      expectEqual(found, Refusal(.truncated, 0), "\(count)")
      refused += 1
    }
    expectEqual(refused, 476)
    for octet in UInt8.min...UInt8.max {
      expectEqual(
        refusal { () throws(ASN1Error) in _ = try CertificateSummary(der: sampleCertificate + [octet]) },
        Refusal(.trailingBytes, 476)
      )
    }
  }

  @Test("A flipped bit is refused or seen, never lost")
  func flips() throws {
    let original = try CertificateSummary(der: sampleCertificate)
    var accepted = 0
    var refused = 0
    for index in sampleCertificate.indices {
      for bit in 0..<8 {
        var bytes = sampleCertificate
        bytes[index] ^= 1 << UInt8(bit)
        do throws(ASN1Error) {
          let summary = try CertificateSummary(der: bytes)
          #expect(summary != original)
          expectEqual(summary.der, bytes)
          accepted += 1
        } catch {
          #expect(0...bytes.count ~= error.offset)
          refused += 1
        }
      }
    }
    expectEqual(accepted + refused, 476 * 8)
    #expect(refused > 1_000 && accepted > 1_000)
  }

  /// Replaces the bytes of `range` and mends the lengths of the elements around, so that one rule alone is broken.
  private func changed(_ range: Range<Int>, to text: String) -> [UInt8] {
    var bytes = sampleCertificate
    let replacement = hex(text)
    let growth = replacement.count - range.count
    bytes.replaceSubrange(range, with: replacement)
    func grow(_ at: Int) {
      let long = bytes[at] == 0x82
      let old = long ? Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]) : Int(bytes[at])
      let new = old + growth
      if long {
        bytes[at + 1] = UInt8(new >> 8)
        bytes[at + 2] = UInt8(new & 0xFF)
      } else {
        bytes[at] = UInt8(new)
      }
    }
    // Outermost first: SEQUENCE, tbs, and the extensions' wrapper, list and entries.
    for (lengthAt, end) in [(1, 476), (5, 390), (302, 390), (304, 390), (306, 325), (326, 341), (342, 359), (105, 138)]
    where lengthAt < range.lowerBound && range.upperBound <= end {
      grow(lengthAt)
    }
    return bytes
  }

  @Test("Each rule, broken alone")
  func rules() {
    let table: [(String, Range<Int>, String, Refusal)] = [
      ("version written though v1", 8..<13, "a0 03 02 01 00", Refusal(.explicitDefault, 10)),
      ("version 4", 8..<13, "a0 03 02 01 03", Refusal(.badCertificateVersion, 10)),
      ("version 1 with extensions", 8..<13, "", Refusal(.badCertificateVersion, 296)),
      ("version 2 with extensions", 8..<13, "a0 03 02 01 01", Refusal(.badCertificateVersion, 301)),
      ("padded version", 8..<13, "a0 04 02 02 00 02", Refusal(.nonMinimalInteger, 10)),
      ("padded serial", 13..<20, "02 05 00 71 23 45 67", Refusal(.nonMinimalInteger, 13)),
      ("empty serial", 13..<20, "02 00", Refusal(.emptyInteger, 13)),
      ("long length form", 13..<20, "02 81 05 00 f1 23 45 67", Refusal(.nonMinimalLength, 14)),
      ("indefinite length", 104..<106, "30 80", Refusal(.indefiniteLength, 105)),
      ("another algorithm outside", 392..<402, "06 08 2a 86 48 ce 3d 04 03 03", Refusal(.algorithmMismatch, 390)),
      ("local time", 106..<121, "17 0d 3236313133303031333933312b", Refusal(.badTime, 120)),
      ("no seconds", 106..<121, "17 0b 323631313330303133395a", Refusal(.badTime, 118)),
      ("a fraction", 121..<138, "18 11 32303531303732323031333933312e355a", Refusal(.badTime, 121)),
      ("unused bits of the key", 235..<236, "01", Refusal(.badBitString, 300)),
      ("critical FALSE written", 312..<315, "01 01 00", Refusal(.explicitDefault, 312)),
      ("critical TRUE as 1", 312..<315, "01 01 01", Refusal(.badBoolean, 314)),
      ("cA TRUE as 1", 319..<322, "01 01 01", Refusal(.badBoolean, 321)),
      ("negative path length", 322..<325, "02 01 ff", Refusal(.integerTooLarge, 322)),
      ("bytes behind basicConstraints", 315..<325, "04 0a 30 06 01 01 ff 02 01 03 05 00", Refusal(.trailingBytes, 325)),
      ("key usage with waste in its unused bits", 337..<341, "03 02 02 85", Refusal(.badBitString, 340)),
      ("nothing in extensions", 303..<390, "30 00", Refusal(.missingElement, 305)),
    ]
    for (name, range, text, expected) in table {
      let found = refusal { () throws(ASN1Error) in _ = try CertificateSummary(der: changed(range, to: text)) }
      expectEqual(found, expected, "\(name)")
    }
  }

  @Test("What is not refused but reported")
  func reported() throws {
    // The mark's identifier turned into that of keyUsage, with a value that would be right there.
    let twice = try CertificateSummary(
      der: changed(341..<359, to: "30 0e 06 03 55 1d 0f 01 01 ff 04 04 03 02 02 84"))
    expectEqual(twice.duplicateExtensions, [.keyUsage])
    expectEqual(twice.extensions(.keyUsage).count, 2)
    let negative = try CertificateSummary(der: changed(13..<20, to: "02 01 81"))
    #expect(!negative.isSerialPositive)
    let zero = try CertificateSummary(der: changed(13..<20, to: "02 01 00"))
    #expect(!zero.isSerialPositive && zero.serialNumberHex == "00")
    let bare = try CertificateSummary(der: changed(312..<325, to: "04 02 30 00"))
    expectEqual(bare.basicConstraints, BasicConstraints(isCertificateAuthority: false, pathLength: nil))
    let written = try CertificateSummary(der: changed(312..<325, to: "04 05 30 03 01 01 00"))
    expectEqual(written.basicConstraints?.isCertificateAuthority, false)
  }

  @Test("A certificate larger than the budget is not looked at")
  func budget() {
    let limits = ASN1Limits(maximumBytes: 475, maximumDepth: 16, maximumElements: 1_000)
    expectEqual(
      refusal { () throws(ASN1Error) in _ = try CertificateSummary(der: sampleCertificate, limits: limits) },
      Refusal(.tooManyBytes, 475)
    )
  }
}
