// SPDX-License-Identifier: MIT
import Foundation

/// The `openssl` program, as a second opinion where it is installed.
struct OpenSSLTool {
  let executable: String

  static let isInstalled = find() != nil

  static func find() -> OpenSSLTool? {
    ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }
      .map { OpenSSLTool(executable: $0) }
  }

  /// Runs the program with files of these names in its working directory; gives status and all output.
  func run(_ arguments: [String], files: [String: [UInt8]]) throws -> (status: Int32, output: String) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, octets) in files {
      try Data(octets).write(to: folder.appendingPathComponent(name))
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
