// SPDX-License-Identifier: MIT
internal import JOSE
internal import StrictJSON

/// A JSON body that carries signed strings: a notification's HTTP body, or an answer of the App Store Server API.
///
/// Nothing vouches for the body itself. What stands beside its signed strings is what whoever sent the body wrote.
public protocol SignedStringBody: StoreDocument {
  /// Which body this is.
  static var kind: BodyKind { get }
}

/// A compact JWS in a document, and where it stands.
public struct SignedString: Hashable, Sendable {
  /// The path of the member, like `$.data[0].lastTransactions[1].signedTransactionInfo`.
  public let path: String
  /// What its payload should be, by the member's name.
  public let kind: PayloadKind
  /// The string's characters.
  public let token: [UInt8]
}

extension StoreDocument {
  /// The signed strings that the document holds, in its order. Strings inside the payloads of these are not among them.
  ///
  /// Reads the document again. A document that was read before has no fault; of one that has, what stands before the
  /// fault is the answer.
  public var signedStrings: [SignedString] {
    var strings: [SignedString] = []
    json.withSignedStrings(Self.schema) { strings.append($0) }
    return strings
  }
}

extension [UInt8] {
  /// Calls `body` with each signed string of the document that these bytes are.
  func withSignedStrings(_ schema: ObjectSchema, _ body: (SignedString) -> Void) {
    do throws(JSONError) {
      var reader = try JSONReader(span, limits: .body)
      try SignedString.collect(&reader, .object(schema), "$", body)
    } catch {
      // What stands before the fault has been given.
    }
  }
}

extension SignedString {
  fileprivate static func collect(
    _ reader: inout JSONReader, _ type: ValueType, _ path: String, _ body: (SignedString) -> Void
  ) throws(JSONError) {
    switch (type, try reader.nextKind()) {
    case (.object(let schema), .object):
      var object = try reader.enterObject()
      while let member = try reader.nextMember(&object, schema.table) {
        guard member.index >= 0 else {
          try reader.skipValue()
          continue
        }
        let known = schema.members[member.index]
        if known.type.mayHoldSignedString {
          try collect(&reader, known.type, path + JSONPath.member(known.name), body)
        } else {
          try reader.skipValue()
        }
      }
    case (.array(let element), .array):
      var array = try reader.enterArray()
      var index = 0
      while try reader.nextElement(&array) {
        try collect(&reader, element, "\(path)[\(index)]", body)
        index += 1
      }
    case (.signed(let kind), .string):
      let text = try reader.readText()
      body(SignedString(path: path, kind: kind, token: reader.characters(of: text)))
    default:
      try reader.skipValue()
    }
  }
}

extension JSONReader {
  /// A string's UTF-8; a token has no escapes, and then it is one copy.
  fileprivate func characters(of text: JSONText) -> [UInt8] {
    text.isEscaped ? decodedBytes(of: text) : [UInt8](copying: rawBytes(of: text))
  }
}

extension ValueType {
  /// Whether a signed string can stand in the value.
  fileprivate var mayHoldSignedString: Bool {
    switch self {
    case .signed, .object, .array: true
    default: false
    }
  }
}
