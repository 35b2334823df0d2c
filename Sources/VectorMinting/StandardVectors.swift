// SPDX-License-Identifier: MIT
#if OpenSSL
  import StoreJWSTesting

  /// Published examples of the standards, as files.
  enum StandardVectors {
    static var files: [VectorFile] {
      [base64, exampleJWS]
    }

    /// RFC 4648 §10.
    private static var base64: VectorFile {
      let vectors = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
      ]
      let lines = vectors.map { text, encoded in
        PayloadValue.object([PayloadMember("text", .text(text)), PayloadMember("base64", .text(encoded))]).json
      }
      let json =
        "{\n  \"source\": \"RFC 4648, section 10\",\n  \"numberOfVectors\": \(vectors.count),\n  \"vectors\": [\n    "
        + lines.joined(separator: ",\n    ") + "\n  ]\n}\n"
      return VectorFile(path: "standards/rfc4648-section10.json", contents: Array(json.utf8))
    }

    /// RFC 7515 Appendix A.3: ES256 over a payload with a line break, signed with a nonce of its own.
    private static var exampleJWS: VectorFile {
      let members: [(String, String)] = [
        ("source", "RFC 7515, appendix A.3"),
        ("header", #"{"alg":"ES256"}"#),
        ("payload", "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}"),
        ("x", "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
        ("y", "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"),
        ("d", "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"),
        (
          "token",
          "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0"
            + "cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        ),
      ]
      let lines = members.map { name, text in
        "  " + PayloadValue.text(name).json + ": " + PayloadValue.text(text).json
      }
      let json = "{\n" + lines.joined(separator: ",\n") + "\n}\n"
      return VectorFile(path: "standards/rfc7515-appendix-a3.json", contents: Array(json.utf8))
    }
  }
#endif
