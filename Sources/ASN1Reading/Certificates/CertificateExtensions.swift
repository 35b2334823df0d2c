// SPDX-License-Identifier: MIT

/// One extension of a certificate (RFC 5280 §4.2), uninterpreted.
public struct CertificateExtension: Hashable, Sendable {
  /// Which one it is.
  public let identifier: ObjectIdentifier
  /// Whoever does not know it must refuse the certificate.
  public let isCritical: Bool
  /// The octets of extnValue in the certificate's DER.
  public let valueRange: Range<Int>
  /// The octets of extnValue.
  public let value: [UInt8]
}

/// BasicConstraints (RFC 5280 §4.2.1.9).
public struct BasicConstraints: Hashable, Sendable {
  /// The subject is a certificate authority.
  public let isCertificateAuthority: Bool
  /// How many intermediates may follow; nil is any number.
  public let pathLength: Int64?

  /// Makes constraints.
  public init(isCertificateAuthority: Bool, pathLength: Int64?) {
    self.isCertificateAuthority = isCertificateAuthority
    self.pathLength = pathLength
  }
}

/// KeyUsage (RFC 5280 §4.2.1.3): bit n of the BIT STRING is bit n here.
public struct KeyUsage: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt16

  /// Makes a set from its bits.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// digitalSignature (0).
  public static let digitalSignature = KeyUsage(rawValue: 1 << 0)
  /// nonRepudiation (1), also called contentCommitment.
  public static let nonRepudiation = KeyUsage(rawValue: 1 << 1)
  /// keyEncipherment (2).
  public static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
  /// dataEncipherment (3).
  public static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
  /// keyAgreement (4).
  public static let keyAgreement = KeyUsage(rawValue: 1 << 4)
  /// keyCertSign (5).
  public static let keyCertSign = KeyUsage(rawValue: 1 << 5)
  /// cRLSign (6).
  public static let cRLSign = KeyUsage(rawValue: 1 << 6)
  /// encipherOnly (7).
  public static let encipherOnly = KeyUsage(rawValue: 1 << 7)
  /// decipherOnly (8).
  public static let decipherOnly = KeyUsage(rawValue: 1 << 8)
}

extension ASN1Reader {
  /// Extensions ::= SEQUENCE SIZE (1..MAX) OF SEQUENCE { extnID, critical DEFAULT FALSE, extnValue }
  mutating func certificateExtensions() throws(ASN1Error) -> [CertificateExtension] {
    var extensions: [CertificateExtension] = []
    let listScope = try enter(try next(.sequence))
    repeat {
      let scope = try enter(try next(.sequence))
      let identifier = try objectIdentifier(try next(.objectIdentifier))
      var isCritical = false
      if let element = try nextIfPresent(.boolean) {
        isCritical = try boolean(element)
        guard isCritical else {
          throw error(.explicitDefault, element.start, "no critical where it is FALSE", "FALSE")
        }
      }
      let value = try next(.octetString)
      try leave(scope)
      extensions.append(
        CertificateExtension(
          identifier: identifier, isCritical: isCritical, valueRange: value.content, value: copy(value.content)))
    } while !isAtEnd
    try leave(listScope)
    return extensions
  }

  /// Moves to the octets of an extension's value, which must hold one element, and reads that.
  mutating func inside<Value>(
    _ range: Range<Int>, _ body: (inout ASN1Reader) throws(ASN1Error) -> Value
  ) throws(ASN1Error) -> Value {
    let outer = ASN1Scope(position: position, end: end)
    depth += 1
    cursor = range.lowerBound
    bound = range.upperBound
    let value = try body(&self)
    try leave(outer)
    return value
  }

  /// SEQUENCE { cA BOOLEAN DEFAULT FALSE, pathLenConstraint INTEGER OPTIONAL }
  mutating func basicConstraints() throws(ASN1Error) -> BasicConstraints {
    let scope = try enter(try next(.sequence))
    // FALSE written out is not DER, but common in genuine certificates, and nobody re-encodes an extension's value.
    let isAuthority = try nextIfPresent(.boolean).map { element throws(ASN1Error) in try boolean(element) } ?? false
    let pathLength = try nextIfPresent(.integer).map { element throws(ASN1Error) in
      let length = try int64(element)
      guard length >= 0 else { throw error(.integerTooLarge, element.start, "a path length from 0", "less") }
      return length
    }
    try leave(scope)
    return BasicConstraints(isCertificateAuthority: isAuthority, pathLength: pathLength)
  }

  /// BIT STRING, the first bit is bit 0.
  mutating func keyUsage() throws(ASN1Error) -> KeyUsage {
    let element = try next(.bitString)
    let (octets, _) = try bitString(element)
    guard octets.count <= 2 else { throw error(.badBitString, element.start, "at most 9 bits", "more") }
    var bits: UInt16 = 0
    for (index, at) in octets.enumerated() {
      for bit in 0..<8 where bytes[at] & (0x80 >> UInt8(bit)) != 0 { bits |= 1 << UInt16(index * 8 + bit) }
    }
    return KeyUsage(rawValue: bits)
  }
}
