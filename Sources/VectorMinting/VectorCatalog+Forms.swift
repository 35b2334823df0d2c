// SPDX-License-Identifier: MIT
#if OpenSSL
  import StoreJWSTesting

  extension VectorCatalog {
    /// Segments, base64url, JSON and signature octets: right ones and neighbours.
    static func addForms(_ authority: TestAuthority, to collection: inout VectorCollection) throws(MintingError) {
      let payload = TestPayload.transaction()
      let token = try authority.sign(payload)
      let segments = token.split(separator: ".").map(String.init)
      let shapes: [(TestKey.SignatureShape, String)] = [
        (.lowS, "s in the lower half"), (.highS, "s in the upper half, which is as right"),
        (.leadingZeroR, "r begins with a zero octet"), (.leadingZeroS, "s begins with a zero octet"),
      ]
      for (shape, what) in shapes {
        collection.verified(
          "forms/signature-\(shape.rawValue).jws", kind: "transaction", what,
          try authority.sign(payload, form: TokenForm(shape: shape)))
      }
      let order = TestKey.p256Order
      let signature = try authority.plan.leafKey.signES256(Array((segments[0] + "." + segments[1]).utf8))
      let wrong: [(name: String, what: String, code: String, form: TokenForm)] = [
        ("der", "a DER sequence instead of r and s", "signatureForm", TokenForm(signature: .der)),
        ("empty", "no octets, though alg is ES256", "signatureForm", TokenForm(signature: .empty)),
        ("63-octets", "the last octet is missing", "signatureForm", TokenForm(signature: .first(63))),
        ("65-octets", "an octet too many", "signatureForm", TokenForm(signature: .extended([0]))),
        (
          "zeros", "r and s are zero", "signatureMismatch",
          TokenForm(signature: .these([UInt8](repeating: 0, count: 64)))
        ),
        (
          "r-is-order", "r is the order of the curve", "signatureMismatch",
          TokenForm(signature: .these(order + signature[32...]))
        ),
        (
          "s-is-order", "s is the order of the curve", "signatureMismatch",
          TokenForm(signature: .these(signature[..<32] + order))
        ),
        (
          "swapped", "s before r", "signatureMismatch",
          TokenForm(signature: .these(Array(signature[32...] + signature[..<32])))
        ),
        (
          "by-another-key", "made with a key that is not the leaf's", "signatureMismatch",
          TokenForm(signingKey: try TestKey(seed: seed, label: "another"))
        ),
      ]
      for (name, what, code, form) in wrong {
        collection.refused(
          "forms/signature-\(name).jws", what, check: "signature", code: code,
          try authority.sign(payload, form: form))
      }
      let other = try authority.sign(.transaction(["price": 1])).split(separator: ".").map(String.init)
      collection.refused(
        "forms/payload-exchanged.jws", "the payload of one token with the signature of another", check: "signature",
        code: "signatureMismatch",
        [segments[0], other[1], segments[2]].joined(separator: "."))
      addSegments(segments, to: &collection)
      try addPayloads(authority, to: &collection)
    }

    private static func addSegments(_ segments: [String], to collection: inout VectorCollection) {
      let (header, payload, signature) = (segments[0], segments[1], segments[2])
      let headerEnd = header.utf8.count
      let input = header + "." + payload
      let padding = { (text: String) in text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4) }
      collection.unreadable(
        "forms/two-segments.jws", kind: "transaction", "the signing input alone, as StoreKit's signedData has it",
        code: "segmentCount", input, notes: "the payload can still be shown, unverified")
      collection.unreadable("forms/one-segment.jws", "the header alone", code: "segmentCount", header)
      collection.unreadable(
        "forms/four-segments.jws", "a fourth segment", code: "segmentCount", input + "." + signature + ".AAAA")
      collection.unreadable(
        "forms/five-segments.jws", "five segments, as encrypted tokens have", code: "segmentCount",
        [header, "AAAA", payload, "AAAA", signature].joined(separator: "."))
      collection.unreadable(
        "forms/empty-payload.jws", "nothing between the dots", code: "emptySegment", header + ".." + signature)
      collection.unreadable(
        "forms/empty-header.jws", "nothing before the first dot", code: "emptySegment", "." + payload + "." + signature)
      collection.unreadable(
        "forms/padded.jws", kind: "transaction", "padding in the segments that need it", code: "base64Padding",
        [padding(header), padding(payload), padding(signature)].joined(separator: "."),
        notes: "RFC 7515 §2 forbids padding; the signature was made without it")
      let bad: [(name: String, what: String, character: Character)] = [
        ("standard-alphabet", "a plus", "+"), ("white-space", "a space", " "),
        ("not-ascii", "a letter beyond ASCII", "é"),
      ]
      for (name, what, character) in bad {
        var characters = Array(header)
        characters[50] = character
        collection.unreadable(
          "forms/header-\(name).jws", "\(what) at position 50 of the header", code: "base64Character", offset: 50,
          String(characters) + "." + payload + "." + signature)
      }
      collection.unreadable(
        "forms/payload-length.jws", "one character over a multiple of four", code: "base64Length",
        header + "." + payload.prefix(payload.utf8.count / 4 * 4 + 1 - (payload.utf8.count % 4 == 0 ? 4 : 0)) + "."
          + signature)
      collection.unreadable(
        "forms/signature-leftover-bits.jws", "the last character holds bits that belong to no octet",
        code: "base64LeftoverBits", offset: headerEnd + payload.utf8.count + signature.utf8.count + 1,
        input + "." + signature.dropLast() + (signature.last == "B" ? "C" : "B"))
    }

    private static func addPayloads(
      _ authority: TestAuthority,
      to collection: inout VectorCollection
    ) throws(MintingError) {
      let right = TestPayload.transaction().json
      let broken: [(name: String, what: String, code: String, text: String)] = [
        ("not-json", "the payload is plain text", "unexpectedCharacter", "hello"),
        ("truncated", "the object is not closed", "unexpectedEnd", String(right.dropLast())),
        ("trailing-comma", "a comma before the brace", "trailingComma", right.dropLast() + ",}"),
        ("trailing-octets", "text after the object", "trailingBytes", right + "x"),
        ("byte-order-mark", "U+FEFF before the object", "byteOrderMark", "\u{FEFF}" + right),
        ("array", "an array", "typeMismatch", "[" + right + "]"),
        ("number", "a number", "typeMismatch", "1"),
      ]
      for (name, what, code, text) in broken {
        collection.unreadable("forms/payload-\(name).jws", what, code: code, try authority.sign(text))
      }
      let invalid = Array(right.utf8.dropLast()) + Array(#","a":""#.utf8) + [0xC0, 0xAF] + Array("\"}".utf8)
      collection.unreadable(
        "forms/payload-not-utf8.jws", "an overlong UTF-8 sequence in a string", code: "invalidUTF8",
        try authority.sign(payload: invalid))
      collection.verified(
        "forms/payload-white-space.jws", kind: "transaction", "white space where JSON allows it",
        try authority.sign(" \n" + right.split(separator: ",").joined(separator: " ,\t\n") + "\r\n "))
    }
  }
#endif
