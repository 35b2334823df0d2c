// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import JOSE
  import OpenSSLSignatures
  import Testing

  /// The table of cases in which a batch could differ from `EVP_PKEY_verify`, one test a row, on every path.
  @Suite struct FastPathTests {
    static let message = Array("header.payload of an edge case".utf8)
    static let digest = CurveMath.sha256(message)

    static func item(_ key: [UInt8], _ r: [UInt8], _ s: [UInt8]) -> CheckingPath.Case {
      CheckingPath.Case(key: CurveMath.publicKey(key), message: message, signature: r + s)
    }

    /// A signature whose r is small enough that r + n still has 32 bytes, with the key recovered to fit.
    static func smallR(s: [UInt8]) throws -> (key: [UInt8], r: [UInt8]) {
      let nonce = try #require((1...UInt64(64)).lazy.compactMap { CurveMath.point(withX: CurveMath.number($0)) }.first)
      let r = CurveMath.r(of: nonce)
      return (CurveMath.recoveredKey(r: r, s: s, nonce: nonce, digest: digest), r)
    }

    @Test(arguments: CheckingPath.allCases) func rOrSOutOfRangeIsInvalidAndSpoilsNoNeighbour(path: CheckingPath) throws
    {
      let s = CurveMath.number(77)
      let (key, r) = try Self.smallR(s: s)
      let zero = CurveMath.number(0)
      let n = CurveMath.order
      let rPlusN = try #require(CurveMath.sum(r, n))
      let sPlusN = try #require(CurveMath.sum(s, n))
      let all = [UInt8](repeating: 0xFF, count: 32)
      let good = Self.item(key, r, s)
      let bad = [
        (zero, s), (r, zero), (zero, zero), (n, s), (r, n), (rPlusN, s), (r, sPlusN), (rPlusN, sPlusN), (all, s),
        (r, all),
      ].map { Self.item(key, $0.0, $0.1) }
      // Alone, and each between two good ones.
      expectEqual(bad.map(path.verdict), Array(repeating: .invalid, count: 10))
      let between = path.verdicts(bad.flatMap { [good, $0, good] })
      expectEqual(between, Array(repeating: [.valid, .invalid, .valid], count: 10).flatMap { $0 })
    }

    @Test(arguments: CheckingPath.allCases) func xEqualToRPlusNIsValidWhereRIsBelowPMinusN(path: CheckingPath) throws {
      // A nonce point whose x lies between n and p: r is x − n.
      var found: [(r: [UInt8], nonce: [UInt8])] = []
      for offset in 1...UInt64(40) {
        let r = CurveMath.number(offset)
        guard let x = CurveMath.sum(r, CurveMath.order), let nonce = CurveMath.point(withX: x) else { continue }
        found.append((r, nonce))
      }
      #expect(found.count > 5)
      for (r, nonce) in found {
        let s = CurveMath.scalar("s for r + n")
        let key = CurveMath.recoveredKey(r: r, s: s, nonce: nonce, digest: Self.digest)
        expectEqual(path.verdict(Self.item(key, r, s)), .valid)
        let next = CurveMath.modN(r, .add, CurveMath.number(1))
        expectEqual(path.verdict(Self.item(key, next, s)), .invalid)
      }
    }

    @Test(arguments: CheckingPath.allCases) func aResultAtInfinityIsInvalidForEveryR(path: CheckingPath) {
      // e + r·d = 0: u1·G and u2·Q cancel out. EVP answers −1 here.
      for seed in 0..<8 {
        let r = CurveMath.scalar("infinity \(seed)")
        let minusE = CurveMath.modN(CurveMath.number(0), .subtract, Self.digest)
        let privateKey = CurveMath.modN(minusE, .multiply, CurveMath.modN(r, .inverse))
        let key = CurveMath.point(times: privateKey)
        expectEqual(CurveMath.combine(Self.digest, r, key), [0])
        expectEqual(path.verdict(Self.item(key, r, CurveMath.scalar("any s \(seed)"))), .invalid)
      }
    }

    @Test(arguments: CheckingPath.allCases) func doublingIsValid(path: CheckingPath) {
      // u1·G = u2·Q: R = 2·u1·G, r = x(R), d = e/r, s = e/u1.
      for seed in 0..<8 {
        let u1 = CurveMath.scalar("doubling \(seed)")
        let r = CurveMath.r(of: CurveMath.point(times: CurveMath.modN(u1, .add, u1)))
        let privateKey = CurveMath.modN(Self.digest, .multiply, CurveMath.modN(r, .inverse))
        let s = CurveMath.modN(Self.digest, .multiply, CurveMath.modN(u1, .inverse))
        let key = CurveMath.point(times: privateKey)
        expectEqual(path.verdict(Self.item(key, r, s)), .valid)
        expectEqual(path.verdict(Self.item(key, r, CurveMath.modN(s, .add, CurveMath.number(1)))), .invalid)
      }
    }

    @Test(arguments: CheckingPath.allCases) func keysThatAreSmallMultiplesOfTheGeneratorAreNothingSpecial(
      path: CheckingPath
    ) {
      let minusOne = CurveMath.modN(CurveMath.number(0), .subtract, CurveMath.number(1))
      let minusTwo = CurveMath.modN(CurveMath.number(0), .subtract, CurveMath.number(2))
      for privateKey in [CurveMath.number(1), CurveMath.number(2), CurveMath.number(3), minusOne, minusTwo] {
        let key = CurveMath.point(times: privateKey)
        for nonce in [CurveMath.number(1), CurveMath.number(2), minusOne, CurveMath.scalar("a nonce")] {
          let signature = CurveMath.sign(digest: Self.digest, privateKey: privateKey, nonce: nonce)
          var item = CheckingPath.Case(
            key: CurveMath.publicKey(key), message: Self.message, signature: signature)
          expectEqual(path.verdict(item), .valid)
          item.signature[63] ^= 1
          expectEqual(path.verdict(item), .invalid)
        }
      }
    }

    // MARK: - Digests that no message is known for

    /// Scalars at which carries, windows and reductions turn over.
    static let edges: [[UInt8]] = {
      let minus = { (value: UInt64) in
        CurveMath.modN(CurveMath.number(0), .subtract, CurveMath.number(value))
      }
      var edges = [1, 2, 3, 15, 16, 17, 31, 32, 63, 64, 127, 128, 255, 256, .max].map(CurveMath.number)
      edges += [1, 2, 3, 16, 64, 128, 255].map(minus)
      for bit in [31, 32, 63, 64, 127, 128, 191, 192, 223, 224, 254, 255] {
        var power = [UInt8](repeating: 0, count: 32)
        power[31 - bit / 8] = 1 << UInt8(bit % 8)
        edges.append(CurveMath.modN(power, .add, CurveMath.number(0)))
        edges.append(CurveMath.modN(power, .subtract, CurveMath.number(1)))
      }
      return edges
    }()

    struct DigestCase {
      var digest: [UInt8]
      var signature: [UInt8]
    }

    /// Plain and batch verdicts of the same cases, all under one key.
    func compare(
      _ cases: [DigestCase], under key: [UInt8], _ policy: BatchingPolicy
    ) throws -> [(SignatureVerdict, SignatureVerdict)] {
      let checker = ES256Checker(batching: policy)
      let batch = try #require(checker.makeBatch() as? ES256Batch)
      var plain: [SignatureVerdict] = []
      let nothing: [UInt8] = []
      let made = checker.prepare(algorithm: .es256, publicKey: CurveMath.publicKey(key), prefix: nothing.span)
      let prepared = try #require(made as? PreparedES256)
      for item in cases {
        let (digest, signature) = (item.digest, item.signature)
        plain.append(prepared.check(digest: digest.span, signature: signature.span))
        batch.add(prepared, digest: digest.span, signature: signature.span)
      }
      var batched: [SignatureVerdict] = []
      batch.finish(&batched)
      return Array(zip(plain, batched))
    }

    static let edgeKey = CurveMath.point(times: CurveMath.scalar("edge key"))

    /// Any u1 and u2 can be had: R = u1·G + u2·Q, r = x(R), s = r/u2, e = u1·s. u1 = 0 makes e = 0. Made once, because
    /// arithmetic one number at a time is the slow part.
    static let edgeCases: [DigestCase] = {
      var cases: [DigestCase] = []
      for u1 in edges + [CurveMath.number(0)] {
        for u2 in edges {
          let r = CurveMath.r(of: CurveMath.combine(u1, u2, edgeKey))
          let s = CurveMath.modN(r, .multiply, CurveMath.modN(u2, .inverse))
          cases.append(DigestCase(digest: CurveMath.modN(u1, .multiply, s), signature: r + s))
        }
      }
      return cases
    }()

    @Test(arguments: [BatchingPolicy.withoutTables, .tableAfter(verified: 0)])
    func edgeScalarsAgree(policy: BatchingPolicy) throws {
      var cases = Self.edgeCases
      expectEqual(cases.count, Self.edges.count * (Self.edges.count + 1))
      let verdicts = try compare(cases, under: Self.edgeKey, policy)
      #expect(verdicts.allSatisfy { $0 == (.valid, .valid) })
      for index in cases.indices { cases[index].signature[index % 64] ^= 1 << UInt8(index % 8) }
      let spoilt = try compare(cases, under: Self.edgeKey, policy)
      #expect(spoilt.allSatisfy { $0 == (.invalid, .invalid) })
    }

    @Test(arguments: [BatchingPolicy.withoutTables, .tableAfter(verified: 0)])
    func aDigestOfTheOrderOrMoreIsReduced(policy: BatchingPolicy) throws {
      let privateKey = CurveMath.scalar("large digest key")
      let key = CurveMath.point(times: privateKey)
      let digests = [
        CurveMath.order, try #require(CurveMath.sum(CurveMath.order, CurveMath.number(1))),
        [UInt8](repeating: 0xFF, count: 32), [UInt8](repeating: 0, count: 32), CurveMath.prime,
      ]
      let cases = digests.map { digest in
        DigestCase(
          digest: digest,
          signature: CurveMath.sign(digest: digest, privateKey: privateKey, nonce: CurveMath.scalar("large")))
      }
      #expect(try compare(cases, under: key, policy).allSatisfy { $0 == (.valid, .valid) })
    }
  }
#endif
