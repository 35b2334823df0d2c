// SPDX-License-Identifier: MIT

import Foundation
import JWSDumpCommand
import Synchronization
import Testing

/// What one run of the tool left behind.
struct Outcome {
  let status: Int32
  let bytes: [UInt8]
  let errors: String

  var output: String { String(decoding: bytes, as: UTF8.self) }
  var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// Collects what is written.
final class CollectingSink: ByteSink {
  private let collected = Mutex<[UInt8]>([])
  private let capacity: Int

  /// - Parameter capacity: after so many bytes the reader has gone away.
  init(capacity: Int = .max) {
    self.capacity = capacity
  }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    let isFull = collected.withLock { collected in
      collected += bytes
      return collected.count > capacity
    }
    if isFull { throw .closed }
  }

  var bytes: [UInt8] { collected.withLock { $0 } }
}

/// 2026-01-01T00:00:00Z, the present moment of all tests.
let testNow: Int64 = 1_767_225_600_000

/// Runs a command line in this process.
func jwsdump(
  _ words: String...,
  input: String = "",
  inputBytes: [UInt8]? = nil,
  piece: Int = .max,
  inputIsTerminal: Bool = false,
  output: Surroundings.Stream = .init(isTerminal: false),
  errors: Surroundings.Stream = .init(isTerminal: false),
  environment: [String: String] = [:]
) -> Outcome {
  let standardOutput = CollectingSink()
  let standardError = CollectingSink()
  let surroundings = Surroundings(
    standardInput: MemorySource(inputBytes ?? Array(input.utf8), piece: piece), inputIsTerminal: inputIsTerminal,
    standardOutput: standardOutput, outputStream: output, standardError: standardError, errorStream: errors,
    variable: { environment[$0] }, clock: { testNow })
  let status = DumpCommand.run(words, in: surroundings)
  return Outcome(
    status: status, bytes: standardOutput.bytes, errors: String(decoding: standardError.bytes, as: UTF8.self))
}

/// Runs a command line in this process, with sinks of the caller's.
func run(_ words: [String], _ input: String, _ sinks: (output: CollectingSink, errors: CollectingSink)) -> Int32 {
  DumpCommand.run(
    words,
    in: Surroundings(
      standardInput: MemorySource(Array(input.utf8)), standardOutput: sinks.output, standardError: sinks.errors,
      clock: { testNow }))
}

/// A record of the contract, as another JSON reader sees it.
struct Seen {
  let object: [String: Any]

  init(_ json: String) throws {
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
    object = try #require(value as? [String: Any])
  }

  init(_ object: [String: Any]) {
    self.object = object
  }

  var kind: String? { object["kind"] as? String }
  var ok: Bool? { object["ok"] as? Bool }
  var line: Int? { object["line"] as? Int }
  var notes: [String] { object["notes"] as? [String] ?? [] }
  var unknownMembers: [String] { object["unknownMembers"] as? [String] ?? [] }
  var payload: [String: Any]? { object["payload"] as? [String: Any] }
  var error: [String: Any]? { object["error"] as? [String: Any] }
  var errorCode: String? { error?["code"] as? String }
  var offset: Int? { error?["offset"] as? Int }
  var nested: [Seen] { (object["nested"] as? [[String: Any]] ?? []).map { Seen($0) } }
  var state: String? { (object["verification"] as? [String: Any])?["state"] as? String }
  var checks: [[String: Any]] { (object["verification"] as? [String: Any])?["checks"] as? [[String: Any]] ?? [] }

  /// The codes of the failed checks, by name.
  var failures: [String: String] {
    var failures: [String: String] = [:]
    for check in checks where check["result"] as? String == "failed" {
      failures[check["name"] as? String ?? ""] = check["code"] as? String ?? ""
    }
    return failures
  }

  func result(_ check: String) -> String? {
    checks.first { $0["name"] as? String == check }?["result"] as? String
  }
}

/// A folder that lives as long as the test.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("jwsdump-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Writes a file and gives its path.
  func file(_ name: String, _ contents: String) throws -> String {
    try file(name, Array(contents.utf8))
  }

  func file(_ name: String, _ contents: [UInt8]) throws -> String {
    let file = url.appendingPathComponent(name)
    try Data(contents).write(to: file)
    return file.path
  }
}
