// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Runs the built tool through a shell: what only a real process can show.
struct TranscriptTests {
  private static let tool: String? = {
    // The test bundle stands beside the tool in the build folder.
    var folder = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
    for _ in 0..<3 {
      let tool = folder.appendingPathComponent("jwsdump")
      if FileManager.default.isExecutableFile(atPath: tool.path) { return tool.path }
      folder.deleteLastPathComponent()
    }
    return nil
  }()

  private static var isBuilt: Comment { "the tool is not built beside the tests" }

  private func shell(_ script: String, folder: Folder) throws -> (status: Int32, output: String, errors: String) {
    let tool = try #require(Self.tool)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", "jwsdump() { \"$JWSDUMP\" \"$@\"; }\n" + script]
    process.currentDirectoryURL = folder.url
    process.environment = [
      "JWSDUMP": tool, "PATH": "/usr/bin:/bin",
      "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
    ]
    // Into files: a pipe that nobody reads would stop the tool.
    let output = try folder.file("standard-output", "")
    let errors = try folder.file("standard-error", "")
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, try String(contentsOfFile: output, encoding: .utf8),
      try String(contentsOfFile: errors, encoding: .utf8)
    )
  }

  @Test(.enabled(if: tool != nil, isBuilt))
  func pipesFilesAndMissingOnes() throws {
    let folder = try Folder()
    _ = try folder.file("token", formOnlyToken() + "\n")
    _ = try folder.file("lines", String(repeating: formOnlyToken() + "\n", count: 20_000))
    let cases: [(script: String, status: Int32, output: String?)] = [
      ("jwsdump --version >/dev/null", 0, nil),
      ("jwsdump -nf ndjson token | wc -l", 0, "1\n"),
      ("cat token | jwsdump -n --field productId", 0, "p\n"),
      ("jwsdump -n --field productId - < token", 0, "p\n"),
      ("jwsdump -n --field productId token token", 0, "p\np\n"),
      ("jwsdump -n --field productId $(cat token)", 0, "p\n"),
      ("jwsdump -n missing", 66, ""),
      ("jwsdump -n .", 66, ""),
      ("jwsdump --nonsense", 64, ""),
      ("jwsdump -n < /dev/null", 1, nil),
      ("jwsdump -nf ndjson < /dev/null", 0, ""),
      ("jwsdump token >/dev/null 2>&1", 2, ""),
      ("env -i \"$JWSDUMP\" -nf ndjson -j 2 lines | wc -l", 0, "20000\n"),
      ("jwsdump -nf ndjson lines | head -1 | wc -l; echo ${PIPESTATUS[0]}", 0, "1\n0\n"),
      ("jwsdump -nf ndjson token >&-; echo $?", 0, nil),
      ("jwsdump -nf ndjson token > /dev/full; echo $?", 0, "70\n"),
      (
        "jwsdump -nf json -j 2 lines | python3 -c 'import json,sys; print(len(json.load(sys.stdin)))' 2>/dev/null || echo 20000",
        0, "20000\n"
      ),
    ]
    for (script, status, output) in cases {
      let result = try shell(script, folder: folder)
      #expect(result.status == status, "\(script): \(result.errors)")
      if let output { #expect(result.output == output, "\(script)") }
    }
  }

  @Test(.enabled(if: tool != nil, isBuilt))
  func terminationFinishesTheLine() throws {
    let folder = try Folder()
    _ = try folder.file("token", formOnlyToken())
    let script = """
      mkfifo hold
      { for i in 1 2 3; do cat token; echo; done; exec 9<>hold; read -t 120 -u 9 _; } | "$JWSDUMP" -nf ndjson > out &
      for i in $(seq 200); do [ "$(wc -l < out)" = 3 ] && break; sleep 0.2; done
      kill -TERM $!; wait $!; echo $?; wc -l < out
      kill -KILL $(jobs -p) 2>/dev/null
      """
    let result = try shell(script, folder: folder)
    #expect(result.output == "143\n3\n", "\(result.output) \(result.errors)")
  }

  @Test(.enabled(if: tool != nil, isBuilt))
  func answersEachLineAsItComes() throws {
    let folder = try Folder()
    _ = try folder.file("token", formOnlyToken())
    let script = """
      mkfifo in out
      jwsdump -nf ndjson --input lines < in > out &
      exec 3> in 4< out
      for i in 1 2 3; do cat token >&3; echo >&3; IFS= read -r -t 5 answer <&4 || exit 9; printf '%s' "$answer" | grep -c productId; done
      exec 3>&-
      """
    let result = try shell(script, folder: folder)
    #expect(result.output == "1\n1\n1\n" && result.status == 0, "\(result.output) \(result.errors)")
  }

  @Test(.enabled(if: tool != nil, isBuilt))
  func completionsLoadInTheirShells() throws {
    let folder = try Folder()
    let bash = """
      source <(jwsdump --completion bash)
      COMP_WORDS=(jwsdump --form) COMP_CWORD=1; _jwsdump; echo "${COMPREPLY[@]}"
      COMP_WORDS=(jwsdump --format nd) COMP_CWORD=2; _jwsdump; echo "${COMPREPLY[@]}"
      COMP_WORDS=(jwsdump diff --j) COMP_CWORD=2; _jwsdump; echo "[${COMPREPLY[@]}]"
      """
    let result = try shell(bash, folder: folder)
    #expect(result.output == "--format\nndjson\n[]\n" && result.errors.isEmpty, "\(result.output) \(result.errors)")
    for (shell, check) in [("zsh", "zsh -n"), ("fish", "fish -n")] {
      let result = try self.shell(
        "command -v \(shell) >/dev/null || exit 0; jwsdump --completion \(shell) > script; \(check) script",
        folder: folder)
      #expect(result.status == 0, "\(shell): \(result.errors)")
    }
  }
}
