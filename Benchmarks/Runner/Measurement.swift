// SPDX-License-Identifier: MIT
#if OpenSSL
  import CAllocationCounter
  import Foundation
  import Glibc

  /// One thing to measure: so many tokens are worked on in one round.
  struct Measurement {
    /// The fixed name that scripts rely on.
    let id: String
    /// The name as a sentence.
    let name: String
    /// One round is enough, as it handles very many tokens.
    var isSlow = false
    /// Rounds before the clock counts; keys must prove hot before they have tables, which takes thousands of tokens each.
    var warmUpRounds = 1
    /// Works on one round's tokens and adds what it took to the tally; only the work itself is timed.
    let round: (inout Tally) throws -> Void
  }

  /// What one round took.
  struct Tally {
    var tokens = 0
    var bytes = 0
    var cpuSeconds = 0.0
    var wallSeconds = 0.0
    var allocations: UInt64 = 0

    /// Times `work`, which handles `tokens` tokens of `bytes` bytes.
    mutating func time<Outcome>(tokens: Int, bytes: Int, _ work: () throws -> Outcome) rethrows -> Outcome {
      let allocationsBefore = allocation_count()
      let wallBefore = Self.seconds(CLOCK_MONOTONIC)
      let cpuBefore = Self.seconds(CLOCK_PROCESS_CPUTIME_ID)
      let outcome = try work()
      cpuSeconds += Self.seconds(CLOCK_PROCESS_CPUTIME_ID) - cpuBefore
      wallSeconds += Self.seconds(CLOCK_MONOTONIC) - wallBefore
      allocations += allocation_count() - allocationsBefore
      self.tokens += tokens
      self.bytes += bytes
      return outcome
    }

    private static func seconds(_ clock: clockid_t) -> Double {
      var time = timespec()
      // SAFETY: `time` outlives the call, which writes only to it.
      _ = unsafe clock_gettime(clock, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
  }

  /// A measurement's rounds, summed up.
  struct Figures {
    let id: String
    let name: String
    let tokensPerCPUSecond: Double
    let tokensPerSecond: Double
    let megabytesPerCPUSecond: Double
    let allocationsPerToken: Double
    let peakMegabytes: Double
    /// (slowest − fastest) ÷ median of the rounds' CPU times.
    let spread: Double
    /// What each round took.
    let rounds: [Tally]

    init(_ measurement: Measurement, rounds: [Tally], peakMegabytes: Double) {
      id = measurement.id
      name = measurement.name
      self.rounds = rounds
      func median(_ value: (Tally) -> Double) -> Double { rounds.map(value).median }
      let cpu = rounds.map { $0.cpuSeconds / Double(max(1, $0.tokens)) }
      tokensPerCPUSecond = median(\.tokensPerCPUSecond)
      tokensPerSecond = median(\.tokensPerSecond)
      megabytesPerCPUSecond = median { Double($0.bytes) / 1e6 / $0.cpuSeconds }
      allocationsPerToken = median { Double($0.allocations) / Double(max(1, $0.tokens)) }
      let middle = median { $0.cpuSeconds / Double(max(1, $0.tokens)) }
      spread = middle > 0 ? ((cpu.max() ?? 0) - (cpu.min() ?? 0)) / middle : 0
      self.peakMegabytes = peakMegabytes
    }
  }

  extension Tally {
    var tokensPerCPUSecond: Double { Double(tokens) / cpuSeconds }
    var tokensPerSecond: Double { Double(tokens) / wallSeconds }
  }

  extension [Double] {
    /// The middle one, or the mean of the middle two; 0 of none.
    var median: Double {
      let sorted = self.sorted()
      return isEmpty ? 0 : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
  }

  /// Peak resident memory.
  enum PeakMemory {
    /// What one measurement takes in a process of its own: here all of them hold their tokens and verifiers at once.
    static func megabytesAlone(_ id: String, _ command: BenchmarkCommand) throws -> Double {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      process.arguments = ["--memory", "--only", id]
      if let corpus = command.corpusFile, let root = command.rootFile {
        process.arguments? += ["--corpus", corpus, "--root", root]
      }
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      guard let peak = Double(text.filter { !$0.isWhitespace }) else {
        throw BenchmarkError("no memory was told for \(id)")
      }
      return peak
    }

    /// `VmHWM` in megabytes of 2^20 bytes.
    static var megabytes: Double {
      guard let file = unsafe fopen("/proc/self/status", "r") else { return 0 }
      defer { unsafe fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      // SAFETY: fgets writes at most the 256 bytes of `line` and ends them with a zero.
      while unsafe fgets(&line, 256, file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if text.hasPrefix("VmHWM:") {
          return (Double(text.filter(\.isNumber)) ?? 0) / 1024
        }
      }
      return 0
    }
  }
#endif
