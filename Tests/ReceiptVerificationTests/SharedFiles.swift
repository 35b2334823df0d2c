// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Real certificates and receipts, where a directory with them lies beside the repository; they are not part of it.
enum SharedFiles {
  static let directory: URL? = {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let candidates = [
      ProcessInfo.processInfo.environment["STOREJWS_SHARED"].map { URL(filePath: $0) },
      root.deletingLastPathComponent().appending(path: "shared"),
    ]
    return candidates.compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  /// The bytes of a file; PEM and base64 are decoded.
  static func bytes(_ path: String) throws -> [UInt8] {
    let url = try #require(directory).appending(path: path)
    let data = try Data(contentsOf: url)
    guard ["pem", "b64"].contains(url.pathExtension) else { return [UInt8](data) }
    let text = String(decoding: data, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
    return [UInt8](try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters)))
  }
}
