// SPDX-License-Identifier: MIT
#if OpenSSL
  import Foundation

  /// The figures as a table for people, or as JSON for scripts.
  enum FiguresTable {
    static func print(_ figures: [Figures]) {
      func row(_ cells: [String]) -> String {
        let widths = [30, 16, 12, 13, 13, 9, 8]
        return zip(cells, widths).enumerated().map { index, pair in
          let (cell, width) = pair
          let padding = String(repeating: " ", count: max(0, width - cell.count))
          return index == 0 ? cell + padding : padding + cell
        }.joined(separator: " ")
      }
      Swift.print(row(["measurement", "tokens/CPU s", "tokens/s", "MB/CPU s", "allocations", "peak MB", "spread"]))
      for figure in figures {
        Swift.print(
          row([
            figure.id, String(format: "%.0f", figure.tokensPerCPUSecond),
            String(format: "%.0f", figure.tokensPerSecond),
            String(format: "%.1f", figure.megabytesPerCPUSecond), String(format: "%.2f", figure.allocationsPerToken),
            String(format: "%.1f", figure.peakMegabytes), String(format: "%.0f%%", figure.spread * 100),
          ]))
      }
      for line in ratios(figures) { Swift.print(line) }
    }

    /// The ratios that matter: of each round's two rates, which were measured within a second of each other, the median. A
    /// machine's clock changes in the course of a run more than most ratios do.
    private static func ratios(_ figures: [Figures]) -> [String] {
      let pairs = [
        ("decode/transaction", "baseline/foundation-decode"),
        ("decode/transaction+header", "baseline/foundation-decode"),
        ("verify/transaction/plain", "baseline/evp-verify+sha256"),
        ("verify/transaction/1-leaf", "baseline/evp-verify"),
        ("verify/transaction/10-leafs", "baseline/evp-verify"),
        ("verify/transaction/1000-leafs", "verify/transaction/1000-leafs-plain"),
      ]
      func ratio(_ over: String, _ under: String, _ rate: (Tally) -> Double) -> Double? {
        guard let top = figures.first(where: { $0.id == over }), let base = figures.first(where: { $0.id == under })
        else { return nil }
        return zip(top.rounds, base.rounds).map { rate($0) / rate($1) }.median
      }
      var lines = pairs.compactMap { over, under in
        ratio(over, under, \.tokensPerCPUSecond).map { over + " ÷ " + under + String(format: " = %.2f", $0) }
      }
      if let gain = ratio("verify/transaction/2-workers", "verify/transaction/1-workers", \.tokensPerSecond) {
        lines.append(String(format: "two workers ÷ one, by the clock on the wall = %.2f", gain))
      }
      if let gain = ratio("baseline/evp-verify/2-threads", "baseline/evp-verify", \.tokensPerSecond) {
        lines.append(String(format: "two threads of EVP_PKEY_verify ÷ one, which share nothing = %.2f", gain))
      }
      return lines
    }

    static func printJSON(_ figures: [Figures]) {
      for figure in figures {
        let members: [(String, String)] = [
          ("id", "\"\(figure.id)\""), ("name", "\"\(figure.name)\""),
          ("tokens_per_cpu_second", String(format: "%.1f", figure.tokensPerCPUSecond)),
          ("tokens_per_second", String(format: "%.1f", figure.tokensPerSecond)),
          ("mb_per_cpu_second", String(format: "%.2f", figure.megabytesPerCPUSecond)),
          ("allocations_per_token", String(format: "%.3f", figure.allocationsPerToken)),
          ("peak_rss_mb", String(format: "%.1f", figure.peakMegabytes)),
          ("spread", String(format: "%.4f", figure.spread)),
        ]
        Swift.print("{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}")
      }
    }
  }
#endif
