// SPDX-License-Identifier: MIT

extension TransactionReceipt {
  /// Reads a receipt from its text, which is a property list. Base64 around it is ``ReceiptInput``'s part.
  ///
  /// - Throws: `badPropertyList`, `duplicateKey`, `truncated`, `inputTooLong`; `missingKey` when there is no
  ///   purchase-info or it has no transaction id; `badBase64` when purchase-info cannot be decoded. Offsets are relative
  ///   to `text`, also for faults inside purchase-info.
  public init(text: [UInt8]) throws(ReceiptError) {
    entries = try PropertyListReader.dictionary(text)
    guard let info = entries.first(where: { $0.key == "purchase-info" }), let encoded = info.value.string else {
      throw ReceiptError(
        code: .missingKey, offset: 0, path: "$.purchase-info", expected: "purchase-info as text", found: "none")
    }
    let layer: Base64Layer
    do throws(ReceiptError) {
      layer = try Base64Layer(Array(encoded.utf8), mode: .forgiving)
      purchaseInfo = try PropertyListReader.dictionary(layer.octets)
      guard Self.text("transaction-id", purchaseInfo) != nil else {
        throw ReceiptError(code: .missingKey, offset: 0, expected: "transaction-id as text", found: "none")
      }
    } catch {
      let octets = (try? Base64Layer(Array(encoded.utf8), mode: .forgiving))
      let inner = error.code == .badBase64 ? error.offset : octets?.offset(ofOctet: error.offset) ?? 0
      throw ReceiptError(
        code: error.code, category: error.category, offset: info.offset + inner, path: "$.purchase-info",
        expected: error.expected, found: error.found)
    }
    purchaseInfoOctets = layer.octets
    signature = Self.signature(entries)
  }

  private static func signature(_ entries: [PropertyListEntry]) -> Signature {
    guard let entry = entries.first(where: { $0.key == "signature" }) else { return .absent }
    do throws(ReceiptError) {
      guard let encoded = entry.value.string else {
        throw ReceiptError(
          code: .badSignatureBlob, offset: 0, expected: "the signature as text", found: "another value")
      }
      let layer = try Base64Layer(Array(encoded.utf8), mode: .forgiving)
      return .present(try TransactionSignature(octets: layer.octets))
    } catch {
      return .unreadable(error.mapped { entry.offset + $0 })
    }
  }
}

extension TransactionSignature {
  /// Takes the octets apart. The version is exactly 2 or 3, and nothing follows the certificate.
  ///
  /// - Throws: `badSignatureBlob`, with the offset in `octets`.
  public init(octets: [UInt8]) throws(ReceiptError) {
    guard let version = octets.first, version == 2 || version == 3 else {
      throw ReceiptError(
        code: .badSignatureBlob, offset: 0, expected: "version 2 or 3", found: octets.first.map { "\($0)" } ?? "nothing"
      )
    }
    let lengthStart = version == 2 ? 129 : 257
    let certificateStart = lengthStart + 4
    guard octets.count >= certificateStart else {
      throw ReceiptError(
        code: .badSignatureBlob, category: .truncated, offset: octets.count,
        expected: "\(lengthStart - 1) octets of signature and a length", found: "the end")
    }
    let length = octets[lengthStart..<certificateStart].reduce(0) { $0 << 8 | Int($1) }
    guard length == octets.count - certificateStart else {
      throw ReceiptError(
        code: .badSignatureBlob, offset: lengthStart, expected: "a certificate of \(length) octets to the end",
        found: "\(octets.count - certificateStart)")
    }
    self.version = version
    signature = Array(octets[1..<lengthStart])
    certificate = Array(octets[certificateStart...])
  }
}
