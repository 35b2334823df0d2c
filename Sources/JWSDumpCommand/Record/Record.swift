// SPDX-License-Identifier: MIT

package import StoreJWS

/// What is known of one document: one record of the contract (schema version 1).
package struct Record: Sendable {
  package var input: InputName
  /// 1-based, nil for an input that is one document.
  package var line: Int?
  package var kind: RecordKind = .unknown
  package var verification: VerificationReport
  package var signer: SignerFacts?
  package var error: RecordError?
  package var notes: [String] = []
  package var unknownMembers: [String] = []
  /// The payload as JSON, member order and number text kept; nil if it could not be read.
  package var payload: PayloadBytes?
  package var nested: [Record] = []
  /// Where in the enclosing payload this signed string stands; nil for a record of its own.
  package var path: String?
  /// The certificates of the header as DER, for views that show them; records do not hold them.
  package var certificates: [[UInt8]] = []
  /// What is known of the payload's members, for views that explain them.
  var schema: ObjectSchema?
  /// The characters of the token, for views that need them; records do not hold them.
  package var token: [UInt8] = []
  /// The document carries a signature, good or bad.
  package var isSigned = false
  /// The columns that stood beside the token in its row; nil where there was no row or it could not be taken apart.
  package var columns: KeptColumns?

  init(input: InputName, line: Int?, verification: VerificationReport) {
    self.input = input
    self.line = line
    self.verification = verification
  }

  /// It was read as its kind, which says nothing of trust.
  package var ok: Bool { error == nil }

  /// This record and those inside it.
  var all: [Record] { [self] + nested.flatMap(\.all) }
}

/// JSON text that was found to be well-formed, in an array that may hold more than it.
package struct PayloadBytes: Sendable {
  package var storage: [UInt8]
  package var range: Range<Int>

  package init(_ bytes: [UInt8]) {
    storage = bytes
    range = 0..<bytes.count
  }

  init(_ storage: [UInt8], _ range: Range<Int>) {
    self.storage = storage
    self.range = range
  }

  /// The bytes in an array of their own.
  package var bytes: [UInt8] { range == 0..<storage.count ? storage : Array(storage[range]) }
}

/// The name of an input, with its JSON form made once.
package struct InputName: Hashable, Sendable {
  package let text: String
  let json: [UInt8]

  package init(_ text: String) {
    self.text = text
    var bytes: [UInt8] = []
    JSONOutput.appendString(text, to: &bytes)
    json = bytes
  }

  static let standardInput = InputName("-")
  static let argument = InputName("argument")

  /// How messages call it.
  var words: String {
    switch text {
    case "-": "standard input"
    case "argument": "argument"
    default: text
    }
  }
}

/// Who signed a document.
package struct SignerFacts: Hashable, Sendable {
  package var leafSubject: String
  package var leafSerial: String
  package var leafNotBeforeSeconds: Int64
  package var leafNotAfterSeconds: Int64
  package var rootSHA256: String?
  /// `appStore`, `xcode` or `other`.
  package var origin: String
}

/// Why a document could not be read as what it should be.
package struct RecordError: Hashable, Sendable {
  package var code: String
  package var message: String
  /// The byte in the token or document as received.
  package var offset: Int?
  /// `header`, `payload` or `signature`.
  package var segment: String?
  /// JSON path of the member, such as `$.data.items[0].price`.
  package var path: String?

  init(_ code: String, _ message: String, offset: Int? = nil, segment: String? = nil, path: String? = nil) {
    self.code = code
    self.message = message
    self.offset = offset
    self.segment = segment
    self.path = path
  }
}
