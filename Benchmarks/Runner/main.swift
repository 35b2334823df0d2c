// SPDX-License-Identifier: MIT
import Foundation

#if OpenSSL
  do {
    try BenchmarkCommand(Array(CommandLine.arguments.dropFirst())).run()
  } catch {
    FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
    exit(error is BenchmarkError ? 1 : 70)
  }
#else
  FileHandle.standardError.write(Data("Benchmarks: this build has no libcrypto, which mints the corpus\n".utf8))
  exit(69)
#endif
