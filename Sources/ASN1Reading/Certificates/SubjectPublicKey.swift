// SPDX-License-Identifier: MIT

/// AlgorithmIdentifier (RFC 5280 §4.1.1.2).
public struct AlgorithmIdentifier: Hashable, Sendable {
  /// Which algorithm.
  public let algorithm: ObjectIdentifier
  /// The DER of the parameters; nil when there are none, which differs from NULL.
  public let parameters: [UInt8]?
}

/// SubjectPublicKeyInfo (RFC 5280 §4.1.2.7).
public struct SubjectPublicKey: Hashable, Sendable {
  /// The DER of the whole structure.
  public let der: [UInt8]
  /// Algorithm and parameters.
  public let algorithm: AlgorithmIdentifier
  /// The curve, when the key is one for elliptic curves and names it (RFC 5480 §2.1.1). nil for explicit curves.
  public let namedCurve: ObjectIdentifier?
  /// The octets of the BIT STRING: a point (SEC 1 §2.3.3), or the DER of an RSAPublicKey.
  public let keyBytes: [UInt8]
  /// The numbers of an RSA key, when it is a well-formed one.
  public let rsa: RSAPublicNumbers?
}

/// RSAPublicKey ::= SEQUENCE { modulus INTEGER, publicExponent INTEGER } (RFC 8017 §A.1.1), both positive.
public struct RSAPublicNumbers: Hashable, Sendable {
  /// The modulus, most significant octet first, without a leading zero.
  public let modulus: [UInt8]
  /// The public exponent, most significant octet first, without a leading zero.
  public let exponent: [UInt8]

  /// Bits of the modulus.
  public var modulusBitCount: Int { bitCount(modulus) }
  /// Bits of the public exponent.
  public var exponentBitCount: Int { bitCount(exponent) }
  /// The modulus and the exponent are odd, as those of every real key are.
  public var areOdd: Bool { (modulus.last ?? 0) & (exponent.last ?? 0) & 1 == 1 }

  private func bitCount(_ octets: [UInt8]) -> Int {
    guard let first = octets.first else { return 0 }
    return octets.count * 8 - first.leadingZeroBitCount
  }
}

extension ASN1Reader {
  mutating func algorithmIdentifier() throws(ASN1Error) -> AlgorithmIdentifier {
    let scope = try enter(try next(.sequence))
    let algorithm = try objectIdentifier(try next(.objectIdentifier))
    let parameters = isAtEnd ? nil : copy(try next().range)
    try leave(scope)
    return AlgorithmIdentifier(algorithm: algorithm, parameters: parameters)
  }

  /// SEQUENCE { algorithm AlgorithmIdentifier, subjectPublicKey BIT STRING }
  mutating func subjectPublicKey() throws(ASN1Error) -> SubjectPublicKey {
    let element = try next(.sequence)
    let scope = try enter(element)
    let algorithm = try algorithmIdentifier()
    let key = try next(.bitString)
    let (octets, unusedBits) = try bitString(key)
    guard unusedBits == 0 else { throw error(.badBitString, key.start, "whole octets", "\(unusedBits) unused bits") }
    try leave(scope)
    return SubjectPublicKey(
      der: copy(element.range), algorithm: algorithm, namedCurve: Self.namedCurve(algorithm), keyBytes: copy(octets),
      rsa: algorithm.algorithm == .rsaEncryption ? rsaPublicNumbers(octets) : nil)
  }

  private static func namedCurve(_ algorithm: AlgorithmIdentifier) -> ObjectIdentifier? {
    guard algorithm.algorithm == .ecPublicKey, let parameters = algorithm.parameters,
      var reader = try? ASN1Reader(parameters.span, limits: .certificate),
      let element = try? reader.next(.objectIdentifier)
    else { return nil }
    return try? reader.objectIdentifier(element)
  }

  private mutating func rsaPublicNumbers(_ range: Range<Int>) -> RSAPublicNumbers? {
    let saved = (ASN1Scope(position: position, end: end), depth)
    defer {
      cursor = saved.0.position
      bound = saved.0.end
      depth = saved.1
    }
    return try? inside(range) { reader throws(ASN1Error) in
      let scope = try reader.enter(try reader.next(.sequence))
      let modulus = try reader.positive(try reader.next(.integer))
      let exponent = try reader.positive(try reader.next(.integer))
      try reader.leave(scope)
      return RSAPublicNumbers(modulus: modulus, exponent: exponent)
    }
  }

  private func positive(_ element: ASN1Element) throws(ASN1Error) -> [UInt8] {
    let octets = try integerOctets(element)
    guard let first = octets.first, first < 0x80, octets != [0] else {
      throw error(.integerTooLarge, element.start, "a positive number", "another")
    }
    return first == 0 ? Array(octets.dropFirst()) : octets
  }
}
