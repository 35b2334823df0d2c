// SPDX-License-Identifier: MIT

/// An input that was opened: how it is called and where its bytes come from.
package struct OpenedInput {
  package let name: InputName
  package let source: any ByteSource
  /// The size, where it is known before reading.
  package let size: Int?

  package init(name: InputName, source: any ByteSource, size: Int? = nil) {
    self.name = name
    self.source = source
    self.size = size
  }
}

/// Finds out what an INPUT word names: a file, standard input, or a token itself.
package enum InputOpener {
  /// Opens one word of the command line.
  package static func open(_ word: String, standardInput: any ByteSource) throws(InputError) -> OpenedInput {
    if word == "-" {
      let size = (standardInput as? Descriptor)?.regularFileSize
      return OpenedInput(name: .standardInput, source: standardInput, size: size)
    }
    if Descriptor.exists(word) {
      let file = try Descriptor.open(word)
      return OpenedInput(name: InputName(word), source: file, size: file.regularFileSize)
    }
    if isToken(word) { return OpenedInput(name: .argument, source: MemorySource(Array(word.utf8))) }
    let opened = try Descriptor.open(word.hasPrefix("@") ? String(word.dropFirst()) : word)
    return OpenedInput(name: InputName(word), source: opened)
  }

  /// Begins `eyJ` behind what the door would remove, has a dot and no slash.
  static func isToken(_ word: String) -> Bool {
    let bytes = Array(word.utf8)
    if bytes.contains(0x2F) && !bytes.contains(0x5C) { return false }
    let piece = Door.open(bytes, 0..<bytes.count)
    return piece.bytes.starts(with: "eyJ".utf8) && piece.bytes.contains(0x2E) && !piece.bytes.contains(0x2F)
  }
}
