// SPDX-License-Identifier: MIT

import StoreJWSTesting
import StoreReceipts

/// Code and offset of an error, as the tables write them.
struct Refusal: Equatable, CustomStringConvertible {
  var code: String
  var offset: Int?

  init(_ code: ReceiptError.Code, _ offset: Int? = nil) {
    self.code = code.rawValue
    self.offset = offset
  }

  init(_ code: String, _ offset: Int? = nil) {
    self.code = code
    self.offset = offset
  }

  /// An offset that a table leaves out is not compared.
  static func == (left: Refusal, right: Refusal) -> Bool {
    left.code == right.code && (left.offset == nil || right.offset == nil || left.offset == right.offset)
  }

  var description: String { "\(code)@\(offset.map { "\($0)" } ?? "any")" }
}

/// What `body` refuses, nil when it does not.
func refusal<Value>(_ body: () throws(ReceiptError) -> Value) -> Refusal? {
  do throws(ReceiptError) {
    _ = try body()
    return nil
  } catch {
    return Refusal(error.code, error.offset)
  }
}

extension ReceiptParts {
  /// A receipt that reads well and verifies nowhere: the signature is made of one byte, the certificate of nothing.
  static func unsigned(_ content: [UInt8]) -> ReceiptParts {
    let digest = DERNode.sequence([.objectIdentifier("2.16.840.1.101.3.4.2.1"), .null])
    return ReceiptParts(
      digestAlgorithms: [digest], content: .octetString(content), certificates: [DERNode.sequence([]).encoded],
      signers: [
        SignerParts(
          issuer: .sequence([]), serialNumber: .integer(7), digestAlgorithm: digest,
          signature: [UInt8](repeating: 1, count: 256))
      ])
  }
}
