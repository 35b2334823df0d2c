// SPDX-License-Identifier: MIT

/// What arrives where a receipt is expected: octets, base64 of them once or twice, or a property list as text. It finds
/// out which by looking, undoes the wrapping, and says what it undid.
public struct ReceiptInput: Hashable, Sendable {
  /// What the octets are, judged by their beginning.
  public enum Kind: String, Hashable, Sendable {
    /// A CMS, to be read by ``AppReceipt``.
    case appReceipt
    /// An old-style property list, to be read by ``TransactionReceipt``.
    case transactionReceipt
  }

  /// How much is put right.
  public enum Mode: Hashable, Sendable {
    /// What Apple's server takes: octets or one layer of base64, standard alphabet, exact padding, nothing around it.
    case strict
    /// Also white space and line breaks, the URL alphabet, missing padding, a second layer of base64, octets behind a
    /// CMS. Each thing undone is in ``ReceiptInput/notes``.
    case forgiving
  }

  /// What the octets are.
  public let kind: Kind
  /// The document without wrapping.
  public let octets: [UInt8]
  /// What was undone, one sentence each, without a full stop.
  public let notes: [String]
  /// The layers of base64 that were undone, outermost first.
  let layers: [Base64Layer]

  /// Offset in the input of the character that holds the first bits of an octet.
  public func offset(ofOctet offset: Int) -> Int {
    layers.reversed().reduce(offset) { $1.offset(ofOctet: $0) }
  }

  /// Looks at the input and undoes its wrapping.
  ///
  /// - Parameters:
  ///   - input: the bytes as they came, at most 8 MiB.
  ///   - mode: how much is put right.
  /// - Throws: `emptyInput`, `inputTooLong`, `badBase64`, `notAReceipt` (which names a JWS, JSON, a PEM or XML where
  ///   it is one).
  public init(_ input: [UInt8], mode: Mode = .forgiving) throws(ReceiptError) {
    guard input.count <= Self.maximumBytes else {
      throw ReceiptError(
        code: .inputTooLong, category: .overLimit, offset: Self.maximumBytes,
        expected: "at most \(Self.maximumBytes) bytes", found: "\(input.count)")
    }
    var notes: [String] = []
    var layers: [Base64Layer] = []
    var octets = input
    while true {
      switch Self.look(octets) {
      case .document(let kind):
        if kind == .appReceipt, mode == .forgiving { Self.cutTail(&octets, &notes) }
        self.kind = kind
        self.octets = octets
        self.notes = notes
        self.layers = layers
        return
      case .nothing:
        throw ReceiptError(code: .emptyInput, offset: 0, expected: "a receipt", found: "nothing")
      case .other(let name):
        throw ReceiptError(code: .notAReceipt, category: .unsupported, offset: 0, expected: "a receipt", found: name)
      case .text:
        guard layers.count < (mode == .strict ? 1 : 2) else {
          throw ReceiptError(
            code: .badBase64, offset: 0, expected: "a receipt in one layer of base64", found: "more layers")
        }
        let layer: Base64Layer
        do throws(ReceiptError) {
          layer = try Base64Layer(octets, mode: mode)
        } catch {
          throw error.mapped { offset in layers.reversed().reduce(offset) { $1.offset(ofOctet: $0) } }
        }
        octets = layer.octets
        notes += layer.notes
        if !layers.isEmpty { notes.append("base64 was applied twice") }
        layers.append(layer)
      }
    }
  }

  /// Twice the base64 of the largest receipt that the reader takes.
  static let maximumBytes = 8 << 20

  private enum Look {
    case document(Kind)
    case other(String)
    case text
    case nothing
  }

  /// What the first bytes say.
  private static func look(_ octets: [UInt8]) -> Look {
    guard let start = octets.firstIndex(where: { !isBlank($0) }) else { return .nothing }
    let rest = octets[start...]
    // A SEQUENCE: the length octet behind it is no character that text goes on with.
    if octets[0] == 0x30, octets.count > 1, octets[1] >= 0x80 || (octets[1] < 0x20 && !isBlank(octets[1])) {
      return .document(.appReceipt)
    }
    if rest.first == UInt8(ascii: "{") {
      return isJSON(rest) ? .other("JSON") : .document(.transactionReceipt)
    }
    if rest.starts(with: "eyJ".utf8), rest.contains(UInt8(ascii: ".")) { return .other("a JWS (StoreKit 2)") }
    if rest.first == UInt8(ascii: "<") { return .other("XML") }
    if rest.starts(with: "bplist".utf8) { return .other("a binary property list") }
    if rest.starts(with: "-----BEGIN".utf8) { return .other("PEM") }
    if rest.prefix(2).elementsEqual([0x1F, 0x8B]) { return .other("gzip") }
    return .text
  }

  /// After the first name comes a colon in JSON and an equals sign in a property list.
  private static func isJSON(_ text: ArraySlice<UInt8>) -> Bool {
    var inString = false
    var isEscaped = false
    for byte in text.dropFirst().prefix(4_096) {
      if inString {
        if byte == UInt8(ascii: "\""), !isEscaped { inString = false }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): inString = true
      case UInt8(ascii: ":"): return true
      case UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: "/"): return false
      case UInt8(ascii: "}"): return text.dropFirst().first { !isBlank($0) } == UInt8(ascii: "}")
      default: continue
      }
    }
    return false
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Apple's server ignores octets behind the outer SEQUENCE.
  private static func cutTail(_ octets: inout [UInt8], _ notes: inout [String]) {
    guard let end = OuterElement.end(octets), end < octets.count else { return }
    notes.append("\(octets.count - end) bytes behind the receipt were left out")
    octets.removeSubrange(end...)
  }
}
