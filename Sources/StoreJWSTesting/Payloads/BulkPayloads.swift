// SPDX-License-Identifier: MIT

/// Transactions by number, each different from all others, for measurements and for tests with many tokens.
///
/// The same seed and number give the same payload. Ids, dates, products, prices, storefronts and account tokens vary;
/// larger sizes are reached with Advanced Commerce items, as Apple's own larger payloads are.
public struct BulkPayloads: Hashable, Sendable {
  /// Decides everything but the numbering.
  public let seed: UInt64
  /// Octets of JSON that each payload has, at least; 512 and sizes from 700 on are met exactly.
  public let byteCount: Int

  /// Makes a source of payloads.
  public init(seed: UInt64 = 1, byteCount: Int = 1024) {
    self.seed = seed
    self.byteCount = byteCount
  }

  private static let storefronts: [(country: String, id: String, currency: String, price: Int64)] = [
    ("USA", "143441", "USD", 9990), ("FRA", "143442", "EUR", 9990), ("DEU", "143443", "EUR", 10_990),
    ("GBR", "143444", "GBP", 8990), ("JPN", "143462", "JPY", 1_500_000), ("POL", "143478", "PLN", 49_990),
    ("IND", "143467", "INR", 899_000), ("BRA", "143503", "BRL", 54_900),
  ]

  private static let products = [
    ("com.example.app.pro.monthly", "Auto-Renewable Subscription"),
    ("com.example.app.pro.yearly", "Auto-Renewable Subscription"),
    ("com.example.app.coins.100", "Consumable"), ("com.example.app.lifetime", "Non-Consumable"),
  ]

  /// The payload with this number.
  public func payload(_ number: UInt64) -> TestPayload {
    var random = SeededRandom(seed: seed ^ number &* 0x9E37_79B9_7F4A_7C15)
    let storefront = Self.storefronts[random.below(Self.storefronts.count)]
    let (product, type) = Self.products[random.below(Self.products.count)]
    let isSubscription = type.hasPrefix("Auto")
    let bought = 1_755_000_000_000 + Int64(random.below(4_000_000)) * 1000
    let signed = bought + Int64(random.below(600_000))
    var payload = TestPayload.transaction([
      "transactionId": .text(String(410_000_000_000_000 + number)),
      "originalTransactionId": .text(String(410_000_000_000_000 + number - number % 12)),
      "webOrderLineItemId": isSubscription ? .text(String(510_000_000_000_000 + number)) : .absent,
      "productId": .text(product), "type": .text(type),
      "subscriptionGroupIdentifier": isSubscription ? "21400001" : .absent,
      "purchaseDate": .integer(bought), "originalPurchaseDate": .integer(bought - Int64(number % 12) * 2_592_000_000),
      "expiresDate": isSubscription ? .integer(bought + 2_592_000_000) : .absent,
      "signedDate": .integer(signed), "storefront": .text(storefront.country), "storefrontId": .text(storefront.id),
      "price": .integer(storefront.price), "currency": .text(storefront.currency),
      "appTransactionId": .text(String(704_000_000_000_000_000 + UInt64(random.below(1_000_000_000)))),
    ])
    fill(&payload, with: &random)
    return payload
  }

  private func fill(_ payload: inout TestPayload, with random: inout SeededRandom) {
    if byteCount < 640 {
      for name in ["webOrderLineItemId", "subscriptionGroupIdentifier", "storefrontId", "appTransactionId"] {
        payload[name] = nil
      }
    }
    if byteCount >= 900 {
      payload["appAccountToken"] = .text(random.uuid())
    }
    var room = byteCount - payload.json.utf8.count
    if room > 1500 {
      var items: [PayloadValue] = []
      while room > 600 {
        let item: PayloadValue = [
          "SKU": .text("sku.\(random.below(1_000_000))"), "description": .text("Item \(items.count) of a bundle"),
          "displayName": .text("Item \(items.count)"), "price": .integer(Int64(random.below(100)) * 1000 + 990),
          "offer": ["period": "P1M", "periodCount": 1, "price": 990, "reason": "ACQUISITION"],
        ]
        items.append(item)
        room -= item.json.utf8.count + 1
      }
      payload["advancedCommerceInfo"] = [
        "descriptors": ["description": "A bundle", "displayName": "Bundle"], "estimatedTax": 1300,
        "items": .list(items), "period": "P1M", "requestReferenceId": .text(random.uuid()),
        "taxCode": "C003-00-2", "taxExclusivePrice": 8690, "taxRate": "0.15",
      ]
    }
    // The rest goes into a hash as long as need be: no other member is free in its length.
    let frame = #","deviceVerification":"""#.utf8.count
    let missing = byteCount - payload.json.utf8.count - frame
    if missing > 0 {
      payload["deviceVerification"] = .text(random.base64(count: missing))
    }
  }
}

/// SplitMix64: small, quick, the same on every machine.
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number in 0..<bound; 0 where the bound is not positive.
  mutating func below(_ bound: Int) -> Int {
    bound <= 0 ? 0 : Int(truncatingIfNeeded: next() >> 1) % bound
  }

  /// A version 4 UUID in lower case (RFC 9562 §5.4).
  mutating func uuid() -> String {
    let digits = Array("0123456789abcdef")
    var text = ""
    for index in 0..<32 {
      if [8, 12, 16, 20].contains(index) {
        text += "-"
      }
      let digit = index == 12 ? 4 : index == 16 ? 8 + below(4) : below(16)
      text.append(digits[digit])
    }
    return text
  }

  /// Characters of the base64 alphabet.
  mutating func base64(count: Int) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    return String(decoding: (0..<count).map { _ in alphabet[below(64)] }, as: UTF8.self)
  }
}
