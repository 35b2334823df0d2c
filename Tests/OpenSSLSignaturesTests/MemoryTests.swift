// SPDX-License-Identifier: MIT

#if OpenSSL && os(Linux)
  import Foundation
  import JOSE
  import OpenSSLSignatures
  import StoreJWSTesting
  import Testing

  /// libcrypto's objects are freed by hand, so resident memory is watched over many checks of every kind.
  @Suite(.serialized) struct MemoryTests {
    /// Resident set of this process in bytes, from /proc/self/statm.
    func residentBytes() throws -> Int {
      let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
      return try #require(Int(fields[1])) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// `STOREJWS_LEAK_ROUNDS` sets the number of rounds of a long run.
    static let rounds = ProcessInfo.processInfo.environment["STOREJWS_LEAK_ROUNDS"].flatMap { Int($0) } ?? 600

    @Test func residentMemoryStaysFlat() throws {
      let authority = try TestAuthority(curves: .p256Throughout)
      let message = Array("header.payload".utf8)
      let signature = try authority.plan.leafKey.signES256(message)
      var spoilt = signature
      spoilt[10] ^= 1
      var forged = authority.chain
      forged[0][forged[0].count - 1] ^= 1
      let key = authority.plan.leafKey.publicKeyInfo
      let offCurve = key.dropLast() + [key[90] ^ 1]
      let anchors = try TrustAnchors(file: authority.root)
      let checker = ES256Checker(batching: .withoutTables)
      func round(_ index: Int) {
        let prepared = checker.prepare(algorithm: .es256, publicKey: key, prefix: message.span.extracting(first: 7))
        let batch = index % 100 == 0 ? checker.makeBatch() : nil
        for candidate in [signature, spoilt] {
          _ = checker.check(
            algorithm: .es256, publicKey: key, signingInput: message.span, signature: candidate.span)
          _ = prepared?.check(suffix: message.span.extracting(droppingFirst: 7), signature: candidate.span)
          if let prepared { batch?.add(prepared, suffix: message.span, signature: candidate.span) }
        }
        var verdicts: [SignatureVerdict] = []
        batch?.finish(&verdicts)
        _ = checker.check(
          algorithm: .es256, publicKey: Array(offCurve), signingInput: message.span, signature: signature.span)
        guard index % 10 == 0 else { return }
        let chains = AppStoreChainChecker(anchors: anchors)
        _ = chains.check(certificates: authority.chain)
        _ = chains.check(certificates: forged)
        _ = try? TrustAnchors(file: authority.root)
        _ = try? TrustAnchors(file: Array(authority.root.dropLast()))
      }
      for index in 0..<Self.rounds / 3 { round(index) }
      let before = try residentBytes()
      for index in 0..<Self.rounds { round(index) }
      let growth = try residentBytes() - before
      // Other suites run beside this one, hence the room.
      #expect(growth < 64 << 20, "grew by \(growth) bytes in \(Self.rounds) rounds")
      if Self.rounds >= 10_000 { #expect(growth < 4 << 20, "grew by \(growth) bytes in \(Self.rounds) rounds") }
    }
  }
#endif
