// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import StoreJWSTesting
  import Testing

  /// `jwsdump diff`: what is not the same is said to differ, readable or not.
  struct DiffTests {
    private let minted: Minted

    init() throws {
      minted = try Minted()
    }

    private func differences(_ first: String, _ second: String) throws -> [String: [String: Any]] {
      let files = try [first, second].enumerated().map { try minted.folder.file("\($0.offset).txt", $0.element) }
      let outcome = jwsdump("diff", "-f", "json", "--root", minted.root, files[0], files[1])
      let object = try Seen(outcome.output).object
      let list = try #require(object["differences"] as? [[String: Any]])
      expectEqual(object["equal"] as? Bool, list.isEmpty)
      return Dictionary(list.map { ($0["path"] as? String ?? "", $0) }) { first, _ in first }
    }

    @Test func whatCannotBeReadIsComparedByItsBytes() throws {
      let token = try minted.transaction()
      let bad = token.prefix(4_600) + "!" + token.dropFirst(4_601)
      let other = token.prefix(4_600) + "?" + token.dropFirst(4_601)
      try expectEqual(differences(String(bad), String(bad)).isEmpty, true)
      let found = try differences(String(bad), String(other))
      let remark = try #require(found["input"]?["remark"] as? String)
      expectEqual(remark, "neither can be read, and they differ from byte 4600 on")
    }

    @Test func headersAreCompared() throws {
      let first = try minted.authority.sign(.transaction(), header: TokenHeader(keyID: "one"))
      let second = try minted.authority.sign(.transaction(), header: TokenHeader(keyID: "two"))
      try #expect(differences(first, second)["header.kid"] != nil)
    }

    @Test func nullIsNotAbsence() throws {
      let found = try differences(
        minted.transaction(["offerIdentifier": .null]), minted.transaction(["offerIdentifier": .absent]))
      expectEqual(found["$.offerIdentifier"]?["remark"] as? String, "null in the first, absent in the second")
    }
  }
#endif
