// SPDX-License-Identifier: MIT

/// Walks over ASN.1 elements in bytes that stay where they are: a pull reader, strict DER unless told otherwise.
///
/// It reads one header at a time and gives ranges in the original input, so that every error and every value has a
/// position. ``enter(_:)`` goes into a constructed element (or into an OCTET STRING that holds ASN.1), ``leave(_:)``
/// demands that nothing was left over and comes out again. Nothing here recurses.
///
/// ```swift
/// var reader = try ASN1Reader(bytes.span, limits: .certificate)
/// let outer = try reader.enter(try reader.next(.sequence))
/// let serial = try reader.int64(try reader.next(.integer))
/// try reader.leave(outer)
/// try reader.finish()
/// ```
public struct ASN1Reader: ~Escapable {
  /// The whole input.
  public let bytes: Span<UInt8>
  /// What of BER is allowed.
  public let liberties: ASN1Liberties
  /// The budgets.
  public let limits: ASN1Limits
  /// Offset of the next element's identifier octet.
  @inlinable public var position: Int { cursor }
  /// Offset just behind the last content octet of the element that was entered last.
  @inlinable public var end: Int { bound }

  @usableFromInline var cursor = 0
  @usableFromInline var bound: Int
  @usableFromInline var depth = 0
  @usableFromInline var elementsLeft: Int

  /// Starts at the first byte.
  ///
  /// - Parameters:
  ///   - bytes: the input; offsets in elements and errors are relative to it.
  ///   - liberties: what of BER is allowed; nothing by default.
  ///   - limits: the budgets.
  /// - Throws: `tooManyBytes` when the input is larger than the budget.
  @_lifetime(copy bytes)
  public init(
    _ bytes: Span<UInt8>, liberties: ASN1Liberties = [], limits: ASN1Limits
  ) throws(ASN1Error) {
    self.bytes = bytes
    self.liberties = liberties
    self.limits = limits
    bound = bytes.count
    elementsLeft = limits.maximumElements
    guard bytes.count <= limits.maximumBytes else {
      throw ASN1Error(
        code: .tooManyBytes, offset: limits.maximumBytes, expected: "at most \(limits.maximumBytes) bytes",
        found: "\(bytes.count)")
    }
  }

  /// Nothing is left in the element that was entered last (or in the input).
  @inlinable public var isAtEnd: Bool { position >= end }

  /// The tag of the next element, nil at the end or where the tag cannot be read (``next()`` says why).
  public var nextTag: ASN1Tag? {
    guard position < end, let tag = try? identifier(at: position).tag else { return nil }
    return tag
  }

  /// Reads the next element's header and moves behind the element.
  ///
  /// - Throws: `truncated`, `missingElement`, `overrunsParent`; the codes of tags and lengths; `tooManyElements`;
  ///   and, while the end of an indefinite length is sought, the same for the elements inside.
  @inlinable
  public mutating func next() throws(ASN1Error) -> ASN1Element {
    guard position < end else { throw missing(nil) }
    guard elementsLeft > 0 else { throw elementBudget() }
    elementsLeft &-= 1
    let start = position
    let first = bytes[start]
    // Short tag and short length: what nearly every element has.
    if first & 0x1F != 0x1F, first & 0xDF != 0, start &+ 1 < end {
      let length = Int(bytes[start &+ 1])
      let content = start &+ 2
      if length < 0x80, length <= end &- content {
        cursor = content &+ length
        return ASN1Element(
          tag: ASN1Tag(classBits: first, number: UInt32(first & 0x1F)), isConstructed: first & 0x20 != 0,
          isIndefinite: false, start: start, content: content..<cursor, end: cursor)
      }
    }
    return try nextSlowly(at: start)
  }

  /// Reads the next element and demands its tag.
  ///
  /// - Throws: what ``next()`` throws; `unexpectedTag`; `wrongForm` when the type is always primitive or always
  ///   constructed and the element is not; `constructedString` when it is a string in segments and that is not
  ///   allowed.
  @inlinable
  public mutating func next(_ tag: ASN1Tag) throws(ASN1Error) -> ASN1Element {
    guard position < end else { throw missing(tag) }
    let element = try next()
    guard element.tag == tag else { throw unexpected(element, tag) }
    if element.isConstructed != (tag == .sequence || tag == .set) { try checkForm(element) }
    return element
  }

  /// Reads the next element if it has the tag; else nil, and nothing moves.
  ///
  /// - Throws: what ``next(_:)`` throws.
  @inlinable
  public mutating func nextIfPresent(_ tag: ASN1Tag) throws(ASN1Error) -> ASN1Element? {
    guard position < end else { return nil }
    guard try identifier(at: position).tag == tag else { return nil }
    return try next(tag)
  }

  /// Goes into an element: the next element read is its first one.
  ///
  /// Works for constructed elements, and for primitive OCTET STRINGs and BIT STRINGs, whose octets may be ASN.1.
  /// - Returns: what ``leave(_:)`` needs to come out again.
  /// - Throws: `tooDeep`.
  @inlinable
  public mutating func enter(_ element: ASN1Element) throws(ASN1Error) -> ASN1Scope {
    guard depth < limits.maximumDepth else { throw tooDeep(element.start) }
    depth &+= 1
    let scope = ASN1Scope(position: element.end, end: end)
    cursor = element.content.lowerBound
    bound = element.content.upperBound
    return scope
  }

  /// Comes out of an element that was read to its end.
  ///
  /// - Throws: `trailingBytes` when something is left in it.
  @inlinable
  public mutating func leave(_ scope: ASN1Scope) throws(ASN1Error) {
    try finish()
    abandon(scope)
  }

  /// Comes out of an element, whatever is left in it.
  @inlinable
  public mutating func abandon(_ scope: ASN1Scope) {
    depth &-= 1
    cursor = scope.position
    bound = scope.end
  }

  /// Moves behind whatever is left in the element that was entered last.
  @inlinable
  public mutating func skipRest() {
    cursor = bound
  }

  /// Takes elements off the budget that were read by other means than this reader.
  ///
  /// - Throws: `tooManyElements`.
  public mutating func spend(elements count: Int) throws(ASN1Error) {
    guard count <= elementsLeft else { throw elementBudget() }
    elementsLeft -= count
  }

  /// Demands that nothing is left.
  ///
  /// - Throws: `trailingBytes`.
  @inlinable
  public func finish() throws(ASN1Error) {
    guard position >= end else { throw trailing() }
  }
}

@available(*, unavailable)
extension ASN1Reader: Sendable {}

/// Where a reader goes on after an element that it entered.
@frozen
public struct ASN1Scope: Hashable, Sendable {
  @usableFromInline let position: Int
  @usableFromInline let end: Int

  @inlinable init(position: Int, end: Int) {
    self.position = position
    self.end = end
  }
}
