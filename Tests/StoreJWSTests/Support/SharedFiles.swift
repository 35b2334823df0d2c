// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Genuine tokens and reference pages, where a directory with them lies beside the repository; they are not part of it.
enum SharedFiles {
  static let directory: URL? = {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let candidates = [
      ProcessInfo.processInfo.environment["STOREJWS_SHARED"].map { URL(filePath: $0) },
      root.deletingLastPathComponent().appending(path: "shared"),
    ]
    return candidates.compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  /// The text of a file, without white space at its ends.
  static func text(_ path: String) throws -> String {
    let url = try #require(directory).appending(path: path)
    return try String(contentsOf: url, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
