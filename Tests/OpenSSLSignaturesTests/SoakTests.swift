// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JOSE
  import OpenSSLSignatures
  import Testing

  /// Random and mutated signatures by the hundred thousand: each batch path must agree with `EVP_PKEY_verify`.
  ///
  /// A short run belongs to every test run; `STOREJWS_SOAK=1000000` sets the number of signatures for a long one.
  @Suite struct SoakTests {
    static let signatureCount = ProcessInfo.processInfo.environment["STOREJWS_SOAK"].flatMap { Int($0) } ?? 4_000

    /// SplitMix64, so that a failing run can be repeated.
    struct Random: RandomNumberGenerator {
      var state: UInt64
      mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
      }
      mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: 0...255, using: &self) } }
    }

    /// What a mutation does to r‖s, and whether the result may still be valid.
    static func mutate(_ signature: [UInt8], _ random: inout Random) -> [UInt8] {
      let (r, s) = (Array(signature[..<32]), Array(signature[32...]))
      let special = [
        CurveMath.number(0), CurveMath.number(1), CurveMath.order, CurveMath.prime,
        CurveMath.modN(CurveMath.number(0), .subtract, CurveMath.number(1)), [UInt8](repeating: 0xFF, count: 32),
      ]
      switch Int.random(in: 0..<12, using: &random) {
      case 0...2: return signature
      case 3:
        var flipped = signature
        flipped[.random(in: 0..<64, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        return flipped
      case 4: return s + r
      // (r, n − s) is as valid as (r, s).
      case 5: return r + CurveMath.modN(CurveMath.number(0), .subtract, s)
      case 6: return CurveMath.modN(CurveMath.number(0), .subtract, r) + s
      case 7: return special.randomElement(using: &random).map { $0 + s } ?? signature
      case 8: return special.randomElement(using: &random).map { r + $0 } ?? signature
      case 9: return random.bytes(64)
      case 10: return CurveMath.number(random.next() >> 40) + CurveMath.number(random.next() >> 40)
      default: return Array(signature.prefix(.random(in: 0..<64, using: &random)))
      }
    }

    @Test func batchesAgreeWithThePlainPathOnRandomAndMutatedSignatures() throws {
      let seed = UInt64(ProcessInfo.processInfo.environment["STOREJWS_SOAK_SEED"] ?? "") ?? 20_261_130
      var random = Random(state: seed)
      let keys = (0..<6).map { CurveMath.scalar("soak \($0)") }
      let checkers = [ES256Checker(batching: .withoutTables), ES256Checker(batching: .tableAfter(verified: 0))]
      let nothing: [UInt8] = []
      let prepared = try checkers.map { checker in
        try keys.map { key in
          let made = checker.prepare(
            algorithm: .es256, publicKey: CurveMath.publicKey(CurveMath.point(times: key)), prefix: nothing.span)
          return try #require(made as? PreparedES256)
        }
      }
      let batches = try checkers.map { try #require($0.makeBatch() as? ES256Batch) }
      var (done, valid) = (0, 0)
      while done < Self.signatureCount {
        let size = Int.random(in: 1...600, using: &random)
        var plain: [SignatureVerdict] = []
        for _ in 0..<size {
          let key = Int.random(in: 0..<keys.count, using: &random)
          let digest = random.bytes(32)
          let good = CurveMath.sign(
            digest: digest, privateKey: keys[key],
            nonce: CurveMath.modN(random.bytes(32), .add, CurveMath.number(0)))
          let signature = Self.mutate(good, &random)
          // Now and then under another's key.
          let used = Int.random(in: 0..<16, using: &random) == 0 ? (key + 1) % keys.count : key
          plain.append(prepared[0][used].check(digest: digest.span, signature: signature.span))
          for (batch, prepared) in zip(batches, prepared) {
            batch.add(prepared[used], digest: digest.span, signature: signature.span)
          }
        }
        for batch in batches {
          var verdicts: [SignatureVerdict] = []
          batch.finish(&verdicts)
          expectEqual(verdicts, plain, "seed \(seed), after \(done)")
        }
        done += size
        valid += plain.count { $0 == .valid }
      }
      #expect(valid > done / 5 && valid < done / 2)
    }
  }
#endif
