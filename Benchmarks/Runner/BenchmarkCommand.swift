// SPDX-License-Identifier: MIT
#if OpenSSL
  import Foundation

  /// The benchmark's command line.
  struct BenchmarkCommand {
    var only: [String] = []
    var rounds = 11
    var format = Format.text
    var corpusFile: String?
    var rootFile: String?
    var gate: AllocationGate?
    var isAboutMemory = false

    enum Format: String {
      case text
      case json
    }

    static let help = """
      usage: Benchmarks [--only ID] [--rounds N] [--format text|json] [--corpus FILE --root FILE]

      Measures decoding and verification of App Store tokens. Rounds of all measurements alternate; figures are medians of
      CPU time, ratios are medians of the rounds' ratios, and spread is (slowest - fastest) / median. Without --corpus, tokens are minted once and kept in
      $XDG_CACHE_HOME/storejws-benchmarks.
        --only ID      one measurement; an ID that ends in / means all that begin with it; repeatable
        --rounds N     rounds of each measurement (default 11)
        --format json  one JSON object a line
        --corpus FILE  tokens, one a line, in place of the minted ones
        --gate FILE    allocations only: each line of FILE is an id and the most it may allocate a token; exit 1 if one does more
        --root FILE    PEM of the root that vouches for them
        --memory       nothing but the peak of resident memory in one round, in MB
      """

    init(_ arguments: [String]) throws {
      var rest = arguments[...]
      while let argument = rest.popFirst() {
        func value() throws -> String {
          guard let value = rest.popFirst() else { throw BenchmarkError("\(argument) needs a value") }
          return value
        }
        switch argument {
        case "--only": only.append(try value())
        case "--rounds":
          guard let number = Int(try value()), number > 0 else {
            throw BenchmarkError("--rounds needs a positive number")
          }
          rounds = number
        case "--format":
          guard let format = Format(rawValue: try value()) else { throw BenchmarkError("--format text or json") }
          self.format = format
        case "--corpus": corpusFile = try value()
        case "--root": rootFile = try value()
        case "--gate":
          gate = try AllocationGate(file: try value())
          rounds = 1
        case "--memory": isAboutMemory = true
        case "--help", "-h":
          print(Self.help)
          exit(0)
        default: throw BenchmarkError("unknown option \(argument); see --help")
        }
      }
      if (corpusFile == nil) != (rootFile == nil) { throw BenchmarkError("--corpus and --root go together") }
    }

    func isWanted(_ id: String) -> Bool {
      if let gate { return gate.limits[id] != nil }
      return only.isEmpty || only.contains { $0 == id || ($0.hasSuffix("/") && id.hasPrefix($0)) }
    }

    /// Runs what is wanted: each measurement's warm-up, then the rounds of all measurements in turn.
    func run() throws {
      let measurements = try Suite(self).measurements
      guard !measurements.isEmpty else { throw BenchmarkError("no measurement of that id") }
      if isAboutMemory {
        for measurement in measurements {
          var ignored = Tally()
          try measurement.round(&ignored)
        }
        print(PeakMemory.megabytes)
        return
      }
      var rounds: [[Tally]] = measurements.map { _ in [] }
      for measurement in measurements where gate == nil && !measurement.isSlow {
        for _ in 0..<measurement.warmUpRounds {
          var ignored = Tally()
          try measurement.round(&ignored)
        }
      }
      for round in 0..<self.rounds {
        for (index, measurement) in measurements.enumerated() where !measurement.isSlow || round == 0 {
          var tally = Tally()
          try measurement.round(&tally)
          rounds[index].append(tally)
        }
      }
      let figures = try measurements.indices.map {
        Figures(
          measurements[$0], rounds: rounds[$0],
          peakMegabytes: gate == nil ? try PeakMemory.megabytesAlone(measurements[$0].id, self) : 0)
      }
      if let gate {
        try gate.check(figures)
        return
      }
      switch format {
      case .text: FiguresTable.print(figures)
      case .json: FiguresTable.printJSON(figures)
      }
    }
  }
#endif
