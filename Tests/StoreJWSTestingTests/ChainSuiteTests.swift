// SPDX-License-Identifier: MIT
#if OpenSSL
  import Expectations
  import StoreJWSTesting
  import Testing

  @Suite struct ChainSuiteTests {
    /// Minted once for all tests here; a failure shows in each.
    static let minted = Result { () throws(MintingError) in try ChainSuite.cases() }

    @Test func everyCaseIsThereOnceAndIsItsOwn() throws {
      let cases = try Self.minted.get()
      expectEqual(cases.count, 139)
      expectEqual(cases.filter { $0.verdict == .accepted }.count, 32)
      expectEqual(Set(cases.map(\.name)).count, cases.count)
      var situations: [[[UInt8]]: String] = [:]
      for item in cases {
        let situation = item.certificates + [Array("\(item.moment)".utf8)] + item.anchors
        #expect(situations[situation] == nil, "\(item.name) is the same as \(situations[situation] ?? "")")
        situations[situation] = item.name
        #expect(!item.remark.isEmpty)
      }
    }

    @Test func theSeedDecidesAll() throws {
      let (first, second) = (try Self.minted.get(), try ChainSuite.cases())
      expectEqual(first.map(\.certificates), second.map(\.certificates))
      expectEqual(first.map(\.anchors), second.map(\.anchors))
    }

    /// OpenSSL's own verifier knows less than the rules of the App Store, so it can only confirm the good ones.
    @Test(.enabled(if: OpenSSLTool.isInstalled, "the openssl program is not installed"))
    func openSSLAcceptsEveryGoodChain() throws {
      let tool = try #require(OpenSSLTool.find())
      var count = 0
      for item in try Self.minted.get() where item.verdict == .accepted {
        let pem = { (certificates: [[UInt8]]) in
          Array(certificates.map { PEMText.encode($0, label: "CERTIFICATE") }.joined().utf8)
        }
        // One anchor at a time: with several of one name OpenSSL's answer depends on their order.
        let answers = try item.anchors.map { anchor in
          try tool.run(
            [
              "verify", "-no-CApath", "-no-CAstore", "-attime", "\(item.moment)", "-CAfile", "anchor.pem",
              "-untrusted", "intermediate.pem", "leaf.pem",
            ],
            files: [
              "anchor.pem": pem([anchor]), "intermediate.pem": pem([item.certificates[1]]),
              "leaf.pem": pem([item.certificates[0]]),
            ])
        }
        // OpenSSL ends a certificate's life a second early; RFC 5280 §4.1.2.5 includes the last second.
        let isKnownDifference = item.name.hasSuffix("InItsLastSecond")
        #expect(answers.contains { $0.status == 0 } != isKnownDifference, "\(item.name): \(answers.map(\.output))")
        count += 1
      }
      expectEqual(count, 32)
    }

    @Test func casesGiveTokensWhereTheKeyCanSign() throws {
      for item in try Self.minted.get() {
        if case .p256 = item.authority.plan.leafKey.kind {
          try expectEqual(item.token("{}").split(separator: ".").count, 3, "\(item.name)")
        } else {
          #expect(throws: MintingError(code: .wrongKeyType, message: "")) { try item.token("{}") }
        }
      }
    }
  }
#endif
