// SPDX-License-Identifier: MIT
#if OpenSSL
  import Expectations
  import JOSE
  import StoreJWSTesting
  import Testing

  @Suite struct TokenFormTests {
    let payload = TestPayload.transaction().json

    @Test(arguments: [
      (TokenForm.Signature.joseOctets, 64), (.empty, 0), (.first(63), 63), (.extended([1, 2]), 66), (.these([7]), 1),
    ])
    func signatureHasTheOctetsAskedFor(signature: TokenForm.Signature, count: Int) throws {
      let token = try TestAuthority().sign(payload, form: TokenForm(signature: signature))
      let segments = token.split(separator: ".", omittingEmptySubsequences: false)
      expectEqual(segments.count, 3)
      try expectEqual(Base64URL.decode(String(segments[2])).count, count)
    }

    @Test func missingSignatureLeavesTwoSegments() throws {
      let authority = try TestAuthority()
      let input = try authority.sign(payload, form: TokenForm(signature: .missing))
      expectEqual(input.split(separator: ".", omittingEmptySubsequences: false).count, 2)
      #expect(try authority.sign(payload).hasPrefix(input + "."))
    }

    @Test func derSignatureIsASequence() throws {
      let token = try TestAuthority().sign(payload, form: TokenForm(signature: .der))
      let octets = try Base64URL.decode(String(token.split(separator: ".")[2]))
      expectEqual(octets.first, 0x30)
      #expect((68...72).contains(octets.count))
    }

    @Test func paddingIsAddedAndNothingElse() throws {
      let authority = try TestAuthority()
      let padded = try authority.sign(payload, form: TokenForm(isPadded: true))
      #expect(padded.contains("="))
      expectEqual(padded.filter { $0 != "=" }, (try authority.sign(payload)))
      #expect(padded.split(separator: ".").allSatisfy { $0.utf8.count.isMultiple(of: 4) })
    }

    @Test func headerIsWrittenAsAsked() throws {
      func text(_ header: TokenHeader) -> String { header.text(authorityChain: [[1], [2], [255, 255, 255]]) }
      #expect(text(TokenHeader()) == #"{"alg":"ES256","x5c":["AQ==","Ag==","////"]}"#)
      expectEqual(text(TokenHeader(algorithm: nil, certificates: .absent)), "{}")
      expectEqual(
        text(TokenHeader(algorithm: "none", certificates: .firstOfAuthority(1))), #"{"alg":"none","x5c":["AQ=="]}"#
      )
      expectEqual(
        text(TokenHeader(certificates: .these([[0]]), keyID: "k", type: "JWT", critical: ["a", "b"])),
        #"{"alg":"ES256","x5c":["AA=="],"kid":"k","typ":"JWT","crit":["a","b"]}"#
      )
      expectEqual(
        text(TokenHeader(keyID: "k", memberOrder: ["kid", "x5c"], escapesSlashes: true)),
        #"{"kid":"k","x5c":["AQ==","Ag==","\/\/\/\/"],"alg":"ES256"}"#
      )
      expectEqual(
        text(TokenHeader(certificates: .absent, additionalMembers: [TokenHeader.Member("alg", json: "1")])),
        #"{"alg":"ES256","alg":1}"#
      )
      expectEqual(text(TokenHeader(verbatim: "rubbish")), "rubbish")
    }

    @Test func signerForManyEqualsSigningOne() throws {
      let authority = try TestAuthority()
      let signer = authority.signer()
      for number in 0..<20 as Range<UInt64> {
        let payload = BulkPayloads().payload(number)
        try expectEqual(signer.sign(Array(payload.json.utf8)), authority.sign(payload))
      }
    }

    @Test func notificationHoldsItsSignedStrings() throws {
      let authority = try TestAuthority()
      let token = try authority.notification("DID_RENEW", subtype: "BILLING_RECOVERY")
      let text = String(decoding: try Base64URL.decode(String(token.split(separator: ".")[1])), as: UTF8.self)
      #expect(text.hasPrefix(#"{"notificationType":"DID_RENEW","subtype":"BILLING_RECOVERY","notificationUUID":"#))
      #expect(text.contains("\"signedTransactionInfo\":\"\(try authority.sign(TestPayload.transaction()))\""))
      #expect(text.contains("\"signedRenewalInfo\":\"\(try authority.sign(TestPayload.renewalInfo()))\""))
    }
  }
#endif
