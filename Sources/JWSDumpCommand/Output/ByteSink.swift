// SPDX-License-Identifier: MIT

/// Where bytes go.
package protocol ByteSink: AnyObject, Sendable {
  /// Writes all of `bytes`.
  func write(_ bytes: [UInt8]) throws(OutputError)
}

/// Why a write failed.
package enum OutputError: Error, Hashable, Sendable {
  /// Nobody reads any longer (EPIPE); the tool ends quietly.
  case closed
  /// The system's error number.
  case failed(Int32)
}

/// Collects bytes and hands them on in large pieces; what it holds always ends with a whole record.
final class BufferedOutput {
  private let sink: any ByteSink
  private let limit: Int
  private var buffer: [UInt8] = []

  init(_ sink: any ByteSink, limit: Int = 1 << 16) {
    self.sink = sink
    self.limit = limit
    buffer.reserveCapacity(limit + 16_384)
  }

  /// Lets `body` append one or more whole records.
  func append<Failure: Error>(_ body: (inout [UInt8]) throws(Failure) -> Void) throws(Failure) {
    try body(&buffer)
  }

  /// Hands on what is there if it is much.
  func flushIfFull() throws(OutputError) {
    if buffer.count >= limit { try flush() }
  }

  /// Hands on what is there.
  func flush() throws(OutputError) {
    if buffer.isEmpty { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    try sink.write(buffer)
  }

  func write(_ text: String) throws(OutputError) {
    buffer.append(contentsOf: text.utf8)
    try flushIfFull()
  }

  func write(_ bytes: [UInt8]) throws(OutputError) {
    if bytes.count >= limit {
      // Much at once is not copied.
      try flush()
      return try sink.write(bytes)
    }
    buffer.append(contentsOf: bytes)
    try flushIfFull()
  }
}
