// SPDX-License-Identifier: MIT

public import FoundationEssentials

/// The GUID of a device, as it goes into the device hash of a receipt. A server cannot know it; the app sends it.
public struct DeviceIdentity: Hashable, Sendable {
  /// 16 bytes on the iOS family, 6 on macOS.
  public let bytes: [UInt8]

  /// Takes bytes as they are.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// identifierForVendor: iOS, iPadOS, tvOS, watchOS, and iOS apps on a Mac.
  public init(vendor identifier: UUID) {
    let octets = identifier.uuid
    bytes = [
      octets.0, octets.1, octets.2, octets.3, octets.4, octets.5, octets.6, octets.7, octets.8, octets.9, octets.10,
      octets.11, octets.12, octets.13, octets.14, octets.15,
    ]
  }

  /// Reads text as people write it: a UUID, a MAC address with `:` or `-`, or bare hex of either; nil for anything else.
  public init?(text: String) {
    if let identifier = UUID(uuidString: text) {
      self.init(vendor: identifier)
      return
    }
    let parts = text.split(whereSeparator: { $0 == ":" || $0 == "-" })
    let isMAC = parts.count == 6 && parts.allSatisfy { $0.count == 2 }
    guard isMAC || parts.count == 1 else { return nil }
    var octets: [UInt8] = []
    let digits = Array(parts.joined())
    guard digits.count == 12 || digits.count == 32 else { return nil }
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index].hexDigitValue, let low = digits[index + 1].hexDigitValue else { return nil }
      octets.append(UInt8(high << 4 | low))
    }
    self.init(bytes: octets)
  }
}

extension AppReceipt {
  /// The receipt was made for the device: SHA-1 over the GUID, the opaque value and the whole value of the bundle id.
  ///
  /// It says nothing of who made the receipt; the caller verifies that too. Receipts that Apple's server sends carry the
  /// hash of no device.
  public func matches(_ device: DeviceIdentity) -> Bool {
    SHA1.digest(device.bytes + opaqueValue + bundleIDOctets) == deviceHash
  }
}
