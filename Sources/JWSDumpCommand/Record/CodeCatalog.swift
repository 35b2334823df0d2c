// SPDX-License-Identifier: MIT

/// The codes that records carry, with their meaning; `--list-errors` prints them.
package enum CodeCatalog {
  /// One code.
  package struct Entry: Hashable, Sendable {
    package let code: String
    package let meaning: String
  }

  /// Where codes stand in a record.
  package static let sections: [(title: String, entries: [Entry])] = [
    ("Inputs (error, exit status 1)", inputs),
    ("Rows, with --column (error, exit status 1; of a header, 64)", rows),
    ("Tokens (error, exit status 1)", tokens),
    ("JSON (error, exit status 1)", json),
    ("Receipts (error, exit status 1)", receipts),
    ("Encodings of receipts (error, exit status 1)", encodings),
    ("Checks that failed (exit status 2)", failedChecks),
    ("Checks that were not run", unrunChecks),
  ]

  private static let inputs = [
    Entry(code: "emptyInput", meaning: "the input holds nothing"),
    Entry(code: "blankLine", meaning: "the line holds nothing; does not touch the exit status"),
    Entry(code: "lineTooLong", meaning: "the line is longer than 8 MiB"),
    Entry(code: "documentTooLong", meaning: "the document is longer than 64 MiB"),
    Entry(code: "compressedInput", meaning: "the file is gzip; unpack it first"),
    Entry(code: "textEncoding", meaning: "the file is UTF-16; UTF-8 is expected"),
    Entry(code: "notAToken", meaning: "the text is neither a token nor JSON nor a receipt"),
    Entry(code: "placeholderText", meaning: "undefined, null and the like: the program that wrote it had no value"),
    Entry(code: "htmlPage", meaning: "a web page, as servers send it with errors"),
    Entry(code: "certificateFile", meaning: "a PEM file; a root certificate goes with --root"),
    Entry(code: "decodedPayload", meaning: "a payload that was decoded already and has lost its signature"),
    Entry(code: "jsonSerialization", meaning: "a JWS in JSON serialization, which the App Store does not use"),
    Entry(code: "unknownBody", meaning: "JSON that holds nothing signed and is no answer that is known"),
    Entry(code: "kindMismatch", meaning: "the document is of another kind than --kind or its member's name asks for"),
  ]

  private static let rows = [
    Entry(code: "missingColumn", meaning: "the row, the object or the header has no such column"),
    Entry(code: "emptyColumn", meaning: "the column is there and holds nothing, or null"),
    Entry(code: "malformedRow", meaning: "the row cannot be taken apart, or the column holds no text"),
  ]

  private static let tokens = [
    Entry(code: "segmentCount", meaning: "not three segments with dots between them"),
    Entry(code: "emptySegment", meaning: "header or payload is empty"),
    Entry(code: "base64Character", meaning: "a character outside the base64url alphabet"),
    Entry(code: "base64Padding", meaning: "padding where RFC 7515 allows none, or wrong padding in x5c"),
    Entry(code: "base64Length", meaning: "a length that no bytes encode to"),
    Entry(code: "base64LeftoverBits", meaning: "the last character carries bits that belong to no byte"),
    Entry(code: "tokenTooLong", meaning: "the token is longer than the budget"),
    Entry(code: "headerTooLong", meaning: "the header is longer than the budget"),
  ]

  private static let json = [
    Entry(code: "unexpectedEnd", meaning: "the JSON ends inside a value"),
    Entry(code: "unexpectedCharacter", meaning: "a byte that the grammar does not allow there"),
    Entry(code: "trailingComma", meaning: "a comma before } or ]"),
    Entry(code: "trailingBytes", meaning: "something follows the document"),
    Entry(code: "byteOrderMark", meaning: "the JSON begins with a byte order mark"),
    Entry(code: "controlCharacter", meaning: "a string holds a byte below 0x20"),
    Entry(code: "invalidEscape", meaning: "a backslash is followed by something that is no escape"),
    Entry(code: "loneSurrogate", meaning: "half of a surrogate pair"),
    Entry(code: "invalidUTF8", meaning: "a string is not UTF-8"),
    Entry(code: "invalidNumber", meaning: "a number breaks the grammar"),
    Entry(code: "duplicateMember", meaning: "one object has two members of one name; none of them is picked"),
    Entry(code: "depthLimit", meaning: "objects and arrays are nested deeper than the budget"),
    Entry(code: "memberLimit", meaning: "more members and elements than the budget"),
    Entry(code: "byteLimit", meaning: "the document is longer than the budget"),
    Entry(code: "typeMismatch", meaning: "a member is of another type than Apple documents"),
    Entry(code: "numberOutOfRange", meaning: "a number does not fit"),
    Entry(code: "missingMember", meaning: "a required member is absent"),
  ]

  /// The same as a page of the documentation.
  package static var page: String {
    var text = "# Codes\n\nWhat the codes in records mean. `jwsdump --list-errors` prints the same list.\n\n"
    text += "## Overview\n\nA code never changes its meaning; new versions may add codes.\n"
    for section in sections {
      text += "\n## \(section.title)\n\n| code | meaning |\n|---|---|\n"
      for entry in section.entries { text += "| `\(entry.code)` | \(entry.meaning) |\n" }
    }
    return text
  }

  /// The list for people.
  package static func text(width: Int, style: Style) -> String {
    var text = ""
    for (index, section) in sections.enumerated() {
      if index > 0 { text += "\n" }
      text += style.bold(section.title) + "\n"
      for entry in section.entries {
        let lines = TextLayout.lines(of: entry.meaning, width: max(width, 60) - 28)
        text += "  " + TextLayout.pad(entry.code, to: 26) + (lines.first ?? "") + "\n"
        for line in lines.dropFirst() { text += String(repeating: " ", count: 28) + line + "\n" }
      }
    }
    return text
  }
}
