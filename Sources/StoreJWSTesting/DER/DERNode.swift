// SPDX-License-Identifier: MIT

/// One element of ASN.1 as a tree, written as DER (ITU-T X.690 §10) unless it is told to be wrong.
///
/// Tests need both: certificates that every reader accepts, and certificates that differ from those in one octet of
/// encoding. So each node carries the form of its length, and nothing here checks that a value makes sense.
///
/// ```swift
/// let basicConstraints = DERNode.sequence([.boolean(true), .integer(0)])
/// basicConstraints.encoded                      // 30 06 01 01 FF 02 01 00
/// basicConstraints.withLength(.padded(1)).encoded  // 30 81 06 01 01 FF 02 01 00: BER, not DER
/// ```
public struct DERNode: Hashable, Sendable {
  /// What stands between the header octets and the end.
  public enum Body: Hashable, Sendable {
    /// Contents octets as they are.
    case octets([UInt8])
    /// Elements, one after the other.
    case elements([DERNode])
  }

  /// How the length octets are written (X.690 §8.1.3).
  public enum LengthForm: Hashable, Sendable {
    /// The shortest definite form: the only one that DER has.
    case shortest
    /// The long form with this many octets more than the shortest form needs: BER.
    case padded(Int)
    /// The indefinite form with end-of-contents octets: BER, and only right for constructed elements.
    case indefinite
    /// The shortest form of another number than the true one: wrong in every rule set.
    case claimed(Int)
  }

  /// The identifier octet; only tags below 31 are needed here.
  public var tag: UInt8
  /// The contents.
  public var body: Body
  /// How the length is written.
  public var lengthForm: LengthForm
  /// True for octets that already are whole elements and go out as they are, without header.
  var isVerbatim = false

  /// Makes a node.
  public init(tag: UInt8, body: Body, lengthForm: LengthForm = .shortest) {
    self.tag = tag
    self.body = body
    self.lengthForm = lengthForm
  }

  /// Octets that go out as they are: an element encoded elsewhere, or rubbish.
  public static func verbatim(_ octets: [UInt8]) -> DERNode {
    var node = DERNode(tag: 0, body: .octets(octets))
    node.isVerbatim = true
    return node
  }

  /// The same node with its length written in another form.
  public func withLength(_ form: LengthForm) -> DERNode {
    var copy = self
    copy.lengthForm = form
    return copy
  }

  /// The node and everything in it, as octets.
  public var encoded: [UInt8] {
    var output: [UInt8] = []
    write(to: &output)
    return output
  }

  /// Appends the encoding to `output`.
  public func write(to output: inout [UInt8]) {
    let contents: [UInt8]
    switch body {
    case .octets(let octets): contents = octets
    case .elements(let elements):
      var inner: [UInt8] = []
      for element in elements {
        element.write(to: &inner)
      }
      contents = inner
    }
    if isVerbatim {
      output += contents
      return
    }
    output.append(tag)
    switch lengthForm {
    case .shortest: Self.writeLength(contents.count, extraOctets: 0, to: &output)
    case .padded(let extraOctets): Self.writeLength(contents.count, extraOctets: extraOctets, to: &output)
    case .claimed(let length): Self.writeLength(length, extraOctets: 0, to: &output)
    case .indefinite: output.append(0x80)
    }
    output += contents
    if lengthForm == .indefinite {
      output += [0, 0]
    }
  }

  private static func writeLength(_ length: Int, extraOctets: Int, to output: inout [UInt8]) {
    if extraOctets <= 0, (0..<0x80).contains(length) {
      output.append(UInt8(truncatingIfNeeded: length))
      return
    }
    var octets: [UInt8] = []
    var rest = UInt64(bitPattern: Int64(length))
    repeat {
      octets.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    } while rest != 0
    let needed = (0..<0x80).contains(length) ? max(extraOctets, 1) : octets.count + max(extraOctets, 0)
    while octets.count < min(needed, 126) {
      octets.insert(0, at: 0)
    }
    output.append(0x80 | UInt8(truncatingIfNeeded: octets.count))
    output += octets
  }
}
