// SPDX-License-Identifier: MIT

/// The store that signed: `environment`, in app transactions `receiptType`. Case-sensitive.
public struct StoreEnvironment: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `Production`: the App Store.
  public static let production = StoreEnvironment(rawValue: "Production")
  /// `Sandbox`: the sandbox: test purchases, TestFlight, App Review.
  public static let sandbox = StoreEnvironment(rawValue: "Sandbox")
  /// `Xcode`: StoreKit testing in Xcode, signed on the developer's machine.
  public static let xcode = StoreEnvironment(rawValue: "Xcode")
  /// `LocalTesting`: a local test server.
  public static let localTesting = StoreEnvironment(rawValue: "LocalTesting")

  /// The values with names.
  public static let catalog = ValueCatalog<StoreEnvironment>([
    (.production, "the App Store"),
    (.sandbox, "the sandbox: test purchases, TestFlight, App Review"),
    (.xcode, "StoreKit testing in Xcode, signed on the developer's machine"),
    (.localTesting, "a local test server"),
  ])
}

/// `type`: the kind of product.
public struct ProductType: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `Auto-Renewable Subscription`: auto-renewable subscription.
  public static let autoRenewableSubscription = ProductType(rawValue: "Auto-Renewable Subscription")
  /// `Non-Consumable`: non-consumable, bought once.
  public static let nonConsumable = ProductType(rawValue: "Non-Consumable")
  /// `Consumable`: consumable.
  public static let consumable = ProductType(rawValue: "Consumable")
  /// `Non-Renewing Subscription`: subscription that does not renew by itself.
  public static let nonRenewingSubscription = ProductType(rawValue: "Non-Renewing Subscription")

  /// The values with names.
  public static let catalog = ValueCatalog<ProductType>([
    (.autoRenewableSubscription, "auto-renewable subscription"),
    (.nonConsumable, "non-consumable, bought once"),
    (.consumable, "consumable"),
    (.nonRenewingSubscription, "subscription that does not renew by itself"),
  ])
}

/// `inAppOwnershipType`: how the customer came to the product.
public struct OwnershipType: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `PURCHASED`: bought by this customer.
  public static let purchased = OwnershipType(rawValue: "PURCHASED")
  /// `FAMILY_SHARED`: shared by a family member.
  public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")

  /// The values with names.
  public static let catalog = ValueCatalog<OwnershipType>([
    (.purchased, "bought by this customer"),
    (.familyShared, "shared by a family member"),
  ])
}

/// `transactionReason`: why there is a transaction.
public struct TransactionReason: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `PURCHASE`: the customer bought.
  public static let purchase = TransactionReason(rawValue: "PURCHASE")
  /// `RENEWAL`: the App Store renewed.
  public static let renewal = TransactionReason(rawValue: "RENEWAL")

  /// The values with names.
  public static let catalog = ValueCatalog<TransactionReason>([
    (.purchase, "the customer bought"),
    (.renewal, "the App Store renewed"),
  ])
}

/// `originalPlatform`: where the app was first obtained.
public struct PurchasePlatform: OpenValue {
  /// The value as Apple writes it.
  public let rawValue: String

  /// Wraps any value, known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// `iOS`: iPhone or iPad.
  public static let iOS = PurchasePlatform(rawValue: "iOS")
  /// `macOS`: Mac.
  public static let macOS = PurchasePlatform(rawValue: "macOS")
  /// `tvOS`: Apple TV.
  public static let tvOS = PurchasePlatform(rawValue: "tvOS")
  /// `visionOS`: Apple Vision.
  public static let visionOS = PurchasePlatform(rawValue: "visionOS")

  /// The values with names.
  public static let catalog = ValueCatalog<PurchasePlatform>([
    (.iOS, "iPhone or iPad"),
    (.macOS, "Mac"),
    (.tvOS, "Apple TV"),
    (.visionOS, "Apple Vision"),
  ])
}
