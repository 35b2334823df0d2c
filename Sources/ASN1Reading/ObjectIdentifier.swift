// SPDX-License-Identifier: MIT

/// An OBJECT IDENTIFIER (X.660), kept as the content octets of its encoding (X.690 §8.19).
public struct ObjectIdentifier: Hashable, Sendable {
  /// The content octets, minimal.
  public let contentOctets: [UInt8]

  /// Takes content octets; nil when they are empty, cut, or have a sub-identifier with leading zeros.
  public init?(contentOctets: [UInt8]) {
    guard let last = contentOctets.last, last < 0x80 else { return nil }
    var startsSubidentifier = true
    for octet in contentOctets {
      if startsSubidentifier, octet == 0x80 { return nil }
      startsSubidentifier = octet < 0x80
    }
    self.contentOctets = contentOctets
  }

  /// Takes the dotted form, for instance `1.2.840.113635.100.6.11.1`; nil when it is none. Arcs are at most 64 bits
  /// (the second one, under 2, a little less).
  public init?(dotted: String) {
    var arcs: [UInt64] = []
    for part in dotted.split(separator: ".", omittingEmptySubsequences: false) {
      guard let first = part.utf8.first, part.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
        first != 0x30 || part.utf8.count == 1, let arc = UInt64(part)
      else { return nil }
      arcs.append(arc)
    }
    guard arcs.count >= 2, arcs[0] <= 2, arcs[0] == 2 || arcs[1] < 40 else { return nil }
    let (joined, overflow) = arcs[1].addingReportingOverflow(arcs[0] * 40)
    guard !overflow else { return nil }
    var octets: [UInt8] = []
    Self.append(joined, to: &octets)
    for arc in arcs.dropFirst(2) { Self.append(arc, to: &octets) }
    contentOctets = octets
  }

  /// Octets known to be right: for the table of names.
  init(known octets: [UInt8]) {
    contentOctets = octets
  }

  private static func append(_ arc: UInt64, to octets: inout [UInt8]) {
    var shift = 63
    while shift > 0, arc >> UInt64(shift) == 0 { shift -= 7 }
    while shift > 0 {
      octets.append(UInt8(truncatingIfNeeded: arc >> UInt64(shift)) & 0x7F | 0x80)
      shift -= 7
    }
    octets.append(UInt8(truncatingIfNeeded: arc) & 0x7F)
  }
}

extension ObjectIdentifier: CustomStringConvertible {
  /// The dotted form. An arc of more than 64 bits is written `?`, so that no other identifier has the same text.
  public var description: String {
    var parts: [String] = []
    var arc: UInt64 = 0
    var isTooLarge = false
    for octet in contentOctets {
      isTooLarge = isTooLarge || arc >> 57 != 0
      arc = arc << 7 | UInt64(octet & 0x7F)
      guard octet < 0x80 else { continue }
      if isTooLarge {
        parts.append("?")
      } else if parts.isEmpty {
        let root = min(arc / 40, 2)
        parts.append("\(root)")
        parts.append("\(arc - root * 40)")
      } else {
        parts.append("\(arc)")
      }
      arc = 0
      isTooLarge = false
    }
    return parts.joined(separator: ".")
  }
}
