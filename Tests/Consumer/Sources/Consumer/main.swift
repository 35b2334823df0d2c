// SPDX-License-Identifier: MIT
import ASN1Reading
import FoundationEssentials
import JOSE
import OCSPNetworking
import ObservableEntitlements
import OpenSSLSignatures
import StoreEntitlements
import StoreEntitlementsTesting
import StoreJWS
import StoreJWSTesting
import StoreReceipts
import StrictJSON

/// What did not hold.
struct Unexpected: Error, CustomStringConvertible {
  let description: String
}

func expect(_ condition: Bool, _ fact: String) throws {
  guard condition else { throw Unexpected(description: "does not hold: \(fact)") }
  print("ok  \(fact)")
}

enum Access: String, Hashable, Sendable { case pro }

// The floors below.
let json = Array(#"{"a":[1,2]}"#.utf8)
try expect(JSONValue(parsing: json.span)["a"] != nil, "StrictJSON reads")
let der: [UInt8] = [0x30, 0x03, 0x02, 0x01, 0x2A]
var reader = try ASN1Reader(der.span, limits: .certificate)
_ = try reader.enter(try reader.next(.sequence))
try expect(try reader.int64(try reader.next(.integer)) == 42, "ASN1Reading reads")
try expect(CompactJWS("eyJhbGciOiJFUzI1NiJ9.e30.AAAA").payload == Array("{}".utf8), "JOSE cuts a token")
_ = HTTPOCSPRequester()

// A token, genuine for whoever trusts its authority, and for nobody else.
let authority = try TestAuthority()
let token = try authority.sign(TestPayload.transaction())
let verifier = try StoreVerifier.appStore(
  bundleIDs: ["com.example.app"], environments: [.production, .sandbox],
  anchors: try TrustAnchors(file: authority.root))
let verified = try verifier.transaction(token)
try expect(verified.payload.productID != nil, "StoreJWS verifies")
let apples = try StoreVerifier.appStore(bundleIDs: ["com.example.app"], environments: [.production])
do {
  _ = try apples.transaction(token)
  throw Unexpected(description: "Apple's verifier accepted a test's token")
} catch let error as StoreError {
  try expect(error.check == .chainTrust, "OpenSSLSignatures refuses what Apple did not sign")
}

// A receipt.
do {
  _ = try AppReceipt(der: der)
  throw Unexpected(description: "three bytes were taken for a receipt")
} catch is ReceiptError {
  print("ok  StoreReceipts refuses what is no receipt")
}

// What may be used, from a simulated life.
let catalog = try EntitlementCatalog<Access> {
  SubscriptionGroup("21400001") { AutoRenewable("com.example.app.pro.monthly", grants: .pro) }
}
try await withEntitlementTestHarness(catalog) { harness in
  try harness.purchase("com.example.app.pro.monthly", in: "21400001")
  try expect(harness.entitlements.isEntitled(to: .pro), "StoreEntitlements grants what was bought")
  try harness.expireActiveSubscription(in: "21400001")
  try expect(harness.entitlements[.pro].state == .notEntitled, "and not what is over")
}
try await withEntitlementStoreTestHarness(catalog) { harness in
  try expect(harness.store.activeEntitlements == [], "ObservableEntitlements knows that nothing is owned")
  try await harness.purchase("com.example.app.pro.monthly", in: "21400001")
  try expect(harness.store.isEntitled(to: .pro), "and what is")
}
print("all products are of use")
