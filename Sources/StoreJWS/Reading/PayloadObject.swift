// SPDX-License-Identifier: MIT
public import StrictJSON

/// A JSON object that Apple defines, as a typed value.
///
/// Reading is one pass over the bytes without a tree. A member that is absent or null is nil; a member of the wrong
/// JSON type is an error that names it; a member that the type does not know is skipped here and kept in the document's
/// bytes.
public protocol PayloadObject: Hashable, Sendable, Codable {
  /// The members and what they are.
  static var schema: ObjectSchema { get }

  /// Reads the reader's next value, which must be an object.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`, `missingMember`.
  init(reading reader: inout JSONReader) throws(JSONError)

  /// Writes the object with Apple's member names and units, in Apple's order; members that are nil are left out.
  func write(to writer: inout JSONWriter)
}

/// Whether a document has a member: an absent one and an explicit null are different answers.
public enum MemberPresence: String, Hashable, Sendable, CaseIterable {
  /// There is no such member.
  case absent
  /// The member is there and its value is `null`.
  case null
  /// The member is there and has a value.
  case value
}

/// A whole JSON document as a typed value: a payload, or a body that carries signed strings.
public protocol StoreDocument: PayloadObject {
  /// The JSON that the value was read from, byte for byte; nil for a value built in code.
  var source: [UInt8]? { get }

  /// Reads a document. One pass; allocates for the strings that are longer than 15 bytes.
  ///
  /// - Throws: faults of grammar and budget, `typeMismatch`, `numberOutOfRange`, `missingMember`,
  ///   with offsets in `json`.
  init(json: [UInt8]) throws(JSONError)

  /// The members that this version of the package does not know, at any depth, as paths like `$.items[0].colour`, in
  /// the order of the document. Reads the document again, a transaction only if it has such members.
  var unknownMembers: [String] { get }
}

/// The payload of a JWS that Apple signs.
public protocol SignedPayload: StoreDocument, TokenPayload {
  /// Which payload this is.
  static var kind: PayloadKind { get }

  /// What a verifier compares with its expectations.
  var claims: PayloadClaims { get }
}

extension StoreDocument {
  /// The document as JSON: the bytes it was read from, or its members in Apple's order if it was built in code.
  public var json: [UInt8] {
    if let source { return source }
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// The members that this version does not know; see the requirement.
  public var unknownMembers: [String] {
    source.map { UnknownMembers.paths(in: $0.span, schema: Self.schema) } ?? []
  }

  /// Whether the document has a member, whose names are given from the top level down: `"data", "status"`. Reads the
  /// document again.
  public func presence(of names: String...) -> MemberPresence {
    MemberPresence(of: names[...], in: json.span)
  }
}

extension MemberPresence {
  /// Looks a member up in a document; `absent` also where the document or what leads to the member is no object.
  init(of names: ArraySlice<String>, in json: Span<UInt8>) {
    self = .absent
    do throws(JSONError) {
      var reader = try JSONReader(json, limits: .body)
      self = try Self.look(for: names, &reader)
    } catch {
      // A document that cannot be read has no member to speak of.
    }
  }

  private static func look(
    for names: ArraySlice<String>, _ reader: inout JSONReader
  ) throws(JSONError) -> MemberPresence {
    guard let name = names.first, !name.isEmpty else {
      return names.isEmpty ? (try reader.nextKind() == .null ? .null : .value) : .absent
    }
    guard try reader.nextKind() == .object else { return .absent }
    var object = try reader.enterObject()
    while let member = try reader.nextMember(&object) {
      if reader.string(member.name) == name { return try look(for: names.dropFirst(), &reader) }
      try reader.skipValue()
    }
    return .absent
  }
}
