// SPDX-License-Identifier: MIT

/// A known mistake: what was sent, and what to send instead.
package struct Mistake: Hashable, Sendable {
  package let code: String
  package let message: String

  func error(offset: Int? = 0) -> RecordError { RecordError(code, message, offset: offset) }

  static let blankLine = Mistake(code: "blankLine", message: "the line is blank")
  static let emptyInput = Mistake(
    code: "emptyInput", message: "the input is empty: expected a token, a body or a receipt")
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
    code: "unknownBody",
    message: "this JSON holds no signed string that is known, and is no answer or body that is known")
  static let base64NotReceipt = Mistake(
    code: "notAToken",
    message: "expected a token of three segments with dots between them; found one segment without a dot")
  static let notAToken = Mistake(
    code: "notAToken", message: "expected a token, a JSON body or a receipt; found other text")

  static let gzip = Mistake(
    code: "compressedInput", message: "this is gzip: unpack it first (gzip -dc FILE | jwsdump)")
  static let utf16 = Mistake(
    code: "textEncoding", message: "this is UTF-16: expected UTF-8 (iconv -f UTF-16 -t UTF-8 FILE | jwsdump)")

  /// The mistake that a file of another form shows by its first two bytes; nil for none.
  static func foreignBeginning(_ bytes: ArraySlice<UInt8>) -> Mistake? {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0x1F, 0x8B): gzip
    case (0xFF, 0xFE), (0xFE, 0xFF): utf16
    default: nil
    }
  }

  static func placeholder(_ text: String) -> Mistake {
    Mistake(
      code: "placeholderText",
      message: "the text is \"\(text)\": the program that wrote it had no value; send the token itself")
  }

  /// Text that looks like nothing that is known; the error points at the first character that no token has.
  ///
  /// - Parameter isDocument: it is a whole input, whose first bytes tell of another form; of a line they tell nothing.
  static func otherText(_ piece: Piece, isDocument: Bool) -> RecordError {
    if isDocument, let foreign = foreignBeginning(piece.bytes) { return foreign.error(offset: piece.map.original(0)) }
    let bad = piece.bytes.firstIndex { !($0.isBase64URL || $0 == 0x2E) } ?? piece.range.lowerBound
    let byte = piece.storage[bad]
    var message = notAToken.message
    if byte < 0x20 || byte >= 0x7F {
      message = "expected text or a DER receipt; found byte 0x\(String(byte, radix: 16, uppercase: true))"
    }
    return RecordError(notAToken.code, message, offset: piece.map.original(bad - piece.range.lowerBound))
  }

  /// What to send instead, where a receipt was sent for a token or the reverse.
  static func kindMismatch(asked: RecordKind, found: RecordKind) -> String {
    var message = "expected \(asked.words) (\(asked.rawValue)); found \(found.words) (\(found.rawValue))"
    let receipts: Set<RecordKind> = [.appReceipt, .transactionReceipt]
    if receipts.contains(found), !receipts.contains(asked) {
      message += "; send the JWS (StoreKit's jwsRepresentation), not the receipt"
    } else if receipts.contains(asked), !receipts.contains(found) {
      message += "; send the receipt of the app's bundle, base64 or DER"
    }
    return message
  }
}
