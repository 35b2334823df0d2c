// SPDX-License-Identifier: MIT
#if OpenSSL
  import Expectations
  import StoreJWSTesting
  import Testing

  /// RFC 6979 Appendix A.2.5: P-256, key x = C9AFA9D8…, SHA-256.
  @Suite struct DeterministicSignatureTests {
    static let scalar = octets("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")

    @Test(arguments: [
      (
        "sample",
        "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
        "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"
      ),
      (
        "test",
        "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367",
        "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"
      ),
    ])
    func givesThePublishedSignature(message: String, r: String, s: String) throws {
      let key = try TestKey(p256Scalar: Self.scalar)
      try expectEqual(key.signES256(Array(message.utf8)), octets(r + s))
    }

    @Test func givesThePublishedPublicKey() throws {
      let key = try TestKey(p256Scalar: Self.scalar)
      try expectEqual(
        key.publicPoint(),
        octets(
          "0460FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"
            + "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299")
      )
    }

    @Test(arguments: TestKey.SignatureShape.allCases)
    func theWantedShapeComesOut(shape: TestKey.SignatureShape) throws {
      let key = try TestKey(seed: "shapes", label: "key")
      let signature = try key.signES256(Array("message".utf8), shape: shape)
      expectEqual(signature.count, 64)
      try expectEqual(key.signES256(Array("message".utf8), shape: shape), signature)
      let halfOrderStart: [UInt8] = [0x7F, 0xFF, 0xFF, 0xFF, 0x80]
      switch shape {
      case .standard: break
      case .lowS: #expect(signature[32...].lexicographicallyPrecedes(halfOrderStart))
      case .highS: #expect(!signature[32...].lexicographicallyPrecedes(halfOrderStart))
      case .leadingZeroR: expectEqual(signature[0], 0)
      case .leadingZeroS: expectEqual(signature[32], 0)
      }
    }

    @Test func seedsAndLabelsGiveDifferentKeys() throws {
      var infos: Set<[UInt8]> = []
      for seed in ["a", "b"] {
        for label in ["root", "leaf"] {
          infos.insert(try TestKey(seed: seed, label: label).publicKeyInfo)
          infos.insert(try TestKey(.p384, seed: seed, label: label).publicKeyInfo)
          infos.insert(try TestKey(.rsa(bits: 512, exponent: 3), seed: seed, label: label).publicKeyInfo)
        }
      }
      expectEqual(infos.count, 12)
    }

    @Test func wrongRequestsAreErrors() {
      #expect(throws: MintingError(code: .keyParameters, message: "")) {
        try TestKey(.rsa(bits: 100, exponent: 3), seed: "a", label: "b")
      }
      #expect(throws: MintingError(code: .keyParameters, message: "")) {
        try TestKey(.rsa(bits: 1024, exponent: 4), seed: "a", label: "b")
      }
      #expect(throws: MintingError(code: .wrongKeyType, message: "")) {
        try TestKey(.p384, seed: "a", label: "b").signES256([])
      }
      #expect(throws: MintingError(code: .wrongKeyType, message: "")) {
        try TestAuthority { plan throws(MintingError) in plan.leaf.signatureAlgorithm = .sha256WithRSA }
      }
    }
  }

  func octets(_ hex: String) -> [UInt8] {
    var output: [UInt8] = []
    var high: UInt8?
    for character in hex {
      guard let digit = character.hexDigitValue.map({ UInt8($0) }) else { continue }
      if let first = high {
        output.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return output
  }
#endif
