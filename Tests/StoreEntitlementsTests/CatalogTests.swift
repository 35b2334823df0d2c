// SPDX-License-Identifier: MIT

import Expectations
import Foundation
import StoreEntitlements
import StoreJWS
import Testing

@Suite struct CatalogTests {
  private enum Tier: String { case pro, extra }

  private func code(_ body: () throws(EntitlementError) -> EntitlementCatalog<String>) -> String? {
    do {
      _ = try body()
      return nil
    } catch {
      return error.code.rawValue
    }
  }

  @Test func declarationAndJSONAreTheSame() throws {
    let declared = try EntitlementCatalog<Tier> {
      SubscriptionGroup("1") {
        AutoRenewable("a", grants: .pro)
        AutoRenewable("b", grants: .pro, .extra)
      }
      SubscriptionGroup("2") { AutoRenewable("c", grants: .extra) }
      NonConsumable("d", grants: .pro)
      NonRenewing("e", lasts: .days(30), grants: .extra)
      Consumable("f")
    }
    let json = """
      {"groups": [{"products": [{"id": "a", "entitlements": ["pro"]}, {"id": "b", "entitlements": ["pro", "extra"]}],
      "id": "1"}, {"id": "2", "products": [{"id": "c", "entitlements": ["extra"]}]}],
      "products": [{"id": "d", "kind": "nonConsumable", "entitlements": ["pro"]},
      {"id": "e", "kind": "nonRenewing", "period": "P30D", "entitlements": ["extra"]},
      {"id": "f", "kind": "consumable"}]}
      """
    let read = try EntitlementCatalog<Tier>(json: Array(json.utf8))
    #expect(read == declared && declared.products.map(\.id) == ["a", "b", "c", "d", "e", "f"])
    #expect(declared.groupIDs == ["1", "2"] && declared.entitlements == [.pro, .extra])
    #expect(declared["b"]?.entitlements == [.pro, .extra] && declared["z"] == nil)
    let names = try EntitlementCatalog<String>(json: Array(json.utf8))
    expectEqual(names.entitlements, ["pro", "extra"])
  }

  @Test func conditionsAndLoops() throws {
    for (hasExtra, expected) in [(true, ["x", "a1", "a2", "y", "e"]), (false, ["x", "a1", "a2", "z"])] {
      let catalog = try EntitlementCatalog<Tier> {
        SubscriptionGroup("1") {
          AutoRenewable("x", grants: .pro)
          for number in 1...2 { AutoRenewable("a\(number)", grants: .pro) }
        }
        if hasExtra { NonConsumable("y", grants: .extra) } else { NonConsumable("z", grants: .extra) }
        if hasExtra { Consumable("e") }
      }
      expectEqual(catalog.products.map(\.id), expected)
    }
  }

  @Test func whatIsNoCatalogIsRefused() {
    expectEqual(
      code { () throws(EntitlementError) in try .init { for _ in 0..<0 { Consumable("a") } } }, "emptyCatalog")
    expectEqual(code { () throws(EntitlementError) in try .init { Consumable(" \t") } }, "blankID")
    expectEqual(
      code { () throws(EntitlementError) in try .init { SubscriptionGroup("") { AutoRenewable("a", grants: "p") } } },
      "blankID"
    )
    expectEqual(
      code { () throws(EntitlementError) in
        try .init {
          Consumable("a")
          NonConsumable("a", grants: "p")
        }
      }, "duplicateProductID"
    )
    expectEqual(
      code { () throws(EntitlementError) in
        try .init {
          SubscriptionGroup("1") { AutoRenewable("a", grants: "p") }
          SubscriptionGroup("1") { AutoRenewable("b", grants: "p") }
        }
      }, "duplicateGroupID"
    )
    for period in [CatalogPeriod.days(0), .days(-1), .years(1001), CatalogPeriod(months: 1, days: -1)] {
      expectEqual(
        code { () throws(EntitlementError) in try .init { NonRenewing("a", lasts: period, grants: "p") } },
        "invalidPeriod"
      )
    }
  }

  @Test(
    arguments: [
      ("", "unexpectedEnd", 0), ("[]", "typeMismatch", 0), ("{}", "emptyCatalog", nil),
      (#"{"product": []}"#, "unknownMember", 1), (#"{"products": [{"kind": "consumable"}]}"#, "missingMember", 14),
      (#"{"products": [{"id": "a"}]}"#, "missingMember", 14),
      (#"{"products": [{"id": "a", "kind": "monthly"}]}"#, "unknownKind", 27),
      (#"{"products": [{"id": "a", "kind": "nonConsumable"}]}"#, "noEntitlement", nil),
      (#"{"products": [{"id": "a", "kind": "nonRenewing", "entitlements": ["p"]}]}"#, "missingMember", 14),
      (
        #"{"products": [{"id": "a", "kind": "nonRenewing", "period": "30", "entitlements": ["p"]}]}"#, "invalidPeriod",
        50
      ),
      (#"{"products": [{"id": "a", "kind": "consumable", "period": "P1D"}]}"#, "invalidPeriod", 49),
      (#"{"products": [{"id": "a", "kind": "consumable", "price": 1}]}"#, "unknownMember", 48),
      (#"{"groups": [{"id": "1", "products": [{"id": "a", "kind": "consumable"}]}]}"#, "unknownMember", 49),
      (#"{"groups": [{"products": []}]}"#, "missingMember", 12),
      (#"{"products": [{"id": "a", "id": "b"}]}"#, "duplicateMember", 26),
      (#"{"products": [{"id": "a", "kind": "consumable"}]} x"#, "trailingBytes", 50),
    ] as [(String, String, Int?)])
  func jsonThatIsNoCatalog(json: String, code: String, offset: Int?) {
    do {
      _ = try EntitlementCatalog<String>(json: Array(json.utf8))
      Issue.record("accepted")
    } catch {
      #expect(error.code.rawValue == code && error.offset == offset, "\(error)")
    }
  }

  @Test func aNameWithoutAnEntitlement() {
    let json = #"{"products": [{"id": "a", "kind": "nonConsumable", "entitlements": ["pro", "por"]}]}"#
    do {
      _ = try EntitlementCatalog<Tier>(json: Array(json.utf8))
      Issue.record("accepted")
    } catch {
      #expect(error.code == .unknownEntitlement && error.offset == 75, "\(error)")
    }
  }

  @Test func everyPrefixIsRefused() {
    let json = Array(#"{"products": [{"id": "a", "kind": "nonConsumable", "entitlements": ["p"]}]}"#.utf8)
    for length in json.indices {
      #expect(throws: EntitlementError.self, "\(length)") {
        try EntitlementCatalog<String>(json: Array(json[..<length]))
      }
    }
    #expect(throws: Never.self) { try EntitlementCatalog<String>(json: json) }
  }

  @Test(
    arguments: [
      ("P30D", CatalogPeriod.days(30)), ("P1Y6M", CatalogPeriod(years: 1, months: 6)), ("P2W1D", .days(15)),
      ("", nil), ("P", nil), ("30D", nil), ("P30", nil), ("PD", nil), ("P1D1M", nil), ("P1D1D", nil), ("PT1H", nil),
      ("P-1D", nil), ("P1.5D", nil), ("P9999999D", nil),
    ] as [(String, CatalogPeriod?)])
  func periodText(text: String, period: CatalogPeriod?) {
    expectEqual(CatalogPeriod(iso8601: text), period)
  }
}
