// SPDX-License-Identifier: MIT
#if OpenSSL
  import Foundation

  /// Checked-in numbers of allocations a token. Unlike time they are the same on every machine, so they can be a gate.
  struct AllocationGate {
    /// The most that each measurement may allocate a token.
    let limits: [String: Double]

    /// Reads lines of an id and a number; `#` begins a remark.
    init(file: String) throws {
      var limits: [String: Double] = [:]
      for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
        let words = line.split(separator: " ")
        guard words.count == 2, let limit = Double(words[1]) else { throw BenchmarkError("\(file): \(line)") }
        limits[String(words[0])] = limit
      }
      self.limits = limits
    }

    /// Compares, and prints each measurement with its limit.
    ///
    /// - Throws: ``BenchmarkError`` if one allocates more, or was not measured.
    func check(_ figures: [Figures]) throws {
      var faults: [String] = []
      for (id, limit) in limits.sorted(by: { $0.key < $1.key }) {
        guard let figure = figures.first(where: { $0.id == id }) else {
          faults.append("\(id) was not measured")
          continue
        }
        let allocations = String(format: "%.2f", figure.allocationsPerToken)
        print("\(id): \(allocations) allocations a token, at most \(limit)")
        if figure.allocationsPerToken > limit { faults.append("\(id) allocates \(allocations), more than \(limit)") }
      }
      guard faults.isEmpty else { throw BenchmarkError(faults.joined(separator: "; ")) }
    }
  }
#endif
