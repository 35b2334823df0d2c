// SPDX-License-Identifier: MIT

public import ASN1Reading

extension SignedReceipt {
  /// No real receipt has more than three; a path needs two.
  static let maximumCertificates = 8

  /// Takes a document apart.
  ///
  /// - Parameters:
  ///   - der: the document and nothing behind it.
  ///   - liberties: what of BER is allowed; Xcode's receipts need `ASN1Liberties.receipt`.
  ///   - limits: the budgets.
  /// - Throws: any code of ASN.1; `notSignedData`, `wrongContentType`, `detachedContent`, `digestAlgorithmCount`,
  ///   `signerCount`, `tooManyCertificates`, `badSignedAttributes`. Offsets are relative to `der`.
  public init(
    der: [UInt8], liberties: ASN1Liberties = .receipt, limits: ASN1Limits = .receipt
  ) throws(ReceiptError) {
    do throws(ASN1Error) {
      var reader = try ASN1Reader(der.span, liberties: liberties, limits: limits)
      self = try reader.signedReceipt(der)
    } catch {
      throw ReceiptError(error)
    }
  }
}

extension ASN1Reader {
  /// ContentInfo ::= SEQUENCE { contentType, content [0] EXPLICIT SignedData }
  fileprivate mutating func signedReceipt(_ der: [UInt8]) throws(ASN1Error) -> SignedReceipt {
    let outer = try next(.sequence)
    let outerScope = try enter(outer)
    let type = try next(.objectIdentifier)
    guard try objectIdentifier(type) == .cmsSignedData else {
      throw fault(.notSignedData, type.start, "id-signedData", "another content type")
    }
    let wrapperScope = try enterExplicit()
    let signedData = try next(.sequence)
    let scope = try enter(signedData)
    try structureVersion()
    let digestAlgorithm = try onlyDigestAlgorithm()
    let (content, pieces, isSegmented) = try encapsulatedContent(der)
    let certificates = try certificateSet(der)
    if let lists = try nextIfPresent(.context(1)) { try checkConstructed(lists) }
    let signer = try onlySigner(der)
    try leave(scope)
    try leave(wrapperScope)
    try leave(outerScope)
    try finish()
    return SignedReceipt(
      der: der, content: content, contentPieces: pieces,
      usesBER: outer.isIndefinite || signedData.isIndefinite || isSegmented, digestAlgorithm: digestAlgorithm,
      certificates: certificates, signer: signer)
  }

  /// Goes into `[0] EXPLICIT`.
  private mutating func enterExplicit() throws(ASN1Error) -> ASN1Scope {
    let element = try next(.context(0))
    try checkConstructed(element)
    return try enter(element)
  }

  /// Versions 1 (PKCS #7 1.5 and CMS with id-data) and 3 (CMS with a subject key identifier).
  private mutating func structureVersion() throws(ASN1Error) {
    let element = try next(.integer)
    let version = try int64(element)
    guard version == 1 || version == 3 else {
      throw fault(.notSignedData, element.start, "version 1 or 3", "version \(version)")
    }
  }

  /// digestAlgorithms SET OF AlgorithmIdentifier. CMS_verify hashes the content once for each of them, so a document of
  /// 2 MB could keep it busy for seconds; a receipt has one.
  private mutating func onlyDigestAlgorithm() throws(ASN1Error) -> ObjectIdentifier {
    let set = try next(.set)
    let scope = try enter(set)
    guard !isAtEnd else { throw fault(.digestAlgorithmCount, set.start, "one digest algorithm", "none") }
    let algorithm = try algorithmIdentifier()
    guard isAtEnd else { throw fault(.digestAlgorithmCount, position, "one digest algorithm", "more") }
    try leave(scope)
    return algorithm
  }

  /// AlgorithmIdentifier ::= SEQUENCE { algorithm, parameters ANY OPTIONAL }; digests and RSA have NULL or nothing.
  private mutating func algorithmIdentifier() throws(ASN1Error) -> ObjectIdentifier {
    let scope = try enter(try next(.sequence))
    let algorithm = try objectIdentifier(try next(.objectIdentifier))
    if let parameters = try nextIfPresent(.null) { try null(parameters) }
    try leave(scope)
    return algorithm
  }

  /// EncapsulatedContentInfo ::= SEQUENCE { eContentType, eContent [0] EXPLICIT OCTET STRING OPTIONAL }
  private mutating func encapsulatedContent(
    _ der: [UInt8]
  ) throws(ASN1Error) -> (octets: [UInt8], pieces: [ASN1Piece], isSegmented: Bool) {
    let scope = try enter(try next(.sequence))
    let type = try next(.objectIdentifier)
    guard try objectIdentifier(type) == .cmsData else {
      throw fault(.wrongContentType, type.start, "id-data", "another content type")
    }
    guard !isAtEnd else { throw fault(.detachedContent, position, "the content", "nothing") }
    let wrapperScope = try enterExplicit()
    let string = try next(.octetString)
    let content: (octets: [UInt8], pieces: [ASN1Piece])
    if string.isConstructed {
      content = try octets(string)
    } else {
      content = (Array(der[string.content]), [ASN1Piece(start: 0, source: string.content)])
    }
    try leave(wrapperScope)
    try leave(scope)
    return (content.octets, content.pieces, string.isConstructed)
  }

  /// certificates [0] IMPLICIT SET OF CertificateChoices OPTIONAL
  private mutating func certificateSet(_ der: [UInt8]) throws(ASN1Error) -> [[UInt8]] {
    guard let set = try nextIfPresent(.context(0)) else { return [] }
    try checkConstructed(set)
    let scope = try enter(set)
    var certificates: [[UInt8]] = []
    while !isAtEnd {
      let certificate = try next(.sequence)
      guard certificates.count < SignedReceipt.maximumCertificates else {
        throw fault(
          .tooManyCertificates, certificate.start, "at most \(SignedReceipt.maximumCertificates) certificates", "more")
      }
      certificates.append(Array(der[certificate.range]))
    }
    try leave(scope)
    return certificates
  }

  /// signerInfos SET OF SignerInfo
  private mutating func onlySigner(_ der: [UInt8]) throws(ASN1Error) -> SignerInfo {
    let set = try next(.set)
    let scope = try enter(set)
    guard !isAtEnd else { throw fault(.signerCount, set.start, "one signer", "none") }
    let signer = try signerInfo(der)
    guard isAtEnd else { throw fault(.signerCount, position, "one signer", "more") }
    try leave(scope)
    return signer
  }

  /// SignerInfo ::= SEQUENCE { version, sid, digestAlgorithm, signedAttrs [0] OPTIONAL, signatureAlgorithm, signature,
  /// unsignedAttrs [1] OPTIONAL }
  private mutating func signerInfo(_ der: [UInt8]) throws(ASN1Error) -> SignerInfo {
    let scope = try enter(try next(.sequence))
    try structureVersion()
    let identifier = try signerIdentifier(der)
    let digestAlgorithm = try algorithmIdentifier()
    let attributes = try nextIfPresent(.context(0))
    let signedAttributes = try attributes.map { element throws(ASN1Error) in try strictAttributes(element, der) }
    let signatureAlgorithm = try algorithmIdentifier()
    let signature = try next(.octetString)
    let signatureOctets = try octets(signature).octets
    if let unsigned = try nextIfPresent(.context(1)) { try checkConstructed(unsigned) }
    try leave(scope)
    return SignerInfo(
      identifier: identifier, digestAlgorithm: digestAlgorithm, signatureAlgorithm: signatureAlgorithm,
      signature: signatureOctets, signedAttributes: signedAttributes)
  }

  /// SignerIdentifier ::= CHOICE { issuerAndSerialNumber, subjectKeyIdentifier [0] }
  private mutating func signerIdentifier(_ der: [UInt8]) throws(ASN1Error) -> SignerIdentifier {
    if let key = try nextIfPresent(.context(0)) { return .subjectKeyIdentifier(try octets(key).octets) }
    let scope = try enter(try next(.sequence))
    let issuer = try next(.sequence)
    let serial = try integerOctets(try next(.integer))
    try leave(scope)
    return .issuerAndSerialNumber(issuer: Array(der[issuer.range]), serialNumber: serial)
  }

  /// The attributes must be DER whatever the document is (RFC 5652 §5.3), so they are read again, strictly.
  private func strictAttributes(_ element: ASN1Element, _ der: [UInt8]) throws(ASN1Error) -> SignedAttributes {
    var octets = Array(der[element.range])
    guard !element.isIndefinite, element.isConstructed, !octets.isEmpty else {
      throw fault(.badSignedAttributes, element.start, "signed attributes in DER", "another form")
    }
    // RFC 5652 §5.4: a separate encoding of the signedAttrs field is performed, with the tag SET OF.
    octets[0] = 0x31
    do throws(ASN1Error) {
      var reader = try ASN1Reader(octets.span, limits: limits)
      return SignedAttributes(signedOctets: octets, messageDigest: try reader.messageDigest())
    } catch {
      throw error.shifted(by: element.start)
    }
  }

  /// SET OF SEQUENCE { type, values SET OF ANY }: content-type and message-digest, each once and with one value.
  private mutating func messageDigest() throws(ASN1Error) -> [UInt8] {
    let setScope = try enter(try next(.set))
    var hasContentType = false
    var digest: [UInt8]?
    while !isAtEnd {
      let attribute = try next(.sequence)
      let scope = try enter(attribute)
      let type = try objectIdentifier(try next(.objectIdentifier))
      let valuesScope = try enter(try next(.set))
      if type == .contentType {
        let value = try objectIdentifier(try next(.objectIdentifier))
        guard !hasContentType, value == .cmsData, isAtEnd else {
          throw fault(.badSignedAttributes, attribute.start, "one content type, id-data", "another or more")
        }
        hasContentType = true
      } else if type == .messageDigest {
        let value = try next(.octetString)
        guard digest == nil, isAtEnd else {
          throw fault(.badSignedAttributes, attribute.start, "one message digest", "more")
        }
        digest = copy(value.content)
      } else {
        while !isAtEnd { _ = try next() }
      }
      try leave(valuesScope)
      try leave(scope)
    }
    try leave(setScope)
    guard hasContentType, let digest else {
      throw fault(.badSignedAttributes, 0, "content type and message digest", "one of them missing")
    }
    return digest
  }
}

extension ASN1Reader {
  /// A rule of receipts that is broken: it travels as an ASN.1 error, so that grammar functions have one error type.
  func fault(_ code: ReceiptError.Code, _ offset: Int, _ expected: String, _ found: String) -> ASN1Error {
    ASN1Error(code: ASN1Error.Code(rawValue: code.rawValue), offset: offset, expected: expected, found: found)
  }
}
