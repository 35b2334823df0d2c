// SPDX-License-Identifier: MIT
internal import JOSE
internal import StrictJSON

/// A body and the signed strings in it, each with its own verdict.
///
/// The body has no signature of its own, so its report is never more than `notRun`: only the strings are verified.
public struct ExaminedBody: Sendable {
  /// The kind of the body.
  public let kind: BodyKind
  /// The body's JSON as received. Nobody vouches for what stands in it outside the signed strings.
  public let json: [UInt8]
  /// The signed strings, in order, with those inside their payloads.
  public internal(set) var strings: [ExaminedString]
  /// The body's own checks: that it could be read, and whether what it says agrees with what is signed.
  public internal(set) var report: VerificationReport
  /// The budget that was met; strings beyond it are left out.
  public let exceeded: StoreError?
  let schema: ObjectSchema

  /// The signed strings of the body and all that are inside them, from the outside inwards.
  public var allStrings: [ExaminedString] { strings.flatMap(\.all) }

  /// Whether there are signed strings and each of them is verified, nested ones included.
  public var isVerified: Bool {
    exceeded == nil && !strings.isEmpty && allStrings.allSatisfy(\.isVerified)
  }

  /// The paths of the members that no signature covers, in order: what whoever sent the body may have written.
  public var unsignedMembers: [String] {
    var paths: [String] = []
    do throws(JSONError) {
      var reader = try JSONReader(json.span, limits: .body)
      try UnsignedMembers.collect(&reader, .object(schema), "$", &paths)
    } catch {
      // What stands before the fault is listed.
    }
    return paths
  }

  /// The members that this version does not know, as paths.
  public var unknownMembers: [String] { UnknownMembers.paths(in: json.span, schema: schema) }

  static let emptyReport = VerificationReport { check in
    switch check {
    case .consistency:
      CheckFinding(code: "nothingToCompare", message: "the body names nothing that a verified string could agree with")
    case .kind: CheckFinding(code: "notAsked", message: "no kind was asked for")
    default: CheckFinding(code: "unsigned", message: "the body has no signature of its own; the strings in it have")
    }
  }
}

/// Lists what stands outside the signed strings.
private enum UnsignedMembers {
  static func collect(
    _ reader: inout JSONReader, _ type: ValueType?, _ path: String, _ paths: inout [String]
  ) throws(JSONError) {
    switch (type, try reader.nextKind()) {
    case (.object(let schema)?, .object):
      var object = try reader.enterObject()
      while let member = try reader.nextMember(&object, schema.table) {
        let known = member.index >= 0 ? schema.members[member.index] : nil
        let name = known?.name ?? reader.string(member.name)
        try collect(&reader, known?.type, path + JSONPath.member(name), &paths)
      }
    case (.array(let element)?, .array):
      var array = try reader.enterArray()
      var index = 0
      while try reader.nextElement(&array) {
        try collect(&reader, element, "\(path)[\(index)]", &paths)
        index += 1
      }
    case (.signed?, .string):
      try reader.skipValue()
    default:
      paths.append(path)
      try reader.skipValue()
    }
  }
}
