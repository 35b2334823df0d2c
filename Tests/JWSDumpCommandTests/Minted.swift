// SPDX-License-Identifier: MIT

#if OpenSSL
  import Foundation
  import StoreJWSTesting
  import Testing

  /// Tokens of a throwaway authority, the same in every run.
  struct Minted {
    let authority: TestAuthority
    let folder: Folder
    /// The path of the authority's root.
    let root: String

    init() throws {
      authority = try TestAuthority()
      folder = try Folder()
      root = try folder.file("root.pem", authority.rootPEM)
    }

    func transaction(_ changes: KeyValuePairs<String, PayloadValue> = [:]) throws -> String {
      try authority.sign(TestPayload.transaction(changes))
    }

    func renewalInfo(_ changes: KeyValuePairs<String, PayloadValue> = [:]) throws -> String {
      try authority.sign(TestPayload.renewalInfo(changes))
    }

    /// A notification whose strings inside are these tokens.
    func notification(transaction: String, renewalInfo: String? = nil) throws -> String {
      try authority.notification(
        "SUBSCRIBED", subtype: "INITIAL_BUY", transaction: nil, renewalInfo: nil,
        data: [
          "signedTransactionInfo": .text(transaction), "signedRenewalInfo": renewalInfo.map { .text($0) } ?? .absent,
          "status": 1,
        ])
    }

    /// The same token with another last character of its signature's middle, so that it stays well formed.
    static func broken(_ token: String) -> String {
      var characters = Array(token)
      let place = characters.count - 40
      characters[place] = characters[place] == "A" ? "B" : "A"
      return String(characters)
    }
  }
#endif
