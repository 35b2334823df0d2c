// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import JOSE
  import OpenSSLSignatures
  import StoreJWSTesting
  import Testing

  @Suite struct TrustAnchorsTests {
    @Test func bundledRootsArePinnedByFingerprint() {
      expectEqual(
        TrustAnchors.appStoreTokens.certificates.map(\.sha256),
        [
          "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179"
        ]
      )
      expectEqual(
        TrustAnchors.appStoreReceipts.certificates.map(\.sha256),
        [
          "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024",
          "c2b9b042dd57830e7d117dac55ac8ae19407d38e41d88f3215bc3a890444a050",
          "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179",
        ]
      )
      expectEqual(
        TrustAnchors.appStoreReceipts.certificates.map(\.commonName),
        [
          "Apple Root CA", "Apple Root CA - G2", "Apple Root CA - G3",
        ]
      )
    }

    @Test(.enabled(if: SharedFiles.isPresent, SharedFiles.absence))
    func bundledRootsAreThePublishedOnes() throws {
      for (file, index) in [("Apple-Root-CA", 0), ("Apple-Root-CA-G2", 1), ("Apple-Root-CA-G3", 2)] {
        let published = try TrustAnchors(file: SharedFiles.bytes("certs/\(file).pem"))
        expectEqual(published.certificates, [TrustAnchors.appStoreReceipts.certificates[index]])
      }
    }

    static let authority = Result { try TestAuthority() }

    @Test func readsDERAndPEMWithOneOrMoreAndTextBetween() throws {
      let authority = try Self.authority.get()
      let other = try TestAuthority(seed: "other")
      let single = try TrustAnchors(file: authority.root).certificates
      expectEqual(single.count, 1)
      let pem = authority.rootPEM
      for text in [
        pem, "\n\n" + pem, pem.replacing("\n", with: "\r\n"), "subject=/CN=x\n" + pem + "trailing words",
        pem.replacing("BEGIN CERT", with: "BEGIN X509 CERT").replacing("END CERT", with: "END X509 CERT"),
        "\u{FEFF}" + pem,
      ] {
        try expectEqual(TrustAnchors(file: Array(text.utf8)).certificates, single, "\(text.prefix(30))")
      }
      let both = try TrustAnchors(file: Array((pem + "\n# the next\n" + other.rootPEM).utf8)).certificates
      expectEqual(both.count, 2)
      let second = try TrustAnchors(file: other.root).certificates
      expectEqual(both.map(\.sha256), (single + second).map(\.sha256))
      let added = try TrustAnchors.appStoreTokens.adding(file: authority.root).adding(.none)
      expectEqual(added.certificates.map(\.commonName), ["Apple Root CA - G3", "StoreJWS Test Root CA"])
    }

    @Test func saysWhatAFileIsInsteadOfACertificate() throws {
      let pem = try Self.authority.get().rootPEM
      let unfinished = String(pem.prefix(while: { $0 != "\n" })) + "\nMIIB\n"
      let table: [(text: String, code: TrustAnchorError.Code, offset: Int)] = [
        ("", .empty, 0),
        (" \n\t\r\n", .empty, 0),
        ("<!DOCTYPE html>\n<html>", .webPage, 0),
        ("\n  <html>", .webPage, 3),
        ("hello", .notACertificate, 0),
        ("MIIB", .notACertificate, 0),
        (unfinished, .pemMalformed, unfinished.utf8.count),
        ("-----BEGIN CERTIFICATE", .pemMalformed, 0),
        ("x-----BEGIN CERTIFICATE-----\nMI*B\n-----END CERTIFICATE-----\n", .pemMalformed, 31),
        ("x-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n", .certificateMalformed, 1),
        ("x-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n", .otherPEM, 1),
        ("0", .certificateMalformed, 0),
      ]
      for (text, code, offset) in table {
        let error = #expect(throws: TrustAnchorError.self) { try TrustAnchors(file: Array(text.utf8)) }
        expectEqual(error?.code, code, "\(text)")
        expectEqual(error?.offset, offset, "\(text): \(error?.description ?? "")")
        expectEqual(error?.description.isEmpty, false)
      }
    }

    @Test func refusesEveryPrefixAndAppendedByteOfDER() throws {
      let root = try Self.authority.get().root
      for length in 1..<root.count {
        #expect(throws: TrustAnchorError.self) { try TrustAnchors(file: Array(root.prefix(length))) }
      }
      for byte in UInt8.min...UInt8.max {
        #expect(throws: TrustAnchorError.self) { try TrustAnchors(file: root + [byte]) }
      }
    }

    @Test func hasBudgets() throws {
      let pem = try Self.authority.get().rootPEM
      let many = String(repeating: pem, count: 500)
      try expectEqual(TrustAnchors(file: Array(many.utf8)).certificates.count, 500)
      let tooMany = #expect(throws: TrustAnchorError.self) { try TrustAnchors(file: Array((many + pem).utf8)) }
      expectEqual(tooMany?.code, .overLimit)
      expectEqual(tooMany?.category, .overLimit)
      let tooLong = #expect(throws: TrustAnchorError.self) {
        try TrustAnchors(file: [UInt8](repeating: 0x0A, count: 1 << 20 + 1))
      }
      expectEqual(tooLong?.code, .overLimit)
    }
  }
#endif
