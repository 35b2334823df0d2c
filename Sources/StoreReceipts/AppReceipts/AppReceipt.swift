// SPDX-License-Identifier: MIT

import ASN1Reading

/// An app receipt (PKCS #7, "unified receipt", iOS 7 and OS X 10.6.6 on) as it reads. Nobody vouches for it: see
/// ``ReceiptVerifier`` for that.
///
/// Absent attributes are nil; an empty text or date is there and empty. What has no property is in ``attributes``.
public struct AppReceipt: Hashable, Sendable {
  /// The CMS around the attributes, with the exact signed octets.
  public let signed: SignedReceipt

  /// 2, the bundle identifier.
  public internal(set) var bundleID = ""
  /// 2, the whole value: tag, length and text. The device hash is made over it.
  public internal(set) var bundleIDOctets: [UInt8] = []
  /// 3, the version: CFBundleVersion on iOS, CFBundleShortVersionString on macOS.
  public internal(set) var appVersion = ""
  /// 4, an opaque value; the device hash is made over it.
  public internal(set) var opaqueValue: [UInt8] = []
  /// 5, the device hash, SHA-1.
  public internal(set) var deviceHash: [UInt8] = []
  /// 12, when the receipt was made: the moment at which its certificates must be valid.
  public internal(set) var creationDate: ReceiptDate = .empty
  /// 17, the purchases, in the order of the receipt, which is not that of time.
  public internal(set) var purchases: [InAppPurchase] = []
  /// 19, the version first downloaded; `1.0` in the sandbox, may be empty.
  public internal(set) var originalAppVersion: String?
  /// 21, when a volume purchase ends; Xcode writes the year 4001 into every receipt.
  public internal(set) var expirationDate: ReceiptDate?
  /// 0, where the receipt comes from.
  public internal(set) var environment: Environment?
  /// Attributes that Apple does not document.
  public internal(set) var undocumented = Undocumented()

  /// Properties that Apple does not document (save 0, which stands beside the documented ones because all need it).
  public struct Undocumented: Hashable, Sendable {
    /// 1, the app's store id; 0 outside production.
    public internal(set) var appItemID: Int64?
    /// 8, the last installation, update or download; empty in the sandbox.
    public internal(set) var transactionDate: ReceiptDate?
    /// 9, four characters in a number, see ``fulfilmentTool``.
    public internal(set) var fulfilmentToolVersion: Int64?
    /// 10, the age rating, for instance `4+`.
    public internal(set) var ageRating: String?
    /// 11, the developer's store id; 0 in the sandbox.
    public internal(set) var developerID: Int64?
    /// 13, the client's system: `160301` is 16.3.1; on macOS another count.
    public internal(set) var clientSystemVersion: Int64?
    /// 14, a code for the kind of device; 1 on macOS.
    public internal(set) var deviceModelCode: Int64?
    /// 15, the download; absent in receipts that Apple's server sends.
    public internal(set) var downloadID: Int64?
    /// 16, the version's store id; 0 in the sandbox.
    public internal(set) var versionExternalID: Int64?
    /// 18, when the app was first bought; 2013-08-01T07:00:00Z in the sandbox.
    public internal(set) var originalPurchaseDate: ReceiptDate?
    /// 20, unknown, empty on iOS, absent on macOS.
    public internal(set) var attribute20: String?
    /// 22, some date of volume purchases.
    public internal(set) var attribute22: ReceiptDate?
    /// 23, the organisation of a volume purchase.
    public internal(set) var volumePurchaseOrganization: String?
    /// 25, 3 on the iOS family, 2 on macOS.
    public internal(set) var platform: Int64?
    /// 32, the date of a pre-order.
    public internal(set) var preorderDate: ReceiptDate?

    /// ``fulfilmentToolVersion`` as its four ASCII characters, for instance `P305`.
    public var fulfilmentTool: String? {
      guard let number = fulfilmentToolVersion.flatMap(UInt32.init(exactly:)) else { return nil }
      let octets = (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * $0)) }
      return octets.allSatisfy { 0x20...0x7E ~= $0 } ? String(decoding: octets, as: UTF8.self) : nil
    }
  }

  /// Where a receipt comes from; an unknown name stays what it is, and counts as not production.
  public struct Environment: RawRepresentable, Hashable, Sendable {
    /// The text of attribute 0.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The App Store.
    public static let production = Environment(rawValue: "Production")
    /// Sandbox, TestFlight and development, which cannot be told apart.
    public static let sandbox = Environment(rawValue: "ProductionSandbox")
    /// Volume purchase.
    public static let volumePurchase = Environment(rawValue: "ProductionVPP")
    /// Volume purchase in the sandbox.
    public static let volumePurchaseSandbox = Environment(rawValue: "ProductionVPPSandbox")
    /// StoreKit testing in Xcode.
    public static let xcode = Environment(rawValue: "Xcode")

    /// `Production`, `Sandbox` or `Xcode`, as the JWS documents name the environments; nil for an unknown name.
    public var storeName: String? {
      switch rawValue {
      case "Production", "ProductionVPP": "Production"
      case "Sandbox", "ProductionSandbox", "ProductionVPPSandbox": "Sandbox"
      case "Xcode": "Xcode"
      default: nil
      }
    }
  }
}

extension AppReceipt {
  /// Every attribute as it stands, in order, known or not, purchases included; read anew at each call.
  public var attributes: [ReceiptAttribute] {
    guard var reader = try? ASN1Reader(signed.content.span, liberties: .receipt, limits: .receipt) else { return [] }
    if reader.nextTag == .octetString, let wrapper = try? reader.next() { _ = try? reader.enter(wrapper) }
    return reader.attributes()
  }

  /// The attributes of types that have no property here; 6 and 7 are always among them where there are any.
  public var unknownAttributes: [ReceiptAttribute] {
    attributes.filter { !ReceiptAttributes.known.contains($0.type) }
  }

  /// The transaction ids of all purchases, first the purchase's own, then the original one, without repetition.
  public var transactionIDs: [String] {
    var seen: Set<String> = []
    return purchases.flatMap { [$0.transactionID, $0.originalTransactionID] }
      .compactMap { $0 }
      .filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}
