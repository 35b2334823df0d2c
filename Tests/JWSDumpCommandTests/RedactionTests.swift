// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import StoreJWSTesting
  import Testing

  /// `--redact`: nothing of a customer is left, wherever it stands, and every run hides the same.
  struct RedactionTests {
    private let minted: Minted

    init() throws {
      minted = try Minted()
    }

    /// All that a run writes, both streams.
    private func all(_ words: [String], input: String = "") -> String {
      let sinks = (CollectingSink(), CollectingSink())
      _ = run(words, input, sinks)
      return String(decoding: sinks.0.bytes + sinks.1.bytes, as: UTF8.self)
    }

    /// Kinds without a list of their members show what is known to be harmless, and nothing else.
    @Test func kindsWithoutASchema() throws {
      let signed = try minted.authority.sign(#"{"foo":"bob@example.com","deviceId":"ABCDEF0123","n":4711}"#)
      let documents: [(String, [String], [String])] = [
        (signed, ["bob@", "ABCDEF0123", "4711"], []),
        (
          #"{"status":0,"receipt":{"customer_email":"eve@example.com","bid":"com.a","in_app":[{"product_id":"p1","x":"y9z"}]}}"#,
          ["eve@", "y9z"], ["com.a", "p1"]
        ),
        (
          #"{"notification_type":"CANCEL","account":"acct-31","unified_receipt":{"user_name":"Eve Doe","status":0}}"#,
          ["acct-31", "Eve"], ["CANCEL"]
        ),
        (#"{"customer":"Mallory","signedTransactions":["a"]}"#, ["Mallory"], []),
        // A harmless name inside of something that is not known says nothing.
        (
          #"{"status":0,"receipt":{"bid":"com.a"},"password":{"status":"hunter2","type":"Jane","price":"4 Elm St"}}"#,
          ["hunter2", "Jane", "Elm"], ["com.a"]
        ),
        (
          try minted.authority.sign(#"{"customer":{"type":"Jane","price":"4 Elm St"},"price":{"x":"Roe"}}"#),
          ["Jane", "Elm", "Roe"], []
        ),
      ]
      for (document, hidden, shown) in documents {
        let output = all(["-f", "ndjson", "--root", minted.root, "--redact", "key"], input: document)
        for text in hidden { #expect(!output.contains(text), "\(text) in \(output)") }
        for text in shown { #expect(output.contains(text), "\(text) in \(output)") }
      }
      var payload = ReceiptPayload.app()
      payload.set(23, .utf8String("Acme Hospital GmbH"))
      payload.set(20, .utf8String("blob-of-something"))
      let receipt = Data(try ReceiptAuthority(plan: ReceiptChainPlan()).sign(payload).encoded).base64EncodedString()
      let output = all(["-f", "ndjson", "-n", "--redact", "key"], input: receipt)
      #expect(!output.contains("Acme") && !output.contains("blob-of-something") && !output.contains("c6c6c6"))
      #expect(output.contains("com.example.app"))
    }

    /// A short id, and one that is a part of another, are hidden in messages as well, in every run alike.
    @Test func messagesAndNotes() throws {
      let transaction = try minted.transaction(["transactionId": "33", "originalTransactionId": "33"])
      let renewal = try minted.renewalInfo(["originalTransactionId": "31"])
      let mixed = try minted.notification(transaction: transaction, renewalInfo: renewal)
      let words = ["-f", "ndjson", "--root", minted.root, "--redact", "key"]
      let output = all(words, input: mixed)
      #expect(!output.contains("found 33") && !output.contains("id 31"))
      let longer = try minted.transaction(["transactionId": "20000001", "originalTransactionId": "20000001"])
      let shorter = try minted.renewalInfo(["originalTransactionId": "2000000"])
      let nested = try minted.notification(transaction: longer, renewalInfo: shorter)
      let outputs = Set((0..<12).map { _ in all(words, input: nested) })
      #expect(outputs.count == 1 && outputs.allSatisfy { !$0.contains("2000000") })
      // What stood in front of a token is nobody's business, unless it is the name of a member.
      let labelled = all(words, input: "550e8400-e29b-41d4: \(transaction)")
      #expect(!labelled.contains("550e8400") && labelled.contains("a label in front removed"))
      #expect(all(words, input: "signedPayload: \(transaction)").contains("in front removed"))
    }

    /// Short values that were hidden do not tear the words of messages apart.
    @Test func messagesStayReadable() throws {
      let two = try minted.authority.sign(
        .transaction(), header: TokenHeader(certificates: .these(Array(minted.authority.chain.prefix(2)))))
      let document = #"{"status":0,"x":1,"y":"the","latest_receipt":"\#(two)"}"#
      let output = all(["-f", "ndjson", "--root", minted.root, "--redact", "key"], input: document)
      #expect(output.contains("x5c has 2 certificates, expected 3: the root is left out"))
    }

    /// Thousands of hidden values and hundreds of messages take no thousands times hundreds.
    @Test(.timeLimit(.minutes(1))) func manyValuesAndMessages() throws {
      let items = (0..<1_000).map { #"{"transaction_id":"\#(1_000_000 + $0)","quantity":"1"}"# }.joined(separator: ",")
      let strings = Array(repeating: #""eyJhbGciOiJFUzI1NiJ9.e30.\#(String(repeating: "A", count: 86))""#, count: 200)
      let document = #"{"status":0,"receipt":{"in_app":[\#(items)]},"more":[\#(strings.joined(separator: ","))]}"#
      let output = all(["-f", "ndjson", "--root", minted.root, "--redact", "key"], input: document)
      #expect(!output.contains("1000999"))
    }

    @Test func diffTellsNothingBesideIt() throws {
      let account = "7edea87d-98f0-42d0-9682-49ca81022f73"
      let first = try minted.folder.file("first.jws", try minted.transaction(["appAccountToken": .text(account)]))
      let second = try minted.folder.file("second.jws", try minted.transaction(["appAccountToken": .text(account)]))
      let output = all([
        "diff", "--root", minted.root, "--redact", "key", "--app-account-token",
        "99999999-2222-3333-4444-555555555555", first, second,
      ])
      #expect(!output.lowercased().contains(account) && output.contains("redacted:"))
      let one = try minted.folder.file(
        "one.jws", try minted.authority.sign(.transaction(), header: TokenHeader(keyID: "jane@x.org")))
      let other = all(["diff", "-n", "--redact", "key", first, one])
      #expect(!other.contains("jane") && other.contains("header.kid"))
    }
  }
#endif
