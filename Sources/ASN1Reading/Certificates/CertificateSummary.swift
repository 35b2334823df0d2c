// SPDX-License-Identifier: MIT

/// What a certificate says (RFC 5280 §4.1), read as strict DER; nothing of it is trusted, and no signature is checked.
///
/// Reading refuses what has more than one reading: lengths, tags and INTEGERs that are not minimal, indefinite lengths,
/// strings in segments, BOOLEANs other than 0x00 and 0xFF, unused bits that are not zero, RDNs out of order, explicit
/// defaults, bytes behind the end. So the bytes are what re-encoding the values would give. Duplicate extensions are
/// not refused but reported, see ``duplicateExtensions``.
public struct CertificateSummary: Hashable, Sendable {
  /// The whole certificate, as given.
  public let der: [UInt8]
  /// 1, 2 or 3 (v3 is what chains have).
  public let version: Int
  /// The octets of the serial number, two's complement, as written: 1 to any number of them.
  public let serialNumber: [UInt8]
  /// The algorithm of the signature; the same inside and outside of the signed part, or reading fails.
  public let signatureAlgorithm: AlgorithmIdentifier
  /// Who signed.
  public let issuer: DistinguishedName
  /// Whose key this is.
  public let subject: DistinguishedName
  /// Start of validity, inclusive, in seconds since 1970-01-01T00:00:00Z.
  public let notBeforeSeconds: Int64
  /// End of validity, inclusive, in seconds since 1970-01-01T00:00:00Z.
  public let notAfterSeconds: Int64
  /// The key.
  public let publicKey: SubjectPublicKey
  /// The extensions in order.
  public let extensions: [CertificateExtension]
  /// BasicConstraints, nil where absent. The first one counts if there are several.
  public let basicConstraints: BasicConstraints?
  /// KeyUsage, nil where absent (then any use is allowed). The first one counts if there are several.
  public let keyUsage: KeyUsage?
  /// The signed part, tag and length included, as a range of ``der``.
  public let tbsRange: Range<Int>
  /// The octets of the signature, as a range of ``der``.
  public let signatureRange: Range<Int>
}

extension CertificateSummary {
  /// The serial number is above zero (RFC 5280 §4.1.2.2).
  public var isSerialPositive: Bool {
    (serialNumber.first ?? 0x80) < 0x80 && serialNumber != [0]
  }

  /// The serial number in lower-case hex without leading zero bytes; `00` for zero.
  public var serialNumberHex: String {
    let octets = serialNumber.count > 1 && serialNumber[0] == 0 ? serialNumber.dropFirst() : serialNumber[...]
    return octets.map(hexadecimal).joined()
  }

  /// Issuer and subject are the same name, byte for byte.
  public var isSelfIssued: Bool { issuer.der == subject.der }

  /// Identifiers of the extensions that come more than once, which RFC 5280 §4.2 forbids.
  public var duplicateExtensions: [ObjectIdentifier] {
    var seen: Set<ObjectIdentifier> = []
    var duplicates: [ObjectIdentifier] = []
    for found in extensions where !seen.insert(found.identifier).inserted && !duplicates.contains(found.identifier) {
      duplicates.append(found.identifier)
    }
    return duplicates
  }

  /// All extensions with an identifier: none, one, or (in a bad certificate) several.
  public func extensions(_ identifier: ObjectIdentifier) -> [CertificateExtension] {
    extensions.filter { $0.identifier == identifier }
  }

  /// The certificate says that it may be used at `seconds` since 1970-01-01T00:00:00Z, both ends inclusive.
  public func isValid(atSeconds seconds: Int64) -> Bool {
    notBeforeSeconds <= seconds && seconds <= notAfterSeconds
  }
}

extension CertificateSummary {
  /// Reads one certificate.
  ///
  /// - Parameters:
  ///   - der: the certificate and nothing else.
  ///   - limits: budgets.
  /// - Throws: any code of ``ASN1Error``; offsets are relative to `der`.
  public init(der: [UInt8], limits: ASN1Limits = .certificate) throws(ASN1Error) {
    // Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm, signatureValue BIT STRING }
    var reader = try ASN1Reader(der.span, limits: limits)
    let outer = try reader.enter(try reader.next(.sequence))
    let tbs = try reader.next(.sequence)
    let tbsScope = try reader.enter(tbs)

    version = try reader.certificateVersion()
    serialNumber = try reader.integerOctets(try reader.next(.integer))
    let innerAlgorithm = try reader.algorithmIdentifier()
    issuer = try reader.distinguishedName()
    (notBeforeSeconds, notAfterSeconds) = try reader.validity()
    subject = try reader.distinguishedName()
    publicKey = try reader.subjectPublicKey()
    try reader.uniqueIdentifiers(version: version)
    extensions = try reader.optionalExtensions(version: version)
    try reader.leave(tbsScope)

    let algorithmStart = reader.position
    signatureAlgorithm = try reader.algorithmIdentifier()
    guard signatureAlgorithm == innerAlgorithm else {
      throw ASN1Error(
        code: .algorithmMismatch, offset: algorithmStart, expected: "\(innerAlgorithm.algorithm) as in the signed part",
        found: "\(signatureAlgorithm.algorithm)")
    }
    let signature = try reader.next(.bitString)
    let (octets, unusedBits) = try reader.bitString(signature)
    guard unusedBits == 0 else {
      throw ASN1Error(
        code: .badBitString, offset: signature.start, expected: "whole octets", found: "\(unusedBits) unused bits")
    }
    try reader.leave(outer)
    try reader.finish()

    basicConstraints = try reader.firstValue(.basicConstraints, extensions) { reader throws(ASN1Error) in
      try reader.basicConstraints()
    }
    keyUsage = try reader.firstValue(.keyUsage, extensions) { reader throws(ASN1Error) in
      try reader.keyUsage()
    }
    self.der = der
    tbsRange = tbs.range
    signatureRange = octets
  }

  /// Reads one certificate from borrowed bytes, which are copied.
  ///
  /// - Throws: any code of ``ASN1Error``; offsets are relative to `bytes`.
  public init(der bytes: Span<UInt8>, limits: ASN1Limits = .certificate) throws(ASN1Error) {
    let reader = try ASN1Reader(bytes, limits: limits)
    try self.init(der: reader.copy(0..<bytes.count), limits: limits)
  }
}

extension ASN1Reader {
  /// version [0] EXPLICIT INTEGER DEFAULT v1
  fileprivate mutating func certificateVersion() throws(ASN1Error) -> Int {
    guard let wrapper = try nextIfPresent(.context(0)) else { return 1 }
    try checkConstructed(wrapper)
    let scope = try enter(wrapper)
    let element = try next(.integer)
    let number = try int64(element)
    try leave(scope)
    guard number != 0 else { throw error(.explicitDefault, element.start, "no version where it is v1", "v1") }
    guard 1...2 ~= number else { throw error(.badCertificateVersion, element.start, "v1, v2 or v3", "\(number)") }
    return Int(number) + 1
  }

  /// Validity ::= SEQUENCE { notBefore Time, notAfter Time }. RFC 5280 §4.1.2.5: no fractions; UTCTime through 2049.
  fileprivate mutating func validity() throws(ASN1Error) -> (Int64, Int64) {
    let scope = try enter(try next(.sequence))
    let notBefore = try certificateTime()
    let notAfter = try certificateTime()
    try leave(scope)
    return (notBefore, notAfter)
  }

  private mutating func certificateTime() throws(ASN1Error) -> Int64 {
    let element = try next()
    let instant = try time(element)
    guard instant.nanoseconds == 0, element.content.count <= 15 else {
      throw error(.badTime, element.start, "whole seconds", "a fraction")
    }
    return instant.seconds
  }

  /// issuerUniqueID [1] and subjectUniqueID [2] IMPLICIT BIT STRING, from version 2 on; nobody uses them.
  fileprivate mutating func uniqueIdentifiers(version: Int) throws(ASN1Error) {
    for number in 1...2 as ClosedRange<UInt32> {
      guard let element = try nextIfPresent(.context(number)) else { continue }
      guard version >= 2 else {
        throw error(.badCertificateVersion, element.start, "version 2 or 3 with unique identifiers", "version 1")
      }
      _ = try bitString(element)
    }
  }

  /// extensions [3] EXPLICIT, in version 3 only
  fileprivate mutating func optionalExtensions(version: Int) throws(ASN1Error) -> [CertificateExtension] {
    guard let wrapper = try nextIfPresent(.context(3)) else { return [] }
    try checkConstructed(wrapper)
    guard version == 3 else {
      throw error(.badCertificateVersion, wrapper.start, "version 3 with extensions", "version \(version)")
    }
    let scope = try enter(wrapper)
    let extensions = try certificateExtensions()
    try leave(scope)
    return extensions
  }

  fileprivate mutating func firstValue<Value>(
    _ identifier: ObjectIdentifier, _ extensions: [CertificateExtension],
    _ body: (inout ASN1Reader) throws(ASN1Error) -> Value
  ) throws(ASN1Error) -> Value? {
    guard let found = extensions.first(where: { $0.identifier == identifier }) else { return nil }
    return try inside(found.valueRange, body)
  }
}
