// SPDX-License-Identifier: MIT

internal import StrictJSON

/// A string in a document that is, or should be, signed.
struct NestedString {
  /// Where it stands, such as `$.data.signedTransactionInfo`.
  let path: String
  /// Its characters, escapes undone.
  let bytes: [UInt8]
  /// What it should be by its member's name; nil where the name does not say.
  let expected: RecordKind?
}

/// Finds the signed strings of a document in order: by their members' names, and by their look.
enum NestedStrings {
  /// The first of them, at any depth; none beyond a fault of the document.
  ///
  /// - Parameter count: how many at most.
  static func find(in json: [UInt8], atMost count: Int) -> [NestedString] {
    var found: [NestedString] = []
    do throws(JSONError) {
      var reader = try JSONReader(json.span, limits: .body)
      try search(&reader, name: "", path: "$", count, &found)
    } catch {
      // The fault itself is reported where the document is read as its kind.
    }
    return found
  }

  /// Whether there is one.
  static func areIn(_ json: [UInt8]) -> Bool { !find(in: json, atMost: 1).isEmpty }

  private static func search(
    _ reader: inout JSONReader, name: String, path: String, _ count: Int, _ found: inout [NestedString]
  ) throws(JSONError) {
    if found.count >= count { return try reader.skipValue() }
    switch try reader.nextKind() {
    case .object:
      var object = try reader.enterObject()
      while let member = try reader.nextMember(&object) {
        let name = reader.string(member.name)
        try search(&reader, name: name, path: path + JSONPath.member(name), count, &found)
      }
    case .array:
      var array = try reader.enterArray()
      var index = 0
      while try reader.nextElement(&array) {
        try search(&reader, name: name, path: "\(path)[\(index)]", count, &found)
        index += 1
      }
    case .string:
      let text = try reader.readText()
      let expected = names[name]
      let length = text.end - text.start
      guard length > 0, expected != nil || length > 64 else { return }
      let bytes = reader.decodedBytes(of: text)
      guard expected != nil || looksSigned(bytes) else { return }
      found.append(NestedString(path: path, bytes: bytes, expected: expected ?? nil))
    default: try reader.skipValue()
    }
  }

  /// A name with nil says that the string is signed, but not what it is.
  private static let names: [String: RecordKind?] = [
    "signedPayload": nil,
    "signedTransactionInfo": .transaction,
    "signedTransactions": .transaction,
    "signedRenewalInfo": .renewalInfo,
    "signedAppTransactionInfo": .appTransaction,
    // App receipts and transaction receipts go under the same names.
    "latest_receipt": nil,
    "latest_expired_receipt": nil,
    "receipt-data": nil,
  ]

  private static func looksSigned(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "eyJ".utf8) && bytes.count { $0 == 0x2E } == 2
      && bytes.allSatisfy { $0.isBase64URL || $0 == 0x2E }
  }
}
