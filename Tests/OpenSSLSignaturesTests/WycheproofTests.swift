// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JOSE
  import OpenSSLSignatures
  import Testing

  /// Project Wycheproof's vectors on every path. What is known to differ stands with its reason in
  /// `Wycheproof/exceptions.json`; a difference that is not there fails, and so does one that is there and has gone.
  @Suite(.enabled(if: SharedFiles.isPresent, SharedFiles.absence)) struct WycheproofTests {
    struct Exception: Decodable {
      var tcId: Int
      var expected: String
      var actual: String
      var reason: String
    }

    func exceptions(_ file: String) throws -> [Int: Exception] {
      let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Wycheproof/exceptions.json")
      let all = try JSONDecoder().decode([String: [Exception]].self, from: Data(contentsOf: url))
      return Dictionary(uniqueKeysWithValues: try #require(all[file]).map { ($0.tcId, $0) })
    }

    /// Compares what was found with what is written, exceptions included.
    func settle(_ found: [(tcId: Int, result: String, verdict: String)], in file: String) throws {
      let exceptions = try exceptions(file)
      for (tcId, result, verdict) in found {
        if let exception = exceptions[tcId] {
          expectEqual(exception.expected, result, "\(tcId)")
          expectEqual(exception.actual, verdict, "\(tcId) is no exception any more")
          #expect(!exception.reason.isEmpty)
        } else {
          expectEqual(verdict, result, "\(tcId)")
        }
      }
      #expect(Set(exceptions.keys).isSubset(of: found.map(\.tcId)))
    }

    func word(_ verdict: SignatureVerdict) -> String {
      switch verdict {
      case .valid: "valid"
      case .invalid: "invalid"
      case .unsupported(let reason): "unsupported: \(reason)"
      case .failed(let reason): "failed: \(reason)"
      }
    }

    // MARK: - ECDSA, P-256, SHA-256, r‖s

    struct ECDSAFile: Decodable {
      struct Group: Decodable {
        var publicKeyDer: String
        var tests: [Vector]
      }
      struct Vector: Decodable {
        var tcId: Int
        var msg: String
        var sig: String
        var result: String
      }
      var numberOfTests: Int
      var testGroups: [Group]
    }

    @Test(arguments: CheckingPath.allCases) func ecdsaP1363(path: CheckingPath) throws {
      let name = "ecdsa_secp256r1_sha256_p1363_test.json"
      let file = try JSONDecoder().decode(ECDSAFile.self, from: Data(SharedFiles.bytes("vectors/\(name)")))
      var cases: [CheckingPath.Case] = []
      var vectors: [ECDSAFile.Vector] = []
      for group in file.testGroups {
        for vector in group.tests {
          cases.append(
            CheckingPath.Case(
              key: try hex(group.publicKeyDer), message: try hex(vector.msg), signature: try hex(vector.sig)))
          vectors.append(vector)
        }
      }
      expectEqual(file.numberOfTests, 262)
      expectEqual(cases.count, 262)
      let verdicts = path.verdicts(cases)
      let found = zip(vectors, verdicts).map { (tcId: $0.tcId, result: $0.result, verdict: word($1)) }
      #expect(found.filter { $0.verdict == "valid" }.count > 150)
      try settle(found, in: name)
    }

    // MARK: - JSON web signatures, as far as ES256 goes

    struct JWSFile: Decodable {
      struct Group: Decodable {
        var `public`: JWK?
        var tests: [Vector]
      }
      struct JWK: Decodable {
        var crv: String?
        var x: String?
        var y: String?
      }
      struct Vector: Decodable {
        var tcId: Int
        var jws: JSONText
        var result: String
      }
      /// Some vectors of other algorithms are objects, in the JSON serialization.
      struct JSONText: Decodable {
        var text: String?
        init(from decoder: any Decoder) throws {
          text = try? decoder.singleValueContainer().decode(String.self)
        }
      }
      var numberOfTests: Int
      var testGroups: [Group]
    }

    @Test(arguments: CheckingPath.allCases) func jsonWebSignatures(path: CheckingPath) throws {
      let name = "json_web_signature_test.json"
      let file = try JSONDecoder().decode(JWSFile.self, from: Data(SharedFiles.bytes("vectors/\(name)")))
      expectEqual(file.numberOfTests, 401)
      var found: [(tcId: Int, result: String, verdict: String)] = []
      for group in file.testGroups {
        guard let key = group.public, key.crv == "P-256" else { continue }
        let x = try base64url(try #require(key.x))
        let y = try base64url(try #require(key.y))
        let publicKey = CurveMath.publicKey([4] + x + y)
        for vector in group.tests {
          let verdict = try verdict(try #require(vector.jws.text), publicKey: publicKey, path: path)
          found.append((vector.tcId, vector.result, verdict))
        }
      }
      expectEqual(found.count, 41)
      expectEqual(found.filter { $0.result == "valid" }.count, 2)
      try settle(found, in: name)
    }

    private func verdict(_ token: String, publicKey: [UInt8], path: CheckingPath) throws -> String {
      guard let jws = try? CompactJWS(token) else { return "invalid" }
      guard jws.header.algorithm == .es256 else { return "invalid" }
      return word(
        path.verdict(
          CheckingPath.Case(key: publicKey, message: Array(jws.signingInput), signature: jws.signature)))
    }

    private func base64url(_ text: String) throws -> [UInt8] {
      let standard = text.replacing("-", with: "+").replacing("_", with: "/")
      return [UInt8](
        try #require(Data(base64Encoded: standard + String(repeating: "=", count: (4 - text.count % 4) % 4))))
    }

    private func hex(_ text: String) throws -> [UInt8] {
      let digits = Array(text.utf8)
      return try stride(from: 0, to: digits.count, by: 2).map {
        try #require(UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16))
      }
    }
  }
#endif
