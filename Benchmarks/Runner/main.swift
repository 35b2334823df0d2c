// SPDX-License-Identifier: MIT
import Foundation

do {
  try BenchmarkCommand(Array(CommandLine.arguments.dropFirst())).run()
} catch {
  FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
  exit(error is BenchmarkError ? 1 : 70)
}
