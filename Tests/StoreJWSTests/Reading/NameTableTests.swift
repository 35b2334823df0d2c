// SPDX-License-Identifier: MIT
import StoreJWS
import StrictJSON
import Testing

/// Lookups must be one hash and one comparison; two names that no multiplier keeps apart cost 8 % of decoding once.
struct NameTableTests {
  @Test func everyPayloadsNamesAreHashed() {
    var seen = 0
    for root in [
      SignedTransaction.schema, RenewalInfo.schema, ServerNotification.schema, AppTransaction.schema,
      RealtimeRequest.schema,
    ] {
      check(root, &seen)
    }
    #expect(seen >= 15)
  }

  private func check(_ schema: ObjectSchema, _ seen: inout Int) {
    seen += 1
    #expect(schema.table.isHashed, "\(schema.members.map(\.name))")
    for member in schema.members { check(member.type, &seen) }
  }

  private func check(_ type: ValueType, _ seen: inout Int) {
    switch type {
    case .object(let schema): check(schema, &seen)
    case .array(let element): check(element, &seen)
    default: break
    }
  }
}
