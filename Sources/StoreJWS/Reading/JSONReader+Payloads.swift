// SPDX-License-Identifier: MIT
internal import FoundationEssentials
internal import StrictJSON

extension JSONReader {
  /// Reads up to the next member that has one of the names, its value being next. What has another name is read over, and
  /// what is null is as if it were absent.
  ///
  /// - Parameter names: those of the table, in its order.
  @inline(__always)
  mutating func nextMember<Name>(
    _ object: inout JSONObjectCursor, _ table: MemberTable, of names: [Name]
  ) throws(JSONError) -> Name? {
    while let member = try nextMember(&object, table) {
      if member.index < 0 {
        try skipValue()
      } else if try !readNull() {
        return names[member.index]
      }
    }
    return nil
  }

  /// Reads a whole number without a unit.
  mutating func readCount() throws(JSONError) -> Int {
    Int(try readInteger())
  }

  /// Reads milliseconds since 1970 as a date. Fractions, negatives and the year 1 come from Xcode.
  mutating func readDate() throws(JSONError) -> Date {
    Date(timeIntervalSince1970: try readDouble() / 1000)
  }

  /// Reads an array of strings.
  mutating func readStrings() throws(JSONError) -> [String] {
    var strings: [String] = []
    var array = try enterArray()
    while try nextElement(&array) { strings.append(try readString()) }
    return strings
  }

  /// Reads an array of objects.
  mutating func readObjects<Object: PayloadObject>(
    _ type: Object.Type = Object.self
  ) throws(JSONError) -> [Object] {
    var objects: [Object] = []
    var array = try enterArray()
    while try nextElement(&array) { objects.append(try Object(reading: &self)) }
    return objects
  }
}

extension JSONError {
  /// The error for an object at `offset` that lacks a member it must have.
  static func missing(_ name: String, at offset: Int) -> JSONError {
    JSONError(code: .missingMember, offset: offset, message: "expected the member \"\(name)\", found none")
  }
}
