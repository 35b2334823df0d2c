// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import JWSDumpCommand
  import StoreJWSTesting
  import Testing

  /// Whole outputs, compared with files. `RECORD_GOLDEN=1` writes the files anew; look at the difference before committing.
  struct GoldenTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Golden")
    private let minted: Minted

    init() throws {
      minted = try Minted()
    }

    private func compare(_ name: String, _ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation) throws {
      // The root's path differs from run to run, and is in no output; standard error follows standard output.
      let text =
        outcome.output + (outcome.errors.isEmpty ? "" : "--- standard error\n" + outcome.errors)
        + "--- status \(outcome.status)\n"
      let file = Self.folder.appendingPathComponent(name)
      if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
        try Data(text.utf8).write(to: file)
        return
      }
      let expected = try String(contentsOf: file, encoding: .utf8)
      expectEqual(text, expected, "\(name) differs; RECORD_GOLDEN=1 records it", sourceLocation: sourceLocation)
    }

    @Test func help() throws {
      try compare("help-brief.txt", jwsdump("-h"))
      try compare("help-full.txt", jwsdump("--help"))
      try compare("help-diff.txt", jwsdump("diff", "--help"))
      try compare("manual.roff", jwsdump("--man"))
      try compare("errors-list.txt", jwsdump("--list-errors"))
      try compare("schema.json", jwsdump("--schema", "json-schema"))
      for shell in ["bash", "zsh", "fish"] { try compare("completion.\(shell)", jwsdump("--completion", shell)) }
    }

    @Test func transaction() throws {
      let token = try minted.transaction(["newMember": ["a": 1], "futureFlag": true])
      try compare("transaction.pretty.txt", jwsdump("--root", minted.root, token))
      try compare("transaction.json", jwsdump("-f", "json", "--root", minted.root, token))
      try compare("transaction.ndjson", jwsdump("-f", "ndjson", "--root", minted.root, token))
      try compare("transaction.untrusted.txt", jwsdump(token))
      try compare("transaction.undecided.txt", jwsdump("-n", token))
      try compare(
        "transaction.colour.txt",
        jwsdump("--root", minted.root, "--color", "always", token, output: .init(isTerminal: true, columns: 60)))
    }

    /// Answers of the older service: codes and flags in words, milliseconds as dates, and no shared secret on a screen.
    @Test func serverAnswers() throws {
      let renewal = """
        {"product_id":"p","auto_renew_status":"0","expiration_intent":"1","is_in_billing_retry_period":"0",\
        "price_consent_status":"1","grace_period_expires_date_ms":"nonsense"}
        """
      let item = """
        {"product_id":"p","purchase_date":"1970-01-01 00:00:01 Etc/GMT","purchase_date_ms":"1000",\
        "expires_date":"1700000000000","cancellation_reason":"1","in_app_ownership_type":"FAMILY_SHARED"}
        """
      let answer = """
        {"status":21006,"environment":"Sandbox","latest_receipt_info":[\(item)],"pending_renewal_info":[\(renewal)]}
        """
      try compare("answer.pretty.txt", jwsdump("-n", input: answer))
      let notification = """
        {"notification_type":"DID_CHANGE_RENEWAL_STATUS","environment":"PROD","password":"0123456789abcdef0123456789abcdef",\
        "bid":"b","auto_renew_status":"false","unified_receipt":{"status":0,"latest_receipt_info":[\(item)]}}
        """
      try compare("notification-v1.pretty.txt", jwsdump("-n", input: notification))
    }

    @Test func notification() throws {
      let transaction = try minted.transaction()
      let token = try minted.notification(
        transaction: Minted.broken(transaction), renewalInfo: try minted.renewalInfo())
      try compare(
        "notification.pretty.txt", jwsdump("--root", minted.root, input: "{\"signedPayload\": \"\(token)\"}\n"))
      try compare("notification.redacted.json", jwsdump("-f", "json", "--redact", "k", "--root", minted.root, token))
    }

    @Test func errors() throws {
      let token = try minted.transaction()
      var characters = Array(token.utf8)
      characters[100] = 0x2A
      let broken = String(decoding: characters, as: UTF8.self)
      let terminal = Surroundings.Stream(isTerminal: true, columns: 80)
      try compare("error.pretty.txt", jwsdump("--root", minted.root, input: " \"\(broken)\"\n"))
      try compare("error.terminal.txt", jwsdump("-f", "json", "--root", minted.root, input: broken, errors: terminal))
      try compare("error.lines.txt", jwsdump("--root", minted.root, input: "junk\n\n\(token)\nundefined\n"))
      try compare("usage.txt", jwsdump("--fromat", "json"))
    }

    @Test func columns() throws {
      let token = try minted.transaction()
      let rows = "id,token,\"name, first\"\r\n7,\(token),\"M, \"\"x\"\"\"\r\n\r\n8\r\n9,\"junk\r\n"
      let objects = "{\"id\": 9007199254740993, \"token\": \"\(token)\", \"tags\": [1, \"a b\"]}\n{\"id\": 8}\n"
      try compare("columns.csv", jwsdump("-f", "csv", "--column", "token", "--root", minted.root, input: rows))
      try compare("columns.ndjson", jwsdump("-f", "ndjson", "--column", "token", "--root", minted.root, input: objects))
      try compare("columns.pretty.txt", jwsdump("--column", "token", "--root", minted.root, input: rows))
      try compare("columns.missing.txt", jwsdump("--column", "tokn", "--root", minted.root, input: rows))
    }

    @Test func entitlements() throws {
      let refunded = try minted.transaction([
        "transactionId": "410000000000777", "originalTransactionId": "410000000000777",
        "productId": "com.example.app.lifetime", "type": "Non-Consumable", "expiresDate": .absent,
        "subscriptionGroupIdentifier": .absent,
        "revocationDate": 1_760_500_000_000, "revocationReason": 0, "signedDate": 1_760_500_001_000,
      ])
      let evidence = try [minted.transaction(), minted.renewalInfo(), refunded, Minted.broken(minted.transaction())]
      for (format, name) in [("pretty", "entitlements.pretty.txt"), ("json", "entitlements.json")] {
        let outcome = jwsdump(
          "entitlements", "--root", minted.root, "--at", "2025-10-20T00:00:00Z", "-f", format,
          input: evidence.joined(separator: "\n") + "\n")
        try compare(name, outcome)
      }
    }

    @Test func differences() throws {
      let first = try minted.transaction()
      let second = try minted.transaction(["price": 12_990, "expiresDate": 1_762_600_000_000, "newMember": "x"])
      try compare("diff.txt", jwsdump("diff", "--root", minted.root, first, second))
      try compare("diff.json", jwsdump("diff", "-f", "json", "--root", minted.root, first, second))
    }
  }
#endif
