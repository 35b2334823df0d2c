// SPDX-License-Identifier: MIT

public import StoreJWS

/// The receipt of one transaction (`SKPaymentTransaction.transactionReceipt`, iOS 3 to 6) as it reads. Nobody vouches
/// for it: see ``ReceiptVerifier`` for that.
public struct TransactionReceipt: Hashable, Sendable {
  /// Every key of the outer list, in order. Nothing signs these: whoever had the receipt may have changed them.
  public let entries: [PropertyListEntry]
  /// Every key of purchase-info, in order.
  public let purchaseInfo: [PropertyListEntry]
  /// The octets that purchase-info decodes to: the signature is over a version byte and these.
  public let purchaseInfoOctets: [UInt8]
  /// The signature, if there is one.
  public let signature: Signature

  /// What the key `signature` holds.
  public enum Signature: Hashable, Sendable {
    /// There is none, as in Apple's mock receipts.
    case absent
    /// It has the layout of version 2 or 3.
    case present(TransactionSignature)
    /// It has another layout; such a receipt can be read but not verified.
    case unreadable(ReceiptError)
  }
}

/// The octets of the key `signature`, taken apart: version, RSA signature, length of the certificate, certificate.
public struct TransactionSignature: Hashable, Sendable {
  /// 2 (until May 2016, 128 octets of signature) or 3 (256 octets). It is the first of the signed octets.
  public let version: UInt8
  /// The RSA signature (PKCS #1 v1.5 with SHA-1).
  public let signature: [UInt8]
  /// DER of the leaf. The certificate of its issuer is not inside.
  public let certificate: [UInt8]
}

extension TransactionReceipt {
  /// The store, by what is signed: production has numbers for app and version, which no other store has. Production receipts
  /// of before these numbers count as sandbox's. What the outer list says is ``unsignedEnvironment``.
  public var environment: StoreEnvironment {
    [appItemID, versionExternalID].contains { $0 != nil && $0 != "0" } ? .production : .sandbox
  }

  /// The outer list's `environment`: `Sandbox`, or nil for production. Not signed.
  public var unsignedEnvironment: String? { Self.text("environment", entries) }
  /// The outer list's `pod`, the store's cell that answered; 100 in the sandbox. Not signed.
  public var unsignedPod: String? { Self.text("pod", entries) }
  /// The outer list's `signing-status`, 0 wherever seen. Not signed.
  public var unsignedSigningStatus: String? { Self.text("signing-status", entries) }

  /// The transaction id.
  public var transactionID: String? { self["transaction-id"] }
  /// The id of the first transaction of a subscription.
  public var originalTransactionID: String? { self["original-transaction-id"] }
  /// The product.
  public var productID: String? { self["product-id"] }
  /// The app's bundle identifier.
  public var bundleID: String? { self["bid"] }
  /// The app's CFBundleVersion.
  public var appVersion: String? { self["bvrs"] }
  /// How many.
  public var quantity: Int64? { self["quantity"].flatMap { Int64($0) } }
  /// The product's store id.
  public var itemID: String? { self["item-id"] }
  /// The app's store id; production only.
  public var appItemID: String? { self["app-item-id"] }
  /// The version's store id; production only.
  public var versionExternalID: String? { self["version-external-identifier"] }
  /// A hash of the device's id.
  public var uniqueID: String? { self["unique-identifier"] }
  /// identifierForVendor.
  public var uniqueVendorID: String? { self["unique-vendor-identifier"] }
  /// The order line of a subscription.
  public var webOrderLineItemID: String? { self["web-order-line-item-id"] }
  /// It is in a free trial; nil where the receipt does not say (before 2017).
  public var isTrialPeriod: Bool? { Self.flag(self["is-trial-period"]) }
  /// It is in an introductory offer period; nil where the receipt does not say.
  public var isIntroductoryOfferPeriod: Bool? { Self.flag(self["is-in-intro-offer-period"]) }
  /// The promotional offer, where one was used.
  public var promotionalOfferID: String? { self["promotional-offer-id"] }

  /// When it was bought, in milliseconds since 1970-01-01T00:00:00Z.
  public var purchaseDateMilliseconds: Int64? { date("purchase-date") }
  /// When the first transaction was made, in milliseconds since 1970-01-01T00:00:00Z.
  public var originalPurchaseDateMilliseconds: Int64? { date("original-purchase-date") }
  /// When the subscription ends, in milliseconds since 1970-01-01T00:00:00Z. The key holds a number here, not text.
  public var expiresDateMilliseconds: Int64? {
    date("expires-date") ?? self["expires-date-formatted"].flatMap(DateText.any)
  }
  /// When it was cancelled, in milliseconds since 1970-01-01T00:00:00Z; not seen in any receipt yet.
  public var cancellationDateMilliseconds: Int64? { date("cancellation-date") }

  /// The text of a key of purchase-info; nil where it is absent or no string.
  public subscript(key: String) -> String? {
    Self.text(key, purchaseInfo)
  }

  /// Keys of the outer list that this version has no property for.
  public var unknownUnsignedKeys: [String] {
    entries.map(\.key).filter {
      !["signature", "purchase-info", "environment", "pod", "signing-status"].contains($0)
    }
  }

  /// Keys of purchase-info that this version has no property for.
  public var unknownKeys: [String] {
    purchaseInfo.map(\.key).filter { !Self.knownKeys.contains($0) }
  }

  /// `…-ms`, else the key itself, as a number of milliseconds or a date text.
  private func date(_ key: String) -> Int64? {
    self["\(key)-ms"].flatMap { Int64($0) } ?? self[key].flatMap(DateText.any)
  }

  static func text(_ key: String, _ entries: [PropertyListEntry]) -> String? {
    entries.first { $0.key == key }?.value.string
  }

  private static func flag(_ text: String?) -> Bool? {
    switch text {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  private static let knownKeys: Set<String> = {
    let dates = ["purchase-date", "original-purchase-date", "expires-date", "cancellation-date"]
    let forms = dates.flatMap { [$0, "\($0)-ms", "\($0)-pst", "\($0)-formatted", "\($0)-formatted-pst"] }
    return Set(
      forms + [
        "quantity", "product-id", "transaction-id", "original-transaction-id", "item-id", "bid", "bvrs", "app-item-id",
        "version-external-identifier", "unique-identifier", "unique-vendor-identifier", "web-order-line-item-id",
        "is-trial-period", "is-in-intro-offer-period", "promotional-offer-id", "cancellation-reason",
        "in-app-ownership-type", "subscription-group-identifier",
      ])
  }()
}
