// SPDX-License-Identifier: MIT

internal import Glibc

/// Some whole lines of an input, in one array.
package struct LineChunk: Sendable {
  /// The bytes of all lines.
  package var bytes: [UInt8] = []
  /// Each line without its newline; a carriage return is still there.
  package var lines: [Range<Int>] = []
  /// The number of the first line, counted from 1.
  package var firstLine = 1
  /// Lengths of lines that were too long to be kept, by their place in `lines`; what is there of them is the beginning.
  package var tooLong: [Int: Int] = [:]

  /// Where in `bytes` the next line begins; what is behind belongs to later chunks.
  var end: Int { lines.last.map { min($0.upperBound + 1, bytes.count) } ?? 0 }
}

/// Cuts an input into chunks of whole lines, in blocks and as bytes; holds one block and one line at most.
package struct LineCutter {
  /// The longest line that is read. A receipt of 2 MiB is 2.8 MB as base64; a page of history is less.
  package static let maximumLineByteCount = 8 << 20

  private let source: any ByteSource
  private let blockSize: Int
  private let maximumLine: Int
  private let separator: UInt8
  private var pending: [UInt8]
  private var nextLine = 1
  private var isAtEnd: Bool
  /// Bytes of an overlong line that were thrown away; nil while no such line is being read.
  private var skipped: Int?

  /// - Parameters:
  ///   - prefix: bytes that were read before, to decide what the input is.
  ///   - isAtEnd: nothing follows the prefix.
  ///   - separator: the byte that ends a line, a newline or NUL.
  package init(
    prefix: [UInt8], isAtEnd: Bool, source: any ByteSource, blockSize: Int = 1 << 18,
    maximumLine: Int = LineCutter.maximumLineByteCount, separator: UInt8 = 0x0A
  ) {
    pending = prefix
    self.isAtEnd = isAtEnd
    self.source = source
    self.blockSize = blockSize
    self.maximumLine = maximumLine
    self.separator = separator
  }

  /// Cuts the lines of an input that was looked at, from its beginning.
  init(behind collector: DocumentCollector, _ source: any ByteSource, separator: UInt8 = 0x0A) {
    self.init(prefix: collector.bytes, isAtEnd: collector.isAtEnd, source: source, separator: separator)
  }

  /// Whether the next call can answer without waiting.
  package var isReady: Bool { isAtEnd || source.isReady }

  /// The next lines, or nil at the end of the input.
  package mutating func next() throws(InputError) -> LineChunk? {
    while true {
      if let chunk = cut() { return chunk }
      if isAtEnd { return nil }
      let before = pending.count
      // A pipe gives little at a time; what is there is taken together, but nothing is waited for.
      repeat {
        let size = pending.count
        // A long line gets its room at once: doubled again and again, it would leave holes of megabytes behind.
        if size > Self.longLine { pending.reserveCapacity(maximumLine + 2 * blockSize) }
        try source.read(blockSize, into: &pending)
        if pending.count == size { isAtEnd = true }
      } while !isAtEnd && pending.count < before + blockSize && source.isReady
    }
  }

  private mutating func cut() -> LineChunk? {
    var chunk = LineChunk()
    chunk.firstLine = nextLine
    var start = 0
    // A prefix can hold more than a block; it is cut into blocks too.
    let stop = pending.count
    while start < stop, chunk.lines.count < Self.maximumLineCount, start < blockSize || chunk.lines.isEmpty {
      guard let newline = newline(in: pending, from: start) else { break }
      append(start..<newline, to: &chunk)
      start = newline + 1
    }
    if chunk.lines.isEmpty {
      if isAtEnd, stop > 0 || skipped != nil {
        append(0..<stop, to: &chunk)
        start = stop
      } else if stop > maximumLine || skipped != nil {
        // Keeps the beginning, so that the record can say what it was, and counts the rest. A new array: the old one would
        // keep its megabytes.
        let kept = min(stop, Self.keptBytes)
        skipped = (skipped ?? 0) + stop - kept
        pending = Array(pending[..<kept])
        return nil
      } else {
        return nil
      }
    }
    chunk.bytes = pending
    pending = start < stop ? Array(pending[start...]) : []
    nextLine += chunk.lines.count
    return chunk
  }

  private static let keptBytes = 256
  private static let longLine = 1 << 20

  /// The most lines of one chunk. A record takes some kilobytes however short its line is, so that blocks of blank lines
  /// would become gigabytes; tokens are longer, and meet the size of a block first.
  private static let maximumLineCount = 256

  private mutating func append(_ line: Range<Int>, to chunk: inout LineChunk) {
    if let count = skipped {
      chunk.tooLong[chunk.lines.count] = line.count + count
      skipped = nil
    } else if line.count > maximumLine {
      chunk.tooLong[chunk.lines.count] = line.count
    }
    chunk.lines.append(line)
  }

  private func newline(in bytes: [UInt8], from start: Int) -> Int? {
    unsafe bytes.withUnsafeBytes { buffer in
      guard start < buffer.count, let base = buffer.baseAddress else { return nil }
      // SAFETY: the bytes from `start` to the end lie in the buffer, and the result, if any, is among them. This is
      // where every byte of a stream is looked at first; a loop over the array is ten times slower.
      guard let found = unsafe memchr(base + start, Int32(separator), buffer.count - start) else { return nil }
      return unsafe base.distance(to: UnsafeRawPointer(found))
    }
  }
}
