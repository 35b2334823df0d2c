// SPDX-License-Identifier: MIT
import Expectations
import Foundation
import Testing

/// The tokens under TestVectors, as their manifest lists them.
struct VectorToken: CustomStringConvertible {
  let file: String
  let kind: String?
  let verdict: String
  let characters: [UInt8]

  var description: String { file }

  private struct Manifest: Decodable {
    struct Vector: Decodable {
      let file: String
      let kind: String?
      let verdict: String
    }
    let vectors: [Vector]
  }

  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("TestVectors")

  static func octets(_ file: String) throws -> [UInt8] {
    try Array(Data(contentsOf: folder.appendingPathComponent(file)))
  }

  /// Every file with one token, without its line's end.
  static func all() throws -> [VectorToken] {
    let manifest = try JSONDecoder().decode(Manifest.self, from: Data(octets("manifest.json")))
    let tokens = try manifest.vectors.filter { $0.file.hasSuffix(".jws") }.map { vector in
      let octets = try octets(vector.file)
      return VectorToken(
        file: vector.file, kind: vector.kind, verdict: vector.verdict,
        characters: octets.last == 0x0A ? octets.dropLast() : octets)
    }
    expectEqual(tokens.count, 180)
    return tokens
  }

  static func named(_ file: String) throws -> [UInt8] {
    let octets = try octets(file)
    return octets.last == 0x0A ? octets.dropLast() : octets
  }
}
