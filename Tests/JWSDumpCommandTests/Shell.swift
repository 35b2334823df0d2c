// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Runs the built tool through a shell: what only a real process can show.
///
/// The wait happens on no thread of the tests' own, and has an end: whatever a script leaves running, its whole process
/// group is killed after a minute.
enum Shell {
  /// What one script left behind.
  struct Outcome: Sendable {
    let status: Int32
    let output: String
    let errors: String
  }

  /// The tool's path, if it is built beside the test bundle.
  static let tool: String? = {
    var folder = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
    for _ in 0..<3 {
      let tool = folder.appendingPathComponent("jwsdump")
      if FileManager.default.isExecutableFile(atPath: tool.path) { return tool.path }
      folder.deleteLastPathComponent()
    }
    return nil
  }()

  static let hasTool = tool != nil
  static var isBuilt: Comment { "the tool is not built beside the tests" }

  /// Runs `script` with bash in `folder`; `jwsdump` and `$JWSDUMP` are the tool.
  static func run(_ script: String, in folder: Folder) async throws -> Outcome {
    let tool = try #require(Self.tool)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = [
      "--signal=KILL", "60", "/bin/bash", "-c", "jwsdump() { \"$JWSDUMP\" \"$@\"; }\n" + script,
    ]
    process.currentDirectoryURL = folder.url
    process.environment = [
      "JWSDUMP": tool, "PATH": "/usr/bin:/bin",
      "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
    ]
    // Into files: a pipe that nobody reads would stop the tool.
    let name = UUID().uuidString
    let output = try folder.file("output-\(name)", "")
    let errors = try folder.file("errors-\(name)", "")
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    process.standardInput = FileHandle.nullDevice
    let status = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int32, any Error>) in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    return Outcome(
      status: status, output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8))
  }
}
