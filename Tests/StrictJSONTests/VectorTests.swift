// SPDX-License-Identifier: MIT
import Expectations
import Foundation
import StrictJSON
import Testing

/// The documents under TestVectors/json: accepted ones with their compact form, refused ones with code and offset.
@Suite struct VectorTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("TestVectors/json")

  struct Manifest: Decodable {
    struct Acceptance: Decodable {
      let file: String
      let compact: String
    }
    struct Refusal: Decodable {
      let file: String
      let code: String
      let offset: Int
    }
    let numberAccepted: Int
    let accept: [Acceptance]
    let numberRefused: Int
    let reject: [Refusal]
  }

  static func manifest() throws -> Manifest {
    try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: folder.appendingPathComponent("manifest.json")))
  }

  static func document(_ file: String) throws -> [UInt8] {
    try Array(Data(contentsOf: folder.appendingPathComponent(file)))
  }

  /// Skips, copies and builds a tree; the three ways must agree.
  static func outcomes(_ document: [UInt8]) -> [Result<[UInt8], JSONError>] {
    let skipped = Result { () throws(JSONError) -> [UInt8] in
      var reader = try JSONReader(document.span)
      try reader.skipValue()
      try reader.finish()
      return []
    }
    let copied = Result { () throws(JSONError) -> [UInt8] in
      var reader = try JSONReader(document.span)
      var writer = JSONWriter()
      try writer.value(from: &reader)
      try reader.finish()
      return writer.bytes
    }
    let tree = Result { () throws(JSONError) -> [UInt8] in
      _ = try JSONValue(parsing: document.span)
      return []
    }
    return [skipped, copied, tree]
  }

  @Test func acceptsWhatIsRight() throws {
    let manifest = try Self.manifest()
    expectEqual(manifest.accept.count, manifest.numberAccepted)
    expectEqual(manifest.numberAccepted, 46)
    for item in manifest.accept {
      let document = try Self.document(item.file)
      for outcome in Self.outcomes(document) {
        switch outcome {
        case .success(let bytes) where bytes.isEmpty: break
        case .success(let bytes): expectEqual(bytes, Array(item.compact.utf8), "\(item.file)")
        case .failure(let error): Issue.record("\(item.file): \(error)")
        }
      }
    }
  }

  @Test func refusesWhatIsWrongAndSaysWhere() throws {
    let manifest = try Self.manifest()
    expectEqual(manifest.reject.count, manifest.numberRefused)
    expectEqual(manifest.numberRefused, 139)
    for item in manifest.reject {
      let document = try Self.document(item.file)
      let code = try #require(JSONError.Code(rawValue: item.code))
      let expected = JSONError(code: code, offset: item.offset, message: "")
      for outcome in Self.outcomes(document) {
        switch outcome {
        case .success: Issue.record("\(item.file) was accepted")
        case .failure(let error): expectEqual(error, expected, "\(item.file): \(error), expected \(item)")
        }
      }
    }
  }

  @Test func everyFileIsInTheManifest() throws {
    let manifest = try Self.manifest()
    let files = try ["accept", "reject"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: Self.folder.appendingPathComponent(folder).path)
        .map { "\(folder)/\($0)" }
    }
    expectEqual(Set(files), Set(manifest.accept.map(\.file) + manifest.reject.map(\.file)))
    expectEqual(files.count, manifest.accept.count + manifest.reject.count)
  }

  /// No accepted document stays one when it is cut, save where a number or white space is cut.
  @Test func prefixesOfDocumentsEndTooEarly() throws {
    var count = 0
    for item in try Self.manifest().accept {
      let document = try Self.document(item.file)
      guard let last = document.last, "]}\"".utf8.contains(last) else { continue }
      for length in 0..<document.count {
        for outcome in Self.outcomes(Array(document.prefix(length))) {
          guard case .failure(let error) = outcome else {
            Issue.record("\(item.file) was accepted after \(length) bytes")
            continue
          }
          // A cut inside of a surrogate pair leaves half of one.
          #expect(error.code == .unexpectedEnd || error.code == .loneSurrogate, "\(item.file) at \(length): \(error)")
          count += 1
        }
      }
    }
    #expect(count > 1000)
  }
}
