// SPDX-License-Identifier: MIT

/// Reads enough of an input to know what it is, and the rest of it if it is one document.
struct DocumentCollector {
  /// The longest document that is read. A page of history has 20 notifications of some 20 KB.
  static let maximumByteCount = 64 << 20

  private let source: any ByteSource
  private(set) var bytes: [UInt8] = []
  private(set) var isAtEnd = false

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// Reads until the shape is clear.
  mutating func shape(asked: InputShape, keepsBlankLines: Bool) throws(InputError) -> InputShape {
    if asked != .auto { return asked }
    while true {
      let decision = InputSniffer.decide(bytes, isWhole: isAtEnd, keepsBlankLines: keepsBlankLines)
      if let decision { return decision }
      try readMore()
    }
  }

  /// Reads to the end; false if that is too far away.
  mutating func readAll() throws(InputError) -> Bool {
    while !isAtEnd {
      if bytes.count > Self.maximumByteCount { return false }
      try readMore()
    }
    return bytes.count <= Self.maximumByteCount
  }

  /// Reads a piece; at the end there is none.
  mutating func readMore() throws(InputError) {
    let before = bytes.count
    try source.read(bytes.isEmpty ? 1 << 16 : 1 << 18, into: &bytes)
    isAtEnd = bytes.count == before
  }
}
