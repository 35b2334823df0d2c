// SPDX-License-Identifier: MIT

/// A line on standard error that says how far a long run is; only where that is a terminal and results go elsewhere.
final class Progress {
  private let messages: Messages
  private let clock: () -> Int64
  private let start: Int64
  private var last: Int64
  private var inputStart: Int64
  private var inputSize: Int?
  private var inputBytes = 0
  private var isShown = false

  /// Work that is over sooner needs no progress; milliseconds.
  private static let patience: Int64 = 1000
  /// Milliseconds between two changes of the line.
  private static let interval: Int64 = 200

  init(_ messages: Messages, clock: @escaping () -> Int64) {
    self.messages = messages
    self.clock = clock
    start = clock()
    last = start
    inputStart = start
  }

  /// - Parameter size: bytes of the input, where that is known.
  func beginInput(size: Int?) {
    inputStart = clock()
    inputSize = size
    inputBytes = 0
  }

  /// Some lines are done.
  func advance(bytes: Int, lines: Int, errors: Int) {
    inputBytes += bytes
    let now = clock()
    guard now - start > Self.patience, now - last >= Self.interval || !isShown else { return }
    last = now
    isShown = true
    messages.status(text(now: now, lines: lines, errors: errors))
  }

  /// Takes the line away, before anything else is said.
  func clear() {
    if isShown { messages.status("") }
    isShown = false
  }

  private func text(now: Int64, lines: Int, errors: Int) -> String {
    var parts = ["\(lines) lines", "\(Int64(lines) * 1000 / max(1, now - start)) a second"]
    if let size = inputSize, size > 0, inputBytes > 0 {
      let done = min(1, Double(inputBytes) / Double(size))
      let left = Int64(Double(now - inputStart) * (1 - done) / done / 1000)
      parts.append("\(Int(done * 100)) %")
      parts.append("\(Self.duration(left)) left")
    }
    parts.append("\(errors) errors")
    return parts.joined(separator: ", ")
  }

  private static func duration(_ seconds: Int64) -> String {
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
  }
}
