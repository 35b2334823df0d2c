// SPDX-License-Identifier: MIT

#if OpenSSL
  import Expectations
  import Foundation
  import StoreJWSTesting
  import Testing

  /// Receipts as records: what is signed apart from what is not, and nothing twice or lost.
  struct ReceiptTests {
    private func record(_ receipt: String) throws -> Seen {
      try Seen(jwsdump("-f", "json", "-n", input: receipt).output)
    }

    private func transactionReceipt(_ more: String) -> String {
      let parts = TransactionReceiptParts(
        purchaseInfo: Array(TransactionReceiptParts.purchaseInfo().utf8), version: 3,
        signature: [UInt8](repeating: 9, count: 256), certificate: [0x30, 0x00])
      return parts.text.replacing("\t\"pod\"", with: more + "\t\"pod\"")
    }

    /// Whoever has a receipt can add to its outer list.
    @Test func whatNobodySignsStandsApart() throws {
      let receipt = transactionReceipt(
        "\"app-item-id\" = \"999\"; \"transaction-id\" = \"8\"; \"customer-email\" = \"alice@example.com\";")
      let seen = try record(receipt)
      let payload = try #require(seen.payload)
      #expect(payload["app-item-id"] == nil && payload["environment"] == nil)
      expectEqual(payload["transaction-id"] as? String, "1000000000000007")
      expectEqual(
        payload["unsigned"] as? [String: String],
        [
          "environment": "Sandbox", "pod": "100", "signing-status": "0", "app-item-id": "999", "transaction-id": "8",
          "customer-email": "alice@example.com",
        ])
      expectEqual(
        seen.unknownMembers,
        ["$.unsigned[\"app-item-id\"]", "$.unsigned[\"transaction-id\"]", "$.unsigned[\"customer-email\"]"])
      let redacted = jwsdump("-f", "json", "-n", "--redact", input: receipt)
      #expect(!redacted.output.contains("alice") && !redacted.output.contains("\"999\""))
      let row = jwsdump(
        "-f", "csv", "-n", "--kind", "transactionReceipt", "--fields", "app-item-id,unsigned.environment,unsigned.pod",
        input: receipt)
      expectEqual(row.lines.last, ",Sandbox,100")
    }

    /// Attributes without a meaning may be there twice; each has a name of its own, and the row keeps its columns.
    @Test func repeatedAttributesHaveNamesOfTheirOwn() throws {
      var payload = ReceiptPayload.app(renewals: 1)
      for type in [6, 99, 99, 99] { payload.attributes.append(.init(type, value: [0xAB])) }
      let authority = try ReceiptAuthority(plan: ReceiptChainPlan())
      let receipt = Data(try authority.sign(payload).encoded).base64EncodedString()
      let seen = try record(receipt)
      let members = try #require(seen.payload)
      for name in ["attribute_99", "attribute_99_2", "attribute_99_3"] {
        expectEqual(members[name] as? String, "ab", "\(name)")
      }
      #expect(members["attribute_6"] != nil && members["attribute_6_2"] != nil)
      expectEqual(
        seen.unknownMembers.sorted(), ["$.attribute_6_2", "$.attribute_99", "$.attribute_99_2", "$.attribute_99_3"])
      let row = jwsdump("-f", "csv", "-n", "--kind", "appReceipt", "--fields", "bundle_id,app_version", input: receipt)
      expectEqual(row.lines.last, "com.example.app,7")
    }
  }
#endif
