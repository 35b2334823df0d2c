// SPDX-License-Identifier: MIT

internal import JOSE

/// The parts of a transaction receipt, to be changed before they are put together.
public struct TransactionReceiptParts: Hashable, Sendable {
  /// The inner list's octets.
  public var purchaseInfo: [UInt8]
  /// The first octet of the signature.
  public var version: UInt8
  /// The RSA signature.
  public var signature: [UInt8]
  /// DER of the leaf.
  public var certificate: [UInt8]
  /// Octets behind the certificate.
  public var tail: [UInt8] = []
  /// The outer list's `environment`; nil is production.
  public var environment: String? = "Sandbox"

  /// Makes parts.
  public init(purchaseInfo: [UInt8], version: UInt8, signature: [UInt8], certificate: [UInt8]) {
    self.purchaseInfo = purchaseInfo
    self.version = version
    self.signature = signature
    self.certificate = certificate
  }

  /// The octets of the key `signature`.
  public var signatureOctets: [UInt8] {
    let count = UInt32(truncatingIfNeeded: certificate.count)
    return [version] + signature + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) } + certificate
      + tail
  }

  /// The receipt's text.
  public var text: String {
    let environmentLine = environment.map { "\t\"environment\" = \"\($0)\";\n" } ?? ""
    return "{\n\t\"signature\" = \"\(Base64.encode(signatureOctets))\";\n"
      + "\t\"purchase-info\" = \"\(Base64.encode(purchaseInfo))\";\n\(environmentLine)"
      + "\t\"pod\" = \"100\";\n\t\"signing-status\" = \"0\";\n}"
  }

  /// A purchase-info of a subscription; with `appItemID`, which production alone has, one of production.
  public static func purchaseInfo(
    transactionID: String = "1000000000000007", bundleID: String = "com.example.app",
    productID: String = "com.example.app.pro", purchaseMilliseconds: Int64 = 1_489_307_596_000,
    appItemID: String? = nil
  ) -> String {
    var entries = [
      ("quantity", "1"), ("product-id", productID), ("transaction-id", transactionID),
      ("original-transaction-id", transactionID), ("purchase-date-ms", "\(purchaseMilliseconds)"),
      ("purchase-date", "2017-03-12 08:33:16 Etc/GMT"), ("original-purchase-date-ms", "\(purchaseMilliseconds)"),
      ("expires-date", "\(purchaseMilliseconds + 2_592_000_000)"), ("bid", bundleID), ("bvrs", "7"),
      ("item-id", "1064424591"), ("is-trial-period", "false"),
    ]
    if let appItemID { entries.append(("app-item-id", appItemID)) }
    return "{\n" + entries.map { "\t\"\($0.0)\" = \"\($0.1)\";\n" }.joined() + "}"
  }
}
