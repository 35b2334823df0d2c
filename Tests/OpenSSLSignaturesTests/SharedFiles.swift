// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Published vectors and real certificates, where a directory with them lies beside the repository; they are not part
/// of it.
enum SharedFiles {
  static let absence: Comment = "no shared files beside the repository"

  static let directory: URL? = {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let candidates = [
      ProcessInfo.processInfo.environment["STOREJWS_SHARED"].map { URL(filePath: $0) },
      root.deletingLastPathComponent().appending(path: "shared"),
    ]
    return candidates.compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  static var isPresent: Bool { directory != nil }

  /// The bytes of a file, as they are.
  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: try #require(directory).appending(path: path)))
  }

  /// The text of a file without the line ending at its end.
  static func text(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
