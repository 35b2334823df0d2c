// SPDX-License-Identifier: MIT

import Expectations
import JOSE
import StoreJWSTesting
import StoreReceipts
import Testing

@Suite("The door")
struct DoorTests {
  private let document = ReceiptParts.unsigned(ReceiptPayload.app().encoded).encoded
  private var base64: String { Base64.encode(document) }

  @Test("What the strict mode takes, and nothing else")
  func strict() throws {
    try expectEqual(ReceiptInput(document, mode: .strict).octets, document)
    try expectEqual(ReceiptInput(Array(base64.utf8), mode: .strict).octets, document)
    for text in [base64 + "\n", base64.replacing("+", with: "-"), String(base64.dropLast()), " " + base64] {
      guard text != base64 else { continue }
      expectEqual(
        refusal { () throws(ReceiptError) in try ReceiptInput(Array(text.utf8), mode: .strict) }?.code, "badBase64"
      )
    }
    let double = Base64.encode(Array(base64.utf8))
    #expect(refusal { () throws(ReceiptError) in try ReceiptInput(Array(double.utf8), mode: .strict) } != nil)
    expectEqual(
      refusal { () throws(ReceiptError) in try ReceiptInput(document + [0], mode: .strict).document() }?.code,
      "trailingBytes"
    )
  }

  @Test("What the forgiving mode undoes, with a note for each thing")
  func forgiving() throws {
    let wrapped = stride(from: 0, to: base64.count, by: 64).map { String(base64.dropFirst($0).prefix(64)) }
      .joined(separator: "\r\n")
    let unpadded = base64.replacing("=", with: "")
    let urlSafe = base64.replacing("+", with: "-").replacing("/", with: "_")
    let table: [(String, [UInt8], Int)] = [
      ("plain", Array(base64.utf8), 0), ("wrapped", Array(wrapped.utf8), 1),
      ("newline behind", Array((base64 + "\n").utf8), 1),
      ("unpadded", Array(unpadded.utf8), unpadded == base64 ? 0 : 1),
      ("URL alphabet", Array(urlSafe.utf8), urlSafe == base64 ? 0 : 1),
      ("twice", Array(Base64.encode(Array(base64.utf8)).utf8), 1), ("octets behind", document + [1, 2, 3], 1),
    ]
    for (name, input, notes) in table {
      let door = try ReceiptInput(input)
      expectEqual(door.octets, document, "\(name)")
      expectEqual(door.notes.count, notes, "\(name): \(door.notes)")
      expectEqual(door.kind, .appReceipt)
    }
  }

  @Test("Bits left over in the last character are dropped with a note")
  func leftOver() throws {
    let door = try ReceiptInput(Array("MAB=".utf8))
    expectEqual(door.octets, [0x30, 0x00])
    expectEqual(door.notes.count, 1)
  }

  @Test("What was sent by mistake is named")
  func mistakes() {
    let table: [(String, Refusal, String)] = [
      ("", Refusal(.emptyInput, 0), "nothing"), (" \n", Refusal(.emptyInput, 0), "nothing"),
      ("eyJhbGciOiJFUzI1NiJ9.e30.c2ln", Refusal(.notAReceipt, 0), "a JWS (StoreKit 2)"),
      (#"{"status":0}"#, Refusal(.notAReceipt, 0), "JSON"), ("{}", Refusal(.notAReceipt, 0), "JSON"),
      ("<?xml version=\"1.0\"?>", Refusal(.notAReceipt, 0), "XML"),
      ("-----BEGIN PKCS7-----", Refusal(.notAReceipt, 0), "PEM"),
      ("bplist00", Refusal(.notAReceipt, 0), "a binary property list"),
      (Base64.encode(Array(#"{"status":0}"#.utf8)), Refusal(.notAReceipt, 0), "JSON"),
      ("not base64 at all!", Refusal(.badBase64, 3), ""), ("MII*", Refusal(.badBase64, 3), ""),
    ]
    for (text, expected, name) in table {
      do throws(ReceiptError) {
        _ = try ReceiptInput(Array(text.utf8))
        Issue.record("accepted \(text)")
      } catch {
        expectEqual(Refusal(error.code, error.offset), expected, "\(text)")
        #expect(name.isEmpty || error.found == name)
      }
    }
  }

  @Test("Offsets are those of the characters that were given")
  func offsets() throws {
    // The version of the signedData, octet 25, becomes 2: its first bits are in character 33 of 4 for every 3.
    var broken = ReceiptParts.unsigned(ReceiptPayload.app().encoded)
    broken.version = 2
    let octets = broken.encoded
    let direct = refusal { () throws(ReceiptError) in try ReceiptDocument(octets) }
    expectEqual(direct, Refusal(.notSignedData, 23))
    let text = Base64.encode(octets)
    expectEqual(
      refusal { () throws(ReceiptError) in try ReceiptDocument(Array(text.utf8)) }, Refusal(.notSignedData, 30))
    let wrapped = text.prefix(10) + "\n\n" + text.dropFirst(10)
    expectEqual(
      refusal { () throws(ReceiptError) in try ReceiptDocument(Array(String(wrapped).utf8)) },
      Refusal(.notSignedData, 32)
    )
    let double = Base64.encode(Array(text.utf8))
    expectEqual(
      refusal { () throws(ReceiptError) in try ReceiptDocument(Array(double.utf8)) }, Refusal(.notSignedData, 40)
    )
  }
}
