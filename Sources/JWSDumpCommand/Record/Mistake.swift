// SPDX-License-Identifier: MIT

/// A known mistake: what was sent, and what to send instead.
package struct Mistake: Hashable, Sendable {
  package let code: String
  package let message: String

  func error(offset: Int? = 0) -> RecordError { RecordError(code, message, offset: offset) }

  static let blankLine = Mistake(code: "blankLine", message: "the line is blank")
  static let emptyInput = Mistake(code: "emptyInput", message: "the input is empty: expected a token, a body or a receipt")
  static let lineTooLong = Mistake(
    code: "lineTooLong", message: "the line is longer than \(LineCutter.maximumLineByteCount) bytes")
  static let documentTooLong = Mistake(
    code: "documentTooLong", message: "the document is longer than \(DocumentCollector.maximumByteCount) bytes")
  static let htmlPage = Mistake(
    code: "htmlPage",
    message: "this is a web page: expected a token; the server that sent it answered with an error or a login page")
  static let certificateFile = Mistake(
    code: "certificateFile", message: "this is a PEM file: expected a token; a root certificate goes with --root")
  static let decodedPayload = Mistake(
    code: "decodedPayload",
    message: "this is a payload that was decoded already and has no signature; send the whole JWS "
      + "(StoreKit's jwsRepresentation, or the string under signedPayload, signedTransactionInfo or signedRenewalInfo)")
  static let jsonSerialization = Mistake(
    code: "jsonSerialization",
    message: "this is a JWS in JSON serialization, which the App Store does not use; send header.payload.signature")
  static let unknownBody = Mistake(
    code: "unknownBody", message: "this JSON holds no signed string that is known, and is no answer or body that is known")
  static let base64NotReceipt = Mistake(
    code: "notAToken", message: "expected a token of three segments with dots between them; found one segment without a dot")
  static let notAToken = Mistake(
    code: "notAToken", message: "expected a token, a JSON body or a receipt; found other text")

  static func placeholder(_ text: String) -> Mistake {
    Mistake(
      code: "placeholderText",
      message: "the text is \"\(text)\": the program that wrote it had no value; send the token itself")
  }

  static func binary(_ byte: UInt8) -> Mistake {
    Mistake(
      code: "notAToken", message: "expected text or a DER receipt; found byte 0x\(String(byte, radix: 16, uppercase: true))")
  }
}
