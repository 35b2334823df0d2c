// SPDX-License-Identifier: MIT

import ASN1Reading
import Expectations
import StoreJWSTesting
import StoreReceipts
import Testing

@Suite("The CMS around a receipt")
struct SignedReceiptTests {
  private let content = ReceiptPayload.app(renewals: 3).encoded

  private func parts(_ change: (inout ReceiptParts) -> Void = { _ in }) -> ReceiptParts {
    var parts = ReceiptParts.unsigned(content)
    change(&parts)
    return parts
  }

  @Test("The parts of a receipt in DER")
  func der() throws {
    let document = parts().encoded
    let signed = try SignedReceipt(der: document, liberties: [])
    expectEqual(signed.content, content)
    #expect(!signed.usesBER)
    expectEqual(signed.digestAlgorithm, .sha256)
    expectEqual(signed.certificates, [[0x30, 0x00]])
    expectEqual(signed.signer.identifier, .issuerAndSerialNumber(issuer: [0x30, 0x00], serialNumber: [7]))
    expectEqual(signed.signer.signatureAlgorithm, .rsaEncryption)
    expectEqual(signed.signer.signature.count, 256)
    #expect(signed.signer.signedAttributes == nil)
    let start = signed.offset(ofContent: 0)
    expectEqual(Array(document[start..<start + content.count]), content)
  }

  @Test("Every form of BER gives the same content")
  func ber() throws {
    let forms: [(String, (inout ReceiptParts) -> Void)] = [
      ("indefinite around", { $0.lengthForm = .indefinite }),
      ("one segment", { $0.segmentContent(every: 100_000) }),
      ("segments of 1000", { $0.segmentContent(every: 1_000) }),
      ("segments of 1", { $0.segmentContent(every: 1) }),
      ("definite segments", { $0.segmentContent(every: 100, form: .shortest) }),
      ("nested segments", { $0.segmentContent(every: 100, nesting: 5) }),
      ("padded lengths", { $0.lengthForm = .padded(2) }),
      ("padded content", { $0.content = $0.content?.withLength(.padded(3)) }),
      (
        "all of Xcode's",
        {
          $0.lengthForm = .indefinite
          $0.segmentContent(every: 400)
        }
      ),
    ]
    for (name, change) in forms {
      let document = parts(change).encoded
      let receipt = try AppReceipt(der: document)
      expectEqual(receipt.signed.content, content, "\(name)")
      expectEqual(receipt.purchases.count, 3)
      // Each octet of the content is found again where it is said to be.
      let wrong = content.indices.filter { document[receipt.signed.offset(ofContent: $0)] != content[$0] }
      #expect(wrong.isEmpty, "\(name)")
      #expect(refusal { () throws(ReceiptError) in try SignedReceipt(der: document, liberties: []) } != nil, "\(name)")
    }
    expectEqual(forms.count, 9)
  }

  @Test("Each rule, broken alone")
  func rules() {
    let digest = DERNode.sequence([.objectIdentifier("2.16.840.1.101.3.4.2.1"), .null])
    let table: [(String, (inout ReceiptParts) -> Void, Refusal)] = [
      ("another content type", { $0.contentType = "1.2.840.113549.1.7.1" }, Refusal(.notSignedData, 4)),
      ("version 2", { $0.version = 2 }, Refusal(.notSignedData, 23)),
      ("no digest algorithm", { $0.digestAlgorithms = [] }, Refusal(.digestAlgorithmCount, 26)),
      ("two digest algorithms", { $0.digestAlgorithms = [digest, digest] }, Refusal(.digestAlgorithmCount, 43)),
      (
        "content of a type of its own", { $0.innerContentType = "1.2.840.113549.1.9.16.1.4" },
        Refusal(.wrongContentType)
      ),
      ("detached", { $0.content = nil }, Refusal(.detachedContent)),
      ("content of another kind", { $0.content = .utf8String("x") }, Refusal("unexpectedTag")),
      (
        "foreign segment",
        {
          $0.content = DERNode(tag: 0x24, body: .elements([.octetString([1]), .utf8String("x")]))
        }, Refusal("unexpectedTag")
      ),
      ("no signer", { $0.signers = [] }, Refusal(.signerCount)),
      ("two signers", { $0.signers += $0.signers }, Refusal(.signerCount)),
      (
        "nine certificates",
        {
          $0.certificates = Array(repeating: [0x30, 0x00], count: 9)
        }, Refusal(.tooManyCertificates)
      ),
      ("octets behind", { $0.tail = [0] }, Refusal("trailingBytes")),
      (
        "attributes without a digest", { $0.signers[0].signedAttributes = .tagged(0, []) },
        Refusal(.badSignedAttributes)
      ),
      (
        "attributes with two digests",
        { parts in
          let one = DERNode.sequence([
            .objectIdentifier("1.2.840.113549.1.9.4"), .set([.octetString([1])]),
          ])
          let type = DERNode.sequence([
            .objectIdentifier("1.2.840.113549.1.9.3"), .set([.objectIdentifier("1.2.840.113549.1.7.1")]),
          ])
          parts.signers[0].signedAttributes = .tagged(0, [type, one, one])
        }, Refusal(.badSignedAttributes)
      ),
      (
        "attributes in BER",
        { parts in
          parts.signers[0].signedAttributes = DERNode.tagged(0, [.sequence([])]).withLength(.indefinite)
        }, Refusal(.badSignedAttributes)
      ),
      ("depth", { $0.segmentContent(every: 10, nesting: 14) }, Refusal("tooDeep")),
    ]
    for (name, change, expected) in table {
      let document = parts(change).encoded
      let found = refusal { () throws(ReceiptError) in try SignedReceipt(der: document) }
      expectEqual(found, expected, "\(name)")
    }
  }

  @Test("Tags that hold elements must say so")
  func primitive() throws {
    let document = parts().encoded
    let start = try SignedReceipt(der: document).offset(ofContent: 0)
    // The wrapper of signedData, that of the content, and the certificates: A0 each.
    let wrappers = [15, start - 8, start + content.count]
    for offset in wrappers {
      expectEqual(document[offset], 0xA0)
      var bytes = document
      bytes[offset] = 0x80
      expectEqual(
        refusal { () throws(ReceiptError) in try SignedReceipt(der: bytes) }, Refusal("wrongForm", offset),
        "\(offset)"
      )
    }
  }

  @Test("Every prefix is refused as truncated, and no flipped bit traps")
  func batteries() {
    let document = parts().encoded
    var truncated = 0
    for count in document.indices {
      do throws(ReceiptError) {
        _ = try AppReceipt(der: Array(document.prefix(count)))
      } catch {
        if error.category == .truncated { truncated += 1 }
      }
    }
    expectEqual(truncated, document.count)
    var accepted = 0
    for index in document.indices {
      for bit in 0..<8 {
        var bytes = document
        bytes[index] ^= 1 << UInt8(bit)
        do throws(ReceiptError) {
          _ = try AppReceipt(der: bytes)
          accepted += 1
        } catch {
          if !(0...bytes.count ~= error.offset) { Issue.record("offset \(error.offset) of \(bytes.count)") }
        }
      }
    }
    #expect(accepted > 0 && accepted < document.count * 8)
  }

  @Test("Documents that keep CMS_verify busy for seconds are refused by budget in under a millisecond")
  func hostile() throws {
    let digest = DERNode.sequence([.objectIdentifier("1.3.14.3.2.26"), .null]).encoded
    var many: [UInt8] = []
    for _ in 0..<150_000 { many += digest }
    var parts = parts()
    parts.digestAlgorithms = [.verbatim(many)]
    let repeated = parts.encoded
    var deep: [UInt8] = [0x24]
    for _ in 0..<900_000 { deep += [0x80, 0x24] }
    let signers = self.parts { $0.signers = Array(repeating: $0.signers[0], count: 5_000) }.encoded
    for (document, code) in [(repeated, "digestAlgorithmCount"), (deep, "unexpectedTag"), (signers, "signerCount")] {
      let clock = ContinuousClock()
      var found: Refusal?
      // The best of five: the machine may be busy with other things.
      let best = (0..<5).map { _ in
        clock.measure { found = refusal { () throws(ReceiptError) in try SignedReceipt(der: document) } }
      }.min()
      #expect(found == Refusal(code) || found == Refusal("tooDeep"))
      #expect(try #require(best) < .milliseconds(1))
    }
  }
}
