// SPDX-License-Identifier: MIT

public import ASN1Reading

/// The attribute types of the receipt that this version has properties for.
enum ReceiptAttributes {
  static let known: Set<Int64> = [
    0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 32,
  ]
  /// What makes the content a receipt: all of them, in every real one since 2010.
  static let required: [Int64] = [2, 3, 4, 5, 12]
}

extension AppReceipt {
  /// Reads a receipt from its DER or BER octets. Base64 and other wrappings are ``ReceiptInput``'s part.
  ///
  /// - Parameters:
  ///   - der: the receipt and nothing behind it.
  ///   - liberties: what of BER is allowed; Xcode's receipts need all of `ASN1Liberties.receipt`.
  /// - Throws: what ``SignedReceipt/init(der:liberties:limits:)`` throws; `notAReceipt`, `badPayload`, `missingAttribute`,
  ///   `duplicateAttribute`, `badAttribute`. Offsets are relative to `der`.
  public init(der: [UInt8], liberties: ASN1Liberties = .receipt) throws(ReceiptError) {
    try self.init(SignedReceipt(der: der, liberties: liberties), liberties: liberties)
  }

  /// Reads the attributes of a CMS that was taken apart.
  ///
  /// - Throws: as ``init(der:liberties:)``.
  public init(_ signed: SignedReceipt, liberties: ASN1Liberties = .receipt) throws(ReceiptError) {
    self.signed = signed
    do throws(ASN1Error) {
      var reader = try ASN1Reader(signed.content.span, liberties: liberties, limits: .receipt)
      try read(&reader)
    } catch {
      let fault = PayloadGuess.name(signed.content).map { name in
        ReceiptError(
          code: .notAReceipt, category: .unsupported, offset: error.offset, expected: "an app receipt", found: name)
      }
      throw (fault ?? ReceiptError(error)).mapped { signed.offset(ofContent: $0) }
    }
  }

  /// SET OF attribute; an OCTET STRING around it is tolerated, as older parsers describe one.
  private mutating func read(_ reader: inout ASN1Reader) throws(ASN1Error) {
    if reader.nextTag == .octetString { _ = try reader.enter(try reader.next(.octetString)) }
    guard reader.nextTag == .set else {
      throw reader.fault(.badPayload, reader.position, "a SET of attributes", "another content")
    }
    let set = try reader.next(.set)
    let scope = try reader.enter(set)
    var seen: UInt64 = 0
    var plain = PlainPurchaseReader()
    while !reader.isAtEnd {
      let parts = try reader.attribute()
      guard 0...63 ~= parts.type else { continue }
      let bit = UInt64(1) << UInt64(parts.type)
      let isFirst = seen & bit == 0
      seen |= bit
      if parts.type == 17 {
        purchases.append(try reader.purchase(parts.value, in: signed.content, &plain))
      } else if ReceiptAttributes.known.contains(parts.type) {
        guard isFirst else {
          throw reader.fault(
            .duplicateAttribute, parts.element.start, "attribute \(parts.type) once", "it a second time")
        }
        try reader.withValue(parts.value) { reader throws(ASN1Error) in try read(parts.type, &reader) }
      }
    }
    try reader.leave(scope)
    for type in ReceiptAttributes.required where seen & (1 << UInt64(type)) == 0 {
      throw reader.fault(.missingAttribute, set.start, "attribute \(type)", "none")
    }
  }

  /// One value; the reader stands at its first octet and must be at its end afterwards.
  private mutating func read(_ type: Int64, _ reader: inout ASN1Reader) throws(ASN1Error) {
    switch type {
    case 0: environment = Environment(rawValue: try reader.attributeText())
    case 1: undocumented.appItemID = try reader.attributeNumber()
    case 2:
      bundleIDOctets = reader.copy(reader.position..<reader.end)
      bundleID = try reader.attributeText()
    case 3: appVersion = try reader.attributeText()
    case 4: opaqueValue = reader.attributeOctets()
    case 5: deviceHash = reader.attributeOctets()
    case 8: undocumented.transactionDate = try reader.attributeDate()
    case 9: undocumented.fulfilmentToolVersion = try reader.attributeNumber()
    case 10: undocumented.ageRating = try reader.attributeText()
    case 11: undocumented.developerID = try reader.attributeNumber()
    case 12: creationDate = try reader.attributeDate()
    case 13: undocumented.clientSystemVersion = try reader.attributeNumber()
    case 14: undocumented.deviceModelCode = try reader.attributeNumber()
    case 15: undocumented.downloadID = try reader.attributeNumber()
    case 16: undocumented.versionExternalID = try reader.attributeNumber()
    case 18: undocumented.originalPurchaseDate = try reader.attributeDate()
    case 19: originalAppVersion = try reader.attributeText()
    case 20: undocumented.attribute20 = try reader.attributeText()
    case 21: expirationDate = try reader.attributeDate()
    case 22: undocumented.attribute22 = try reader.attributeDate()
    case 23: undocumented.volumePurchaseOrganization = try reader.attributeText()
    case 25: undocumented.platform = try reader.attributeNumber()
    case 32: undocumented.preorderDate = try reader.attributeDate()
    default: _ = reader.attributeOctets()
    }
  }
}

/// Names content that is signed in the same way but is no receipt, so that the message helps.
enum PayloadGuess {
  static func name(_ content: [UInt8]) -> String? {
    switch content.first {
    case UInt8(ascii: "<"): return "a property list in a signature (a provisioning profile?)"
    case UInt8(ascii: "{"): return "JSON in a signature"
    case nil: return "nothing"
    default: break
    }
    guard var reader = try? ASN1Reader(content.span, liberties: .receipt, limits: .receipt) else { return nil }
    // App Attest has attributes 2 to 7, 12 and 21 too, but raw text where receipts have one more element.
    let isAppAttest = reader.attributes().contains { attribute in
      attribute.type == 6 && ["ATTEST", "RECEIPT"].contains { attribute.value.elementsEqual($0.utf8) }
    }
    return isAppAttest ? "an App Attest receipt" : nil
  }
}
