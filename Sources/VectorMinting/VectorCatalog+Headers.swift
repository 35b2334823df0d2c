// SPDX-License-Identifier: MIT
#if OpenSSL
  import StoreJWSTesting

  extension VectorCatalog {
    /// What a header may and may not say (RFC 7515 §4).
    static func addHeaders(_ authority: TestAuthority, to collection: inout VectorCollection) throws(MintingError) {
      let payload = TestPayload.transaction()
      let harmless: [(name: String, what: String, header: TokenHeader)] = [
        ("kid-and-typ", "kid and typ, which the App Store does not write", TokenHeader(keyID: "k1", type: "JWT")),
        ("other-order", "x5c before alg", TokenHeader(memberOrder: ["x5c", "alg"])),
        ("escaped-slashes", "slashes written with a backslash", TokenHeader(escapesSlashes: true)),
        (
          "unknown-member", "a member that nobody knows",
          TokenHeader(additionalMembers: [TokenHeader.Member("x-new", json: "{\"a\":[1]}")])
        ),
      ]
      for (name, what, header) in harmless {
        collection.verified(
          "headers/\(name).jws", kind: "transaction", what, try authority.sign(payload, header: header))
      }
      let foreign = #"{"kty":"EC","crv":"P-256","x":"AAAA","y":"AAAA"}"#
      let refused: [(name: String, what: String, code: String, header: TokenHeader)] = [
        ("alg-rs256", "alg RS256 over an EC key", "algorithmUnsupported", TokenHeader(algorithm: "RS256")),
        ("alg-es384", "alg ES384", "algorithmUnsupported", TokenHeader(algorithm: "ES384")),
        ("alg-hs256", "alg HS256", "algorithmUnsupported", TokenHeader(algorithm: "HS256")),
        (
          "alg-lower-case", "alg es256: names are case-sensitive", "algorithmUnsupported",
          TokenHeader(algorithm: "es256")
        ),
        ("alg-absent", "no alg", "algorithmMissing", TokenHeader(algorithm: nil)),
        ("no-x5c", "no certificates", "x5cMissing", TokenHeader(certificates: .absent)),
        ("x5c-empty", "x5c is an empty array", "x5cMissing", TokenHeader(certificates: .these([]))),
        ("crit", "crit names an extension that nobody knows", "criticalHeader", TokenHeader(critical: ["x-new"])),
        ("jwk", "a key inside the header", "embeddedKey", .init(additionalMembers: [.init("jwk", json: foreign)])),
        (
          "jku", "the address of a key in the header", "embeddedKey",
          .init(additionalMembers: [.init("jku", json: #""http://keys.storejws.test/set.json""#)])
        ),
      ]
      for (name, what, code, header) in refused {
        collection.refused(
          "headers/\(name).jws", what, check: code == "x5cMissing" ? "chainLength" : "algorithm", code: code,
          try authority.sign(payload, header: header))
      }
      collection.refused(
        "headers/alg-none.jws", "alg none and no signature", check: "algorithm", code: "algorithmNone",
        try authority.sign(payload, header: TokenHeader(algorithm: "none"), form: TokenForm(signature: .empty)))
      collection.refused(
        "headers/alg-none-signed.jws", "alg none above a signature that fits", check: "algorithm",
        code: "algorithmNone",
        try authority.sign(payload, header: TokenHeader(algorithm: "none")))
      let urlSafe = #"{"alg":"ES256","x5c":["MII_-w==","MIIA","MIIA"]}"#
      collection.refused(
        "headers/x5c-url-alphabet.jws", "a certificate in base64url", check: "chainTrust", code: "certificateEncoding",
        try authority.sign(payload, header: TokenHeader(verbatim: urlSafe)))
      let right = TokenHeader().text(authorityChain: authority.chain)
      let broken: [(name: String, what: String, code: String, text: String)] = [
        ("duplicate-alg", "alg twice", "duplicateMember", right.dropLast() + #","alg":"none"}"#),
        ("duplicate-x5c", "x5c twice", "duplicateMember", right.dropLast() + #","x5c":[]}"#),
        ("not-json", "plain text", "unexpectedCharacter", "header"),
        ("array", "an array", "typeMismatch", "[]"),
        ("x5c-text", "x5c is a string", "typeMismatch", #"{"alg":"ES256","x5c":"AAAA"}"#),
        ("alg-number", "alg is a number", "typeMismatch", #"{"alg":256,"x5c":[]}"#),
      ]
      for (name, what, code, text) in broken {
        collection.unreadable(
          "headers/\(name).jws", what, code: code, try authority.sign(payload, header: TokenHeader(verbatim: text)))
      }
    }
  }
#endif
