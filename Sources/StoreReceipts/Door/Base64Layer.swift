// SPDX-License-Identifier: MIT

import JOSE

/// One layer of base64 undone, with the way back from octets to characters.
struct Base64Layer: Hashable, Sendable {
  /// The characters.
  let characters: [UInt8]
  /// What they stand for.
  let octets: [UInt8]
  /// What was put right.
  let notes: [String]

  /// Offset of the character that holds the first bits of an octet: blanks are not counted.
  func offset(ofOctet octet: Int) -> Int {
    let wanted = octet / 3 * 4 + octet % 3
    guard !notes.isEmpty else { return min(wanted, characters.count) }
    var seen = 0
    for (index, character) in characters.enumerated() where !ReceiptInput.isBlank(character) {
      if seen == wanted { return index }
      seen += 1
    }
    return characters.count
  }

  init(_ characters: [UInt8], mode: ReceiptInput.Mode) throws(ReceiptError) {
    self.characters = characters
    let strict: JOSEError
    do throws(JOSEError) {
      octets = try Base64.decode(characters.span)
      notes = []
      return
    } catch {
      strict = error
    }
    guard mode == .forgiving, let (octets, notes) = Self.forgive(characters) else {
      throw ReceiptError(
        code: .badBase64, offset: strict.offset, expected: "base64 of a receipt", found: strict.message)
    }
    self.octets = octets
    self.notes = notes
  }

  /// White space goes, the URL alphabet is turned into the standard one, padding is added, bits left over are dropped.
  private static func forgive(_ characters: [UInt8]) -> (octets: [UInt8], notes: [String])? {
    var notes: [String] = []
    var text = characters.filter { !ReceiptInput.isBlank($0) }
    if text.count != characters.count { notes.append("white space in the base64 was left out") }
    var hasURLAlphabet = false
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "-"): text[index] = UInt8(ascii: "+")
      case UInt8(ascii: "_"): text[index] = UInt8(ascii: "/")
      default: continue
      }
      hasURLAlphabet = true
    }
    if hasURLAlphabet { notes.append("base64 of the URL alphabet was taken for the standard one") }
    if text.count % 4 != 0 {
      while text.last == UInt8(ascii: "=") { text.removeLast() }
      guard text.count % 4 != 1 else { return nil }
      text += [UInt8](repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
      notes.append("missing padding of the base64 was added")
    }
    if let octets = try? Base64.decode(text.span) { return (octets, notes) }
    guard let octets = droppingLeftOverBits(text) else { return nil }
    notes.append("bits left over in the last character of the base64 were dropped")
    return (octets, notes)
  }

  /// The last character may carry bits that belong to no octet; Apple's server does not mind.
  private static func droppingLeftOverBits(_ text: [UInt8]) -> [UInt8]? {
    guard let last = text.lastIndex(where: { $0 != UInt8(ascii: "=") }), text.count - last <= 3, last != text.count - 1
    else { return nil }
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    guard let value = alphabet.firstIndex(of: text[last]) else { return nil }
    var mended = text
    mended[last] = alphabet[value & (text.count - last == 3 ? 0x30 : 0x3C)]
    return try? Base64.decode(mended.span)
  }
}
