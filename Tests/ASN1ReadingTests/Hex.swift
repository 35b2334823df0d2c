// SPDX-License-Identifier: MIT

import ASN1Reading

/// Bytes from hex text; blanks are for the reader of the test.
func hex(_ text: String) -> [UInt8] {
  let digits: [Int] = text.compactMap { $0.hexDigitValue }
  var bytes: [UInt8] = []
  for index in stride(from: 0, to: digits.count - 1, by: 2) {
    let value: Int = digits[index] << 4 | digits[index + 1]
    bytes.append(UInt8(value))
  }
  return bytes
}

/// Code and offset of an error, as the tables write them.
struct Refusal: Equatable, CustomStringConvertible {
  var code: ASN1Error.Code
  var offset: Int

  init(_ code: ASN1Error.Code, _ offset: Int) {
    self.code = code
    self.offset = offset
  }

  var description: String { "\(code.rawValue)@\(offset)" }
}

/// What `body` refuses, nil when it does not.
func refusal(_ body: () throws(ASN1Error) -> Void) -> Refusal? {
  do throws(ASN1Error) {
    try body()
    return nil
  } catch {
    return Refusal(error.code, error.offset)
  }
}

/// Limits that no test of other things meets.
let roomy = ASN1Limits(maximumBytes: 1 << 20, maximumDepth: 16, maximumElements: 10_000)

/// Reads one element that must fill the input, and hands it on.
func reading<Value>(
  _ text: String, _ liberties: ASN1Liberties = [],
  _ body: (inout ASN1Reader, ASN1Element) throws(ASN1Error) -> Value
) throws(ASN1Error) -> Value {
  let bytes = hex(text)
  var reader = try ASN1Reader(bytes.span, liberties: liberties, limits: roomy)
  let element = try reader.next()
  let value = try body(&reader, element)
  try reader.finish()
  return value
}
