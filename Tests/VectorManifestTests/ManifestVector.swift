// SPDX-License-Identifier: MIT
import Foundation

/// One entry of TestVectors/manifest.json, as TestVectors/README.md describes it.
struct ManifestVector: Decodable, CustomStringConvertible {
  let file: String
  let what: String
  let kind: String?
  let root: String?
  let verdict: String
  let check: String?
  let code: String?
  let offset: Int?
  let parts: [String: String]?

  var description: String { file }

  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("TestVectors")

  static func octets(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: folder.appendingPathComponent(path)))
  }

  /// The token of a file that holds nothing else.
  var token: [UInt8] {
    get throws {
      let octets = try Self.octets(file)
      return octets.last == 0x0A ? octets.dropLast() : octets
    }
  }

  private struct Manifest: Decodable {
    let numberOfVectors: Int
    let vectors: [ManifestVector]
  }

  static func all() throws -> [ManifestVector] {
    let manifest = try JSONDecoder().decode(
      Manifest.self, from: Data(contentsOf: folder.appendingPathComponent("manifest.json")))
    return manifest.vectors
  }
}
