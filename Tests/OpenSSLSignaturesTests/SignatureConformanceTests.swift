// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import JOSE
  import OpenSSLSignatures
  import Testing

  /// What every ``SignatureChecker`` must answer, by whichever path.
  @Suite struct SignatureConformanceTests {
    static let privateKey = CurveMath.scalar("conformance key")
    static let key = CurveMath.publicKey(CurveMath.point(times: privateKey))
    static let message = Array("eyJhbGciOiJFUzI1NiJ9.eyJwcm9kdWN0SWQiOiJhIn0".utf8)
    static let signature = CurveMath.sign(
      digest: CurveMath.sha256(message), privateKey: privateKey, nonce: CurveMath.scalar("conformance nonce"))

    static let nothing: [UInt8] = []
    static let one: [UInt8] = [1]

    static func good(_ change: (inout CheckingPath.Case) -> Void = { _ in }) -> CheckingPath.Case {
      var item = CheckingPath.Case(key: key, message: message, signature: signature)
      change(&item)
      return item
    }

    @Test(arguments: CheckingPath.allCases) func acceptsAGoodSignature(path: CheckingPath) {
      expectEqual(path.verdict(Self.good()), .valid)
    }

    @Test(arguments: CheckingPath.allCases) func acceptsAnEmptyMessage(path: CheckingPath) {
      let signature = CurveMath.sign(
        digest: CurveMath.sha256([]), privateKey: Self.privateKey, nonce: CurveMath.scalar("empty"))
      expectEqual(
        path.verdict(
          Self.good {
            $0.message = []; $0.signature = signature
          }), .valid
      )
    }

    @Test(arguments: CheckingPath.allCases) func refusesEveryFlippedBitOfTheSignature(path: CheckingPath) {
      let cases = (0..<512).map { bit in Self.good { $0.signature[bit / 8] ^= 0x80 >> (bit % 8) } }
      expectEqual(path.verdicts(cases), Array(repeating: .invalid, count: 512))
    }

    @Test(arguments: CheckingPath.allCases) func refusesEveryFlippedBitOfTheMessage(path: CheckingPath) {
      let bits = Self.message.count * 8
      let cases = (0..<bits).map { bit in Self.good { $0.message[bit / 8] ^= 0x80 >> (bit % 8) } }
      expectEqual(path.verdicts(cases), Array(repeating: .invalid, count: bits))
    }

    @Test(arguments: CheckingPath.allCases) func refusesEveryOtherLengthOfSignature(path: CheckingPath) {
      var cases = (0..<64).map { length in Self.good { $0.signature = Array($0.signature.prefix(length)) } }
      cases += (0...255).map { byte in Self.good { $0.signature.append(UInt8(byte)) } }
      cases.append(Self.good { $0.signature += $0.signature })
      expectEqual(path.verdicts(cases), Array(repeating: .invalid, count: 64 + 256 + 1))
    }

    @Test(arguments: CheckingPath.allCases) func refusesAnotherAlgorithmWhateverTheSignature(path: CheckingPath) {
      for name in ["none", "es256", "ES384", "ES256K", "HS256", "RS256", "PS256", "EdDSA", "", "ES256 "] {
        let verdict = path.verdicts([Self.good()], algorithm: SignatureAlgorithm(rawValue: name))[0]
        expectEqual(verdict, .unsupported("the algorithm is not ES256"), "\(name)")
      }
    }

    @Test(arguments: CheckingPath.allCases) func refusesTheKeyOfAnother(path: CheckingPath) {
      let other = CurveMath.publicKey(CurveMath.point(times: CurveMath.scalar("another key")))
      expectEqual(path.verdict(Self.good { $0.key = other }), .invalid)
    }

    @Test(arguments: CheckingPath.allCases) func keepsTheOrderOfManyKeysAndOddSignatures(path: CheckingPath) {
      var cases: [CheckingPath.Case] = []
      var expected: [SignatureVerdict] = []
      for index in 0..<600 {
        let privateKey = CurveMath.scalar("key \(index % 3)")
        let message = Array("message \(index)".utf8)
        var item = CheckingPath.Case(
          key: CurveMath.publicKey(CurveMath.point(times: privateKey)), message: message,
          signature: CurveMath.sign(
            digest: CurveMath.sha256(message), privateKey: privateKey, nonce: CurveMath.scalar("nonce \(index)")))
        switch index % 7 {
        case 1: item.signature[40] ^= 1
        case 3: item.signature.replaceSubrange(32..<64, with: repeatElement(0, count: 32))
        case 5: item.signature.removeLast()
        default: break
        }
        cases.append(item)
        expected.append([1, 3, 5].contains(index % 7) ? .invalid : .valid)
      }
      expectEqual(path.verdicts(cases), expected)
    }

    @Test func aBatchIsEmptyAfterItIsFinishedAndCanBeUsedAgain() throws {
      let checker = ES256Checker()
      let made = checker.prepare(algorithm: .es256, publicKey: Self.key, prefix: Self.nothing.span)
      let prepared = try #require(made)
      let batch = checker.makeBatch()
      var verdicts: [SignatureVerdict] = []
      batch.finish(&verdicts)
      #expect(verdicts.isEmpty)
      for _ in 0..<3 {
        batch.add(prepared, suffix: Self.message.span, signature: Self.signature.span)
        batch.add(prepared, suffix: Self.message.span, signature: Self.nothing.span)
        expectEqual(batch.count, 2)
        batch.finish(&verdicts)
        expectEqual(batch.count, 0)
      }
      expectEqual(verdicts, [.valid, .invalid, .valid, .invalid, .valid, .invalid])
    }

    @Test func aBatchChecksThePreparedKeysOfAnotherCheckerOnTheirOwnPath() throws {
      let made = ES256Checker().prepare(algorithm: .es256, publicKey: Self.key, prefix: Self.message.span)
      let foreign = try #require(made)
      let batch = ES256Checker(batching: .tableAfter(verified: 0)).makeBatch()
      batch.add(foreign, suffix: Self.nothing.span, signature: Self.signature.span)
      batch.add(foreign, suffix: Self.one.span, signature: Self.signature.span)
      var verdicts: [SignatureVerdict] = []
      batch.finish(&verdicts)
      expectEqual(verdicts, [.valid, .invalid])
    }

    // MARK: - Keys

    static let formRefusal = SignatureVerdict.unsupported(
      "the public key is not an uncompressed P-256 point in a DER SubjectPublicKeyInfo")

    @Test(arguments: CheckingPath.allCases) func refusesEveryPrefixAndExtensionOfAKey(path: CheckingPath) {
      var cases = (0..<91).map { length in Self.good { $0.key = Array($0.key.prefix(length)) } }
      cases += (0...255).map { byte in Self.good { $0.key.append(UInt8(byte)) } }
      expectEqual(path.verdicts(cases), Array(repeating: Self.formRefusal, count: 91 + 256))
    }

    @Test(arguments: CheckingPath.allCases) func refusesEveryFlippedBitOfAKey(path: CheckingPath) {
      let cases = (0..<91 * 8).map { bit in Self.good { $0.key[bit / 8] ^= 0x80 >> (bit % 8) } }
      for (bit, verdict) in path.verdicts(cases).enumerated() {
        let expected =
          bit < 27 * 8 ? Self.formRefusal : .unsupported("the public key is not a point of P-256")
        expectEqual(verdict, expected, "bit \(bit)")
      }
    }

    @Test(arguments: CheckingPath.allCases) func refusesKeysInOtherForms(path: CheckingPath) {
      let point = CurveMath.point(times: Self.privateKey)
      let header = Self.key.prefix(26)
      // Compressed: 02 or 03 and X alone, with all lengths right.
      var compressed = Array(header) + [2 + point[64] % 2] + point[1..<33]
      compressed[1] = 0x39
      compressed[24] = 0x22
      // Infinity: the single byte 00.
      var infinity = Array(header) + [0]
      infinity[1] = 0x19
      infinity[24] = 0x02
      // Hybrid: 06 or 07 with both coordinates, which libcrypto would take.
      var hybrid = Self.key
      hybrid[26] = 6 + point[64] % 2
      // BER: the outer length in the long form.
      let longForm = [0x30, 0x81, 0x59] + Self.key.dropFirst(2)
      for key in [compressed, infinity, hybrid, longForm, []] {
        expectEqual(path.verdict(Self.good { $0.key = key }), Self.formRefusal)
      }
    }
  }
#endif
