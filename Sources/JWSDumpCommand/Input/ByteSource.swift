// SPDX-License-Identifier: MIT

/// Where bytes come from.
package protocol ByteSource: AnyObject {
  /// Appends at most `count` bytes to `buffer`; appends none at the end.
  func read(_ count: Int, into buffer: inout [UInt8]) throws(InputError)

  /// Whether a read would return at once; a pause is a good moment to hand on what is there.
  var isReady: Bool { get }
}

/// Why an input cannot be read; the exit status is 66.
package struct InputError: Error, Hashable, Sendable {
  /// The fact, such as "No such file or directory".
  package let reason: String
  /// The read was ended by SIGTERM; not a failure of the input.
  package let isInterruption: Bool

  init(_ reason: String, isInterruption: Bool = false) {
    self.reason = reason
    self.isInterruption = isInterruption
  }
}

/// Bytes that are already there; a literal token, or a test's input.
package final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position = 0
  private let piece: Int

  /// - Parameter piece: the most that one read gives, to test cutting.
  package init(_ bytes: [UInt8], piece: Int = .max) {
    self.bytes = bytes
    self.piece = piece
  }

  package func read(_ count: Int, into buffer: inout [UInt8]) {
    let end = min(bytes.count, position + min(count, piece))
    buffer.append(contentsOf: bytes[position..<end])
    position = end
  }

  package var isReady: Bool { true }
}
