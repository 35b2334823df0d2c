// SPDX-License-Identifier: MIT

internal import JOSE
internal import StoreJWS

/// Writes records as compact JSON, members in the contract's order. The one writer of the `json` and `ndjson` formats.
package struct RecordWriter: Sendable {
  /// The last verdict and its JSON: neighbours mostly share it, checks, codes, messages and all.
  private var last: VerificationReport?
  private var lastJSON: [UInt8] = []
  /// The last signer and its JSON: one certificate signs for months.
  private var lastSigner: SignerFacts?
  private var lastSignerJSON: [UInt8] = []
  /// Records are those of rows, and end with the columns that stood beside the token.
  private let keepsColumns: Bool

  package init(keepsColumns: Bool = false) {
    self.keepsColumns = keepsColumns
  }

  /// Appends one record, without a newline.
  package mutating func append(_ record: Record, to output: inout [UInt8]) {
    appendMembers(of: record, to: &output)
    if keepsColumns {
      output.append(contentsOf: ",\"columns\":".utf8)
      if let columns = record.columns {
        columns.appendJSON(to: &output)
      } else {
        output.append(contentsOf: "null".utf8)
      }
    }
    output.append(0x7D)
  }

  private mutating func appendMembers(of record: Record, to output: inout [UInt8]) {
    output.append(contentsOf: "{\"schema\":1,\"input\":".utf8)
    output.append(contentsOf: record.input.json)
    output.append(contentsOf: ",\"line\":".utf8)
    if let line = record.line {
      Self.appendNumber(line, to: &output)
    } else {
      output.append(contentsOf: "null".utf8)
    }
    if let path = record.path {
      output.append(contentsOf: ",\"path\":".utf8)
      JSONOutput.appendString(path, to: &output)
    }
    output.append(contentsOf: ",\"kind\":\"".utf8)
    output.append(contentsOf: record.kind.rawValue.utf8)
    output.append(
      contentsOf: record.ok ? "\",\"ok\":true,\"verification\":".utf8 : "\",\"ok\":false,\"verification\":".utf8)
    appendVerification(record.verification, to: &output)
    output.append(contentsOf: ",\"signer\":".utf8)
    appendSigner(record.signer, to: &output)
    output.append(contentsOf: ",\"error\":".utf8)
    Self.appendError(record.error, to: &output)
    output.append(contentsOf: ",\"notes\":".utf8)
    Self.appendStrings(record.notes, to: &output)
    output.append(contentsOf: ",\"unknownMembers\":".utf8)
    Self.appendStrings(record.unknownMembers, to: &output)
    output.append(contentsOf: ",\"payload\":".utf8)
    if let payload = record.payload {
      JSONOutput.appendCompact(payload, to: &output)
    } else {
      output.append(contentsOf: "null".utf8)
    }
    output.append(contentsOf: ",\"nested\":[".utf8)
    for (index, nested) in record.nested.enumerated() {
      if index > 0 { output.append(0x2C) }
      appendMembers(of: nested, to: &output)
      output.append(0x7D)
    }
    output.append(0x5D)
  }

  private mutating func appendVerification(_ verification: VerificationReport, to output: inout [UInt8]) {
    if last.map({ $0.isWordForWord(verification) }) != true {
      last = verification
      lastJSON.removeAll(keepingCapacity: true)
      Self.appendVerification(verification, to: &lastJSON)
    }
    output.append(contentsOf: lastJSON)
  }

  /// `{"name":"algorithm","result":` for each check.
  private static let checkHeads: [[UInt8]] = VerificationCheck.allCases.map {
    Array("{\"name\":\"\($0.rawValue)\",\"result\":".utf8)
  }

  private static func appendVerification(_ verification: VerificationReport, to output: inout [UInt8]) {
    output.append(contentsOf: "{\"state\":\"".utf8)
    output.append(contentsOf: verification.state.rawValue.utf8)
    output.append(contentsOf: "\",\"checks\":[".utf8)
    for (head, (_, outcome)) in zip(checkHeads, verification.outcomes) {
      if output.last != 0x5B { output.append(0x2C) }
      output.append(contentsOf: head)
      JSONOutput.appendString(outcome.result, to: &output)
      output.append(contentsOf: ",\"code\":".utf8)
      appendOptional(outcome.finding?.code, to: &output)
      output.append(contentsOf: ",\"message\":".utf8)
      appendOptional(outcome.finding?.message, to: &output)
      output.append(0x7D)
    }
    output.append(contentsOf: "]}".utf8)
  }

  private mutating func appendSigner(_ signer: SignerFacts?, to output: inout [UInt8]) {
    guard let signer else {
      output.append(contentsOf: "null".utf8)
      return
    }
    if signer != lastSigner {
      lastSigner = signer
      lastSignerJSON.removeAll(keepingCapacity: true)
      Self.appendSigner(signer, to: &lastSignerJSON)
    }
    output.append(contentsOf: lastSignerJSON)
  }

  private static func appendSigner(_ signer: SignerFacts, to output: inout [UInt8]) {
    output.append(contentsOf: "{\"leafSubject\":".utf8)
    JSONOutput.appendString(signer.leafSubject, to: &output)
    output.append(contentsOf: ",\"leafSerial\":".utf8)
    JSONOutput.appendString(signer.leafSerial, to: &output)
    output.append(contentsOf: ",\"leafNotBefore\":".utf8)
    appendDate(signer.leafNotBeforeSeconds, to: &output)
    output.append(contentsOf: ",\"leafNotAfter\":".utf8)
    appendDate(signer.leafNotAfterSeconds, to: &output)
    output.append(contentsOf: ",\"rootSHA256\":".utf8)
    appendOptional(signer.rootSHA256, to: &output)
    output.append(contentsOf: ",\"origin\":".utf8)
    JSONOutput.appendString(signer.origin, to: &output)
    output.append(0x7D)
  }

  private static func appendDate(_ seconds: Int64, to output: inout [UInt8]) {
    appendOptional(Instant.iso8601(seconds: seconds), to: &output)
  }

  private static func appendError(_ error: RecordError?, to output: inout [UInt8]) {
    guard let error else {
      output.append(contentsOf: "null".utf8)
      return
    }
    output.append(contentsOf: "{\"code\":".utf8)
    JSONOutput.appendString(error.code, to: &output)
    output.append(contentsOf: ",\"message\":".utf8)
    JSONOutput.appendString(error.message, to: &output)
    output.append(contentsOf: ",\"offset\":".utf8)
    if let offset = error.offset {
      appendNumber(offset, to: &output)
    } else {
      output.append(contentsOf: "null".utf8)
    }
    output.append(contentsOf: ",\"segment\":".utf8)
    appendOptional(error.segment, to: &output)
    output.append(contentsOf: ",\"path\":".utf8)
    appendOptional(error.path, to: &output)
    output.append(0x7D)
  }

  private static func appendOptional(_ text: String?, to output: inout [UInt8]) {
    if let text {
      JSONOutput.appendString(text, to: &output)
    } else {
      output.append(contentsOf: "null".utf8)
    }
  }

  private static func appendStrings(_ texts: [String], to output: inout [UInt8]) {
    output.append(0x5B)
    for (index, text) in texts.enumerated() {
      if index > 0 { output.append(0x2C) }
      JSONOutput.appendString(text, to: &output)
    }
    output.append(0x5D)
  }

  static func appendNumber(_ number: Int, to output: inout [UInt8]) {
    output.append(contentsOf: String(number).utf8)
  }
}
