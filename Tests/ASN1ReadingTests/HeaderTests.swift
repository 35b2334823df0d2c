// SPDX-License-Identifier: MIT

import ASN1Reading
import Expectations
import Testing

@Suite("Identifier and length octets")
struct HeaderTests {
  /// Walks through everything, into everything constructed.
  private func walk(_ bytes: [UInt8], _ liberties: ASN1Liberties) throws(ASN1Error) -> [ASN1Element] {
    var reader = try ASN1Reader(bytes.span, liberties: liberties, limits: roomy)
    var elements: [ASN1Element] = []
    var scopes: [ASN1Scope] = []
    repeat {
      let element = try reader.next()
      elements.append(element)
      if element.isConstructed { scopes.append(try reader.enter(element)) }
      while reader.isAtEnd, let scope = scopes.popLast() { try reader.leave(scope) }
    } while !reader.isAtEnd
    return elements
  }

  @Test("DER is accepted")
  func accepted() throws {
    let table: [(String, ASN1Tag, Range<Int>)] = [
      ("05 00", .null, 2..<2),
      ("04 01 AA", .octetString, 2..<3),
      ("04 81 80" + String(repeating: "00", count: 128), .octetString, 3..<131),
      ("04 82 0100" + String(repeating: "00", count: 256), .octetString, 4..<260),
      ("1F 1F 00", .universal(31), 3..<3),
      ("9F 81 00 01 00", .context(128), 4..<5),
      ("DF FF FF FF 7F 00", .privateUse(0x0FFF_FFFF), 6..<6),
      ("41 00", .application(1), 2..<2),
    ]
    for (text, tag, content) in table {
      let element = try #require(try walk(hex(text), []).first)
      expectEqual(element.tag, tag, "\(text)")
      expectEqual(element.content, content, "\(text)")
      expectEqual(element.range, 0..<content.upperBound, "\(text)")
    }
  }

  @Test("Each rule of headers, with code and offset")
  func refused() {
    let table: [(String, ASN1Liberties, Refusal)] = [
      ("", [], Refusal(.truncated, 0)),
      ("04", [], Refusal(.truncated, 0)),
      ("04 02 AA", [], Refusal(.truncated, 0)),
      ("04 82 01", [], Refusal(.truncated, 0)),
      ("04 82", [], Refusal(.truncated, 0)),
      ("9F", [], Refusal(.truncated, 0)),
      ("9F 81", [], Refusal(.truncated, 0)),
      ("30 04 04 03 AA AA", [], Refusal(.truncated, 2)),
      ("30 03 04 02 AA 05 00", [], Refusal(.overrunsParent, 2)),
      ("30 01 04 05 00", [], Refusal(.overrunsParent, 2)),
      ("9F 80 01 00", [], Refusal(.nonMinimalTag, 1)),
      ("9F 1E 00", [], Refusal(.nonMinimalTag, 0)),
      ("9F FF FF FF FF 7F 00", [], Refusal(.tagTooLarge, 0)),
      ("04 FF", .ber, Refusal(.reservedLength, 1)),
      ("04 81 7F", [], Refusal(.nonMinimalLength, 1)),
      ("04 82 00 80", [], Refusal(.nonMinimalLength, 1)),
      ("04 81 00", [], Refusal(.nonMinimalLength, 1)),
      ("04 88 01 00 00 00 00 00 00 00", [], Refusal(.lengthTooLarge, 1)),
      ("04 87 01 00 00 00 00 00 00", [], Refusal(.truncated, 0)),
      ("04 84 FF FF FF FF", [], Refusal(.truncated, 0)),
      ("30 80 00 00", [], Refusal(.indefiniteLength, 1)),
      ("04 80 00 00", .ber, Refusal(.indefiniteLength, 1)),
      ("30 80 05 00 00", .ber, Refusal(.truncated, 4)),
      ("30 80 05 00", .ber, Refusal(.truncated, 0)),
      ("30 80 05 00 20 00", .ber, Refusal(.unexpectedEndOfContents, 4)),
      ("30 80 05 00 00 81 00", .ber, Refusal(.unexpectedEndOfContents, 4)),
      ("30 80 05 00 00 01 00", .ber, Refusal(.unexpectedEndOfContents, 4)),
      ("00 00", .ber, Refusal(.unexpectedEndOfContents, 0)),
      ("30 02 00 00", .ber, Refusal(.unexpectedEndOfContents, 2)),
    ]
    for (text, liberties, expected) in table {
      let found = refusal { () throws(ASN1Error) in _ = try walk(hex(text), liberties) }
      expectEqual(found, expected, "\(text)")
    }
  }

  @Test("Each liberty by itself lets its form through, and only its own")
  func liberties() throws {
    let forms: [(ASN1Liberties, String, ASN1Error.Code)] = [
      (.indefiniteLengths, "30 80 30 80 05 00 00 00 00 00", .indefiniteLength),
      (.nonMinimalLengths, "30 83 00 00 02 05 00", .nonMinimalLength),
    ]
    for (liberty, text, code) in forms {
      try expectEqual(walk(hex(text), liberty).last?.tag, .null)
      let others = ASN1Liberties.receipt.subtracting(liberty)
      expectEqual(refusal { () throws(ASN1Error) in _ = try walk(hex(text), others) }?.code, code)
    }
  }

  @Test("An indefinite length ends where its own end-of-contents octets stand")
  func indefinite() throws {
    let elements = try walk(hex("30 80 04 02 00 00 30 80 02 01 05 00 00 00 00 05 00"), .ber)
    expectEqual(elements.map(\.range), [0..<15, 2..<6, 6..<13, 8..<11, 15..<17])
    expectEqual(elements[0].content, 2..<13)
    #expect(elements[0].isIndefinite && elements[2].isIndefinite && !elements[1].isIndefinite)
  }

  @Test("Wrong tags, wrong forms and left-overs are told apart")
  func expectations() {
    func ask(_ text: String, _ liberties: ASN1Liberties, _ tag: ASN1Tag) -> Refusal? {
      let bytes = hex(text)
      return refusal { () throws(ASN1Error) in
        var reader = try ASN1Reader(bytes.span, liberties: liberties, limits: roomy)
        let scope = try reader.enter(try reader.next(.sequence))
        _ = try reader.next(tag)
        try reader.leave(scope)
        try reader.finish()
      }
    }
    #expect(ask("30 02 05 00", [], .null) == nil)
    expectEqual(ask("30 02 05 00", [], .integer), Refusal(.unexpectedTag, 2))
    expectEqual(ask("30 00", [], .integer), Refusal(.missingElement, 2))
    expectEqual(ask("31 02 05 00", [], .null), Refusal(.unexpectedTag, 0))
    expectEqual(ask("10 02 05 00", [], .null), Refusal(.wrongForm, 0))
    expectEqual(ask("30 04 22 02 05 00", .ber, .integer), Refusal(.wrongForm, 2))
    expectEqual(ask("30 04 24 02 04 00", [], .octetString), Refusal(.constructedString, 2))
    #expect(ask("30 04 24 02 04 00", .constructedStrings, .octetString) == nil)
    expectEqual(ask("30 04 05 00 05 00", [], .null), Refusal(.trailingBytes, 4))
    expectEqual(ask("30 02 05 00 00", [], .null), Refusal(.trailingBytes, 4))
  }
}
