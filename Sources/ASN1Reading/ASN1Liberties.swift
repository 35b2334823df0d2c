// SPDX-License-Identifier: MIT

/// What BER allows and DER forbids (X.690 §8 and §10), each liberty by its name. None is taken unless the caller
/// chooses it: the empty set is strict DER.
public struct ASN1Liberties: OptionSet, Hashable, Sendable {
  /// One bit for each liberty.
  public let rawValue: UInt16

  /// Makes a set from its bits.
  @inlinable public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Lengths of constructed elements may be left open and closed by end-of-contents octets (X.690 §8.1.3.6).
  /// Xcode writes its receipts so.
  @inlinable public static var indefiniteLengths: ASN1Liberties { Self(rawValue: 1 << 0) }
  /// Strings may come in segments, nested to the depth budget (X.690 §8.7.3).
  @inlinable public static var constructedStrings: ASN1Liberties { Self(rawValue: 1 << 1) }
  /// Lengths may have leading zero octets, or the long form where the short one would do (X.690 §8.1.3.5).
  @inlinable public static var nonMinimalLengths: ASN1Liberties { Self(rawValue: 1 << 2) }
  /// An INTEGER may have more sign octets than needed. Not even BER allows that; old encoders wrote it.
  @inlinable public static var paddedIntegers: ASN1Liberties { Self(rawValue: 1 << 3) }
  /// An INTEGER may have no octets and is 0 then. Not even BER allows that; it was seen in receipts.
  @inlinable public static var emptyIntegers: ASN1Liberties { Self(rawValue: 1 << 4) }
  /// TRUE may be any octet but zero (X.690 §8.2.2).
  @inlinable public static var anyTrue: ASN1Liberties { Self(rawValue: 1 << 5) }
  /// Unused bits of a BIT STRING may be anything (X.690 §8.6.2.4).
  @inlinable public static var anyUnusedBits: ASN1Liberties { Self(rawValue: 1 << 6) }
  /// Times may lack seconds, have offsets and fractions with zeros at the end (X.690 §11.7 and §11.8 forbid these).
  @inlinable public static var anyTimeForm: ASN1Liberties { Self(rawValue: 1 << 7) }

  /// What BER has of these: all that an encoder may write by the standard.
  public static let ber: ASN1Liberties = [
    .indefiniteLengths, .constructedStrings, .nonMinimalLengths, .anyTrue, .anyUnusedBits, .anyTimeForm,
  ]

  /// What receipts need: BER and the two slips of old encoders.
  public static let receipt: ASN1Liberties = [.ber, .paddedIntegers, .emptyIntegers]
}

/// How much an input may make the reader do. A sender can size everything that it sends, so every reader has budgets.
public struct ASN1Limits: Hashable, Sendable {
  /// Bytes of the whole input.
  public var maximumBytes: Int
  /// Elements entered inside each other; the outermost counts one.
  public var maximumDepth: Int
  /// Elements read, those skipped over in search of an end included.
  public var maximumElements: Int

  /// Makes limits. Negative numbers count as zero.
  public init(maximumBytes: Int, maximumDepth: Int, maximumElements: Int) {
    self.maximumBytes = max(0, maximumBytes)
    self.maximumDepth = max(0, maximumDepth)
    self.maximumElements = max(0, maximumElements)
  }

  /// For receipts: 2 MiB (the largest real ones have 81 KB), depth 16 (real ones need 9), 100,000 elements (200
  /// purchases need some 20,000).
  public static let receipt = ASN1Limits(maximumBytes: 2 << 20, maximumDepth: 16, maximumElements: 100_000)

  /// For one certificate: 16 KiB (Apple's have under 2), depth 16, 1,000 elements (Apple's have under 150).
  public static let certificate = ASN1Limits(maximumBytes: 16 << 10, maximumDepth: 16, maximumElements: 1_000)
}
