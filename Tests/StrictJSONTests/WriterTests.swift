// SPDX-License-Identifier: MIT
import Expectations
import StrictJSON
import Testing

/// What is written, byte for byte, and that it reads as what was meant.
@Suite struct WriterTests {
  static func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func commasAndColons() {
    let text = Self.text { writer in
      writer.beginObject()
      writer.name("a" as StaticString)
      writer.beginArray()
      writer.integer(1)
      writer.beginObject()
      writer.endObject()
      writer.beginArray()
      writer.endArray()
      writer.null()
      writer.endArray()
      writer.name("odd \"name\"" as String)
      writer.boolean(true)
      writer.name("b" as StaticString)
      writer.boolean(false)
      writer.name("c" as StaticString)
      writer.string("é")
      writer.name("d" as StaticString)
      writer.verbatim("1.0e5".utf8)
      writer.endObject()
    }
    expectEqual(text, #"{"a":[1,{},[],null],"odd \"name\"":true,"b":false,"c":"é","d":1.0e5}"#)
  }

  @Test func integers() {
    expectEqual(Self.text { $0.integer(0) }, "0")
    expectEqual(Self.text { $0.integer(-1) }, "-1")
    expectEqual(Self.text { $0.integer(Int64.min) }, "-9223372036854775808")
    expectEqual(Self.text { $0.integer(Int64.max) }, "9223372036854775807")
    expectEqual(Self.text { $0.integer(UInt64.max) }, "18446744073709551615")
    expectEqual(Self.text { $0.integer(UInt8(200)) }, "200")
  }

  @Test func everyScalarBelow256() throws {
    for value in UInt8.min...UInt8.max {
      let text = String(Unicode.Scalar(value))
      var writer = JSONWriter()
      writer.string(text)
      try expectEqual(JSONValue(parsing: writer.bytes.span), .string(text))
      var other = JSONWriter()
      other.string(utf8: Array(text.utf8).span)
      expectEqual(other.bytes, writer.bytes)
      // No control byte is left, DEL included.
      #expect(writer.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    }
    expectEqual(
      Self.text { $0.string("\"\\/\n\r\t\u{8}\u{C}\u{0}\u{1F}\u{7F}") }, #""\"\\/\n\r\t\u0008\u000c\u0000\u001f\u007f""#
    )
  }

  @Test func bytesThatAreNoUTF8AreReplaced() {
    expectEqual(Self.text { $0.string(utf8: [0x61, 0xFF, 0x62].span) }, "\"a\u{FFFD}b\"")
  }

  @Test func goesOnBehindWhatIsThere() {
    var writer = JSONWriter(appendingTo: Array("# ".utf8))
    writer.null()
    writer.boolean(true)
    expectEqual(String(decoding: writer.bytes, as: UTF8.self), "# null,true")
  }

  /// Member order, number text and escapes as they were; white space gone; DEL, which JSON allows raw, escaped.
  @Test func reemits() throws {
    for (document, compact) in [
      (" { \"b\" : 1.0 , \"a\" : [ ] } ", #"{"b":1.0,"a":[]}"#), (#"["\u0041\/",-0,1E+2]"#, #"["\u0041\/",-0,1E+2]"#),
      ("[\"\u{7F}\",true , false,null]", #"["\u007f",true,false,null]"#),
      ("{\"z\":{\"\u{7F}\":{}},\"y\":0}", #"{"z":{"\u007f":{}},"y":0}"#),
      (" \"é\" ", "\"é\""), ("12345678901234567890", "12345678901234567890"),
    ] {
      let bytes = Array(document.utf8)
      var reader = try JSONReader(bytes.span)
      var writer = JSONWriter()
      try writer.value(from: &reader)
      try reader.finish()
      expectEqual(String(decoding: writer.bytes, as: UTF8.self), compact)
    }
  }

  @Test func reemittedDocumentsMeanTheSame() throws {
    var documents = DocumentGenerator(seed: 6)
    for _ in 0..<500 {
      let bytes = Array(documents.document().utf8)
      let value = try JSONValue(parsing: bytes.span)
      var reader = try JSONReader(bytes.span)
      var writer = JSONWriter()
      try writer.value(from: &reader)
      try reader.finish()
      try expectEqual(JSONValue(parsing: writer.bytes.span), value)
      // A second time nothing changes.
      var again = try JSONReader(writer.bytes.span)
      var second = JSONWriter()
      try second.value(from: &again)
      expectEqual(second.bytes, writer.bytes)
      // The tree writes the same but for its own spelling of strings.
      var third = JSONWriter()
      value.write(to: &third)
      try expectEqual(JSONValue(parsing: third.bytes.span), value)
    }
  }

  @Test func valuesHaveMembers() throws {
    let bytes = Array(#"{"a":{"b":[1]},"c":null}"#.utf8)
    let value = try JSONValue(parsing: bytes.span)
    expectEqual(value["a"]?["b"], .array([.number("1")]))
    expectEqual(value["c"], .null)
    #expect(value["d"] == nil && value["a"]?["b"]?["c"] == nil)
    expectEqual(Set([value, value]).count, 1)
    #expect(value != .object([.init(name: "a", value: .null)]))
  }
}
