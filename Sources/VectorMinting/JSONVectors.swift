// SPDX-License-Identifier: MIT
#if OpenSSL
  import StoreJWSTesting

  /// Small JSON documents that a reader must accept (RFC 8259), and ones that it must refuse, with code and octet.
  ///
  /// The kinds of trouble are those that public suites for JSON readers look for; the documents are this project's own.
  enum JSONVectors {
    struct Refusal {
      let name: String
      let octets: [UInt8]
      let code: String
      let offset: Int

      init(_ name: String, _ octets: [UInt8], _ code: String, _ offset: Int) {
        self.name = name
        self.octets = octets
        self.code = code
        self.offset = offset
      }

      init(_ name: String, _ text: String, _ code: String, _ offset: Int) {
        self.init(name, Array(text.utf8), code, offset)
      }
    }

    static var files: [VectorFile] {
      let accepted = acceptances.map { VectorFile(path: "json/accept/\($0.name).json", contents: Array($0.text.utf8)) }
      let refused = refusals.map { VectorFile(path: "json/reject/\($0.name).json", contents: $0.octets) }
      return accepted + refused + [manifest]
    }

    private static var manifest: VectorFile {
      let accept = acceptances.map { item -> String in
        PayloadValue.object([
          PayloadMember("file", .text("accept/\(item.name).json")), PayloadMember("compact", .text(item.compact)),
        ]).json
      }
      let reject = refusals.map { item -> String in
        PayloadValue.object([
          PayloadMember("file", .text("reject/\(item.name).json")), PayloadMember("code", .text(item.code)),
          PayloadMember("offset", .integer(Int64(item.offset))),
        ]).json
      }
      let text = """
        {
          "numberAccepted": \(accept.count),
          "accept": [
            \(accept.joined(separator: ",\n    "))
          ],
          "numberRefused": \(reject.count),
          "reject": [
            \(reject.joined(separator: ",\n    "))
          ]
        }

        """
      return VectorFile(path: "json/manifest.json", contents: Array(text.utf8))
    }

    /// Name, document, and what is left when the white space between tokens goes.
    private static let acceptances: [(name: String, text: String, compact: String)] = [
      ("array-empty", "[]", "[]"),
      ("array-empty-with-space", "[ \n\t\r]", "[]"),
      ("array-of-all-kinds", #"[null, true, false, 0, "", [], {}]"#, #"[null,true,false,0,"",[],{}]"#),
      ("array-nested", "[[[[[[[[]]]]]]]]", "[[[[[[[[]]]]]]]]"),
      ("array-at-depth-limit", nested(32), nested(32)),
      ("object-empty", "{}", "{}"),
      ("object-empty-with-space", "{ \n}", "{}"),
      ("object-member", #"{ "a" : 1 }"#, #"{"a":1}"#),
      ("object-order-kept", #"{"z":1,"a":2,"m":3}"#, #"{"z":1,"a":2,"m":3}"#),
      ("object-empty-name", #"{"":0}"#, #"{"":0}"#),
      ("object-names-differ-in-case", #"{"a":1,"A":2}"#, #"{"a":1,"A":2}"#),
      ("object-same-name-on-other-levels", #"{"a":{"a":{"a":1}}}"#, #"{"a":{"a":{"a":1}}}"#),
      ("object-names-differ-in-normal-form", "{\"\u{E9}\":1,\"e\u{301}\":2}", "{\"\u{E9}\":1,\"e\u{301}\":2}"),
      ("object-name-escaped", #"{"\u0061":1}"#, #"{"\u0061":1}"#),
      ("object-name-with-nul", #"{"a\u0000b":1,"a":2}"#, #"{"a\u0000b":1,"a":2}"#),
      ("literal-null", "null", "null"),
      ("literal-true-in-space", " true ", "true"),
      ("literal-false", "false", "false"),
      ("number-zero", "0", "0"),
      ("number-minus-zero", "-0", "-0"),
      ("number-beyond-64-bits", "123456789012345678901234567890", "123456789012345678901234567890"),
      ("number-fraction", "1697679936049.7297", "1697679936049.7297"),
      ("number-fraction-of-zeros", "1.000", "1.000"),
      (
        "number-small-fraction", "-0.00000000000000000000000000000000000000000000001",
        "-0.00000000000000000000000000000000000000000000001"
      ),
      ("number-exponent", "1e3", "1e3"),
      ("number-exponent-capital-plus", "1E+3", "1E+3"),
      ("number-exponent-minus-zeros", "0e-007", "0e-007"),
      ("number-exponent-huge", "1e400", "1e400"),
      ("number-followed-by-space", "7 ", "7"),
      ("string-empty", #""""#, #""""#),
      ("string-escapes", #""\"\\\/\b\f\n\r\t""#, #""\"\\\/\b\f\n\r\t""#),
      ("string-unicode-escapes", #""\u0041\u00e9\u00E9\u6F22""#, #""\u0041\u00e9\u00E9\u6F22""#),
      ("string-surrogate-pair", #""\ud83d\ude00\uDBFF\uDFFF""#, #""\ud83d\ude00\uDBFF\uDFFF""#),
      ("string-nul-escaped", #""\u0000""#, #""\u0000""#),
      ("string-noncharacters", #""\uFFFF\uFDD0""#, #""\uFFFF\uFDD0""#),
      ("string-utf8-of-all-lengths", "\"a\u{E9}\u{6F22}\u{1F600}\"", "\"a\u{E9}\u{6F22}\u{1F600}\""),
      (
        "string-utf8-limits", "\"\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"",
        "\"\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\""
      ),
      ("string-delete", "\"\u{7F}\"", #""\u007f""#),
      ("string-line-separators", "\"\u{2028}\u{2029}\"", "\"\u{2028}\u{2029}\""),
      ("string-byte-order-mark-inside", "\"\u{FEFF}\"", "\"\u{FEFF}\""),
      ("string-bidirectional", "\"\u{202E}abc\"", "\"\u{202E}abc\""),
      ("string-structure-inside", #""{[,:]}""#, #""{[,:]}""#),
      ("string-backslash-before-quote", #"["\\","a"]"#, #"["\\","a"]"#),
      ("string-long-then-escape", #""0123456789abcdef0123456789abcdef\n""#, #""0123456789abcdef0123456789abcdef\n""#),
      ("white-space-everywhere", "\r\n { \t\"a\" \n:\r [ 1 , 2 ] , \"b\" : { } } \n", #"{"a":[1,2],"b":{}}"#),
      ("white-space-after", "1\n\n", "1"),
    ]

    private static func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    private static let refusals: [Refusal] = structure + literalsAndNumbers + strings

    private static let structure: [Refusal] = [
      Refusal("empty", "", "unexpectedEnd", 0),
      Refusal("white-space-only", " \n", "unexpectedEnd", 2),
      Refusal("byte-order-mark", [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], "byteOrderMark", 0),
      Refusal("byte-order-mark-utf16", [0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D], "unexpectedCharacter", 0),
      Refusal("utf16-without-mark", [0x7B, 0x00, 0x7D, 0x00], "unexpectedCharacter", 1),
      Refusal("array-open", "[", "unexpectedEnd", 1),
      Refusal("array-open-after-element", "[1", "unexpectedEnd", 2),
      Refusal("array-open-after-comma", "[1,", "unexpectedEnd", 3),
      Refusal("array-trailing-comma", "[1,]", "trailingComma", 3),
      Refusal("array-trailing-comma-space", "[1 , ]", "trailingComma", 5),
      Refusal("array-comma-alone", "[,]", "unexpectedCharacter", 1),
      Refusal("array-comma-first", "[,1]", "unexpectedCharacter", 1),
      Refusal("array-two-commas", "[1,,2]", "unexpectedCharacter", 3),
      Refusal("array-no-comma", "[1 2]", "unexpectedCharacter", 3),
      Refusal("array-colon", "[1:2]", "unexpectedCharacter", 2),
      Refusal("array-closed-by-brace", "[1}", "unexpectedCharacter", 2),
      Refusal("array-closed-twice", "[1]]", "trailingBytes", 3),
      Refusal("array-over-depth-limit", nested(33), "depthLimit", 32),
      Refusal("object-open", "{", "unexpectedEnd", 1),
      Refusal("object-name-only", #"{"a""#, "unexpectedEnd", 4),
      Refusal("object-no-value", #"{"a":"#, "unexpectedEnd", 5),
      Refusal("object-no-value-closed", #"{"a":}"#, "unexpectedCharacter", 5),
      Refusal("object-name-closed", #"{"a"}"#, "unexpectedCharacter", 4),
      Refusal("object-open-after-value", #"{"a":1"#, "unexpectedEnd", 6),
      Refusal("object-open-after-comma", #"{"a":1,"#, "unexpectedEnd", 7),
      Refusal("object-trailing-comma", #"{"a":1,}"#, "trailingComma", 7),
      Refusal("object-comma-first", #"{,"a":1}"#, "unexpectedCharacter", 1),
      Refusal("object-two-commas", #"{"a":1,,"b":2}"#, "unexpectedCharacter", 7),
      Refusal("object-no-comma", #"{"a":1 "b":2}"#, "unexpectedCharacter", 7),
      Refusal("object-two-colons", #"{"a"::1}"#, "unexpectedCharacter", 5),
      Refusal("object-comma-for-colon", #"{"a",1}"#, "unexpectedCharacter", 4),
      Refusal("object-equals-for-colon", #"{"a"=1}"#, "unexpectedCharacter", 4),
      Refusal("object-name-without-quotes", "{a:1}", "unexpectedCharacter", 1),
      Refusal("object-name-single-quotes", "{'a':1}", "unexpectedCharacter", 1),
      Refusal("object-name-number", "{1:1}", "unexpectedCharacter", 1),
      Refusal("object-name-null", "{null:1}", "unexpectedCharacter", 1),
      Refusal("object-element", #"{"a"}"# + "x", "unexpectedCharacter", 4),
      Refusal("object-closed-by-bracket", #"{"a":1]"#, "unexpectedCharacter", 6),
      Refusal("object-closed-twice", "{}}", "trailingBytes", 2),
      Refusal("object-duplicate", #"{"a":1,"a":1}"#, "duplicateMember", 7),
      Refusal("object-duplicate-apart", #"{"a":1,"b":2,"c":3,"a":4}"#, "duplicateMember", 19),
      Refusal("object-duplicate-escaped", #"{"a":1,"\u0061":1}"#, "duplicateMember", 7),
      Refusal("object-duplicate-both-escaped", #"{"\u00e9":1,"\u00E9":1}"#, "duplicateMember", 12),
      Refusal("object-duplicate-empty", #"{"":1,"":2}"#, "duplicateMember", 6),
      Refusal("object-duplicate-below", #"{"o":{"a":1,"a":1}}"#, "duplicateMember", 12),
      Refusal("object-duplicate-in-array", #"[{"a":1,"a":1}]"#, "duplicateMember", 8),
      Refusal("trailing-word", "{}x", "trailingBytes", 2),
      Refusal("trailing-document", "{} {}", "trailingBytes", 3),
      Refusal("trailing-comma-after", "{},", "trailingBytes", 2),
      Refusal("trailing-nul", [0x31, 0x00], "trailingBytes", 1),
      Refusal("comment-before", "/* */ {}", "unexpectedCharacter", 0),
      Refusal("comment-inside", "[1, // one\n2]", "unexpectedCharacter", 4),
      Refusal("comment-after", "{} # end", "trailingBytes", 3),
      Refusal("form-feed", "[\u{C}]", "unexpectedCharacter", 1),
      Refusal("vertical-tab", "[\u{B}1]", "unexpectedCharacter", 1),
      Refusal("no-break-space", "[\u{A0}1]", "unexpectedCharacter", 1),
      Refusal("nul-for-space", [0x5B, 0x00, 0x5D], "unexpectedCharacter", 1),
      Refusal("closing-brace-alone", "}", "unexpectedCharacter", 0),
      Refusal("colon-alone", ":", "unexpectedCharacter", 0),
      Refusal("lone-quote", "\"", "unexpectedEnd", 1),
    ]

    private static let literalsAndNumbers: [Refusal] = [
      Refusal("literal-capital", "True", "unexpectedCharacter", 0),
      Refusal("literal-wrong-end", "[trux]", "unexpectedCharacter", 4),
      Refusal("literal-cut", "nul", "unexpectedEnd", 3),
      Refusal("literal-longer", "nulll", "trailingBytes", 4),
      Refusal("literal-longer-in-array", "[truee]", "unexpectedCharacter", 5),
      Refusal("literal-nan", "NaN", "unexpectedCharacter", 0),
      Refusal("literal-undefined", "[undefined]", "unexpectedCharacter", 1),
      Refusal("number-plus", "+1", "unexpectedCharacter", 0),
      Refusal("number-plus-in-array", "[+1]", "unexpectedCharacter", 1),
      Refusal("number-minus-alone", "-", "unexpectedEnd", 1),
      Refusal("number-minus-twice", "[--1]", "invalidNumber", 2),
      Refusal("number-minus-space", "[- 1]", "invalidNumber", 2),
      Refusal("number-minus-infinity", "[-Infinity]", "invalidNumber", 2),
      Refusal("number-leading-zero", "[01]", "invalidNumber", 2),
      Refusal("number-minus-leading-zero", "[-01]", "invalidNumber", 3),
      Refusal("number-two-zeros", "[00]", "invalidNumber", 2),
      Refusal("number-point-first", "[.5]", "unexpectedCharacter", 1),
      Refusal("number-minus-point-first", "[-.5]", "invalidNumber", 2),
      Refusal("number-point-last", "[5.]", "invalidNumber", 3),
      Refusal("number-point-cut", "5.", "unexpectedEnd", 2),
      Refusal("number-two-points", "[1.2.3]", "unexpectedCharacter", 4),
      Refusal("number-point-exponent", "[1.e3]", "invalidNumber", 3),
      Refusal("number-exponent-empty", "[1e]", "invalidNumber", 3),
      Refusal("number-exponent-sign-only", "[1e+]", "invalidNumber", 4),
      Refusal("number-exponent-two-signs", "[1e+-3]", "invalidNumber", 4),
      Refusal("number-exponent-fraction", "[1e3.5]", "unexpectedCharacter", 4),
      Refusal("number-exponent-cut", "1E", "unexpectedEnd", 2),
      Refusal("number-hexadecimal", "[0x10]", "unexpectedCharacter", 2),
      Refusal("number-with-comma", "[1,000]", "invalidNumber", 4),
      Refusal("number-with-underscore", "[1_000]", "unexpectedCharacter", 2),
      Refusal("number-with-letter", "[12a]", "unexpectedCharacter", 3),
      Refusal("number-full-width", "[\u{FF11}]", "unexpectedCharacter", 1),
    ]

    private static let strings: [Refusal] = [
      Refusal("string-open", #""abc"#, "unexpectedEnd", 4),
      Refusal("string-open-after-escape", #""abc\""#, "unexpectedEnd", 6),
      Refusal("string-backslash-last", "\"\\", "unexpectedEnd", 2),
      Refusal("string-newline", "\"a\nb\"", "controlCharacter", 2),
      Refusal("string-tab", "[\"\t\"]", "controlCharacter", 2),
      Refusal("string-nul", [0x22, 0x61, 0x00, 0x22], "controlCharacter", 2),
      Refusal("string-unit-separator", "\"\u{1F}\"", "controlCharacter", 1),
      Refusal("string-control-far-in", "\"0123456789abcdef0123\u{1}\"", "controlCharacter", 21),
      Refusal("string-control-in-name", "{\"a\u{1}\":1}", "controlCharacter", 3),
      Refusal("string-escape-x", #""\x41""#, "invalidEscape", 2),
      Refusal("string-escape-a", #""ab\a""#, "invalidEscape", 4),
      Refusal("string-escape-quote-single", #""\'""#, "invalidEscape", 2),
      Refusal("string-escape-zero", #""\0""#, "invalidEscape", 2),
      Refusal("string-escape-capital-u", #""\U0041""#, "invalidEscape", 2),
      Refusal("string-escape-newline", "\"\\\n\"", "invalidEscape", 2),
      Refusal("string-escape-not-ascii", "\"\\\u{E9}\"", "invalidEscape", 2),
      Refusal("string-unicode-three-digits", #""\u123""#, "invalidEscape", 6),
      Refusal("string-unicode-no-digits", #""\u""#, "invalidEscape", 3),
      Refusal("string-unicode-bad-digit", #""\u00g0""#, "invalidEscape", 5),
      Refusal("string-unicode-cut", #""\u00"#, "unexpectedEnd", 5),
      Refusal("string-unicode-plus", #""\u+041""#, "invalidEscape", 3),
      Refusal("string-lone-high", #""\ud83d""#, "loneSurrogate", 1),
      Refusal("string-lone-low", #""a\ude00""#, "loneSurrogate", 2),
      Refusal("string-high-high", #""\ud83d\ud83d""#, "loneSurrogate", 1),
      Refusal("string-high-then-text", #""\ud83dabc""#, "loneSurrogate", 1),
      Refusal("string-high-then-escape", #""\ud83d\n""#, "loneSurrogate", 1),
      Refusal("string-high-then-scalar", #""\ud83d\u0041""#, "loneSurrogate", 1),
      Refusal("string-low-high", #""\ude00\ud83d""#, "loneSurrogate", 1),
      Refusal("string-surrogate-in-name", #"{"\ud800":1}"#, "loneSurrogate", 2),
      Refusal("string-utf8-continuation-alone", [0x22, 0x80, 0x22], "invalidUTF8", 1),
      Refusal("string-utf8-lead-alone", [0x22, 0xC3, 0x22], "invalidUTF8", 1),
      Refusal("string-utf8-overlong-two", [0x22, 0xC0, 0xAF, 0x22], "invalidUTF8", 1),
      Refusal("string-utf8-overlong-two-high", [0x22, 0xC1, 0xBF, 0x22], "invalidUTF8", 1),
      Refusal("string-utf8-overlong-three", [0x22, 0xE0, 0x9F, 0xBF, 0x22], "invalidUTF8", 1),
      Refusal("string-utf8-overlong-four", [0x22, 0xF0, 0x8F, 0xBF, 0xBF, 0x22], "invalidUTF8", 1),
      Refusal("string-utf8-surrogate", [0x22, 0xED, 0xA0, 0x80, 0x22], "invalidUTF8", 1),
      Refusal("string-utf8-above-10ffff", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "invalidUTF8", 1),
      Refusal("string-utf8-five-octets", [0x22, 0xF8, 0x88, 0x80, 0x80, 0x80, 0x22], "invalidUTF8", 1),
      Refusal("string-utf8-ff", [0x22, 0x61, 0x62, 0xFF, 0x22], "invalidUTF8", 3),
      Refusal("string-utf8-two-of-three", [0x22, 0xE6, 0xBC, 0x22], "invalidUTF8", 1),
      Refusal("string-utf8-cut", [0x22, 0xF0, 0x9F, 0x98], "unexpectedEnd", 4),
      Refusal("string-latin-1", [0x5B, 0x22, 0xE9, 0x22, 0x5D], "invalidUTF8", 2),
      Refusal("string-utf8-in-name", [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], "invalidUTF8", 2),
      Refusal("string-utf8-outside", [0x5B, 0xC3, 0xA9, 0x5D], "unexpectedCharacter", 1),
      Refusal("string-single-quotes", "['a']", "unexpectedCharacter", 1),
      Refusal("string-without-quotes", "[a]", "unexpectedCharacter", 1),
      Refusal("string-curly-quotes", "[\u{201C}a\u{201D}]", "unexpectedCharacter", 1),
    ]
  }
#endif
